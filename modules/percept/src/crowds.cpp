// Sums by sector, block and square, and the lists of those who can be seen or heard from afar.
#include <cmath>

#include "room.hpp"

namespace linghe::percept {
namespace {

using model::Without;
using world::PerceptBlock;
using world::PerceptCrowd;
using world::PerceptSource;

PerceptCrowd crowd_of(const world::SectorSide& sum, float corner_x_m, float corner_y_m) noexcept {
    PerceptCrowd c;
    if (sum.men == 0) return c;
    const float n = static_cast<float>(sum.men);
    c.men = n;
    c.standing = static_cast<float>(sum.men - sum.fleeing);
    c.steady = static_cast<float>(sum.steady);
    c.fleeing = static_cast<float>(sum.fleeing);
    c.mounted = static_cast<float>(sum.mounted);
    c.x_m = corner_x_m + static_cast<float>(sum.x_mm) * kMmToM / n;
    c.y_m = corner_y_m + static_cast<float>(sum.y_mm) * kMmToM / n;
    c.weight = static_cast<float>(sum.weight) * (1.0F / 255.0F);
    c.shown = static_cast<float>(static_cast<double>(sum.shown) * (1.0 / (255.0 * 65535.0)));
    c.vx_m_s = static_cast<float>(sum.vx_mm_s) * kMmToM;
    c.vy_m_s = static_cast<float>(sum.vy_mm_s) * kMmToM;
    c.speed_m_s = static_cast<float>(sum.speed_mm_s) * (16.0F * kMmToM);
    return c;
}

void add(PerceptBlock& block, const PerceptCrowd& c) noexcept {
    block.men += c.men;
    block.standing += c.standing;
    block.steady += c.steady;
    block.mounted += c.mounted;
    block.x_m += c.x_m * c.men;
    block.y_m += c.y_m * c.men;
    block.vx_m_s += c.vx_m_s;
    block.vy_m_s += c.vy_m_s;
}

void add_to_blocks(Room& room, std::size_t entry) {
    auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const std::int32_t sx = sectors.sector[entry] % sectors.nx, sy = sectors.sector[entry] / sectors.nx;
    const std::int32_t bx = sx / kSectorsPerBlock, by = sy / kSectorsPerBlock;
    const auto quad = static_cast<std::size_t>((sy / kSectorsPerQuad) * room.quads_x + sx / kSectorsPerQuad);
    const auto block = static_cast<std::size_t>(by * room.blocks_x + bx);
    const auto square =
        static_cast<std::size_t>((by / kBlocksPerSquare) * room.squares_x + bx / kBlocksPerSquare);
    if (s.quad_sides[quad] == 0) s.quads_used.push_back(static_cast<std::uint32_t>(quad));
    if (s.block_sides[block] == 0) s.blocks_used.push_back(static_cast<std::uint32_t>(block));
    if (s.square_sides[square] == 0) s.squares_used.push_back(static_cast<std::uint32_t>(square));
    for (std::size_t side = 0; side < kSides; ++side) {
        const PerceptCrowd& c = s.crowds[entry * kSides + side];
        if (c.men == 0.0F) continue;
        s.quad_sides[quad] = static_cast<std::uint8_t>(s.quad_sides[quad] | (1u << side));
        add(s.quads[quad * kSides + side], c);
        s.block_sides[block] = static_cast<std::uint8_t>(s.block_sides[block] | (1u << side));
        s.square_sides[square] = static_cast<std::uint8_t>(s.square_sides[square] | (1u << side));
        add(s.blocks[block * kSides + side], c);
        add(s.squares[square * kSides + side], c);
    }
}

template <class T>
void at_least(T& list, std::size_t n) {
    if (list.size() < n) list.resize(n);
}

void mark_due(Room& room) {
    auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const auto& index = room.world.index;
    const std::size_t entries = sectors.sector.size();
    at_least(s.due, entries);
    for (std::size_t e = 0; e < entries; ++e) s.due[e] = 0;
    for (std::uint32_t slot = 0; slot < index.size(); ++slot) {
        const std::int32_t sector = sectors.sector_of(index.x_mm[slot], index.y_mm[slot]);
        if (!room.due(index.man[slot], sector)) continue;
        const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(sector)];
        if (e >= 0) s.due[static_cast<std::size_t>(e)] = 1;
    }
    for (const std::uint32_t row :
         room.world.persons.man) {  // persons look about every second, whatever their rank
        const auto sector = sectors.sector_of(room.world.men.x_mm[row], room.world.men.y_mm[row]);
        const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(sector)];
        if (e >= 0) s.due[static_cast<std::size_t>(e)] = 1;
    }
    s.due_entries.clear();
    s.due_entries.reserve(sectors.entry_of.size());
    for (std::size_t e = 0; e < entries; ++e) {
        if (s.due[e] != 0) s.due_entries.push_back(static_cast<std::uint32_t>(e));
    }
}

}  // namespace

void gather_crowds(Room& room) {
    auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const std::size_t entries = sectors.sector.size();
    at_least(s.crowds, entries * kSides);
    at_least(s.places, entries);
    at_least(s.views, entries * kSides);
    room.jobs.for_chunks(entries, kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            const std::int32_t sx = sectors.sector[e] % sectors.nx, sy = sectors.sector[e] / sectors.nx;
            const float x = static_cast<float>(sectors.x0_mm + sx * world::kSectorMm) * kMmToM;
            const float y = static_cast<float>(sectors.y0_mm + sy * world::kSectorMm) * kMmToM;
            for (std::size_t k = 0; k < kSides; ++k)
                s.crowds[e * kSides + k] = crowd_of(sectors.sums[e][k], x, y);
        }
    });
    const auto quads = static_cast<std::size_t>(room.quads_x * room.quads_y);
    at_least(s.quads, quads * kSides);
    at_least(s.quad_friends, quads * kSides);
    at_least(s.quad_sides, quads);
    at_least(s.blocks, static_cast<std::size_t>(room.blocks_x * room.blocks_y) * kSides);
    at_least(s.block_sides, static_cast<std::size_t>(room.blocks_x * room.blocks_y));
    at_least(s.square_sides, static_cast<std::size_t>(room.squares_x * room.squares_y));
    at_least(s.squares, static_cast<std::size_t>(room.squares_x * room.squares_y) * kSides);
    for (std::size_t e = 0; e < entries; ++e) add_to_blocks(room, e);
    mark_due(room);
}

void clear_blocks(Room& room) noexcept {
    auto& s = room.s();
    for (const std::uint32_t q : s.quads_used) {
        for (std::size_t k = 0; k < kSides; ++k) s.quads[q * kSides + k] = {};
        s.quad_sides[q] = 0;
    }
    s.quads_used.clear();
    for (const std::uint32_t b : s.blocks_used) {
        for (std::size_t k = 0; k < kSides; ++k) s.blocks[b * kSides + k] = {};
        s.block_noise[b] = {};
        s.block_sides[b] = 0;
    }
    for (const std::uint32_t q : s.squares_used) {
        for (std::size_t k = 0; k < kSides; ++k) s.squares[q * kSides + k] = {};
        s.square_noise[q] = {};
        s.square_sides[q] = 0;
    }
    s.blocks_used.clear();
    s.squares_used.clear();
}

void gather_sources(Room& room) {
    auto& s = room.s();
    const auto& men = room.world.men;
    const auto& persons = room.world.persons;
    s.drums.clear();
    s.banners.clear();
    s.chiefs.clear();
    s.person_x_m.resize(room.model.persons.size());
    s.person_y_m.resize(room.model.persons.size());
    for (std::size_t i = 0; i < room.model.persons.size(); ++i) {
        const auto& who = room.model.persons[i];
        const std::uint32_t row = persons.man[i];
        PerceptSource source;
        source.person = static_cast<std::uint16_t>(i);
        source.side = who.side;
        source.x_m = s.person_x_m[i] = static_cast<float>(men.x_mm[row]) * kMmToM;
        source.y_m = s.person_y_m[i] = static_cast<float>(men.y_mm[row]) * kMmToM;
        source.size_m = who.banner_side_m;
        source.shown = static_cast<float>(men.shown_q16[row]) * (1.0F / 65535.0F);
        source.since = persons.drum_since[i];
        const bool there = persons.alive[i] != 0 && world::active(men.status[row]);
        if (!there || who.side >= kSides) continue;
        const bool drum = persons.drum_on[i] != 0 && who.sounds() && source.since >= 0;
        if (drum && !room.model.lacks(Without::drum)) {
            voice_of(room, i, source);
            s.drums.push_back(source);
        }
        const bool banner = who.great_banner && who.banner_side_m > 0 && persons.banner_up[i] != 0;
        if (banner && !room.model.lacks(Without::banner)) s.banners.push_back(source);
        if (who.named && who.commands.valid()) s.chiefs.push_back(source);
    }
}

namespace {

bool is_body(const Room& room, std::size_t unit) noexcept {
    const auto& units = room.world.units;
    const bool whole =
        units.in_hand[unit] >= static_cast<std::uint32_t>(room.p.body_least_men) && units.broken[unit] == 0;
    return whole && (units.formed[unit] != 0 || room.intents.units.collecting[unit] != 0);
}

// Men of his unit lately fallen, as a share of those who stood a minute ago.
float lately_fallen(const Room& room, std::size_t unit) noexcept {
    const auto& units = room.world.units;
    if (units.fallen[unit] <= units.fallen_before[unit]) return 0.0F;
    const auto lost = static_cast<float>(units.fallen[unit] - units.fallen_before[unit]);
    return lost / (lost + static_cast<float>(units.in_hand[unit] + units.fleeing[unit]));
}

// Men in hand about a person who obey him: his own unit and those under his command that stand near.
void count_followers(Room& room) {
    auto& s = room.s();
    s.followers.resize(room.model.persons.size());
    for (auto& n : s.followers) n = 0;
    const auto& units = room.world.units;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const PointF at{s.unit_x_m[u], s.unit_y_m[u]};
        const auto near = [&](std::size_t person) {
            return distance(at, {s.person_x_m[person], s.person_y_m[person]}) <= room.p.followers_m;
        };
        const std::uint32_t leader = room.model.units[u].leader.v;
        const std::uint16_t ruler = room.intents.units.commander[u];
        if (leader < s.followers.size() && near(leader)) s.followers[leader] += units.in_hand[u];
        if (ruler < s.followers.size() && ruler != leader && near(ruler))
            s.followers[ruler] += units.in_hand[u];
    }
}

}  // namespace

void gather_bodies(Room& room) {
    auto& s = room.s();
    const auto& units = room.world.units;
    const auto& g = room.model.ground;
    const std::int32_t nx = room.bodies_x, ny = room.bodies_y;
    const auto key = [&](std::size_t u) {
        std::int32_t cx = (units.x_mm[u] - g.x0_mm) / kBodyCellMm,
                     cy = (units.y_mm[u] - g.y0_mm) / kBodyCellMm;
        cx = cx < 0 ? 0 : (cx >= nx ? nx - 1 : cx);
        cy = cy < 0 ? 0 : (cy >= ny ? ny - 1 : cy);
        return static_cast<std::size_t>(cy * nx + cx);
    };
    s.body_start.assign(static_cast<std::size_t>(nx * ny) + 1, 0);
    s.unit_fallen.resize(units.size());
    s.unit_x_m.resize(units.size());
    s.unit_y_m.resize(units.size());
    std::size_t bodies = 0;
    for (std::size_t u = 0; u < units.size(); ++u) {
        s.unit_fallen[u] = lately_fallen(room, u);
        s.unit_x_m[u] = static_cast<float>(units.x_mm[u]) * kMmToM;
        s.unit_y_m[u] = static_cast<float>(units.y_mm[u]) * kMmToM;
        if (!is_body(room, u)) continue;
        ++s.body_start[key(u) + 1];
        ++bodies;
    }
    for (std::size_t c = 1; c < s.body_start.size(); ++c) s.body_start[c] += s.body_start[c - 1];
    s.body_unit.resize(bodies);
    // From the last unit to the first, so that the starts end where they belong and units stand in order of
    // row.
    for (std::size_t u = units.size(); u-- > 0;) {
        if (is_body(room, u)) s.body_unit[--s.body_start[key(u) + 1]] = static_cast<std::uint32_t>(u);
    }
    // Now start[c + 1] holds the first of cell c; the last entry is the end.
    for (std::size_t c = 0; c + 1 < s.body_start.size(); ++c) s.body_start[c] = s.body_start[c + 1];
    s.body_start.back() = static_cast<std::uint32_t>(bodies);
    count_followers(room);
}

}  // namespace linghe::percept
