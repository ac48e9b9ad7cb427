#include "json.hpp"

#include <nlohmann/json.hpp>

#include "linghe/base/hash.hpp"

namespace linghe::ground {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(PointM, x_m, y_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(River, id, centre, channel_width_m, water_width_m, depth_m,
                                                bank_height_m, name_en, name_zh)
static void to_json(nlohmann::json& j, const Ramp& r) {
    j = {{"id", r.id}, {"name_en", r.name_en}, {"name_zh", r.name_zh}, {"at", r.at}, {"width_m", r.width_m}};
    if (r.depth_m >= 0) j["depth_m"] = r.depth_m;
}
static void from_json(const nlohmann::json& j, Ramp& r) {
    r.id = j.value("id", r.id);
    r.name_en = j.value("name_en", r.name_en);
    r.name_zh = j.value("name_zh", r.name_zh);
    r.at = j.value("at", r.at);
    r.width_m = j.value("width_m", r.width_m);
    r.depth_m = j.value("depth_m", r.depth_m);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Gate, id, name_en, name_zh, at, width_m, open)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Wall, id, line, height_m, thickness_m, gates, name_en,
                                                name_zh)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Ditch, id, line, width_m, depth_m, water_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Hill, at, radius_m, height_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Road, id, line, width_m)
static void to_json(nlohmann::json& j, const CoverPatch& p) {
    j = {{"cover", static_cast<int>(p.cover)}, {"ring", p.ring}};
}
static void from_json(const nlohmann::json& j, CoverPatch& p) {
    p.cover = static_cast<Cover>(j.value("cover", 0));
    p.ring = j.value("ring", std::vector<PointM>{});
}
}  // namespace linghe::ground

namespace linghe::record {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Text, en, zh)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewSide, id, name)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewColours, id, name, side, fill_light, border_light,
                                                fill_dusk, border_dusk)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewTroop, id, name, arm, mounted, reach_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewForce, id, name, parent, side, commander)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewUnit, id, name, force, side, colours, troop, first_man,
                                                men, leader, frontage_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewPerson, id, name, named, great_banner, side, drums,
                                                rides_with, man, commands, superior, drum_lw_db,
                                                banner_side_m, horns, gongs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewPlace, id, name, x_m, y_m, is_line, on_map, x1_m, y1_m)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewSmokeSource, id, x0_m, y0_m, x1_m, y1_m, white, flaming,
                                                from_tick, until_tick)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewIntervention, id, text, tick)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ViewGrid, x0_m, y0_m, cell_m, nx, ny)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ManifestFile, name, bytes, crc32c)

namespace {

std::string text_of(const json& j, int indent) {
    return j.dump(indent, ' ', false, json::error_handler_t::replace);
}

std::uint64_t hash_in(const json& j, const char* key) {
    const auto read = base::parse_hex16(j.value(key, std::string("0000000000000000")));
    return read.ok() ? read.value() : 0;
}

// Seeds are texts: a JSON number holds only 53 bits in most readers.
std::uint64_t seed_in(const json& j, const char* key = "seed") {
    const std::string text = j.value(key, std::string());
    std::uint64_t seed = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return 0;
        seed = seed * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return seed;
}

ForkNote fork_in(const json& j) {
    ForkNote f;
    f.of = j.value("of", "");
    f.tick = j.value("tick", std::int64_t{-1});
    f.root_hash = hash_in(j, "root_hash");
    f.setup_seed = seed_in(j, "setup_seed");
    f.changes = j.value("changes", f.changes);
    return f;
}

base::Error bad(const char* what, const char* why) {
    return {base::ErrorCode::corrupt, what, std::string("its JSON cannot be read: ") + why,
            "take another copy of the file, or run the battle again"};
}

void map_from(const json& j, ViewMap& m) {
    m.x0_m = j.value("x0_m", 0.0F);
    m.y0_m = j.value("y0_m", 0.0F);
    m.cell_m = j.value("cell_m", 10.0F);
    m.nx = j.value("nx", 0);
    m.ny = j.value("ny", 0);
    m.rivers = j.value("rivers", m.rivers);
    m.ramps = j.value("ramps", m.ramps);
    m.hills = j.value("hills", m.hills);
    m.roads = j.value("roads", m.roads);
    m.patches = j.value("patches", m.patches);
    m.walls = j.value("walls", m.walls);
    m.ditches = j.value("ditches", m.ditches);
}

ViewHeader header_of(const json& j) {
    ViewHeader h;
    h.release = j.value("release", "");
    h.build = j.value("build", "");
    h.scenario_id = j.value("scenario_id", "");
    h.title = j.value("title", Text{});
    h.scenario_hash = hash_in(j, "scenario_hash");
    h.seed = seed_in(j);
    h.ticks_per_second = j.value("ticks_per_second", 10);
    h.end_tick = j.value("end_tick", std::int64_t{0});
    h.clock_zero_tick = j.value("clock_zero_tick", std::int64_t{0});
    h.without = j.value("without", h.without);
    h.sides = j.value("sides", h.sides);
    h.colours = j.value("colours", h.colours);
    h.troops = j.value("troops", h.troops);
    h.forces = j.value("forces", h.forces);
    h.units = j.value("units", h.units);
    h.persons = j.value("persons", h.persons);
    h.places = j.value("places", h.places);
    h.smoke_sources = j.value("smoke_sources", h.smoke_sources);
    h.interventions = j.value("interventions", h.interventions);
    h.smoke = j.value("smoke", h.smoke);
    map_from(j.at("map"), h.map);
    return h;
}

}  // namespace

std::string view_header_json(const ViewHeader& h) {
    const ViewMap& m = h.map;
    json j = {
        {"release", h.release},
        {"build", h.build},
        {"scenario_id", h.scenario_id},
        {"title", h.title},
        {"scenario_hash", base::hex16(h.scenario_hash)},
        {"seed", std::to_string(h.seed)},
        {"ticks_per_second", h.ticks_per_second},
        {"end_tick", h.end_tick},
        {"clock_zero_tick", h.clock_zero_tick},
        {"without", h.without},
        {"sides", h.sides},
        {"colours", h.colours},
        {"troops", h.troops},
        {"forces", h.forces},
        {"units", h.units},
        {"persons", h.persons},
        {"places", h.places},
        {"smoke_sources", h.smoke_sources},
        {"interventions", h.interventions},
        {"smoke", h.smoke},
        {"men", h.men_count()},
        {"map",
         {{"x0_m", m.x0_m},
          {"y0_m", m.y0_m},
          {"cell_m", m.cell_m},
          {"nx", m.nx},
          {"ny", m.ny},
          {"rivers", m.rivers},
          {"ramps", m.ramps},
          {"hills", m.hills},
          {"roads", m.roads},
          {"patches", m.patches}}},
    };
    if (!m.walls.empty()) j["map"]["walls"] = m.walls;
    if (!m.ditches.empty()) j["map"]["ditches"] = m.ditches;
    return text_of(j, -1);
}

base::Result<ViewHeader> view_header_from_json(std::string_view text) {
    try {
        return header_of(json::parse(text));
    } catch (const std::exception& e) {
        return bad("view header", e.what());
    }
}

std::string manifest_json(const Manifest& m) {
    json hashes = json::array();
    for (const TickHash& h : m.hashes) hashes.push_back(json::array({h.tick, base::hex16(h.root)}));
    json j = {
        {"format", "linghe-run"},
        {"schema_version", m.schema_version},
        {"state", m.state},
        {"release", m.release},
        {"build", m.build},
        {"command", m.command},
        {"scenario_id", m.scenario_id},
        {"scenario_path", m.scenario_path},
        {"title", {{"en", m.title_en}, {"zh", m.title_zh}}},
        {"scenario_hash", base::hex16(m.scenario_hash)},
        {"seed", std::to_string(m.seed)},
        {"without", m.without},
        {"settings", m.settings},
        {"interventions", m.interventions},
        {"men", m.men},
        {"units", m.units},
        {"persons", m.persons},
        {"end_tick", m.end_tick},
        {"clock_zero_tick", m.clock_zero_tick},
        {"tick", m.tick},
        {"seconds", m.seconds},
        {"root_hash", base::hex16(m.root_hash)},
        {"record_hash", base::hex16(m.record_hash)},
        {"keyframe_spacing_ticks", m.keyframe_spacing_ticks},
        {"files", m.files},
        {"warnings", m.warnings},
        {"hashes", hashes},
    };
    if (!m.interventions_given.empty()) j["interventions_given"] = m.interventions_given;
    if (m.fork.tick >= 0)
        j["fork"] = {{"of", m.fork.of},
                     {"tick", m.fork.tick},
                     {"root_hash", base::hex16(m.fork.root_hash)},
                     {"setup_seed", std::to_string(m.fork.setup_seed)},
                     {"changes", m.fork.changes}};
    return text_of(j, 1) + "\n";
}

base::Result<Manifest> manifest_from_json(std::string_view text) {
    try {
        const json j = json::parse(text);
        if (j.value("format", "") != "linghe-run")
            return bad("manifest.json", "it is not of a run of Linghe");
        Manifest m;
        m.schema_version = j.value("schema_version", 0);
        if (m.schema_version != kManifestVersion)
            return bad("manifest.json", "it has another schema_version");
        m.state = j.value("state", "");
        m.release = j.value("release", "");
        m.build = j.value("build", "");
        m.command = j.value("command", "");
        m.scenario_id = j.value("scenario_id", "");
        m.scenario_path = j.value("scenario_path", "");
        const Text title = j.value("title", Text{});
        m.title_en = title.en;
        m.title_zh = title.zh;
        m.scenario_hash = hash_in(j, "scenario_hash");
        m.seed = seed_in(j);
        m.without = j.value("without", m.without);
        m.settings = j.value("settings", m.settings);
        m.interventions = j.value("interventions", m.interventions);
        m.interventions_given = j.value("interventions_given", m.interventions_given);
        if (j.contains("fork")) m.fork = fork_in(j.at("fork"));
        m.men = j.value("men", 0u);
        m.units = j.value("units", 0u);
        m.persons = j.value("persons", 0u);
        m.end_tick = j.value("end_tick", std::int64_t{0});
        m.clock_zero_tick = j.value("clock_zero_tick", std::int64_t{0});
        m.tick = j.value("tick", std::int64_t{0});
        m.seconds = j.value("seconds", 0u);
        m.root_hash = hash_in(j, "root_hash");
        m.record_hash = hash_in(j, "record_hash");
        m.keyframe_spacing_ticks = j.value("keyframe_spacing_ticks", std::int64_t{0});
        m.files = j.value("files", m.files);
        m.warnings = j.value("warnings", m.warnings);
        for (const json& h : j.value("hashes", json::array())) {
            const auto root = base::parse_hex16(h.at(1).get<std::string>());
            if (!root.ok()) return bad("manifest.json", "a hash is not 16 hex digits");
            m.hashes.push_back({h.at(0).get<std::int64_t>(), root.value()});
        }
        return m;
    } catch (const std::exception& e) {
        return bad("manifest.json", e.what());
    }
}

std::string warnings_json(const std::vector<std::string>& warnings) {
    return text_of(json(warnings), 1) + "\n";
}

}  // namespace linghe::record
