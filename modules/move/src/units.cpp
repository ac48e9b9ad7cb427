// Bodies of men: the ranks are counted, places dealt, and the anchor led on to where the body is to go.
#include <algorithm>

#include "context.hpp"
#include "linghe/math/angle.hpp"

namespace linghe::move {

namespace {

using model::Formation;
using model::Verb;

constexpr std::int32_t kFullTurn = 65'536;

struct Spacing {
    float file_mm = 0, rank_mm = 0;
};
const model::TroopType& troop_of(const Context& c, std::size_t u) noexcept {
    return c.model.troops[c.model.units[u].troop];
}
Formation shape_of(const Context& c, std::size_t u) noexcept {
    return static_cast<Formation>(c.world.units.shape[u]);
}
/// Intervals of a body in the formation it stands in.
Spacing spacing_of(const Context& c, std::size_t u) noexcept {
    const float wide = shape_of(c, u) == Formation::loose ? c.p.loose_factor * 1000.0F : 1000.0F;
    return troop_of(c, u).mounted ? Spacing{c.p.file_horse_m * wide, c.p.rank_horse_m * wide}
                                  : Spacing{c.p.file_foot_m * wide, c.p.rank_foot_m * wide};
}
/// Files of a body of `n` men in the formation it stands in.
float files_of(const Context& c, std::size_t u, std::uint32_t n) noexcept {
    const auto& unit = c.model.units[u];
    if (shape_of(c, u) == Formation::column)
        return troop_of(c, u).mounted ? c.p.column_files_horse : c.p.column_files_foot;
    const float file_m = troop_of(c, u).mounted ? c.p.file_horse_m : c.p.file_foot_m;
    float files = unit.frontage_m > 0.0F ? unit.frontage_m / file_m : 2.0F * std::sqrt(static_cast<float>(n));
    if (n > unit.men && unit.men > 0) files *= static_cast<float>(n) / static_cast<float>(unit.men);
    return files;
}
/// The leader when he can lead on foot or horse; else nobody.
std::uint32_t leading(const Context& c, std::size_t u) noexcept {
    const std::uint32_t man = c.world.units.leader[u];
    if (man == world::kNobody || man >= c.world.men.size()) return world::kNobody;
    const bool leads = world::active(c.world.men.status[man]) && world::in_ranks(c.world.men.morale[man]) &&
                       c.world.men.unit[man] == u && c.world.index.slot_of[man] != world::kNobody;
    return leads ? man : world::kNobody;
}
float crowd_radius_mm(const Context& c, std::size_t u, std::uint32_t men) noexcept {
    const float area = troop_of(c, u).mounted ? c.p.crowd_horse_m2 : c.p.crowd_foot_m2;
    return 1000.0F * std::sqrt(area * static_cast<float>(men) / static_cast<float>(math::kPi));
}
/// The deeper half of a body lies behind its anchor: distance from the anchor to its middle.
float half_depth_mm(const Context& c, std::size_t u, std::uint32_t men) noexcept {
    const std::uint32_t files = std::max<std::uint32_t>(1, c.world.units.files[u]);
    const std::uint32_t ranks = men == 0 ? 1 : (men + files - 1) / files;
    return 0.5F * static_cast<float>(ranks - 1) * spacing_of(c, u).rank_mm;
}
bool in_ranks(const Context& c, std::size_t row) noexcept {
    const auto& men = c.world.men;
    return world::active(men.status[row]) && world::in_ranks(men.morale[row]) && !carries(men, row) &&
           men.unit[row] < c.intents.units.size();
}

void resize(world::MoveScratch& s, std::size_t units, std::size_t men) {
    s.units.resize(units);
    s.count.resize(units), s.placed.resize(units), s.first.resize(units + 1);
    s.lag_mm.resize(units), s.stamina.resize(units);
    s.contact.resize(units), s.near.resize(units);
    s.rows.resize(men), s.taken.resize(men), s.places.resize(men);
}

/// How far a man is behind his place (or outside his crowd), mm, at most the cap.
std::int64_t lag_of(const Context& c, std::size_t u, std::uint32_t row) noexcept {
    const auto& unit = c.world.scratch_move.units[u];
    const auto& men = c.world.men;
    const float cap = c.p.lag_cap_m * 1000.0F;
    float dx = static_cast<float>(unit.x_mm - men.x_mm[row]),
          dy = static_cast<float>(unit.y_mm - men.y_mm[row]);
    float lag = 0;
    if (c.world.units.formed[u] != 0 && c.world.units.files[u] > 0) {
        const math::Vec2f off =
            rank_offset_mm(men.slot[row], c.world.units.files[u], unit.file_mm, unit.rank_mm);
        dx += off.x * unit.ahead_x - off.y * unit.ahead_y, dy += off.x * unit.ahead_y + off.y * unit.ahead_x;
        lag = std::max(dx * unit.ahead_x + dy * unit.ahead_y,
                       std::sqrt(dx * dx + dy * dy) - c.p.lag_stop_m * 1000.0F);
    } else {
        lag = std::sqrt(dx * dx + dy * dy) - unit.crowd_radius_mm;
    }
    return static_cast<std::int64_t>(std::clamp(lag, 0.0F, cap));
}

/// Counts the ranks of every unit, lists their men, and sees who holds which place. Who left the ranks loses his.
void tally(Context& c) {
    auto& s = c.world.scratch_move;
    auto& men = c.world.men;
    const std::size_t units = c.intents.units.size(), rows = men.size();
    std::fill(s.count.begin(), s.count.end(), 0u);
    std::fill(s.placed.begin(), s.placed.end(), 0u);
    std::fill(s.lag_mm.begin(), s.lag_mm.end(), 0);
    std::fill(s.stamina.begin(), s.stamina.end(), 0);
    std::fill(s.contact.begin(), s.contact.end(), 0u);
    std::fill(s.near.begin(), s.near.end(), 0u);
    for (std::size_t r = 0; r < rows; ++r) {
        if (in_ranks(c, r)) {
            ++s.count[men.unit[r]];
        } else {
            men.slot[r] = world::kNoSlot;
        }
    }
    s.first[0] = 0;
    for (std::size_t u = 0; u < units; ++u) s.first[u + 1] = s.first[u] + s.count[u];
    std::fill(s.taken.begin(), s.taken.end(), std::uint8_t{0});
    std::fill(s.count.begin(), s.count.end(), 0u);
    for (std::size_t r = 0; r < rows; ++r) {
        if (!in_ranks(c, r)) continue;
        const std::uint16_t u = men.unit[r];
        s.rows[s.first[u] + s.count[u]++] = static_cast<std::uint32_t>(r);
        s.stamina[u] += men.stamina_q16[r];
        s.contact[u] += men.foe[r] != world::kNobody ? 1u : 0u;
        s.near[u] += men.near_enemy[r] != world::kNobody ? 1u : 0u;
        const std::uint16_t place = men.slot[r];
        if (place < s.first[u + 1] - s.first[u] && s.taken[s.first[u] + place] == 0) {
            s.taken[s.first[u] + place] = 1;
            ++s.placed[u];
        } else {
            men.slot[r] = world::kNoSlot;
        }
    }
}

/// Men without a place step into the foremost that are free.
void fill_places(Context& c, std::size_t u) {
    auto& s = c.world.scratch_move;
    std::uint32_t place = 0;
    for (std::uint32_t i = s.first[u]; i < s.first[u + 1]; ++i) {
        std::uint16_t& slot = c.world.men.slot[s.rows[i]];
        if (slot != world::kNoSlot) continue;
        while (place < s.count[u] && s.taken[s.first[u] + place] != 0) ++place;
        if (place >= world::kNoSlot) return;
        s.taken[s.first[u] + place] = 1;
        slot = static_cast<std::uint16_t>(place);
    }
}

/// Deals all places anew so that men need not cross: foremost men to the front rank, within a rank from right to left.
void deal_places(Context& c, std::size_t u) {
    auto& s = c.world.scratch_move;
    auto& units = c.world.units;
    auto& men = c.world.men;
    const std::uint32_t n = std::min<std::uint32_t>(s.count[u], world::kNoSlot - 1u);
    const float files = files_of(c, u, n);
    units.files[u] = static_cast<std::uint16_t>(std::clamp(files, 1.0F, static_cast<float>(std::max(1u, n))));
    const math::Vec2f ahead = math::unit_of(units.heading[u]) * 16384.0F;
    const auto hx = math::round_to<std::int32_t>(ahead.x), hy = math::round_to<std::int32_t>(ahead.y);
    const auto begin = s.places.begin() + static_cast<std::ptrdiff_t>(s.first[u]);
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t r = s.rows[s.first[u] + i];
        begin[i] = {-(std::int64_t{men.x_mm[r]} * hx + std::int64_t{men.y_mm[r]} * hy), r};
    }
    const auto by_key = [](const auto& a, const auto& b) {
        return a.key != b.key ? a.key < b.key : a.row < b.row;
    };
    std::sort(begin, begin + n, by_key);
    for (std::uint32_t from = 0; from < n; from += units.files[u]) {
        const std::uint32_t to = std::min<std::uint32_t>(n, from + units.files[u]);
        for (std::uint32_t i = from; i < to; ++i) {
            const std::uint32_t r = begin[i].row;  // distance to the left of the heading
            begin[i].key = std::int64_t{men.y_mm[r]} * hx - std::int64_t{men.x_mm[r]} * hy;
        }
        std::sort(begin + from, begin + to, by_key);
        for (std::uint32_t i = from; i < to; ++i) men.slot[begin[i].row] = static_cast<std::uint16_t>(i);
    }
    units.dressing[u] = 0;
}

/// Forms up, or breaks into a crowd, as ordered.
void take_shape(Context& c, std::size_t u) {
    auto& units = c.world.units;
    const std::uint32_t n = c.world.scratch_move.count[u];
    const bool formed = c.intents.units.formed[u] != 0 && n > 0;
    if (formed && units.formed[u] == 0) {
        const math::Vec2f ahead = math::unit_of(units.heading[u]) * half_depth_mm(c, u, n);
        units.anchor_x_mm[u] = units.x_mm[u] + math::round_to<std::int32_t>(ahead.x);
        units.anchor_y_mm[u] = units.y_mm[u] + math::round_to<std::int32_t>(ahead.y);
        units.dressing[u] = 1;
    }
    if (units.shape[u] != c.intents.units.formation[u]) {
        units.shape[u] = c.intents.units.formation[u];
        units.dressing[u] = 1;
    }
    units.formed[u] = formed ? 1 : 0;
    if (!formed) units.dressing[u] = 0;
}

/// Turns the ranks towards `want`: wheels a little every second, or faces about on the spot when it is far round.
void turn_body(Context& c, std::size_t u, std::uint16_t want) {
    auto& units = c.world.units;
    const std::int32_t diff = math::turn_diff(units.heading[u], want);
    const auto limit =
        static_cast<std::int32_t>(c.p.wheel_limit_deg / 360.0F * static_cast<float>(kFullTurn));
    const std::uint32_t n = c.world.scratch_move.count[u];
    if (units.formed[u] == 0) {
        units.heading[u] = want;
        return;
    }
    if (diff > limit || diff < -limit) {
        const float half = half_depth_mm(c, u, n);
        const math::Vec2f was = math::unit_of(units.heading[u]), is = math::unit_of(want);
        units.anchor_x_mm[u] += math::round_to<std::int32_t>((is.x - was.x) * half);
        units.anchor_y_mm[u] += math::round_to<std::int32_t>((is.y - was.y) * half);
        units.heading[u] = want;
        units.dressing[u] = 1;
        return;
    }
    const Spacing gap = spacing_of(c, u);
    const float half_front_m = std::max(1.0F, 0.0005F * gap.file_mm * static_cast<float>(units.files[u]));
    const float flank = troop_of(c, u).trot_m_s / half_front_m / (2.0F * static_cast<float>(math::kPi)) *
                        static_cast<float>(kFullTurn);
    const float rate = std::min(c.p.wheel_speed_deg_s / 360.0F * static_cast<float>(kFullTurn), flank);
    const auto most = static_cast<std::int32_t>(rate);
    units.heading[u] = math::turn_add(units.heading[u], std::clamp(diff, -most, most));
}

void tell_arrival(Context& c, std::size_t u) {
    world::Event e;
    e.kind = world::EventKind::unit_arrives;
    e.subject_kind = 1;
    e.subject = static_cast<std::uint32_t>(u);
    e.x_mm = c.world.units.anchor_x_mm[u], e.y_mm = c.world.units.anchor_y_mm[u];
    e.value = static_cast<std::int32_t>(c.world.scratch_move.count[u]);
    e.cause_1 = world::Cause::order, e.share_1 = 255;
    e.parent = c.intents.units.event[u];
    world::write_event(c.world.events, c.world.clock, e);
}

/// Sent at the enemy and at him: half its front has a foe, or it has drawn off. It goes no farther for now.
bool held_by_enemy(const Context& c, std::size_t u) noexcept {
    const auto unit = static_cast<std::uint16_t>(u);
    if (!charges(static_cast<Verb>(c.intents.units.verb[u]))) return false;
    if (is_about(c, unit, world::Clash::lull)) return true;
    return is_about(c, unit, world::Clash::bout) &&
           2 * c.world.scratch_move.contact[u] >= c.world.units.files[u];
}

/// A body that has drawn off steps back until no enemy is near its men.
void draw_back(Context& c, std::size_t u, math::Vec2i& at) noexcept {
    const auto& units = c.world.units;
    if (!is_about(c, static_cast<std::uint16_t>(u), world::Clash::lull) || units.formed[u] == 0) return;
    if (c.world.scratch_move.near[u] == 0 || !charges(static_cast<Verb>(c.intents.units.verb[u]))) return;
    const math::Vec2f back = math::unit_of(units.heading[u]) * (-1000.0F * c.p.draw_off_m_s);
    const Gait gait = gait_of(c, troop_of(c, u), false);
    at = step_on_ground(c, gait, at,
                        {math::round_to<std::int32_t>(back.x), math::round_to<std::int32_t>(back.y)});
}

/// One second of the body's way: the anchor goes as it promised, then looks ahead for the next second.
void lead(Context& c, std::size_t u) {
    auto& units = c.world.units;
    auto& goal = c.intents.units;
    auto& s = c.world.scratch_move;
    const Gait gait = gait_of(c, troop_of(c, u), false);
    const auto verb = static_cast<Verb>(goal.verb[u]);
    const std::uint32_t leader = units.formed[u] == 0 ? leading(c, u) : world::kNobody;
    const math::Vec2i to{goal.x_mm[u], goal.y_mm[u]};
    const ground::Mobility ways = leader == world::kNobody ? mobility(gait) : ways_of(c, leader, gait);
    math::Vec2i at{units.anchor_x_mm[u], units.anchor_y_mm[u]};
    if (leader != world::kNobody) {
        at = {c.world.men.x_mm[leader], c.world.men.y_mm[leader]};
    } else if (units.pace_mm_s[u] > 0 && !stands(verb)) {
        const float stride = std::min(static_cast<float>(units.pace_mm_s[u]), distance_m(at, to) * 1000.0F);
        const math::Vec2f by = way_to(c, at, to, ways) * stride;
        math::Vec2i next = step_on_ground(
            c, gait, at, {math::round_to<std::int32_t>(by.x), math::round_to<std::int32_t>(by.y)});
        if (verb == Verb::pursue && at.y <= goal.stop_y_mm[u]) next.y = std::min(next.y, goal.stop_y_mm[u]);
        at = next;
    }
    draw_back(c, u, at);
    units.anchor_x_mm[u] = at.x, units.anchor_y_mm[u] = at.y;
    const std::uint32_t n = s.count[u];
    const float lag_m = n == 0 ? 0.0F : static_cast<float>(s.lag_mm[u] / n) * 0.001F;
    const float left_m = distance_m(at, to);
    const bool there = left_m <= c.p.arrive_m;
    const bool halt = stands(verb) || there || n == 0 || held_by_enemy(c, u);
    // Once there it stays so until it is sent elsewhere or carried off: stragglers and jostling are no new arrival.
    const bool still_there = goal.arrived[u] != 0 && left_m <= c.p.lag_stop_m;
    const bool arrives = there && lag_m <= c.p.lag_stop_m;
    const std::uint8_t arrived = stands(verb) || n == 0 || still_there || arrives ? 1 : 0;
    const bool sent_there =
        !stands(verb) && verb != Verb::pursue;  // a pursuer halts where he has nobody left to follow
    if (arrived != 0 && goal.arrived[u] == 0 && sent_there && n > 0) tell_arrival(c, u);
    goal.arrived[u] = arrived;
    float pace = 0;
    if (!halt) {
        pace = on_ground(c, gait, c.model.ground.cell(at.x, at.y),
                         ordered_pace(gait, static_cast<intent::Pace>(goal.pace[u])));
        const float fresh = static_cast<float>(s.stamina[u] / n) / 65535.0F;
        if (fresh < c.p.spent_share) pace = std::min(pace, gait.critical_m_s);
        const float slack_m = c.p.lag_stop_m - c.p.lag_free_m;  // none: it stops as soon as it waits at all
        const float behind = slack_m > 0.0F ? std::clamp((lag_m - c.p.lag_free_m) / slack_m, 0.0F, 1.0F)
                                            : (lag_m > c.p.lag_free_m ? 1.0F : 0.0F);
        pace = std::min(pace * std::max(c.p.creep_share, 1.0F - behind), left_m);
        if (c.fire && front_bars(c, at, way_to(c, at, to, ways))) pace = 0;
    }
    units.pace_mm_s[u] = math::round_to<std::uint16_t>(pace * 1000.0F);
    if (!halt) {
        const math::Vec2f dir = way_to(c, at, to, ways);
        turn_body(c, u, math::turn_of(dir, units.heading[u]));
    } else if (there && !stands(verb) && n > 0) {
        turn_body(c, u, goal.heading[u]);
    }
}

}  // namespace

void prepare_units(Context& c) {
    auto& s = c.world.scratch_move;
    const auto& units = c.world.units;
    resize(s, c.intents.units.size(), c.world.men.size());
    const float since_s = static_cast<float>(c.now % 10) * 0.1F;
    for (std::size_t u = 0; u < s.units.size(); ++u) {
        auto& m = s.units[u];
        const math::Vec2f ahead = math::unit_of(units.heading[u]);
        const Spacing gap = spacing_of(c, u);
        m.ahead_x = ahead.x, m.ahead_y = ahead.y;
        m.file_mm = gap.file_mm, m.rank_mm = gap.rank_mm;
        m.pace_m_s = static_cast<float>(units.pace_mm_s[u]) * 0.001F;
        m.x_mm = units.anchor_x_mm[u], m.y_mm = units.anchor_y_mm[u];
        m.leader = units.formed[u] == 0 ? leading(c, u) : world::kNobody;
        if (m.leader != world::kNobody) {
            const std::uint32_t slot = c.world.index.slot_of[m.leader];
            m.x_mm = c.world.index.x_mm[slot], m.y_mm = c.world.index.y_mm[slot];
        }
        const float gone = m.leader == world::kNobody ? 1000.0F * m.pace_m_s * since_s : 0.0F;
        m.anchor_x_mm = ahead.x * gone, m.anchor_y_mm = ahead.y * gone;
        m.crowd_radius_mm = crowd_radius_mm(c, u, std::max<std::uint32_t>(1, units.in_hand[u]));
    }
}

void lead_units(Context& c) {
    auto& s = c.world.scratch_move;
    prepare_units(c);
    tally(c);
    for (std::size_t u = 0; u < s.units.size(); ++u) {
        take_shape(c, u);
        if (c.world.units.formed[u] != 0 && s.count[u] > 0) {
            const auto without = static_cast<float>(s.count[u] - s.placed[u]);
            if (c.world.units.dressing[u] != 0 ||
                without > c.p.redress_share * static_cast<float>(s.count[u])) {
                deal_places(c, u);
            } else if (s.placed[u] < s.count[u]) {
                fill_places(c, u);
            }
        }
        for (std::uint32_t i = s.first[u]; i < s.first[u + 1]; ++i) s.lag_mm[u] += lag_of(c, u, s.rows[i]);
        lead(c, u);
    }
}

}  // namespace linghe::move
