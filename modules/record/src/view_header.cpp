#include "view_header.hpp"

#include <cmath>

#include "json.hpp"
#include "linghe/world/smoke_grid.hpp"

namespace linghe::record {
namespace {

constexpr std::uint64_t kMostCells = 4096ull * 4096ull;
constexpr std::uint64_t kMostMen = 2'000'000;

enum Layer : std::uint16_t { kHeight = 1, kWater, kCover, kBank, kHomeUnit, kNumber, kTroop, kSide };

float m_of(std::int32_t mm) { return static_cast<float>(mm) / 1000.0F; }

Text text_of(const model::Name& n) { return {n.en, n.zh}; }

std::vector<std::string> names_of(std::uint32_t without) {
    static constexpr const char* kNames[] = {"drum",    "banner",   "smoke",        "contagion", "leader",
                                             "joining", "couriers", "wind",         "shoot",     "fight",
                                             "fatigue", "crowding", "social_proof", "fire"};
    std::vector<std::string> out;
    for (std::size_t k = 0; k < std::size(kNames); ++k) {
        if ((without >> k & 1u) != 0) out.emplace_back(kNames[k]);
    }
    return out;
}

/// The grid of element, when world.smoke has its cells; else none, and no smoke is recorded.
ViewGrid grid_of(const model::Model& m, std::size_t smoke_cells) {
    const world::SmokeGrid g = world::smoke_grid(m);
    if (smoke_cells == 0 || g.size() != smoke_cells) return {};
    return {m_of(g.x0_mm), m_of(g.y0_mm), m_of(g.cell_mm), g.nx, g.ny};
}

void put_people(const model::Model& m, ViewHeader& h) {
    for (const auto& s : m.sides) h.sides.push_back({s.id, text_of(s.name)});
    for (const auto& c : m.colours) {
        h.colours.push_back(
            {c.id, text_of(c.name), c.side, c.fill_light, c.border_light, c.fill_dusk, c.border_dusk});
    }
    for (const auto& t : m.troops) h.troops.push_back({t.id, text_of(t.name), t.arm, t.mounted, t.reach_m});
    for (const auto& f : m.forces)
        h.forces.push_back({f.id, text_of(f.name), f.parent.v, f.side, f.commander.v});
    for (const auto& u : m.units) {
        h.units.push_back({u.id, text_of(u.name), u.force.v, u.side, u.colours, u.troop, u.first_man, u.men,
                           u.leader.v, u.frontage_m});
    }
    for (const auto& p : m.persons) {
        h.persons.push_back({p.id, text_of(p.name), p.named, p.great_banner, p.side, p.drums, p.rides_with.v,
                             p.man, p.commands.v, p.superior.v, p.drum_lw_db, p.banner_side_m, p.horns,
                             p.gongs});
    }
    h.men.home_unit.assign(m.men.home_unit.begin(), m.men.home_unit.end());
    h.men.number.assign(m.men.number.begin(), m.men.number.end());
    h.men.troop.assign(m.men.troop.begin(), m.men.troop.end());
    h.men.side.assign(m.men.side.begin(), m.men.side.end());
}

void put_map(const ground::Ground& g, ViewMap& map) {
    map.x0_m = m_of(g.x0_mm);
    map.y0_m = m_of(g.y0_mm);
    map.cell_m = m_of(g.cell_mm);
    map.nx = g.nx;
    map.ny = g.ny;
    const std::size_t cells = static_cast<std::size_t>(g.nx) * static_cast<std::size_t>(g.ny);
    map.height_m.resize(cells);
    map.water_m.resize(cells);
    map.cover.resize(cells);
    map.bank.resize(cells);
    for (std::size_t c = 0; c < cells; ++c) {
        if (c < g.height_mm.size()) map.height_m[c] = m_of(g.height_mm[c]);
        if (c < g.water_mm.size()) map.water_m[c] = m_of(g.water_mm[c]);
        if (c < g.cover.size()) map.cover[c] = g.cover[c];
        if (c < g.bank.size()) map.bank[c] = g.bank[c];
    }
    map.rivers = g.rivers;
    map.ramps = g.ramps;
    map.hills = g.hills;
    map.roads = g.roads;
    map.patches = g.patches;
    map.walls = g.walls;
    map.ditches = g.ditches;
}

void put_centimetres(Stream& s, const std::vector<float>& values) {
    std::int64_t before = 0;
    for (const float v : values) {
        const auto cm = static_cast<std::int64_t>(std::floor(static_cast<double>(v) * 100.0 + 0.5));
        put_zigzag(s, cm - before);
        before = cm;
    }
}
bool get_centimetres(Cursor from, std::size_t n, std::vector<float>& values) {
    if (n > from.left()) return false;
    values.resize(n);
    std::int64_t cm = 0;
    for (float& v : values) {
        cm += from.zigzag();
        v = static_cast<float>(static_cast<double>(cm) / 100.0);
    }
    return from.ok;
}
void put_u16s(Stream& s, const std::vector<std::uint16_t>& values) {
    for (const std::uint16_t v : values) put_u16(s, v);
}
bool get_u16s(Cursor from, std::size_t n, std::vector<std::uint16_t>& values) {
    if (from.left() != 2 * n) return false;
    values.resize(n);
    for (std::uint16_t& v : values) v = from.u16();
    return from.ok;
}
bool get_u8s(Cursor from, std::size_t n, std::vector<std::uint8_t>& values) {
    if (from.left() != n) return false;
    values.assign(from.at, from.end);
    return true;
}

base::Error damaged(const std::string& what) {
    return {base::ErrorCode::corrupt, "view header", what,
            "take another copy of the file, or run the battle again"};
}

bool read_layer(std::uint16_t id, Cursor body, std::size_t cells, std::size_t men, ViewHeader& h) {
    switch (id) {
        case kHeight: return get_centimetres(body, cells, h.map.height_m);
        case kWater: return get_centimetres(body, cells, h.map.water_m);
        case kCover: return get_u8s(body, cells, h.map.cover);
        case kBank: return get_u8s(body, cells, h.map.bank);
        case kHomeUnit: return get_u16s(body, men, h.men.home_unit);
        case kNumber: return get_u16s(body, men, h.men.number);
        case kTroop: return get_u8s(body, men, h.men.troop);
        case kSide: return get_u8s(body, men, h.men.side);
        default: return true;  // of a later release
    }
}

}  // namespace

ViewMap view_map_of(const ground::Ground& ground) {
    ViewMap map;
    put_map(ground, map);
    return map;
}

ViewHeader make_view_header(const model::Model& m, std::size_t smoke_cells, const ViewOptions& options) {
    ViewHeader h;
    h.release = options.release;
    h.build = options.build;
    h.scenario_id = m.scenario_id;
    h.title = text_of(m.title);
    h.scenario_hash = m.scenario_hash;
    h.seed = m.seed;
    h.end_tick = m.end_tick;
    h.clock_zero_tick = m.clock_zero;
    h.without = names_of(m.without);
    put_people(m, h);
    for (const auto& p : m.places) {
        h.places.push_back({p.id,
                            {p.name_en, p.name_zh},
                            m_of(p.x_mm),
                            m_of(p.y_mm),
                            p.is_line,
                            p.on_map,
                            m_of(p.x1_mm),
                            m_of(p.y1_mm)});
    }
    for (const auto& s : m.smoke_sources) {
        h.smoke_sources.push_back({s.id, m_of(s.x0_mm), m_of(s.y0_mm), m_of(s.x1_mm), m_of(s.y1_mm), s.white,
                                   s.flaming, s.from, s.until});
    }
    for (const auto& i : m.interventions) h.interventions.push_back({i.id, i.text, i.tick});
    h.smoke = options.smoke.nx > 0 ? options.smoke : grid_of(m, smoke_cells);
    put_map(m.ground, h.map);
    return h;
}

base::Result<Stream> encode_view_header(const ViewHeader& h, Zstd& zstd) {
    Stream layers, body;
    const auto layer = [&](std::uint16_t id) {
        put_u16(layers, id);
        put_u32(layers, static_cast<std::uint32_t>(body.size()));
        put_bytes(layers, body);
        body.clear();
    };
    put_centimetres(body, h.map.height_m);
    layer(kHeight);
    put_centimetres(body, h.map.water_m);
    layer(kWater);
    put_bytes(body, h.map.cover);
    layer(kCover);
    put_bytes(body, h.map.bank);
    layer(kBank);
    put_u16s(body, h.men.home_unit);
    layer(kHomeUnit);
    put_u16s(body, h.men.number);
    layer(kNumber);
    put_bytes(body, h.men.troop);
    layer(kTroop);
    put_bytes(body, h.men.side);
    layer(kSide);

    const std::string json = view_header_json(h);
    Stream out;
    put_bytes(out, {reinterpret_cast<const std::uint8_t*>(kViewMagic.data()), kViewMagic.size()});
    put_u32(out, kViewVersion);
    put_u32(out, static_cast<std::uint32_t>(json.size()));
    put_bytes(out, {reinterpret_cast<const std::uint8_t*>(json.data()), json.size()});
    put_u64(out, layers.size());
    LINGHE_CHECK_OK(zstd.compress(layers, 3, out));
    return out;
}

base::Result<ViewHeader> decode_view_header(std::span<const std::uint8_t> payload, Zstd& zstd) {
    Cursor c(payload);
    const auto magic = c.bytes(kViewMagic.size());
    if (!c.ok || !std::equal(magic.begin(), magic.end(), kViewMagic.begin())) {
        return base::Error{base::ErrorCode::corrupt, "view header", "this is no view file of Linghe",
                           "give the view.lgv of a run folder"};
    }
    const std::uint32_t version = c.u32();
    if (version != kViewVersion) {
        return base::Error{base::ErrorCode::corrupt, "view header",
                           "format version " + std::to_string(version) + "; this program reads version " +
                               std::to_string(kViewVersion),
                           "use the release of Linghe that wrote it"};
    }
    const auto json = c.bytes(c.u32());
    const std::uint64_t layer_bytes = c.u64();
    if (!c.ok) return damaged("shorter than it says");
    LINGHE_TRY(ViewHeader h,
               view_header_from_json({reinterpret_cast<const char*>(json.data()), json.size()}));
    if (h.map.nx < 0 || h.map.ny < 0 || h.smoke.nx < 0 || h.smoke.ny < 0)
        return damaged("a grid of negative size");
    const std::uint64_t cells = static_cast<std::uint64_t>(h.map.nx) * static_cast<std::uint64_t>(h.map.ny);
    const std::uint64_t smoke =
        static_cast<std::uint64_t>(h.smoke.nx) * static_cast<std::uint64_t>(h.smoke.ny);
    if (cells > kMostCells || smoke > kMostCells) return damaged("a grid too large to be true");
    std::uint64_t men = 0;
    for (const ViewUnit& u : h.units) men += u.men;
    Stream layers;
    LINGHE_CHECK_OK(zstd.expand(c.bytes(c.left()), layer_bytes, layers));
    Cursor l{std::span<const std::uint8_t>(layers)};
    while (l.ok && l.left() > 0) {
        const std::uint16_t id = l.u16();
        const auto body = l.bytes(l.u32());
        if (!l.ok) break;
        if (id == kHomeUnit) men = body.size() / 2;
        if (men > kMostMen) return damaged("more men than can be");
        if (!read_layer(id, Cursor(body), static_cast<std::size_t>(cells), static_cast<std::size_t>(men),
                        h)) {
            return damaged("layer " + std::to_string(id) + " has the wrong size");
        }
    }
    if (!l.ok || h.men.number.size() != men || h.men.side.size() != men || h.men.troop.size() != men ||
        h.map.height_m.size() != cells) {
        return damaged("a layer is missing");
    }
    return h;
}

}  // namespace linghe::record
