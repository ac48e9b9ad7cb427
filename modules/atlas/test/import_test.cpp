// Maps of a user's own: what is understood, what is refused and how it is told.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "linghe/atlas/import.hpp"
#include "linghe/scenario/map.hpp"
#include "linghe/scenario/scenario.hpp"

#ifdef LINGHE_GDAL
#include "guard.hpp"
#include "holes.hpp"
#include "sha256.hpp"
#include "zone.hpp"
#endif

using namespace linghe;

#ifndef LINGHE_GDAL
TEST_CASE("A program built without GDAL says so and how to mend it") {
    base::RealFileSystem fs;
    const auto made = atlas::import_map(fs, {});
    REQUIRE_FALSE(made.ok());
    CHECK(made.error().message.find("without GDAL") != std::string::npos);
}
#else

namespace {

const std::string kFolder = std::string(LINGHE_SOURCE_DIR) + "/tests/data/terrain/";

/// A folder that is gone when the test is.
struct Place {
    std::string path;
    base::RealFileSystem fs;
    Place() {
        path = (std::filesystem::temp_directory_path() /
                ("linghe-atlas-" + std::to_string(fs.sys_random() % 100000000)))
                   .string();
        REQUIRE(fs.make_dirs(path).ok());
    }
    ~Place() { std::filesystem::remove_all(path); }
    std::string put(const std::string& name, const std::string& text) {
        REQUIRE(base::atomic_write(fs, path + "/" + name, text).ok());
        return path + "/" + name;
    }
};

/// A text grid of one height with cells of 30 m in UTM 51 north, 40 x 40; `body` takes the place of its numbers.
std::string grid(const std::string& header = "", const std::string& body = "") {
    std::string text =
        header.empty()
            ? "ncols 40\nnrows 40\nxllcorner 360000\nyllcorner 4550000\ncellsize 30\nNODATA_value -9999\n"
            : header;
    if (!body.empty()) return text + body;
    for (int row = 0; row < 40; ++row)
        for (int column = 0; column < 40; ++column)
            text += std::to_string(100 + column) + (column < 39 ? " " : "\n");
    return text;
}
atlas::Request request_of(const std::string& elevation) {
    atlas::Request q;
    q.elevation = elevation;
    q.source_crs = "EPSG:32651";
    return q;
}
std::string refusal(Place& at, const atlas::Request& q, base::ErrorCode code) {
    const auto made = atlas::import_map(at.fs, q);
    if (made.ok()) return "(it was imported)";
    CHECK(made.error().code == code);
    CHECK_FALSE(made.error().hint.empty());
    return made.error().text();
}
bool has(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}
scenario::MapLand land_of(const atlas::Made& made) {
    scenario::Sources sources;
    for (const auto& [name, bytes] : made.files) sources.files.emplace(name, bytes);
    std::vector<scenario::Problem> problems;
    auto land = scenario::read_map(sources, "map.toml", problems);
    REQUIRE_MESSAGE(land.ok(), (land.ok() ? "" : land.error().text()));
    return land.take();
}

}  // namespace

TEST_CASE("A place finds its zone: the middle of nowhere, Norway, Svalbard, the poles, the date line") {
    CHECK(atlas::epsg_of(41.1, 121.35) == 32651);
    CHECK(atlas::epsg_of(-33.9, 18.4) == 32734);
    CHECK(atlas::epsg_of(0, 0) == 32631);
    CHECK(atlas::epsg_of(60.4, 5.3) == 32632);
    CHECK(atlas::epsg_of(78.2, 15.6) == 32633);
    CHECK(atlas::epsg_of(78.2, 8.0) == 32631);
    CHECK(atlas::epsg_of(89, 0) == 32661);
    CHECK(atlas::epsg_of(-85, 10) == 32761);
    CHECK(atlas::epsg_of(10, 180) == 32601);
    CHECK(atlas::epsg_of(10, -180) == 32601);
    CHECK(atlas::epsg_of(10, 179.9) == 32660);
}

TEST_CASE("An import of one place gives the same bytes each time, and says where they come from") {
    Place at;
    atlas::Request q;
    q.elevation = kFolder + "terra_elev_luxembourg.tif";
    q.centre = "49.85,6.1", q.size_km = "3x2";
    q.vectors = {kFolder + "luxembourg_features.geojson"};
    q.licences = {"no licence known", "terra_elev_luxembourg.tif=GPL-3"};
    const auto made = atlas::import_map(at.fs, q), again = atlas::import_map(at.fs, q);
    REQUIRE(made.ok());
    REQUIRE(again.ok());
    CHECK(made.value().files == again.value().files);
    const auto land = land_of(made.value());
    CHECK(land.ground.nx == 300);
    CHECK(land.ground.ny == 200);
    CHECK(land.provenance.crs == "EPSG:32632");
    REQUIRE(land.provenance.sources.size() == 2);
    CHECK(land.provenance.sources[0].sha256 ==
          "c6a4967fe5b720499e75a3453e9814f00a416167b8e0926a4c55f5100ae4ddb2");
    CHECK(land.provenance.sources[0].licence == "GPL-3");
    CHECK(land.provenance.sources[1].licence == "no licence known");
}

TEST_CASE("Rivers, fords, walls, gates, ditches and covers arrive as vectors with their figures") {
    Place at;
    atlas::Request q;
    q.elevation = kFolder + "terra_elev_luxembourg.tif";
    q.centre = "49.85,6.1", q.size_km = "8";
    q.vectors = {kFolder + "luxembourg_features.geojson"};
    q.patch = kFolder + "luxembourg_patch.toml";
    const auto made = atlas::import_map(at.fs, q);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().text()));
    const auto land = land_of(made.value());
    const auto& g = land.ground;
    REQUIRE(g.rivers.size() == 1);
    CHECK(g.rivers[0].water_width_m == 18);
    CHECK(g.rivers[0].name_zh == "溪");
    REQUIRE(g.ramps.size() == 2);
    CHECK(g.ramps[0].depth_m == doctest::Approx(0.4));
    REQUIRE(g.walls.size() == 1);
    REQUIRE(g.walls[0].gates.size() == 2);
    CHECK(g.walls[0].gates[0].open);
    CHECK_FALSE(g.walls[0].gates[1].open);
    CHECK(g.ditches.size() == 1);
    CHECK(g.roads.size() == 1);
    CHECK(g.cover[static_cast<std::size_t>(g.cell(1'500'000, 3'200'000))] ==
          static_cast<std::uint8_t>(ground::Cover::wood));
    CHECK(g.cover[static_cast<std::size_t>(g.cell(2'500'000, 1'000'000))] ==
          static_cast<std::uint8_t>(ground::Cover::reed));
    CHECK_FALSE(g.open(g.cell(3'900'000, 3'540'000), ground::Mobility::foot));  // the pond
    REQUIRE(land.provenance.edits.size() == 3);
    CHECK(land.provenance.edits[1].what == "raise by 4 m");
    CHECK(land.provenance.edits[1].cells == 400);
    // Levelled ground is level.
    CHECK(std::abs(g.height_at_mm(4'400'000, 1'600'000) - g.height_at_mm(4'600'000, 1'800'000)) <= 1);
}

TEST_CASE("A raster that does not say where it lies is refused until it is told") {
    Place at;
    atlas::Request q = request_of(at.put("a.asc", grid()));
    q.source_crs.clear();
    has(refusal(at, q, base::ErrorCode::invalid), "--source-crs");
    q.source_crs = "EPSG:32651";
    CHECK(atlas::import_map(at.fs, q).ok());
    q.source_crs = "EPSG:99999";
    has(refusal(at, q, base::ErrorCode::usage), "no reference system");
}

TEST_CASE("Text grids: nan, decimal commas, dx and dy, centres, headers that lie") {
    Place at;
    std::string comma = "ncols 3\nnrows 3\nxllcorner 360000\nyllcorner 4550000\ncellsize 30\n";
    auto q = request_of(at.put("comma.asc", comma + "\n1,5\n\n,270E+01\n2,5\n1 1 1\n\n1\n1\n1\n"));
    auto made = atlas::import_map(at.fs, q);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().text()));
    CHECK(land_of(made.value()).ground.nx == 9);

    q = request_of(at.put(
        "dx.asc",
        "ncols 3\nnrows 3\nxllcorner 360000\nyllcorner 4550000\ndx 300\ndy 300\n1 1 1\n1 1 1\n1 1 1\n"));
    made = atlas::import_map(at.fs, q);
    REQUIRE(made.ok());
    CHECK(land_of(made.value()).ground.nx == 90);

    q = request_of(
        at.put("centre.asc",
               "ncols 3\nnrows 3\nxllcenter 360000\nyllcenter 4550000\ncellsize 300\n1 1 1\n1 1 1\n1 1 1\n"));
    made = atlas::import_map(at.fs, q);
    REQUIRE(made.ok());
    CHECK(land_of(made.value()).provenance.origin_east_m == 359850);

    q = request_of(
        at.put("huge.asc", "ncols 1000000001\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 1\n"));
    has(refusal(at, q, base::ErrorCode::limit), "1000000001 x 2 cells");
    q = request_of(at.put("short.asc", grid("", "1 2 3\n")));
    has(refusal(at, q, base::ErrorCode::corrupt), "promises 1600 numbers");
    q = request_of(
        at.put("word.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 30\n1 2 3 four\n"));
    has(refusal(at, q, base::ErrorCode::corrupt), "'four' is no number");
    q = request_of(at.put("flat.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4\n"));
    has(refusal(at, q, base::ErrorCode::corrupt), "cellsize");
}

TEST_CASE("Small holes are filled and told, large ones refused with their share and a way out") {
    Place at;
    std::string body;
    for (int row = 0; row < 40; ++row)
        for (int column = 0; column < 40; ++column)
            body += (row >= 10 && row < 13 && column >= 10 && column < 12 ? (row == 11 ? "nan" : "-9999")
                                                                          : std::to_string(100 + column)) +
                    (column < 39 ? " " : "\n");
    auto q = request_of(at.put("hole.asc", grid("", body)));
    const auto made = atlas::import_map(at.fs, q);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().text()));
    const auto land = land_of(made.value());
    CHECK(land.provenance.holes_percent > 0);
    // A membrane over a hole in a plane is the plane.
    const auto& g = land.ground;
    CHECK(g.height_at_mm(11 * 30'000, (40 - 11) * 30'000 - 15'000) ==
          doctest::Approx(110'500).epsilon(0.002));
    q.fill_percent = 0;
    const std::string told = refusal(at, q, base::ErrorCode::invalid);
    has(told, "without data");
    has(told, "--extent");
}

TEST_CASE("A number that no land has is asked about, not believed") {
    Place at;
    std::string body;
    for (int i = 0; i < 1600; ++i) body += i == 700 ? "-32767 " : "100 ";
    auto q = request_of(at.put("deep.asc", grid("", body)));
    q.resampling = "nearest";
    has(refusal(at, q, base::ErrorCode::invalid), "--nodata -32767");
    q.nodata = "-32767";
    CHECK(atlas::import_map(at.fs, q).ok());
}

TEST_CASE("Feet become metres") {
    Place at;
    auto q = request_of(at.put("ft.asc", grid()));
    q.units = "ft";
    const auto made = atlas::import_map(at.fs, q);
    REQUIRE(made.ok());
    CHECK(land_of(made.value()).ground.height_at_mm(15'000, 600'000) ==
          doctest::Approx(30'480).epsilon(0.001));
    q.units = "fathom";
    has(refusal(at, q, base::ErrorCode::usage), "no unit of height");
}

TEST_CASE("Systems in degrees, in feet and of stretched metres are no ground for a battle") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    q.crs = "EPSG:4326";
    has(refusal(at, q, base::ErrorCode::usage), "in degrees");
    q.crs = "EPSG:2263";  // New York, US survey feet
    has(refusal(at, q, base::ErrorCode::usage), "metres");
    q.crs = "EPSG:3857";
    has(refusal(at, q, base::ErrorCode::usage), "every distance would be wrong");
    q.crs = "EPSG:32650";  // the neighbouring zone will do
    CHECK(atlas::import_map(at.fs, q).ok());
}

TEST_CASE("Boxes without area, beyond the raster, in degrees or too large are refused in words") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    q.extent = "361000,4550000,360000,4551000";
    has(refusal(at, q, base::ErrorCode::usage), "no box with an area");
    q.extent = "121,41,122,42";
    has(refusal(at, q, base::ErrorCode::usage), "seems to be in degrees");
    q.extent = "460000,4550000,461000,4551000";
    has(refusal(at, q, base::ErrorCode::invalid), "does not cover");
    q.extent = "300000,4500000,400000,4600000";
    has(refusal(at, q, base::ErrorCode::limit), "10000 x 10000 cells");
    q.extent = "360000,4550000,360600,4550600";
    q.cell_m = 50;
    has(refusal(at, q, base::ErrorCode::usage), "from 5 to 20");
}

TEST_CASE("A river that runs uphill whichever way it flows is refused, one that hardly does is told") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    const auto line = [&](const std::string& points) {
        return at.put("r.geojson",
                      "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":"
                      "\"EPSG:32651\"}},\"features\":[{\"type\":\"Feature\",\"properties\":"
                      "{\"kind\":\"river\",\"name\":\"Up\",\"width_m\":10},\"geometry\":{\"type\":"
                      "\"LineString\",\"coordinates\":" +
                          points + "}}]}");
    };
    q.vectors = {line("[[360100,4550600],[360900,4550600],[360150,4550700]]")};
    has(refusal(at, q, base::ErrorCode::invalid), "river up: it runs uphill by");
    q.vectors = {line("[[360100,4550600],[360900,4550600]]")};
    CHECK(atlas::import_map(at.fs, q).ok());
}

TEST_CASE("Broken outlines, strange kinds and missing files of vectors are told with layer and feature") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    q.vectors = {
        at.put("bow.geojson",
               "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:"
               "32651\"}},\"features\":[{\"type\":\"Feature\",\"id\":7,\"properties\":"
               "{\"kind\":\"cover\",\"cover\":\"wood\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[["
               "[360100,4550100],[360500,4550500],[360500,4550100],[360100,4550500],[360100,4550100]]]}}]}")};
    const std::string told = refusal(at, q, base::ErrorCode::invalid);
    has(told, "broken outline");
    has(told, "feature");
    q.vectors = {at.path + "/nowhere.shp"};
    has(refusal(at, q, base::ErrorCode::io), "no such file");
    q.vectors = {at.put("text.geojson", "{\"type\":\"FeatureCollection\",\"features\":[")};
    has(refusal(at, q, base::ErrorCode::corrupt), "cannot be read as vectors");
    q.vectors = {"/vsicurl/http://example.org/a.geojson"};
    has(refusal(at, q, base::ErrorCode::usage), "no file of this machine");
}

TEST_CASE("A patch says what is wrong with it by line, column and key") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    q.patch =
        at.put("p.toml", "[[edit]]\ndo = \"rise\"\nsource = \"a guess\"\nbox = [0, 0, 10, 10]\nby_m = 2\n");
    const std::string told = refusal(at, q, base::ErrorCode::invalid);
    has(told, "p.toml:2:");
    has(told, "did you mean \"raise\"");
    q.patch = at.put("p.toml", "[[edit]]\ndo = \"raise\"\nbox = [0, 0, 10, 10]\nby_m = 2\n");
    has(refusal(at, q, base::ErrorCode::invalid), "source: missing");
}

TEST_CASE("Classes that the cover table does not list are named") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    std::string classes;
    for (int i = 0; i < 1600; ++i) classes += i % 2 == 0 ? "10 " : "77 ";
    q.cover = at.put("c.asc", grid("", classes));
    q.cover_table = "worldcover";
    has(refusal(at, q, base::ErrorCode::invalid), "77");
    q.cover_table = at.put(
        "t.toml", "source = \"test\"\notherwise = \"bare\"\n[[class]]\nvalue = 10\ncover = \"wood\"\n");
    CHECK(atlas::import_map(at.fs, q).ok());
}

TEST_CASE("Work that crashes, hangs or eats memory ends as an error, not as our end") {
    const auto crashed = atlas::in_a_child("file", {}, []() -> base::Result<std::string> { std::abort(); });
    REQUIRE_FALSE(crashed.ok());
    CHECK(crashed.error().code == base::ErrorCode::corrupt);
    const auto hung = atlas::in_a_child("file", {1, 6144}, []() -> base::Result<std::string> {
        volatile int spin = 1;
        while (spin != 0) {}
        return std::string();
    });
    REQUIRE_FALSE(hung.ok());
    CHECK(hung.error().code == base::ErrorCode::limit);
    const auto fine = atlas::in_a_child(
        "file", {}, []() -> base::Result<std::string> { return std::string("bytes\0with a hole", 17); });
    REQUIRE(fine.ok());
    CHECK(fine.value().size() == 17);
}

TEST_CASE("Work that is not wanted any more is ended at once, and says how far it was") {
    std::string heard;
    atlas::Watch watch;
    watch.at = [&heard](double share, const std::string& doing) {
        heard += std::to_string(static_cast<int>(share * 100)) + "% " + doing + "; ";
    };
    watch.stop = [&heard] { return !heard.empty(); };
    const auto stopped = atlas::in_a_watched_child("file", {}, watch,
                                                   [](const atlas::Tell& tell) -> base::Result<std::string> {
                                                       tell(0.25, "spinning for ever");
                                                       volatile int spin = 1;
                                                       while (spin != 0) {}
                                                       return std::string();
                                                   });
    REQUIRE_FALSE(stopped.ok());
    CHECK(stopped.error().code == base::ErrorCode::run_failed);
    CHECK(stopped.error().message == "stopped on request");
    CHECK(heard == "25% spinning for ever; ");
}

TEST_CASE("A licence for a file that is not read, or a second one, is refused and not dropped") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    q.licences = {"b.asc=CC-BY"};
    has(refusal(at, q, base::ErrorCode::usage), "\"b.asc\" is no file of this import");
    q.licences = {"CC-BY", "GPL"};
    has(refusal(at, q, base::ErrorCode::usage), "two texts for all files");
    q.licences = {"CC-BY", "a.asc=GPL"};
    const auto made = atlas::import_map(at.fs, q);
    REQUIRE(made.ok());
    CHECK(land_of(made.value()).provenance.sources[0].licence == "GPL");
}

TEST_CASE("A name longer than a sheet can hold is cut between two signs, and told") {
    Place at;
    auto q = request_of(at.put("a.asc", grid()));
    std::string name;
    for (int i = 0; i < 3000; ++i) name += "河";
    q.vectors = {
        at.put("long.geojson",
               "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":"
               "\"urn:ogc:def:crs:EPSG::32651\"}},\"features\":[{\"type\":\"Feature\",\"properties\":{"
               "\"kind\":\"river\",\"name\":\"" +
                   name +
                   "\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[361000,4550500],[360100,"
                   "4550500]]}}]}")};
    const auto made = atlas::import_map(at.fs, q);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().text()));
    const auto land = land_of(made.value());
    CHECK(land.ground.rivers[0].name_zh.size() == 198);
    CHECK(land.provenance.notes.find("1 names were cut to 200 bytes") != std::string::npos);
}

TEST_CASE("The largest rectangle without a hole is found") {
    //  1 1 0      rows from the south
    //  1 1 1
    //  0 1 1
    const std::vector<std::uint8_t> good = {1, 1, 0, 1, 1, 1, 0, 1, 1};
    const auto r = atlas::largest_rectangle(good, 3, 3);
    CHECK((r[2] - r[0]) * (r[3] - r[1]) == 4);
    CHECK(atlas::largest_rectangle({0, 0}, 2, 1)[2] == 0);
}

TEST_CASE("SHA-256 gives the published sums") {
    CHECK(atlas::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(atlas::sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    atlas::Sha256 pieces;
    for (const char* piece : {"abcdbcdecdef", "", "defgefghfghighijhijkijkljklmklmnlmnomnopnop", "q"})
        pieces.take(piece);
    CHECK(pieces.hex() == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(atlas::sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
#endif
