// Gaits, ground and ways: how fast a body can go where it stands, and where it may not go.
#include "context.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/move/laws.hpp"

namespace linghe::move {

Gait gait_of(const Context& c, const model::TroopType& troop, bool unhorsed) noexcept {
    if (unhorsed) {
        const auto& p = c.p;
        return {p.unhorsed_walk_m_s,
                p.unhorsed_trot_m_s,
                p.unhorsed_run_m_s,
                troop.critical_power_share * p.unhorsed_run_m_s,
                p.unhorsed_d_prime_m,
                p.unhorsed_wade_limit_m,
                false,
                p.unhorsed_half_width_m};
    }
    return {troop.walk_m_s,
            troop.trot_m_s,
            troop.run_m_s,
            troop.critical_power_share * troop.run_m_s,
            troop.anaerobic_distance_m,
            troop.wade_limit_m,
            troop.mounted,
            troop.body_half_width_m};
}

float on_ground(const Context& c, const Gait& g, std::int32_t cell, float speed_m_s) noexcept {
    const auto at = static_cast<std::size_t>(cell);
    const auto& ground = c.model.ground;
    const float depth_m = metres(ground.water_mm[at]);
    if (depth_m > 0.0F) {
        if (depth_m > g.wade_limit_m) return std::min(speed_m_s, c.p.swim_m_s);
        return wading_speed(depth_m, g.horse ? c.p.wade_power_horse_w : c.p.wade_power_foot_w,
                            g.horse ? c.p.wade_width_horse_m : c.p.wade_width_foot_m, c.p.wade_drag_cd,
                            c.p.water_density_kg_m3, speed_m_s);
    }
    const std::uint8_t q8 = ground.speed_q8[static_cast<int>(mobility(g))][at];
    if (q8 == 0)
        return c.banks && ground.bank[at] != 0 ? on_bank(c, g, at, speed_m_s)
                                               : std::min(speed_m_s, c.p.swim_m_s);
    const float eased = c.eased ? speed_m_s * c.ease[ground.cover[at]] : speed_m_s;
    return eased * (static_cast<float>(q8) / 255.0F);
}

void weigh_mud_and_dark(Context& c) noexcept {
    const auto& clock = c.world.clock;
    const auto& ground = c.model.ground;
    const float mud = static_cast<float>(clock.mud_q16[0]) / 65535.0F;
    const float lux = static_cast<float>(clock.light_mlx[0]) * 0.001F;
    const bool dark = lux > 0.0F && lux<c.p.day_lux, wetter = mud> ground.wetness;
    c.eased = dark || wetter;
    if (!c.eased) return;
    for (std::size_t k = 0; k < c.ease.size(); ++k) {
        const auto cover = static_cast<ground::Cover>(k);
        const bool road = cover == ground::Cover::road;
        const float soft = wetter ? ground::cover_factor(ground.figures, cover, mud) /
                                        ground::cover_factor(ground.figures, cover, ground.wetness)
                                  : 1.0F;
        c.ease[k] = soft * night_factor(lux, road ? c.p.night_road_share : c.p.night_share, c.p.night_lux,
                                        c.p.day_lux);
    }
}

float up_or_down(const Context& c, std::int32_t cell, math::Vec2f dir) noexcept {
    const auto& ground = c.model.ground;
    if (!ground.hilly) return 1.0F;
    const auto at = static_cast<std::size_t>(cell);
    const float east = static_cast<float>(ground.rise_x_q10[at]) / 1024.0F,
                north = static_cast<float>(ground.rise_y_q10[at]) / 1024.0F;
    if (east == 0.0F && north == 0.0F) return 1.0F;
    return ground::slope_way_factor(ground.figures, std::sqrt(east * east + north * north),
                                    east * dir.x + north * dir.y);
}

math::Vec2f way_to(const Context& c, math::Vec2i from, math::Vec2i to, ground::Mobility m) noexcept {
    const auto& ground = c.model.ground;
    math::Vec2f known{};
    if (c.world.scratch_move.ways_on && known_way(c, from, to, m, known)) return known;
    const std::uint8_t region = ground.region[static_cast<std::size_t>(ground.cell(to.x, to.y))];
    std::int32_t dx = 0, dy = 0;
    const auto& regions = c.world.scratch_move.regions;
    const bool anew = regions.ready() && c.world.clock.ways_epoch[0] != 0;
    if (region != 255 && (anew ? regions.way(ground.cell(from.x, from.y), region, m, dx, dy)
                               : ground.way(from.x, from.y, region, m, dx, dy))) {
        return math::normalized(math::Vec2f{static_cast<float>(dx), static_cast<float>(dy)});
    }
    return math::normalized(
        math::Vec2f{static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)});
}

namespace {

/// Nobody may enter it: the map's edge, ground closed to his kind, or what is shut at present.
bool closed(const Context& c, const Gait& g, std::int32_t x, std::int32_t y) noexcept {
    const auto& ground = c.model.ground;
    if (!ground.inside(x, y)) return true;
    const auto at = static_cast<std::size_t>(ground.cell(x, y));
    if (c.closed_now != nullptr && c.closed_now[at] != 0) return true;
    if (g.takes_water && (ground.water_mm[at] > 0 || ground.bank[at] != 0)) return false;
    if (g.takes_bank && ground.bank[at] != 0) return false;
    return ground.speed_q8[static_cast<int>(mobility(g))][at] == 0 ||
           metres(ground.water_mm[at]) > g.wade_limit_m;
}

/// True when the way from a to b, at most one cell long, enters no closed cell other than a's own.
bool way_open(const Context& c, const Gait& g, math::Vec2i a, math::Vec2i b) noexcept {
    const auto& ground = c.model.ground;
    if (!ground.inside(b.x, b.y)) return false;
    const std::int32_t from = ground.cell(a.x, a.y), to = ground.cell(b.x, b.y);
    if (from == to || closed(c, g, a.x, a.y)) return true;
    if (closed(c, g, b.x, b.y)) return false;
    const std::int32_t fx = from % ground.nx, fy = from / ground.nx, tx = to % ground.nx, ty = to / ground.nx;
    if (fx == tx || fy == ty) return true;
    // Across a corner: the cell crossed on the way is the one whose border is met first.
    const std::int64_t border_x = ground.x0_mm + std::int64_t{std::max(fx, tx)} * ground.cell_mm;
    const std::int64_t border_y = ground.y0_mm + std::int64_t{std::max(fy, ty)} * ground.cell_mm;
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    const std::int64_t when_x = std::abs((border_x - a.x) * dy), when_y = std::abs((border_y - a.y) * dx);
    const std::int32_t mid_x = when_x < when_y ? tx : fx, mid_y = when_x < when_y ? fy : ty;
    const std::int32_t half = ground.cell_mm / 2;
    return !closed(c, g, ground.x0_mm + mid_x * ground.cell_mm + half,
                   ground.y0_mm + mid_y * ground.cell_mm + half);
}

/// A cell of the map holds both; the cheap answer to most steps.
bool in_one_cell(const ground::Ground& ground, math::Vec2i a, math::Vec2i b) noexcept {
    if (!ground.inside(a.x, a.y)) return false;
    const std::int32_t x = ground.x0_mm + (a.x - ground.x0_mm) / ground.cell_mm * ground.cell_mm,
                       y = ground.y0_mm + (a.y - ground.y0_mm) / ground.cell_mm * ground.cell_mm;
    return b.x >= x && b.x < x + ground.cell_mm && b.y >= y && b.y < y + ground.cell_mm;
}

/// Among walls he keeps his shoulder off them: no closed cell within half his width to any side.
bool clear_of_walls(const Context& c, const Gait& g, math::Vec2i at) noexcept {
    const auto half = static_cast<std::int32_t>(g.half_width_m * 1000.0F);
    return !closed(c, g, at.x - half, at.y) && !closed(c, g, at.x + half, at.y) &&
           !closed(c, g, at.x, at.y - half) && !closed(c, g, at.x, at.y + half);
}

bool may_go(const Context& c, const Gait& g, math::Vec2i a, math::Vec2i b) noexcept {
    if (!way_open(c, g, a, b)) return false;
    return !c.world.scratch_move.ways_on || clear_of_walls(c, g, b) || !clear_of_walls(c, g, a);
}

/// Caught with a shoulder at a corner: he shifts off the wall that his next step would touch.
math::Vec2i off_the_corner(const Context& c, const Gait& g, math::Vec2i from, math::Vec2i by) noexcept {
    const auto half = static_cast<std::int32_t>(g.half_width_m * 1000.0F);
    const math::Vec2i to = from + by;
    const std::int32_t most = std::max(std::abs(by.x), std::abs(by.y));
    const auto away = [&](math::Vec2i side) {
        return static_cast<std::int32_t>(closed(c, g, to.x - side.x * half, to.y - side.y * half)) -
               static_cast<std::int32_t>(closed(c, g, to.x + side.x * half, to.y + side.y * half));
    };
    const math::Vec2i off{from.x + away({1, 0}) * most, from.y + away({0, 1}) * most};
    const math::Vec2i off_x{off.x, from.y}, off_y{from.x, off.y};
    if (off_y.y != from.y && may_go(c, g, from, off_y)) return off_y;
    if (off_x.x != from.x && may_go(c, g, from, off_x)) return off_x;
    return from;
}

math::Vec2i one_step(const Context& c, const Gait& g, math::Vec2i from, math::Vec2i by) noexcept {
    const math::Vec2i to = from + by;
    if (may_go(c, g, from, to)) return to;
    const math::Vec2i along_x{from.x + by.x, from.y}, along_y{from.x, from.y + by.y};
    const bool x_first = std::abs(by.x) >= std::abs(by.y);
    const math::Vec2i first = x_first ? along_x : along_y, second = x_first ? along_y : along_x;
    if (may_go(c, g, from, first)) return first;
    if (may_go(c, g, from, second)) return second;
    return c.world.scratch_move.ways_on ? off_the_corner(c, g, from, by) : from;
}

}  // namespace

bool shut_to(const Context& c, const Gait& g, math::Vec2i at) noexcept { return closed(c, g, at.x, at.y); }

math::Vec2i step_on_ground(const Context& c, const Gait& g, math::Vec2i from, math::Vec2i by) noexcept {
    const auto& ground = c.model.ground;
    if (!c.world.scratch_move.ways_on && in_one_cell(ground, from, from + by)) return from + by;
    const std::int32_t longest = std::max(std::abs(by.x), std::abs(by.y));
    const std::int32_t parts = 1 + longest / ground.cell_mm;
    math::Vec2i at = from;
    for (std::int32_t i = 0; i < parts; ++i) {
        const math::Vec2i part{by.x * (i + 1) / parts - by.x * i / parts,
                               by.y * (i + 1) / parts - by.y * i / parts};
        at = one_step(c, g, at, part);
    }
    return at;
}

}  // namespace linghe::move
