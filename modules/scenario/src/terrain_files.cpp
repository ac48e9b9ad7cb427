// The cover table and the patch of an import: their keys, and plain structs made of them.
#include "linghe/scenario/terrain_files.hpp"

#include "linghe/base/text.hpp"
#include "node.hpp"

namespace linghe::scenario {
namespace {

using enum KeyType;
constexpr std::string_view kCovers = "bare dry_grass burnt sand water crop reed wood road";

constexpr Key kClassKeys[] = {
    {"value", integer, "number in the raster", "栅格中的数值", true, "", "", -2'000'000'000, 2'000'000'000},
    {"cover", choice, "what it is in Linghe", "对应的地表", true, "", "", 0, 0, kCovers},
    {"meaning", text, "what it is in its source", "原意", false, "\"\""},
};
constexpr Table kClass = {"class", "A class of a land cover raster.", "地表分类。", kClassKeys};
constexpr Key kTableKeys[] = {
    {"source", text, "where the classes are defined", "出处", true},
    {"otherwise", choice, "cover of numbers that are not listed; missing: they are an error",
     "未列数值的地表", false, "", "", 0, 0, kCovers},
    {"class", tables, "classes", "分类", true, "", "", 0, 0, "", &kClass},
};
constexpr Table kCoverTable = {"cover_table", "Which number of a land cover raster is which cover.",
                               "地表分类表。", kTableKeys};

constexpr Key kEditKeys[] = {
    {"do", choice, "what is done", "做什么", true, "", "", 0, 0, "raise lower flatten cover river"},
    {"source", text, "why: where it is known from", "依据", true},
    {"ring", ring, "the outline within which it is done", "轮廓", false},
    {"box", box, "instead of a ring", "方框（代替轮廓）", false},
    {"line", line, "of a river: its course", "河道走向", false},
    {"by_m", number, "raise, lower: by how much", "升降多少", false, "0", "m", 0, 1000},
    {"to_m", number, "flatten: to which height; missing: to the mean of the ring", "平整到的高程", false, "",
     "m", -500, 9000},
    {"edge_m", number, "raise, lower, flatten: width within the outline over which it fades", "边缘渐变宽度",
     false, "0", "m", 0, 5000},
    {"cover", choice, "cover: what lies there", "地表", false, "\"bare\"", "", 0, 0, kCovers},
    {"id", id, "river: its id; takes the place of an imported river of that id", "河流代号", false},
    {"name", name, "river: its name", "河流名称", false},
    {"width_m", number, "river: width of the water", "水面宽", false, "20", "m", 1, 20'000},
    {"channel_width_m", number, "river: from bank to bank; 0: as the water", "河槽宽", false, "0", "m", 0,
     20'000},
    {"depth_m", number, "river: depth of the water", "水深", false, "0.5", "m", 0, 30},
    {"bank_height_m", number, "river: height of the banks", "岸高", false, "0", "m", 0, 30},
};
constexpr Table kEdit = {"edit", "A sourced change of an imported map.", "对导入地图的有据改动。", kEditKeys};
constexpr Key kPatchKeys[] = {
    {"crs", text, "reference system of its points: \"local\" (metres of the map), or as in EPSG:4326",
     "点坐标的坐标系", false, "\"local\""},
    {"edit", tables, "edits, in order", "改动（依序）", true, "", "", 0, 0, "", &kEdit},
};
constexpr Table kPatch = {"patch", "Sourced edits of an imported map.", "导入地图的修补文件。", kPatchKeys};

base::Error first_of(const std::vector<Problem>& found, std::size_t first) {
    base::Error error{base::ErrorCode::invalid, "", "", ""};
    std::size_t errors = 0;
    for (std::size_t i = first; i < found.size(); ++i) {
        if (found[i].severity != Severity::error || errors++ != 0) continue;
        const Problem& p = found[i];
        error.where =
            p.file + (p.line > 0 ? ":" + base::to_text(p.line) + ":" + base::to_text(p.column) : "");
        error.message = (p.key.empty() ? "" : p.key + ": ") + p.reason;
        error.hint = p.remedy;
    }
    if (errors > 1) error.message += " (and " + base::to_text(std::uint64_t{errors - 1}) + " more)";
    return error;
}

ground::Cover cover_named(const std::string& word) {
    const auto& names = cover_names();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == word) return static_cast<ground::Cover>(i);
    return ground::Cover::bare;
}

std::vector<std::pair<double, double>> points_of(const Node& n, std::string_view key) {
    std::vector<std::pair<double, double>> out;
    if (const Value* v = n.value().find(key))
        for (const Value& p : v->items) out.emplace_back(p.items[0].number, p.items[1].number);
    return out;
}

Edit edit_of(const Node& n, Problems& problems) {
    Edit e;
    const std::string what = n.text("do");
    const std::vector<std::string_view> words = {"raise", "lower", "flatten", "cover", "river"};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (what == words[i]) e.what = static_cast<Edit::Do>(i);
    e.source = n.text("source");
    e.line = n.value().line;
    e.by_m = n.number("by_m"), e.to_m = n.number("to_m"), e.edge_m = n.number("edge_m");
    e.has_to = n.has("to_m");
    e.cover = cover_named(n.text("cover"));
    if (e.source.empty())
        problems.error(n.at("source"), n.path("source"), "is empty", "say where the change is known from");
    const auto need = [&](std::string_view key, std::string_view why) {
        if (!n.has(key)) problems.error(n.value(), n.path(key), "missing", std::string{why});
    };
    if (e.what == Edit::Do::river) {
        need("line", "a river needs line = [[x, y], ...]"), need("id", "a river needs an id");
        e.points = points_of(n, "line");
        e.river.id = n.text("id");
        e.river.water_width_m = n.real("width_m"), e.river.depth_m = n.real("depth_m");
        e.river.bank_height_m = n.real("bank_height_m");
        e.river.channel_width_m = std::max(n.real("channel_width_m"), e.river.water_width_m);
        e.river.name_en = n.name("name").en, e.river.name_zh = n.name("name").zh;
        return e;
    }
    if (n.has("ring") == n.has("box"))
        problems.error(n.value(), n.path(), "needs either ring or box", "give one of them");
    if (e.what == Edit::Do::cover) need("cover", "say which: cover = \"crop\"");
    if (e.what == Edit::Do::raise || e.what == Edit::Do::lower) need("by_m", "say by how many metres");
    e.points = points_of(n, "ring");
    if (n.has("box")) {
        const double w = n.metre("box", 0), s = n.metre("box", 1), east = n.metre("box", 2),
                     north = n.metre("box", 3);
        e.points = {{w, s}, {east, s}, {east, north}, {w, north}};
    }
    return e;
}

}  // namespace

const std::vector<std::string_view>& cover_names() {
    static const std::vector<std::string_view> names = {"bare", "dry_grass", "burnt", "sand", "water",
                                                        "crop", "reed",      "wood",  "road"};
    return names;
}

base::Result<CoverTable> read_cover_table(std::string_view bytes, const std::string& file,
                                          std::vector<Problem>& found) {
    const std::size_t first = found.size();
    Problems problems{found};
    const Value tree = parse_toml(bytes, file, problems);
    if (problems.errors() == 0) check_table(tree, kCoverTable, "", problems);
    if (problems.errors() != 0) return first_of(found, first);
    const Node root{tree, kCoverTable, ""};
    CoverTable out;
    out.source = root.text("source");
    out.has_otherwise = root.has("otherwise");
    if (out.has_otherwise) out.otherwise = cover_named(root.text("otherwise"));
    for (const Node& n : root.children("class")) {
        const auto value = static_cast<std::int32_t>(n.integer("value"));
        for (const CoverTable::Class& c : out.classes)
            if (c.value == value)
                problems.error(n.at("value"), n.path("value"), "is listed twice", "keep one of them");
        out.classes.push_back({value, cover_named(n.text("cover")), n.text("meaning")});
    }
    if (problems.errors() != 0) return first_of(found, first);
    return out;
}

base::Result<Patch> read_patch(std::string_view bytes, const std::string& file, std::vector<Problem>& found) {
    const std::size_t first = found.size();
    Problems problems{found};
    const Value tree = parse_toml(bytes, file, problems);
    if (problems.errors() == 0) check_table(tree, kPatch, "", problems);
    if (problems.errors() != 0) return first_of(found, first);
    const Node root{tree, kPatch, ""};
    Patch out;
    out.crs = root.text("crs");
    for (const Node& n : root.children("edit")) out.edits.push_back(edit_of(n, problems));
    if (problems.errors() != 0) return first_of(found, first);
    return out;
}

}  // namespace linghe::scenario
