// Fire as men know it: the nearest flames they see through this air, or feel, and how fast they come nearer.
// Called by percept on slow ticks; nothing is done where nothing flames.
// Never tells of flames behind a hill or beyond the smoke, unless their heat is on his skin.
#include <algorithm>
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/world/fire_near.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

constexpr float kCell = 0.5F;  // middle of a cell
constexpr std::uint16_t kFarthestDm = 65534;

/// Flaming cells, row by row from the south, so that those near a place are found without a look at the others.
void list_flames(Room& room) {
    auto& s = room.s();
    const auto& g = room.model.ground;
    const auto& state = room.world.fire.state;
    s.flames.clear();
    s.flame_row.resize(static_cast<std::size_t>(g.ny) + 1);
    std::size_t cell = 0;
    for (std::int32_t j = 0; j < g.ny; ++j) {
        s.flame_row[static_cast<std::size_t>(j)] = static_cast<std::uint32_t>(s.flames.size());
        for (std::int32_t i = 0; i < g.nx; ++i, ++cell)
            if (state[cell] == static_cast<std::uint8_t>(world::FireState::flaming))
                s.flames.push_back(static_cast<std::uint32_t>(i));
    }
    s.flame_row[static_cast<std::size_t>(g.ny)] = static_cast<std::uint32_t>(s.flames.size());
}

struct Flame {
    bool any = false;
    std::size_t cell = 0;
    PointF at;
};
/// The nearest flaming cell: rows of cells northward and southward in turn, until rows are farther than the best.
Flame nearest_flame(const Room& room, PointF from, float within_m) noexcept {
    const auto& s = room.s();
    const auto& g = room.model.ground;
    const float cell_m = static_cast<float>(g.cell_mm) * kMmToM;
    const float x0 = static_cast<float>(g.x0_mm) * kMmToM, y0 = static_cast<float>(g.y0_mm) * kMmToM;
    const auto own = std::clamp(static_cast<std::int32_t>((from.y - y0) / cell_m), 0, g.ny - 1);
    Flame best;
    float best2 = within_m * within_m;
    for (std::int32_t off = 0; off < g.ny; ++off) {
        const float rows_off = (static_cast<float>(off) - 1.0F) * cell_m;
        if (rows_off > 0 && rows_off * rows_off > best2) break;
        for (const std::int32_t j : {own - off, own + off}) {
            if (j < 0 || j >= g.ny || (off == 0 && j != own)) continue;
            const float y = y0 + (static_cast<float>(j) + kCell) * cell_m, dy = y - from.y;
            for (std::uint32_t k = s.flame_row[static_cast<std::size_t>(j)];
                 k < s.flame_row[static_cast<std::size_t>(j) + 1]; ++k) {
                const float x = x0 + (static_cast<float>(s.flames[k]) + kCell) * cell_m, dx = x - from.x;
                if (dx * dx + dy * dy >= best2) continue;
                best2 = dx * dx + dy * dy;
                best = {
                    true, static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) + s.flames[k], {x, y}};
            }
            if (off == 0) break;
        }
    }
    return best;
}

/// Smoke between, to where flames are lost in it.
bool through_smoke(const Room& room, PointF from, PointF to) noexcept {
    const float range = distance(from, to);
    const float step = static_cast<float>(room.grid.cell_mm) * kMmToM;
    const int steps = static_cast<int>(range / step) + 1;
    float depth = 0;
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5F) / static_cast<float>(steps);
        depth += range / static_cast<float>(steps) *
                 room.extinction(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
        if (depth > room.p.fire_seen_depth) return false;
    }
    return true;
}

/// From the middle of the flaming cell the front has gone on since it was lit: so much nearer are the flames to him
/// who stands on unburnt ground.
float gone_on_m(const Room& room, std::size_t cell) noexcept {
    const auto& fire = room.world.fire;
    const float cell_m = static_cast<float>(room.model.ground.cell_mm) * kMmToM;
    if (fire.pass_ticks[cell] == 0) return 0.5F * cell_m;
    const auto since = static_cast<float>(static_cast<std::int32_t>(room.now) - fire.lit[cell]);
    return std::clamp(cell_m * since / static_cast<float>(fire.pass_ticks[cell]), 0.0F, cell_m);
}

struct Seen {
    bool any = false;
    PointF at;
    float nearer_m = 0;
};
/// What the men of a sector know: seen over the hills and through the smoke, or felt.
Seen seen_from(const Room& room, PointF at, float within_m) noexcept {
    const Flame flame = nearest_flame(room, at, within_m);
    if (!flame.any) return {};
    const auto& fire = room.world.fire;
    const auto here = static_cast<std::size_t>(room.model.ground.cell(
        static_cast<std::int32_t>(at.x * 1000.0F), static_cast<std::int32_t>(at.y * 1000.0F)));
    constexpr float kPerKw = 100.0F;  // fire.heat_dw_m2
    const bool felt = static_cast<float>(fire.heat_dw_m2[here]) >= room.p.fire_felt_kw_m2 * kPerKw;
    const float height = model::byram_flame_m(static_cast<float>(fire.intensity_kw_m[flame.cell]));
    if (!felt && (!through_smoke(room, at, flame.at) ||
                  hidden_by_ground(room, at, room.p.eye_height_m, flame.at, height)))
        return {};
    const bool ahead = fire.state[here] == static_cast<std::uint8_t>(world::FireState::unburnt);
    return {true, flame.at, ahead ? gone_on_m(room, flame.cell) : 0.0F};
}

void know_fire(const Room& room, std::uint32_t row, PointF at, const Seen& seen) noexcept {
    auto& men = room.world.men;
    const std::uint16_t before = men.fire_range_dm[row];
    men.fire_closing_cm_s[row] = 0;
    if (!seen.any) {
        men.fire_range_dm[row] = world::kNoFlames;
        return;
    }
    const float range = std::max(0.0F, distance(at, seen.at) - seen.nearer_m);
    const float dm = std::max(1.0F, range * 10.0F);
    const auto now =
        dm < static_cast<float>(kFarthestDm) ? static_cast<std::uint16_t>(dm + 0.5F) : kFarthestDm;
    men.fire_range_dm[row] = now;
    men.fire_bearing[row] =
        math::turn_of(math::Vec2f{seen.at.x - at.x, seen.at.y - at.y}, men.fire_bearing[row]);
    if (before == world::kNoFlames) return;
    const float since_s = room.look_s(row);
    const float cm_s = 10.0F * (static_cast<float>(before) - static_cast<float>(now)) / since_s;
    men.fire_closing_cm_s[row] = math::round_to<std::int16_t>(cm_s);
}

void forget(Room& room) noexcept {
    auto& men = room.world.men;
    std::fill(men.fire_range_dm.begin(), men.fire_range_dm.end(), world::kNoFlames);
    std::fill(men.fire_closing_cm_s.begin(), men.fire_closing_cm_s.end(), std::int16_t{0});
}

/// A leader looks farther than a man in the ranks, and keeps in mind what he saw: where, when, and how fast it came on.
void remember_fire(Room& room, std::uint32_t person) noexcept {
    auto& self = room.beliefs.self;
    const std::uint32_t man = room.world.persons.man[person];
    const PointF at{static_cast<float>(room.world.men.x_mm[man]) * kMmToM,
                    static_cast<float>(room.world.men.y_mm[man]) * kMmToM};
    const Seen seen = seen_from(room, at, room.p.fire_seen_leader_m);
    if (!seen.any) return;
    const float range = std::max(0.0F, distance(at, seen.at) - seen.nearer_m);
    const auto now = static_cast<std::int32_t>(room.now);
    if (self.fire_known[person] != 0 && now > self.fire_tick[person]) {
        const PointF before{static_cast<float>(self.fire_x_mm[person]) * kMmToM,
                            static_cast<float>(self.fire_y_mm[person]) * kMmToM};
        const float seconds = static_cast<float>(now - self.fire_tick[person]) * 0.1F;
        const float came_on = (distance(at, before) - range) / seconds;
        // Half of what he takes it for is what he took it for before: the front comes on by cells.
        const float speed = 0.5F * std::clamp(came_on * 100.0F, 0.0F, 2000.0F) +
                            0.5F * static_cast<float>(self.fire_speed_cm_s[person]);
        self.fire_speed_cm_s[person] = math::round_to<std::uint16_t>(speed);
    }
    const PointF u = distance(at, seen.at) > 0 ? PointF{(seen.at.x - at.x) / distance(at, seen.at),
                                                        (seen.at.y - at.y) / distance(at, seen.at)}
                                               : PointF{0, 0};
    self.fire_known[person] = 1;
    self.fire_tick[person] = now;
    self.fire_x_mm[person] = math::round_to<std::int32_t>((at.x + u.x * range) * 1000.0F);
    self.fire_y_mm[person] = math::round_to<std::int32_t>((at.y + u.y * range) * 1000.0F);
}

/// Every ten seconds, each in his own second.
void remember_fires(Room& room) noexcept {
    constexpr std::uint32_t kLookSeconds = 10;
    const auto second = static_cast<std::uint32_t>(room.now / base::kTicksPerSecond);
    for (std::uint32_t person = 0; person < room.model.persons.size(); ++person)
        if (room.world.persons.alive[person] != 0 && person % kLookSeconds == second % kLookSeconds)
            remember_fire(room, person);
}

}  // namespace

void see_fire(Room& room) {
    if (room.world.blazes.size() == 0) return;
    if (!world::any_flames(room.world)) return forget(room);
    list_flames(room);
    const auto& sectors = room.world.sectors;
    const auto& index = room.world.index;
    auto& s = room.s();
    if (s.fire_seen.size() < sectors.sector.size()) s.fire_seen.resize(sectors.sector.size());
    room.jobs.for_chunks(
        s.due_entries.size(), kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t e = s.due_entries[i];
                const Seen seen = seen_from(room, {s.places[e].x_m, s.places[e].y_m}, room.p.fire_seen_m);
                s.fire_seen[e] = {seen.any, seen.at.x, seen.at.y, seen.nearer_m};
            }
        });
    room.jobs.for_chunks(index.size(), kMenChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            const std::uint32_t row = index.man[slot];
            const std::int32_t sector = sectors.sector_of(index.x_mm[slot], index.y_mm[slot]);
            const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(sector)];
            if (e < 0 || !room.due(row, sector)) continue;
            const auto& seen = s.fire_seen[static_cast<std::size_t>(e)];
            const PointF at{static_cast<float>(index.x_mm[slot]) * kMmToM,
                            static_cast<float>(index.y_mm[slot]) * kMmToM};
            know_fire(room, row, at, {seen.any, {seen.x_m, seen.y_m}, seen.nearer_m});
        }
    });
    remember_fires(room);
}

}  // namespace linghe::percept
