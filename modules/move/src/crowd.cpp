// The crowd: the collision-free speed model of Tordeux, Chraibi & Seyfried (2016) for bodies of two kinds.
//   direction   e = normalise(e0 + a * sum over neighbours of (1 - s/r)^2 away from them)
//   speed       v = min(v0, V(gap)), V of Seyfried's single file (laws.hpp), the gap measured in direction e
// Braking is immediate, gathering speed is limited. Bodies that overlap are pushed apart whatever they wish.
#include <array>
#include <cstring>

#include "context.hpp"
#include "linghe/base/assert.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/move/laws.hpp"

namespace linghe::move {

namespace {

using world::Doing;

constexpr std::size_t kBatch = 64;
constexpr std::int32_t kGroupCells = 6;  // a wider group looks at too many candidates
constexpr std::int32_t kGroupBands =
    2;  // where few are due, men of some bands are taken together to fill the lanes
constexpr std::int32_t kMostReach = 6;  // cells; the parameters of looking ahead are held to it
constexpr float kLeastPushMmS = 20.0F;  // smaller shoves are stood
constexpr float kLeastStrideMmS = 20.0F;

struct Stepper {
    std::uint32_t row, slot;
    float dt_s, move_dt_s;
    const Gait* gait;
    Wish wish;
    float half_width_mm, half_length_mm, range_mm, lane_mm;
    float look_m;
    Headway law;
    // result of the crowd
    math::Vec2f dir;
    float speed_m_s;
    math::Vec2f push_mm_s;
    float press_m2;
    std::int32_t enemy_slot;
    float enemy2_mm2;
    bool blocked;
};

void prepare(const Context& c, Stepper& s) {
    const auto& men = c.world.men;
    const auto& p = c.p;
    const std::uint8_t body = c.world.index.body[s.slot];
    const Gait& gait = c.gaits[body];
    s.gait = &gait;
    wish_of(c, s.row, s.slot, gait, s.wish);
    if (c.banks && c.world.slow_tick())
        weigh_bank(c, s.row, place_of_slot(c.world.index, s.slot), gait, s.wish, s.dt_s);
    if (c.fire) shun_fire(c, s.row, place_of_slot(c.world.index, s.slot), gait, s.wish);
    s.half_width_mm = c.world.scratch_move.half_width_mm[body];
    s.half_length_mm = c.world.scratch_move.half_length_mm[body];
    s.range_mm = c.world.scratch_move.range_mm[body];
    const float squeeze = std::min(p.squeeze_most, p.squeeze_per_s * static_cast<float>(men.stuck_s[s.row]));
    s.lane_mm = c.world.scratch_move.half_lane_mm[body] * (1.0F - squeeze);
    s.law = {gait.horse ? p.headway_horse_s : p.headway_foot_s, p.headway_run_s, gait.walk_m_s};
    // Who means to strike him keeps no distance: no faster than he would run into him within this step.
    if (s.wish.at_heels) s.law.walk_s = s.law.run_s = std::max(0.1F, s.move_dt_s);
    s.dir = s.wish.dir;
    s.push_mm_s = {};
    s.blocked = false;
    float v = s.wish.speed_m_s;
    if (v > gait.trot_m_s)  // at a run each has his own legs
        v *= std::max(0.5F, 1.0F + p.run_spread_share * (1.0F / 32.0F) *
                                       static_cast<float>(c.model.men.legs_q5[s.row]));
    if (v > 0.0F) {
        const std::int32_t cell = c.model.ground.cell(c.world.index.x_mm[s.slot], c.world.index.y_mm[s.slot]);
        v = on_ground(c, gait, cell, v);
        if (c.model.ground.hilly) v *= up_or_down(c, cell, s.wish.dir);
        v *= smoke_share(static_cast<float>(men.sight_m[s.row]), p.smoke_full_sight_m, p.smoke_floor_share);
        const auto wound = static_cast<world::Wound>(men.severity[s.row]);
        if (wound == world::Wound::light) v *= p.wound_light_share;
        if (wound == world::Wound::serious || wound == world::Wound::mortal) v *= p.wound_serious_share;
        const float critical = gait.critical_m_s * vigour(c, s.row);
        if (!c.model.lacks(model::Without::fatigue) && v > critical) {
            const float left = static_cast<float>(men.stamina_q16[s.row]) / 65535.0F;
            const float spent = left >= p.spent_share ? 1.0F : left / p.spent_share;
            v = critical + (v - critical) * spent;
        }
    }
    // He cannot be faster than this at the end of the step, so he need not look farther than it takes to be safe then.
    const float vx = static_cast<float>(men.vx_mm_s[s.row]), vy = static_cast<float>(men.vy_mm_s[s.row]);
    const float accel = gait.horse ? p.accel_horse_m_s2 : p.accel_foot_m_s2;
    v = std::min(v, std::sqrt(vx * vx + vy * vy) * 0.001F + accel * s.move_dt_s);
    s.speed_m_s = v;
    s.look_m = v > 0.0F ? std::min(p.look_most_m, headway_gap(s.law, v) + 0.002F * s.half_length_mm) : 0.0F;
}

/// Where a group lies: bands and cells of its men, both ends included.
struct GroupBox {
    std::int32_t band_from, band_to, cell_from, cell_to;
};

/// Finds the slots near one group after another. Groups come in slot order, so the ends of the last ranges in a band are
/// near the new ones: they are sought from there.
struct RangeFinder {
    static constexpr std::int32_t kBands = 32;  // more than a group's bands and its reach to both sides
    static_assert(2 * kMostReach + 1 + kGroupBands <= kMostRanges && kMostRanges <= kBands);
    std::array<std::int32_t, kBands> band;
    std::array<std::uint32_t, kBands> begin, end;
    RangeFinder() { band.fill(-1); }

    /// First slot of [low, high) whose key is not below `key`, sought from `at`, sixteen at a time: it is mostly near.
    static std::uint32_t walk(const std::uint32_t* keys, std::uint32_t low, std::uint32_t high,
                              std::uint32_t at, std::uint32_t key) {
        at = std::clamp(at, low, high);
        if (at > low && keys[at - 1] >= key)
            return static_cast<std::uint32_t>(std::lower_bound(keys + low, keys + at, key) - keys);
        constexpr std::uint32_t kStride = 16, kMostStrides = 4;
        for (std::uint32_t stride = 0; stride < kMostStrides && at + kStride <= high; ++stride) {
            std::uint32_t below = 0;
            for (std::uint32_t i = 0; i < kStride; ++i) below += keys[at + i] < key ? 1u : 0u;
            at += below;
            if (below < kStride) return at;
        }
        return static_cast<std::uint32_t>(std::lower_bound(keys + at, keys + high, key) - keys);
    }

    /// Slots of the bands and cells within `reach` cells of the group.
    void find(const world::SpatialIndex& index, const GroupBox& box, std::int32_t reach, CrowdRanges& out) {
        out.count = 0;
        const auto from = static_cast<std::uint32_t>(std::max(0, box.cell_from - reach));
        const auto past = static_cast<std::uint32_t>(box.cell_to + reach + 1);
        const std::int32_t last = std::min(index.bands() - 1, box.band_to + reach);
        for (std::int32_t b = std::max(0, box.band_from - reach); b <= last; ++b) {
            const std::uint32_t low = index.band_start[static_cast<std::size_t>(b)];
            const std::uint32_t high = index.band_start[static_cast<std::size_t>(b) + 1];
            if (low == high) continue;
            const auto i = static_cast<std::size_t>(b % kBands);
            const bool fresh = band[i] != b;
            band[i] = b;
            const std::uint32_t key = static_cast<std::uint32_t>(b) << 16;
            const std::uint32_t* keys = index.key.data();
            begin[i] = walk(keys, low, high, fresh ? low + (high - low) / 2 : begin[i], key | from);
            end[i] = walk(keys, begin[i], high, fresh ? begin[i] : end[i], key + past);
            if (begin[i] == end[i]) continue;
            out.begin[out.count] = begin[i];
            out.end[out.count++] = end[i];
        }
    }
};

/// The part of `wide` within `reach` cells; cheap, for the ends are near.
void narrow(const world::SpatialIndex& index, const CrowdRanges& wide, const GroupBox& box,
            std::int32_t reach, CrowdRanges& out) {
    out.count = 0;
    for (int r = 0; r < wide.count; ++r) {
        std::uint32_t begin = wide.begin[r], end = wide.end[r];
        const auto b = static_cast<std::int32_t>(index.key[begin] >> 16);
        if (b < box.band_from - reach || b > box.band_to + reach) continue;
        while (begin < end && static_cast<std::int32_t>(index.key[begin] & 0xffffu) < box.cell_from - reach)
            ++begin;
        while (begin<end&& static_cast<std::int32_t>(index.key[end - 1] & 0xffffu)> box.cell_to + reach)
            --end;
        if (begin == end) continue;
        out.begin[out.count] = begin;
        out.end[out.count++] = end;
    }
}

/// Lists the men who are an enemy to anybody of the group: all but those of the one side it is of, if it is of one.
void list_enemies(const world::SpatialIndex& index, std::uint8_t own, bool one_side,
                  const CrowdRanges& ranges, CrowdNear& list) {
    const std::uint8_t* side = index.side.data();
    const std::uint32_t all = index.size();
    std::uint32_t n = 0;
    for (int r = 0; r < ranges.count; ++r) {
        const std::uint32_t end = ranges.end[r];
        for (std::uint32_t s = ranges.begin[r]; s < end; s += 8) {
            const std::uint32_t some = std::min(8u, end - s);
            if (n + some > CrowdNear::kMost) break;
            if (!one_side) {
                for (std::uint32_t i = 0; i < some; ++i) list.slot[n++] = s + i;
                continue;
            }
            // Eight at a time: a byte that is not zero is an enemy.
            std::uint64_t eight = 0;
            std::memcpy(&eight, side + s, s + 8 <= all ? 8 : some);
            eight ^= std::uint64_t{own} * 0x0101010101010101u;
            if (some < 8) eight &= (std::uint64_t{1} << (8 * some)) - 1;
            while (eight != 0) {
                const auto i = static_cast<std::uint32_t>(__builtin_ctzll(eight)) / 8;
                list.slot[n++] = s + i;
                eight &= ~(std::uint64_t{0xff} << (8 * i));
            }
        }
    }
    list.count = n;
}

std::int32_t cells_for(float m) noexcept {
    const auto mm = static_cast<std::int32_t>(m * 1000.0F);
    return std::clamp((mm + world::kIndexCellMm - 1) / world::kIndexCellMm, 1, kMostReach);
}

void load(const Context& c, const Stepper* men, int n, CrowdGroup& g) {
    for (int l = 0; l < kLanes; ++l) {
        const Stepper& s = men[l < n ? l : 0];
        g.x_mm[l] = c.world.index.x_mm[s.slot], g.y_mm[l] = c.world.index.y_mm[s.slot];
        g.side[l] = c.world.index.side[s.slot];
        g.half_width_mm[l] = s.half_width_mm, g.half_length_mm[l] = s.half_length_mm,
        g.range_mm[l] = s.range_mm;
        g.lane_mm[l] = s.lane_mm;
        g.ex[l] = g.ey[l] = 0.0F;
        g.look2_mm2[l] = s.look_m * s.look_m * 1.0e6F;
        g.corps[l] = s.wish.in_place ? static_cast<std::int32_t>(c.world.men.unit[s.row]) : -1;
    }
    g.one_corps = g.corps[0];
    for (int l = 1; l < n; ++l) g.one_corps = g.corps[l] == g.one_corps ? g.one_corps : -1;
}

/// Direction among the neighbours, and the shove that parts overlapping bodies.
void steer(const Context& c, const CrowdGroup& g, int l, Stepper& s) {
    const auto& p = c.p;
    math::Vec2f push{g.push_x[l], g.push_y[l]};
    if (g.twins[l] > 1.5F) {  // several at one spot: each goes his own way
        const auto own_way = static_cast<std::uint16_t>(s.row * 40503u + (s.row >> 16) * 12345u);
        push += math::unit_of(own_way) * (2.0F * s.half_width_mm);
    }
    push = push * (1.0F / p.push_time_s);
    const float shove = math::length(push), most = p.push_most_m_s * 1000.0F;
    if (shove > most) push = push * (most / shove);
    s.push_mm_s = shove < kLeastPushMmS ? math::Vec2f{} : push;
    if (s.speed_m_s > 0.0F) {
        const math::Vec2f pushed = s.wish.dir + math::Vec2f{g.rep_x[l], g.rep_y[l]} * p.repulsion_strength;
        s.dir = math::normalized(pushed, s.wish.dir);
    }
}

float speed_for(const Stepper& s, float gap_mm) {
    return std::min(s.speed_m_s, headway_speed(s.law, gap_mm * 0.001F));
}

/// No wall or bank within the next step or two in that direction.
bool open_ahead(const Context& c, const Stepper& s, math::Vec2f dir) {
    const float stride_mm = std::max(2.0F * s.half_width_mm, 1000.0F * s.speed_m_s * s.move_dt_s);
    const math::Vec2i from = place_of_slot(c.world.index, s.slot);
    const math::Vec2i by{math::round_to<std::int32_t>(dir.x * stride_mm),
                         math::round_to<std::int32_t>(dir.y * stride_mm)};
    return step_on_ground(c, *s.gait, from, by) == from + by;
}

/// A way a little to one side, and how free it is.
struct Side {
    math::Vec2f dir{};
    float gap_mm = 0;
};

/// Both sides of up to four men at once, in the eight lanes of the kernel: his first in lane 2k, his other in 2k + 1.
void look_aside(const Context& c, const CrowdField& field, const CrowdNear& near, const Stepper* men,
                const CrowdGroup& g, const int* held, int count, Side* sides) {
    CrowdGroup pairs;
    for (int lane = 0; lane < kLanes; ++lane) {
        const int k = std::min(lane / 2, count - 1), l = held[k];
        const math::Vec2f e = men[l].dir;
        const bool right_first = (men[l].row & 1u) == 0, right = right_first == (lane % 2 == 0);
        const float sine = right ? -c.aside.y : c.aside.y;
        sides[lane].dir = {e.x * c.aside.x - e.y * sine, e.x * sine + e.y * c.aside.x};
        pairs.x_mm[lane] = g.x_mm[l], pairs.y_mm[lane] = g.y_mm[l];
        pairs.half_length_mm[lane] = g.half_length_mm[l], pairs.lane_mm[lane] = g.lane_mm[l];
        pairs.look2_mm2[lane] = g.look2_mm2[l], pairs.corps[lane] = g.corps[l];
        pairs.ex[lane] = sides[lane].dir.x, pairs.ey[lane] = sides[lane].dir.y;
    }
    c.kernel.headway(field, near, pairs);
    for (int lane = 0; lane < kLanes; ++lane) sides[lane].gap_mm = pairs.gap_mm[lane];
}

/// Takes the side that brings him on best, if it is worth the turn.
void take_side(const Context& c, Stepper& s, float straight, const Side* sides) {
    float best = straight;
    math::Vec2f best_dir = s.dir;
    for (int side = 0; side < 2; ++side) {
        const float v = speed_for(s, sides[side].gap_mm) * c.aside.x;
        if (v > best * 1.2F + 0.02F && open_ahead(c, s, sides[side].dir))
            best = v, best_dir = sides[side].dir;
    }
    if (!(best_dir == s.dir)) best = best / c.aside.x;
    s.dir = best_dir;
    s.speed_m_s = std::min(s.speed_m_s, best);
}

/// Those who are held up look for a way a little to the left or right.
void step_aside(const Context& c, const CrowdField& field, const CrowdNear& near, Stepper* men, int n,
                const CrowdGroup& g, const float* straight) {
    std::array<int, kLanes> held{};
    int count = 0;
    for (int l = 0; l < n; ++l) {
        men[l].blocked = men[l].wish.steps_aside && straight[l] < c.p.aside_share * men[l].speed_m_s;
        held[static_cast<std::size_t>(count)] = l;
        count += men[l].blocked ? 1 : 0;
        if (count == kLanes) break;
    }
    constexpr int kPairs = kLanes / 2;
    for (int from = 0; from < count; from += kPairs) {
        const int some = std::min(kPairs, count - from);
        std::array<Side, kLanes> sides;
        look_aside(c, field, near, men, g, &held[static_cast<std::size_t>(from)], some, sides.data());
        for (int k = 0; k < some; ++k) {
            const int l = held[static_cast<std::size_t>(from + k)];
            take_side(c, men[l], straight[l], &sides[static_cast<std::size_t>(2 * k)]);
        }
    }
}

void crowd_group(const Context& c, const CrowdField& field, RangeFinder& finder, float widest2, Stepper* men,
                 int n, const GroupBox& box) {
    const auto& p = c.p;
    const auto& index = c.world.index;
    float look = p.press_radius_m, farthest = 0;
    bool moving = false, one_side = true;
    for (int l = 0; l < n; ++l) {
        farthest = std::max(farthest, men[l].look_m);
        moving = moving || men[l].speed_m_s > 0.0F;
        one_side = one_side && index.side[men[l].slot] == index.side[men[0].slot];
    }
    look = std::max(look, farthest);
    const std::int32_t reach = cells_for(look), enemy_reach = cells_for(p.enemy_radius_m);
    CrowdRanges wide, around, enemy;
    CrowdNear near;
    finder.find(index, box, std::max(reach, enemy_reach), wide);
    narrow(index, wide, box, reach, around);
    CrowdGroup g;
    load(c, men, n, g);
    c.kernel.neighbours(field, around, p.press_radius_m * p.press_radius_m * 1.0e6F, widest2,
                        farthest * farthest * 1.0e6F, g, near);
    near.count = std::min(
        near.count, CrowdNear::kMost);  // more than two thousand within reach: the farther rows are not felt
    const float area = static_cast<float>(math::kPi) * p.press_radius_m * p.press_radius_m;
    for (int l = 0; l < n; ++l) {
        men[l].press_m2 = g.count[l] / area;
        men[l].enemy_slot = -1;
        if (!c.model.lacks(model::Without::crowding)) steer(c, g, l, men[l]);
    }
    CrowdNear foes;
    narrow(index, wide, box, enemy_reach, enemy);
    list_enemies(index, static_cast<std::uint8_t>(g.side[0]), one_side, enemy, foes);
    if (foes.count != 0) {
        c.kernel.enemies(field, foes, p.enemy_radius_m * p.enemy_radius_m * 1.0e6F, !one_side, g);
        for (int l = 0; l < n; ++l) men[l].enemy_slot = g.enemy[l], men[l].enemy2_mm2 = g.enemy2_mm2[l];
    }
    if (!moving || c.model.lacks(model::Without::crowding)) return;
    for (int l = 0; l < n; ++l) g.ex[l] = men[l].dir.x, g.ey[l] = men[l].dir.y;
    c.kernel.headway(field, near, g);
    std::array<float, kLanes> straight{};
    for (int l = 0; l < n; ++l) straight[l] = speed_for(men[l], g.gap_mm[l]);
    step_aside(c, field, near, men, n, g, straight.data());
    for (int l = 0; l < n; ++l) {
        if (!men[l].blocked) men[l].speed_m_s = straight[l];
    }
}

/// Breath comes and goes slowly: once a second is often enough.
void tire(const Context& c, Stepper& s, float speed_m_s, math::Vec2i at) {
    if (!c.world.slow_tick() || c.model.lacks(model::Without::fatigue)) return;
    auto& stamina = c.world.men.stamina_q16[s.row];
    const float left = vigour(c, s.row);
    const float critical = s.gait->critical_m_s * left;
    if (stamina == 65535 && speed_m_s <= critical) return;
    // On bad ground the same speed costs more: it counts as the speed it would be on good ground.
    const std::int32_t cell = c.model.ground.cell(at.x, at.y);
    const float ease =
        on_ground(c, *s.gait, cell, s.gait->run_m_s) / s.gait->run_m_s * up_or_down(c, cell, s.dir);
    // He gives no more than the gait he is set on: who walks into a ford wades at a walker's effort.
    const float most = std::min(s.gait->run_m_s, std::max(s.wish.speed_m_s, speed_m_s));
    const float effort = ease > 0.0F ? std::min(speed_m_s / ease, most) : speed_m_s;
    const float share = static_cast<float>(stamina) / 65535.0F;
    stamina = math::round_to<std::uint16_t>(
        fatigue_step(share, effort, critical, s.gait->store_m * left, std::max(s.dt_s, 1.0F)) * 65535.0F);
}

void count_stuck(const Context& c, const Stepper& s, float wished_m_s, float got_m_s) {
    auto& stuck = c.world.men.stuck_s[s.row];
    const bool held =
        wished_m_s > c.p.stuck_wish_m_s && got_m_s < c.p.stuck_speed_m_s && s.wish.doing != Doing::fighting;
    if (!held) {
        stuck = 0;
    } else if (c.now % 10 == 0) {
        stuck =
            static_cast<std::uint8_t>(std::min(255, stuck + std::max(1, static_cast<int>(s.dt_s + 0.5F))));
    }
}

/// Why he stands, when he does: by his own wish, or because others or the ground are in the way.
world::Still why_still(const Stepper& s, float speed_m_s, bool slid) noexcept {
    if (speed_m_s > 0.05F) return world::Still::none;
    if (s.wish.doing == Doing::fighting) return world::Still::fighting;
    if (s.wish.speed_m_s <= 0.0F) return s.wish.why == world::Still::none ? world::Still::there : s.wish.why;
    return slid ? world::Still::no_way : world::Still::queueing;
}

void finish(const Context& c, Stepper& s) {
    auto& men = c.world.men;
    const auto& index = c.world.index;
    const math::Vec2i from = place_of_slot(index, s.slot);
    math::Vec2f velocity = s.dir * (s.speed_m_s * 1000.0F) + s.push_mm_s;
    if (math::length(velocity) < kLeastStrideMmS) velocity = {};
    math::Vec2i by{math::round_to<std::int32_t>(velocity.x * s.move_dt_s),
                   math::round_to<std::int32_t>(velocity.y * s.move_dt_s)};
    if (s.wish.stop_y_mm != INT32_MAX && from.y <= s.wish.stop_y_mm && from.y + by.y > s.wish.stop_y_mm) {
        by.y = s.wish.stop_y_mm - from.y;
    }
    math::Vec2i to = from;
    const bool bank = c.banks && takes_bank(c, s.row);
    if (!c.fire && !bank) {
        if (!(by == math::Vec2i{})) to = step_on_ground(c, *s.gait, from, by);
        LINGHE_ASSERT(to == from || !shut_to(c, *s.gait, to) || shut_to(c, *s.gait, from),
                      "a man has entered ground that is closed to him");
    } else if (!(by == math::Vec2i{})) {
        Gait gait = *s.gait;
        gait.takes_bank = bank;
        gait.takes_water = c.fire && takes_to_water(c, s.row, s.wish);
        to = step_on_ground(c, gait, from, by);
        if (c.fire) to = keep_from_flames(c, s.row, gait, s.wish, from, to);
    }
    const bool slid = !(to == from + by) || by.y != math::round_to<std::int32_t>(velocity.y * s.move_dt_s);
    if (slid) {
        const math::Vec2i got = to - from;
        velocity = math::Vec2f{static_cast<float>(got.x), static_cast<float>(got.y)} * (1.0F / s.move_dt_s);
    }
    const float speed = math::length(velocity) * 0.001F;
    const std::uint32_t r = s.row;
    men.x_mm[r] = to.x, men.y_mm[r] = to.y;
    men.vx_mm_s[r] = math::round_to<std::int16_t>(velocity.x);
    men.vy_mm_s[r] = math::round_to<std::int16_t>(velocity.y);
    if (s.wish.doing == Doing::fighting || s.wish.backs || (s.wish.faces && speed < 0.15F)) {
        men.facing[r] = s.wish.face;
    } else if (speed >= 0.15F) {
        men.facing[r] = math::quick_turn_of(velocity);
    }
    const float wished = s.wish.speed_m_s;
    count_stuck(c, s, wished, speed);
    const bool queues = wished > c.p.stuck_wish_m_s && speed < c.p.stuck_speed_m_s &&
                        s.wish.doing != Doing::fighting && s.wish.doing != Doing::fleeing;
    men.doing[r] = static_cast<std::uint8_t>(queues ? Doing::queueing : s.wish.doing);
    men.still_why[r] = static_cast<std::uint8_t>(why_still(s, speed, slid));
    tire(c, s, speed, to);
    men.press_q4[r] = math::round_to<std::uint8_t>(s.press_m2 * 16.0F);
    men.near_enemy[r] =
        s.enemy_slot < 0 ? world::kNobody : index.man[static_cast<std::uint32_t>(s.enemy_slot)];
    men.near_enemy_cm[r] =
        s.enemy_slot < 0 ? world::kFar : math::round_to<std::uint16_t>(std::sqrt(s.enemy2_mm2) * 0.1F);
}

/// A man in his bout who keeps his stance: he strikes every tick (fight), but goes nowhere, and half a second is a fine
/// enough step for the shoves of his own side.
bool keeps_stance(const Context& c, std::uint32_t row) {
    const auto& men = c.world.men;
    if (men.in_bout[row] == 0) return false;
    const float vx = static_cast<float>(men.vx_mm_s[row]), vy = static_cast<float>(men.vy_mm_s[row]);
    const float most = c.p.stance_speed_m_s * 1000.0F;
    return vx * vx + vy * vy <= most * most;
}

/// The next men, at most eight, who lie close enough together to look at the same others.
std::size_t take_group(const world::SpatialIndex& index, const Stepper* men, std::size_t most,
                       GroupBox& box) {
    const auto band_of = [&](std::size_t i) {
        return static_cast<std::int32_t>(index.key[men[i].slot] >> 16);
    };
    const auto cell_of = [&](std::size_t i) {
        return static_cast<std::int32_t>(index.key[men[i].slot] & 0xffffu);
    };
    box = {band_of(0), band_of(0), cell_of(0), cell_of(0)};
    std::size_t n = 1;
    for (; n < most && n < kLanes; ++n) {
        const std::int32_t cell = cell_of(n), band = band_of(n);
        const std::int32_t from = std::min(box.cell_from, cell), to = std::max(box.cell_to, cell);
        if (band - box.band_from > kGroupBands || to - from > kGroupCells) break;
        box.band_to = band, box.cell_from = from, box.cell_to = to;
    }
    return n;
}

}  // namespace

void step_men(const Context& c, std::size_t begin, std::size_t end) {
    const auto& index = c.world.index;
    const auto& scratch = c.world.scratch_move;
    const CrowdField field{index.x_mm.data(),
                           index.y_mm.data(),
                           index.side.data(),
                           index.body.data(),
                           index.ranks_of.data(),
                           scratch.half_width_mm.data(),
                           scratch.half_length_mm.data(),
                           scratch.half_lane_mm.data(),
                           scratch.range_mm.data()};
    const float widest = scratch.widest_mm;
    std::array<Stepper, kBatch> men;
    RangeFinder finder;
    constexpr int kHalfSecond = world::period_ticks(world::Level::moving);
    constexpr float half_second_s = 0.1F * static_cast<float>(kHalfSecond);
    const bool half_second = c.now % kHalfSecond == 0;
    for (std::size_t from = begin; from < end;) {
        std::size_t n = 0;
        for (; from < end && n < kBatch; ++from) {
            const std::uint32_t row = c.world.stepping.rows[from];
            const bool stance = keeps_stance(c, row);
            if (stance && !half_second) continue;
            Stepper& s = men[n++];
            s.row = row;
            s.slot = index.slot_of[row];
            s.dt_s = static_cast<float>(c.world.stepping.dt_ticks[from]) * 0.1F;
            s.move_dt_s = stance ? std::min(half_second_s, c.p.push_time_s) : std::min(s.dt_s, 1.0F);
            prepare(c, s);
        }
        for (std::size_t i = 0; i < n;) {
            GroupBox box;
            const std::size_t m = take_group(index, &men[i], n - i, box);
            crowd_group(c, field, finder, widest * widest, &men[i], static_cast<int>(m), box);
            i += m;
        }
        for (std::size_t i = 0; i < n; ++i) finish(c, men[i]);
    }
}

}  // namespace linghe::move
