// linghe terrain: import a user's own map from rasters and vectors; draw and tell what a map holds.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <span>

#include "commands.hpp"
#include "linghe/atlas/import.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/draw/map_sheet.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/scenario/files.hpp"
#include "option_words.hpp"

namespace linghe::app {
namespace {

using base::Error;
using base::ErrorCode;

struct SheetWords {
    std::string map, png;
};

/// The last part of a path, without slashes at its end: what a sheet is called.
std::string title_of(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    for (const std::string tail : {"/map.toml", "/scenario.toml"})
        if (path.size() > tail.size() && path.compare(path.size() - tail.size(), tail.size(), tail) == 0)
            path.resize(path.size() - tail.size());
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

void tell_problems(const Voice& voice, const std::vector<scenario::Problem>& problems) {
    for (const auto& p : problems)
        if (p.severity == scenario::Severity::error || !voice.quiet)
            std::fprintf(stderr, "%s\n", printable(p.text()).c_str());
}

base::Result<std::vector<std::byte>> sheet_png(const std::string& title, const scenario::MapLand& land) {
    LINGHE_TRY(const auto image, draw::map_sheet(title, land));
    return draw::png_bytes(image);
}

int sheet(const Voice& voice, const SheetWords& words) {
    base::RealFileSystem fs;
    if (words.png.empty() && !voice.json)
        return complain(voice, {ErrorCode::usage, "linghe terrain sheet", "what is wanted?",
                                "--png FILE for a picture, --json for figures, or both"});
    if (!words.png.empty())
        if (const auto named = ends_in("--png", words.png, ".png"); !named.ok())
            return complain(voice, named.error());
    const auto sources = scenario::load_map_sources(fs, words.map);
    if (!sources.ok()) return complain(voice, sources.error());
    std::vector<scenario::Problem> problems;
    const auto land = scenario::read_map(sources.value().sources, sources.value().map_name, problems);
    tell_problems(voice, problems);
    if (!land.ok()) return complain(voice, land.error());
    const std::string title = title_of(words.map);
    if (!words.png.empty()) {
        const auto png = sheet_png(title, land.value());
        if (!png.ok()) return complain(voice, png.error());
        if (const auto written = base::atomic_write(fs, words.png, png.value()); !written.ok())
            return complain(voice, written.error());
        say(voice, "Sheet: " + words.png);
    }
    if (voice.json) std::printf("%s\n", draw::map_json(title, land.value()).c_str());
    return kOk;
}

/// A folder that grows under another name and is moved to its own when it is whole; removed on the way out otherwise.
class NewFolder {
public:
    static base::Result<NewFolder> beside(base::FileSystem& fs, std::string path) {
        while (path.size() > 1 && path.back() == '/') path.pop_back();
        if (fs.exists(path))
            return Error{ErrorCode::usage, path, "is there already, and nothing of yours is overwritten",
                         "choose another --out"};
        LINGHE_CHECK_OK(fs.make_dirs(base::dir_of(path)));
        NewFolder folder;
        folder.fs_ = &fs, folder.path_ = path;
        folder.growing_ = path + ".part-" + base::hex16(fs.sys_random()).substr(0, 8);
        LINGHE_CHECK_OK(fs.make_dir(folder.growing_));
        return folder;
    }
    NewFolder(NewFolder&& other) noexcept { *this = std::move(other); }
    NewFolder& operator=(NewFolder&& other) noexcept {
        std::swap(fs_, other.fs_), std::swap(path_, other.path_), std::swap(growing_, other.growing_),
            std::swap(files_, other.files_);
        return *this;
    }
    ~NewFolder() {
        if (growing_.empty()) return;
        for (const auto& file : files_)
            if (fs_->exists(growing_ + "/" + file)) (void)fs_->remove(growing_ + "/" + file);
        (void)::rmdir(growing_.c_str());
    }
    base::Result<void> put(const std::string& name, std::span<const std::byte> bytes) {
        files_.push_back(name);
        return base::atomic_write(*fs_, growing_ + "/" + name, bytes);
    }
    base::Result<void> put(const std::string& name, const std::string& text) {
        return put(name, std::as_bytes(std::span<const char>(text.data(), text.size())));
    }
    base::Result<void> finish() {
        LINGHE_CHECK_OK(fs_->rename(growing_, path_));
        growing_.clear();
        return fs_->fsync_dir(base::dir_of(path_));
    }

private:
    NewFolder() = default;
    base::FileSystem* fs_ = nullptr;
    std::string path_, growing_;
    std::vector<std::string> files_;
};

struct Imported {
    std::vector<std::string> notes;
    std::string json;
};

base::Result<Imported> import_into(base::FileSystem& fs, const Voice& voice, const atlas::Request& request,
                                   const std::string& out) {
    // The folder first: whoever cannot write there need not wait for the import.
    LINGHE_TRY(NewFolder folder, NewFolder::beside(fs, out));
    LINGHE_TRY(auto made, atlas::import_map(fs, request));
    scenario::Sources sources;
    for (auto& [name, bytes] : made.files) sources.files.emplace(name, bytes);
    std::vector<scenario::Problem> problems;
    auto land = scenario::read_map(sources, "map.toml", problems);
    tell_problems(voice, problems);
    if (!land.ok()) return land.error();
    for (const auto& [name, bytes] : made.files) LINGHE_CHECK_OK(folder.put(name, bytes));
    LINGHE_TRY(const auto png, sheet_png(title_of(out), land.value()));
    LINGHE_CHECK_OK(folder.put("sheet.png", png));
    const std::string json = draw::map_json(title_of(out), land.value());
    LINGHE_CHECK_OK(folder.put("sheet.json", json + "\n"));
    LINGHE_CHECK_OK(folder.finish());
    return Imported{std::move(made.notes), json};
}

int import(const Voice& voice, const atlas::Request& request, const std::string& out) {
    base::RealFileSystem fs;
    const auto imported = import_into(fs, voice, request, out);
    if (!imported.ok()) return complain(voice, imported.error());
    for (const auto& note : imported.value().notes) say(voice, "  " + printable(note));
    const std::string word = lab::shell_word(out);
    say(voice, "The map lies in " + out + "; look at " + out +
                   "/sheet.png. A battle on it:\n  linghe new my-battle --map " + word);
    if (voice.json) std::printf("%s\n", imported.value().json.c_str());
    return kOk;
}

void add_import(CLI::App& terrain, Desk& desk) {
    auto* verb = terrain.add_subcommand(
        "import", "make a map of rasters and vectors in any format and reference system GDAL reads");
    auto q = std::make_shared<atlas::Request>();
    auto out = std::make_shared<std::string>();
    verb->add_option("--elevation", q->elevation, "raster of heights (GeoTIFF, HGT, ASC ...)")->required();
    verb->add_option("--out", *out, "folder to write; must not be there yet")->required();
    verb->add_option("--cover", q->cover, "raster of land cover");
    verb->add_option("--cover-table", q->cover_table,
                     "which number is which cover: a TOML file, or worldcover");
    verb->add_option("--cover-default", q->cover_default, "cover where nothing tells it")
        ->capture_default_str();
    verb->add_option("--vectors", q->vectors,
                     "files of rivers, fords, roads, walls, gates, ditches, hills, covers");
    verb->add_option("--patch", q->patch, "TOML file of sourced edits, applied last");
    verb->add_option("--crs", q->crs,
                     "reference system of the map, EPSG:number, in metres (auto: the UTM zone of its centre)")
        ->capture_default_str();
    verb->add_option("--source-crs", q->source_crs, "reference system of sources that do not name theirs");
    verb->add_option("--cell", q->cell_m, "side of a cell, 5 to 20 m")->capture_default_str();
    verb->add_option("--centre,--center", q->centre, "LAT,LON of the middle, in degrees");
    verb->add_option("--size", q->size_km, "KM or KMxKM around --centre");
    verb->add_option("--extent", q->extent, "WEST,SOUTH,EAST,NORTH in metres of the map's reference system");
    verb->add_option("--resampling", q->resampling, "cubic, bilinear or nearest")->capture_default_str();
    verb->add_option("--units", q->units, "of heights: m, ft, us-ft, cm (default: as the file says, else m)");
    verb->add_option("--nodata", q->nodata, "a number that means no data, beside the file's own");
    verb->add_option("--band", q->band, "band of the elevation raster (default: the first)")
        ->check(whole_number(1, 1000));
    verb->add_option("--fill", q->fill_percent, "most share of the map without data that is filled, %")
        ->capture_default_str();
    verb->add_option("--river-rise", q->river_rise_m, "most metres that a river may run uphill")
        ->capture_default_str();
    verb->add_option("--river-width", q->river_width_m, "metres, of rivers that do not tell theirs")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 20000.0));
    verb->add_option("--river-depth", q->river_depth_m, "metres, of rivers that do not tell theirs")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 30.0));
    verb->add_option("--licence,--license", q->licences,
                     "licence to be told with the map: TEXT for all files, or FILE=TEXT");
    add_manners(*verb, desk);
    verb->callback([&desk, q, out] { desk.code = import(desk.voice(), *q, *out); });
}

}  // namespace

void add_terrain(CLI::App& app, Desk& desk) {
    auto* verb =
        app.add_subcommand("terrain", "maps: import your own (import), draw and tell what one holds (sheet)");
    verb->require_subcommand(1);
    add_import(*verb, desk);
    auto* show = verb->add_subcommand(
        "sheet", "one picture of a map with what was understood of it; with --json as figures");
    auto words = std::make_shared<SheetWords>();
    show->add_option("map", words->map, "folder with map.toml, a map.toml, or a scenario, whose map is meant")
        ->required();
    show->add_option("--png", words->png, "picture to write, FILE.png");
    add_manners(*show, desk);
    show->callback([&desk, words] { desk.code = sheet(desk.voice(), *words); });
}

}  // namespace linghe::app
