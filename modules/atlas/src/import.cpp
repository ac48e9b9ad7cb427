// An import, step by step; land_of() is the table of contents. All of it runs in a child process (guard.hpp).
#include "linghe/atlas/import.hpp"

#include <cpl_conv.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <span>

#include "guard.hpp"
#include "linghe/base/bytes.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/raster.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/scenario/builtin.hpp"
#include "map_text.hpp"
#include "patch.hpp"
#include "sha256.hpp"

namespace linghe::atlas {
namespace {

using base::Error;
using base::ErrorCode;
using base::to_text;
using base::to_text_fixed;

constexpr const char* kGridFile = "land.grid";
constexpr std::size_t kMostText = 1000;  // bytes of a licence
constexpr float kLowestM = -500, kHighestM = 9000;

std::string short_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string licence_of(const Request& q, const std::string& file) {
    std::string text;
    for (const std::string& word : q.licences) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            text = word;
        else if (word.substr(0, equals) == file || word.substr(0, equals) == short_name(file))
            return word.substr(equals + 1);
    }
    return text;
}

base::Result<scenario::Provenance::Source> source_of(base::FileSystem& fs, const Request& q,
                                                     const std::string& file, const char* role) {
    scenario::Provenance::Source s;
    s.file = short_name(file), s.role = role, s.licence = licence_of(q, file);
    if (std::filesystem::is_directory(file)) {
        s.sha256 = "(a folder)";
        return s;
    }
    LINGHE_TRY(base::File handle, fs.open_read(file));
    Sha256 sum;
    std::string piece(std::size_t{1} << 20, '\0');
    LINGHE_TRY(const std::uint64_t size, fs.size(handle));
    for (std::uint64_t at = 0; at < size;) {
        piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size - at, std::uint64_t{1} << 20)));
        LINGHE_CHECK_OK(fs.read_at(handle, at, std::as_writable_bytes(std::span<char>(piece))));
        sum.take(piece);
        at += piece.size();
    }
    LINGHE_CHECK_OK(fs.close(handle));
    s.sha256 = sum.hex();
    return s;
}

/// All that grows on the way from files to a map.
struct Desk {
    base::FileSystem& fs;
    const Request& request;
    Frame frame{};
    Grid heights{};
    CoverGrid cover{};
    Features features{};
    scenario::Provenance provenance{};
    std::vector<std::string> notes{};
};

void cut_to(Desk& w, const std::array<std::int64_t, 4>& r) {
    cut(w.heights, w.frame.nx, r);
    w.frame.west += w.frame.cell * static_cast<double>(r[0]);
    w.frame.south += w.frame.cell * static_cast<double>(r[1]);
    w.frame.nx = r[2] - r[0], w.frame.ny = r[3] - r[1];
}

std::string extent_words(const Frame& f, const std::array<std::int64_t, 4>& r) {
    return to_text_fixed(f.west + f.cell * static_cast<double>(r[0]), 0) + "," +
           to_text_fixed(f.south + f.cell * static_cast<double>(r[1]), 0) + "," +
           to_text_fixed(f.west + f.cell * static_cast<double>(r[2]), 0) + "," +
           to_text_fixed(f.south + f.cell * static_cast<double>(r[3]), 0);
}

base::Result<void> mend_holes(Desk& w) {
    Frame& f = w.frame;
    const Holes holes = find_holes(w.heights, f.nx, f.ny);
    const double percent = 100.0 * static_cast<double>(holes.cells) / static_cast<double>(w.heights.size());
    if (holes.cells == w.heights.size())
        return Error{ErrorCode::invalid, w.request.elevation, "it holds no height anywhere on the map",
                     "choose another place, or another file"};
    if (holes.cells == 0) return {};
    const auto x = static_cast<double>(static_cast<std::int64_t>(holes.largest_at) % f.nx),
               y = static_cast<double>(static_cast<std::int64_t>(holes.largest_at) / f.nx);
    if (percent > w.request.fill_percent) {
        std::vector<std::uint8_t> good(w.heights.size());
        for (std::size_t c = 0; c < good.size(); ++c) good[c] = std::isnan(w.heights[c]) ? 0 : 1;
        const auto r = largest_rectangle(good, f.nx, f.ny);
        return Error{ErrorCode::invalid, w.request.elevation,
                     to_text_fixed(percent, 2) + "% of the map is without data, in " +
                         to_text(std::uint64_t{holes.pieces}) + " holes; the largest has " +
                         to_text(std::uint64_t{holes.largest}) + " cells and begins at " +
                         to_text_fixed(f.west + f.cell * x, 0) + "," +
                         to_text_fixed(f.south + f.cell * y, 0) + " of " + f.code,
                     "at most " + to_text(w.request.fill_percent) + "% is filled: give --extent " +
                         extent_words(f, r) +
                         " (the largest part without a hole), or allow more with --fill " +
                         to_text_fixed(std::ceil(percent), 0)};
    }
    fill_holes(w.heights, f.nx, f.ny);
    w.provenance.holes_percent = percent;
    w.notes.push_back(to_text_fixed(percent, 2) + "% of the map had no data (" +
                      to_text(std::uint64_t{holes.pieces}) + " holes, the largest of " +
                      to_text(std::uint64_t{holes.largest}) + " cells); a membrane was stretched over each");
    return {};
}

base::Result<void> check_range(const Desk& w) {
    for (const float h : w.heights) {
        if (std::isnan(h) || (h >= kLowestM && h <= kHighestM)) continue;
        return Error{ErrorCode::invalid, w.request.elevation,
                     "it holds a height of " + to_text(h) + " m: no land lies there",
                     "if that number means no data, say --nodata " + to_text(h) +
                         "; if heights are in another unit, say --units; seas are no place for a battle"};
    }
    return {};
}

base::Result<void> take_elevation(Desk& w) {
    const Request& q = w.request;
    LINGHE_TRY(const Way way, way_of(q.resampling));
    LINGHE_TRY(const SourceRaster s, open_source(w.fs, q.elevation, What::elevation, q));
    LINGHE_TRY(w.frame, frame_of(s, q));
    std::vector<std::uint8_t> inside;
    LINGHE_TRY(w.heights, take_heights(s, w.frame, way, inside, w.notes));
    if (w.frame.whole) {
        const auto r = largest_rectangle(inside, w.frame.nx, w.frame.ny);
        if (r[2] - r[0] < 2 || r[3] - r[1] < 2)
            return Error{ErrorCode::invalid, q.elevation,
                         "it is smaller than two cells of " + to_text(w.frame.cell) + " m",
                         "give a raster of a larger place, or a smaller --cell"};
        cut_to(w, r);
    }
    if (w.frame.nx < 2 || w.frame.ny < 2)
        return Error{ErrorCode::usage, "the map",
                     "it would have " + to_text(w.frame.nx) + " x " + to_text(w.frame.ny) + " cells",
                     "ask for a larger part, or a smaller --cell"};
    LINGHE_CHECK_OK(check_range(w));
    LINGHE_CHECK_OK(mend_holes(w));
    w.notes.insert(w.notes.end(), w.frame.notes.begin(), w.frame.notes.end());
    LINGHE_TRY(auto source, source_of(w.fs, q, q.elevation, "elevation"));
    source.crs = told(s.srs.get());
    source.note = s.format + ", " + to_text(s.width) + " x " + to_text(s.height) +
                  (s.note.empty() ? "" : "; " + s.note);
    w.provenance.sources.push_back(std::move(source));
    return {};
}

base::Result<scenario::CoverTable> table_of(Desk& w) {
    std::vector<scenario::Problem> problems;
    if (w.request.cover_table == "worldcover")
        return scenario::read_cover_table(scenario::builtin_file("data/cover-worldcover.toml"), "worldcover",
                                          problems);
    LINGHE_TRY(const std::string text, w.fs.read_text(w.request.cover_table, std::uint64_t{1} << 20));
    LINGHE_TRY(auto source, source_of(w.fs, w.request, w.request.cover_table, "cover_table"));
    w.provenance.sources.push_back(std::move(source));
    return scenario::read_cover_table(text, w.request.cover_table, problems);
}

base::Result<void> take_ground_cover(Desk& w) {
    const Request& q = w.request;
    LINGHE_TRY(const ground::Cover otherwise, cover_word(q.cover_default, "--cover-default"));
    w.cover.assign(w.heights.size(), static_cast<std::uint8_t>(otherwise));
    if (q.cover.empty()) return {};
    LINGHE_TRY(const auto table, table_of(w));
    LINGHE_TRY(const SourceRaster s, open_source(w.fs, q.cover, What::cover, q));
    LINGHE_TRY(w.cover, take_cover(s, w.frame, table, otherwise, w.notes));
    LINGHE_TRY(auto source, source_of(w.fs, q, q.cover, "cover"));
    source.crs = told(s.srs.get());
    source.note = s.format + "; classes: " + table.source;
    w.provenance.sources.push_back(std::move(source));
    return {};
}

base::Result<void> take_features(Desk& w) {
    for (const std::string& file : w.request.vectors) {
        LINGHE_CHECK_OK(take_vectors(w.fs, file, w.frame, w.request, w.features, w.notes));
        LINGHE_TRY(auto source, source_of(w.fs, w.request, file, "vectors"));
        source.crs = w.features.crs;
        w.provenance.sources.push_back(std::move(source));
    }
    LINGHE_CHECK_OK(tidy(w.features, w.notes));
    burn(w.features.covers, w.frame, w.cover);
    return {};
}

base::Result<void> take_patch(Desk& w) {
    const std::string& file = w.request.patch;
    if (file.empty()) return {};
    LINGHE_TRY(const std::string text, w.fs.read_text(file, std::uint64_t{16} << 20));
    std::vector<scenario::Problem> problems;
    LINGHE_TRY(const auto patch, scenario::read_patch(text, file, problems));
    LINGHE_CHECK_OK(
        apply_patch(patch, file, w.frame, w.heights, w.cover, w.features, w.provenance.edits, w.notes));
    LINGHE_TRY(auto source, source_of(w.fs, w.request, file, "patch"));
    source.crs = patch.crs;
    w.provenance.sources.push_back(std::move(source));
    return {};
}

base::Result<std::vector<std::byte>> grid_bytes(const Desk& w) {
    ground::Raster r;
    r.cell_mm = math::round_to<std::int32_t>(w.frame.cell * 1000);
    r.nx = static_cast<std::int32_t>(w.frame.nx), r.ny = static_cast<std::int32_t>(w.frame.ny);
    r.height_mm.reserve(w.heights.size());
    for (const float h : w.heights)
        r.height_mm.push_back(math::round_to<std::int32_t>(static_cast<double>(h) * 1000));
    r.cover.assign(w.cover.begin(), w.cover.end());
    return ground::encode_raster(r);
}

/// A map with a thousand streams must not drown what is said of it; a text of a map has a limit, too.
void keep_few(std::vector<std::string>& notes) {
    constexpr std::size_t kMost = 30, kMostBytes = 3000;
    std::size_t kept = 0, bytes = 0;
    for (; kept < notes.size() && kept < kMost && bytes + notes[kept].size() < kMostBytes; ++kept)
        bytes += notes[kept].size() + 1;
    const std::size_t more = notes.size() - kept;
    notes.resize(kept);
    if (more > 0) notes.push_back("and " + to_text(std::uint64_t{more}) + " more notes like these");
}

void tell_origin(Desk& w) {
    auto& p = w.provenance;
    p.imported = true;
    p.made_by = "linghe terrain import";
    p.crs = w.frame.code, p.crs_name = w.frame.name, p.gdal = GDALVersionInfo("RELEASE_NAME");
    p.resampling = w.request.resampling;
    p.origin_east_m = w.frame.west, p.origin_north_m = w.frame.south;
    p.centre_lat = w.frame.lat, p.centre_lon = w.frame.lon, p.scale_factor = w.frame.scale;
    keep_few(w.notes);
    for (const std::string& note : w.notes) p.notes += (p.notes.empty() ? "" : "\n") + note;
}

/// The reader of battles must be able to read what we hand over: rivers that overlap, for one, are its affair.
base::Result<void> prove(const std::string& text, const std::string& grid) {
    scenario::Sources sources;
    sources.files.emplace("map.toml", text);
    sources.files.emplace(kGridFile, grid);
    std::vector<scenario::Problem> problems;
    const auto land = scenario::read_map(sources, "map.toml", problems);
    if (land.ok()) return {};
    Error error = land.error();
    error.where = "the imported map (" + error.where + ")";
    return error;
}

void put(base::ByteWriter& out, const std::string& text) { out.string(text); }

base::Result<std::string> land_of(base::FileSystem& fs, const Request& request, const Tell& tell) {
    open_gdal();
    Desk w{fs, request};
    tell(0.0, "reading heights");
    LINGHE_CHECK_OK(take_elevation(w));
    tell(0.3, "reading cover");
    LINGHE_CHECK_OK(take_ground_cover(w));
    tell(0.4, "reading rivers, roads and walls");
    LINGHE_CHECK_OK(take_features(w));
    LINGHE_CHECK_OK(take_patch(w));
    tell(0.6, "following the rivers");
    LINGHE_CHECK_OK(check_fall(w.features, w.heights, w.frame, request.river_rise_m, w.notes));
    tell(0.7, "reading the map back");
    tell_origin(w);
    LINGHE_TRY(const auto bytes, grid_bytes(w));
    const std::string grid(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string text = map_text(w.frame, w.features, w.provenance, kGridFile);
    LINGHE_CHECK_OK(prove(text, grid));
    base::ByteWriter out;
    put(out, text);
    out.varint(w.notes.size());
    for (const std::string& note : w.notes) put(out, note);
    const auto head = out.view();
    return std::string(reinterpret_cast<const char*>(head.data()), head.size()) + grid;
}

/// A licence for a file that is not read here, or a second one for the same, would be lost without a word.
base::Result<void> check_licences(const Request& q) {
    std::vector<std::string> files = q.vectors;
    files.insert(files.begin(), q.elevation);
    for (const std::string& more : {q.cover, q.cover_table == "worldcover" ? "" : q.cover_table, q.patch})
        if (!more.empty()) files.push_back(more);
    std::set<std::string> told;
    for (const std::string& word : q.licences) {
        const std::size_t equals = word.find('=');
        const std::string name = equals == std::string::npos ? "" : word.substr(0, equals);
        if (word.size() - name.size() > kMostText)
            return Error{ErrorCode::usage, "--licence",
                         "a text of " + to_text(std::uint64_t{word.size()}) + " bytes",
                         "give at most " + to_text(std::uint64_t{kMostText}) +
                             ": the licence's name and where it stands"};
        if (!told.insert(name).second)
            return Error{ErrorCode::usage, "--licence",
                         name.empty() ? "two texts for all files" : "\"" + name + "\" is given two licences",
                         "give one, or name its file: FILE=TEXT"};
        bool known = name.empty();
        std::string all;
        for (const std::string& file : files) {
            known = known || name == file || name == short_name(file);
            all += (all.empty() ? "" : ", ") + short_name(file);
        }
        if (!known)
            return Error{ErrorCode::usage, "--licence",
                         "\"" + name.substr(0, 100) + "\" is no file of this import",
                         "its files are: " + all + "; a text for all files has no '=' in it"};
    }
    return {};
}

base::Result<void> check_request(const Request& q) {
    const auto wrong = [](const char* option, const std::string& what, const std::string& right) {
        return Error{ErrorCode::usage, option, what, right};
    };
    if (q.elevation.empty()) return wrong("--elevation", "is missing", "name a raster of heights");
    if (q.cover.empty() != q.cover_table.empty())
        return wrong(q.cover.empty() ? "--cover-table" : "--cover",
                     q.cover.empty() ? "needs --cover FILE" : "needs --cover-table FILE (or worldcover)",
                     "give both or none");
    if (!(q.fill_percent >= 0 && q.fill_percent <= 50))
        return wrong("--fill", to_text(q.fill_percent) + "% of a map cannot be made up", "from 0 to 50");
    if (!(q.river_rise_m >= 0 && q.river_rise_m <= 1000))
        return wrong("--river-rise", to_text(q.river_rise_m) + " m", "from 0 to 1000");
    if (!(q.river_width_m >= 1 && q.river_width_m <= 20'000))
        return wrong("--river-width", to_text(q.river_width_m) + " m", "from 1 to 20000");
    if (!(q.river_depth_m >= 0 && q.river_depth_m <= 30))
        return wrong("--river-depth", to_text(q.river_depth_m) + " m", "from 0 to 30");
    return check_licences(q);
}

}  // namespace

std::string gdal_release() { return GDALVersionInfo("RELEASE_NAME"); }

base::Result<Made> import_map(base::FileSystem& fs, const Request& request, const Watch& watch) {
    LINGHE_CHECK_OK(check_request(request));
    LINGHE_TRY(const std::string bytes,
               in_a_watched_child(request.elevation, {}, watch,
                                  [&](const Tell& tell) { return land_of(fs, request, tell); }));
    base::ByteReader in(std::as_bytes(std::span<const char>(bytes)), "terrain import");
    Made made;
    std::string text = in.string();
    const std::size_t notes = in.count();
    for (std::size_t i = 0; i < notes && in.ok(); ++i) made.notes.push_back(in.string());
    if (!in.ok()) return in.error();
    made.files.emplace_back("map.toml", std::move(text));
    made.files.emplace_back(kGridFile, bytes.substr(in.offset()));
    return made;
}

}  // namespace linghe::atlas
