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
#include "out_path.hpp"

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
    if (!words.png.empty())
        if (const auto room = can_become_file("--png", words.png); !room.ok())
            return complain(voice, room.error());
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

/// A folder that grows under another name and is moved to its own when it is whole; removed on the way out otherwise,
/// with the folders above that were made for it.
class NewFolder {
public:
    static base::Result<NewFolder> beside(base::FileSystem& fs, std::string path) {
        while (path.size() > 1 && path.back() == '/') path.pop_back();
        LINGHE_CHECK_OK(can_become_folder("--out", path, false));
        NewFolder folder;
        folder.fs_ = &fs, folder.path_ = path;
        LINGHE_CHECK_OK(folder.make_above(base::dir_of(path)));
        // Made and removed, so that whoever cannot write there need not wait, and a killed import leaves nothing.
        folder.growing_ = path + ".part-" + base::hex16(fs.sys_random()).substr(0, 8);
        LINGHE_CHECK_OK(fs.make_dir(folder.growing_));
        (void)::rmdir(folder.growing_.c_str());
        return folder;
    }
    NewFolder(NewFolder&& other) noexcept { *this = std::move(other); }
    NewFolder& operator=(NewFolder&& other) noexcept {
        std::swap(fs_, other.fs_), std::swap(path_, other.path_), std::swap(growing_, other.growing_),
            std::swap(files_, other.files_), std::swap(above_, other.above_);
        return *this;
    }
    ~NewFolder() {
        if (growing_.empty()) return;
        for (const auto& file : files_)
            if (fs_->exists(growing_ + "/" + file)) (void)fs_->remove(growing_ + "/" + file);
        (void)::rmdir(growing_.c_str());
        for (auto made = above_.rbegin(); made != above_.rend(); ++made) (void)::rmdir(made->c_str());
    }
    base::Result<void> put(const std::string& name, std::span<const std::byte> bytes) {
        if (files_.empty()) LINGHE_CHECK_OK(fs_->make_dir(growing_));
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
    base::Result<void> make_above(const std::string& folder) {
        if (fs_->exists(folder)) return {};
        LINGHE_CHECK_OK(make_above(base::dir_of(folder)));
        LINGHE_CHECK_OK(fs_->make_dir(folder));
        above_.push_back(folder);
        return {};
    }
    base::FileSystem* fs_ = nullptr;
    std::string path_, growing_;
    std::vector<std::string> files_, above_;
};

struct Imported {
    std::vector<std::string> notes;
    std::string json;
};

/// Asked between the steps that are not the child's: what is not wanted any more is not written.
base::Result<void> still_wanted() {
    if (!stop_asked()) return {};
    return Error{ErrorCode::run_failed, "linghe terrain import", "stopped on request", "begin it again"};
}

base::Result<Imported> import_into(base::FileSystem& fs, const Voice& voice, const atlas::Request& request,
                                   const std::string& out) {
    // The folder first: whoever cannot write there need not wait for the import.
    LINGHE_TRY(NewFolder folder, NewFolder::beside(fs, out));
    Progress progress(voice, "import", 1.0);
    atlas::Watch watch;
    watch.stop = [] { return stop_asked(); };
    watch.at = [&progress](double share, const std::string& doing) { progress.at(share, doing); };
    auto imported = atlas::import_map(fs, request, watch);
    progress.done();
    if (!imported.ok()) return imported.error();
    auto made = imported.take();
    scenario::Sources sources;
    for (auto& [name, bytes] : made.files) sources.files.emplace(name, bytes);
    std::vector<scenario::Problem> problems;
    auto land = scenario::read_map(sources, "map.toml", problems);
    tell_problems(voice, problems);
    if (!land.ok()) return land.error();
    LINGHE_CHECK_OK(still_wanted());
    LINGHE_TRY(const auto png, sheet_png(title_of(out), land.value()));
    LINGHE_CHECK_OK(still_wanted());
    for (const auto& [name, bytes] : made.files) LINGHE_CHECK_OK(folder.put(name, bytes));
    LINGHE_CHECK_OK(folder.put("sheet.png", png));
    const std::string json = draw::map_json(title_of(out), land.value());
    LINGHE_CHECK_OK(folder.put("sheet.json", json + "\n"));
    LINGHE_CHECK_OK(still_wanted());
    LINGHE_CHECK_OK(folder.finish());
    return Imported{std::move(made.notes), json};
}

int import(const Voice& voice, const atlas::Request& request, const std::string& out) {
    base::RealFileSystem fs;
    listen_for_stop();
    const auto imported = import_into(fs, voice, request, out);
    if (!imported.ok() && stop_asked()) {
        say(voice, "Stopped: no map was written. The same command makes it from its beginning.");
        if (voice.json) std::printf("{\"schema_version\":1,\"stopped\":true}\n");
        return kStopped;
    }
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
    verb->add_option("--cell", q->cell_m, "side of a cell, m")
        ->capture_default_str()
        ->check(number_between(5, 20));
    verb->add_option("--centre,--center", q->centre, "LAT,LON of the middle, in degrees");
    verb->add_option("--size", q->size_km, "KM or KMxKM around --centre");
    verb->add_option("--extent", q->extent, "WEST,SOUTH,EAST,NORTH in metres of the map's reference system");
    verb->add_option("--resampling", q->resampling, "cubic, bilinear or nearest")->capture_default_str();
    verb->add_option("--units", q->units, "of heights: m, ft, us-ft, cm (default: as the file says, else m)");
    verb->add_option("--nodata", q->nodata, "a number that means no data, beside the file's own");
    verb->add_option("--band", q->band, "band of the elevation raster (default: the first)")
        ->check(whole_number(1, 1000));
    verb->add_option("--fill", q->fill_percent, "most share of the map without data that is filled, %")
        ->capture_default_str()
        ->check(number_between(0, 50));
    verb->add_option("--river-rise", q->river_rise_m, "most metres that a river may run uphill")
        ->capture_default_str()
        ->check(number_between(0, 1000));
    verb->add_option("--river-width", q->river_width_m, "metres, of rivers that do not tell theirs")
        ->capture_default_str()
        ->check(number_between(1, 20000));
    verb->add_option("--river-depth", q->river_depth_m, "metres, of rivers that do not tell theirs")
        ->capture_default_str()
        ->check(number_between(0, 30));
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
