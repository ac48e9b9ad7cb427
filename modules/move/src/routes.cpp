// Ways among walls, gates, fires and queues: one flow for each place that is made for, or, where only rivers and ditches part
// the ground, one for each of its parts; sought anew when the ground changes.
//   time of a cell = (cell / pace) (1 + delay);  delay = 1 / (1 - k rho) - 1 where men queue at rho a square metre
// with k of H. E. Nelson and F. W. Mowrer (SFPE Handbook of Fire Protection Engineering): v = v0 (1 - k rho).
// What the ways are found from (cells known closed, delays, places made for) is State; the flows are a cache of it.
#include <algorithm>

#include "context.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/model/flames.hpp"

namespace linghe::move {

namespace {

constexpr std::int32_t kBlockCells = 4;  // places in one block of cells share a way
constexpr std::int32_t kLongestLook =
    64;                                 // cells; farther off nobody judges whether the straight way is open
constexpr float kLongestDelay = 15.0F;  // fills the column

std::int32_t block_of(const ground::Ground& g, math::Vec2i at) noexcept {
    const std::int32_t cell = g.cell(at.x, at.y);
    return cell / g.nx / kBlockCells * (g.nx / kBlockCells + 1) + cell % g.nx / kBlockCells;
}
bool shut(const Context& c, ground::Mobility m, std::size_t cell) noexcept {
    return c.model.ground.speed_q8[static_cast<int>(m)][cell] == 0 ||
           (c.closed_now != nullptr && (c.closed_now[cell] != 0 || c.world.passage.known[cell] != 0));
}

/// Flames that nobody runs through bar the way.
bool barred_by_fire(const Context& c, std::size_t cell) noexcept {
    const auto& fire = c.world.fire;
    return fire.state[cell] == static_cast<std::uint8_t>(world::FireState::flaming) &&
           model::byram_flame_m(static_cast<float>(fire.intensity_kw_m[cell])) > c.p.fire_cross_flame_m;
}

void want(Context& c, math::Vec2i to, ground::Mobility m) {
    auto& ways = c.world.scratch_move.ways;
    const auto& ground = c.model.ground;
    if (!ground.inside(to.x, to.y)) {
        to.x = std::clamp(to.x, ground.x0_mm, ground.x0_mm + ground.nx * ground.cell_mm - 1);
        to.y = std::clamp(to.y, ground.y0_mm, ground.y0_mm + ground.ny * ground.cell_mm - 1);
    }
    const std::int32_t block = block_of(ground, to);
    for (auto& way : ways) {
        if (way.block != block || way.mobility != static_cast<std::uint8_t>(m)) continue;
        way.wanted = true;
        return;
    }
    const auto most = static_cast<std::size_t>(c.p.ways_most);
    auto at = ways.end();
    if (ways.size() >= most) {  // in the room of one that nobody wants any more, else it is not found
        at = std::find_if(ways.begin(), ways.end(), [](const auto& w) { return !w.wanted; });
        if (at == ways.end()) return;
    } else {
        ways.emplace_back();
        at = ways.end() - 1;
    }
    at->block = block;
    at->mobility = static_cast<std::uint8_t>(m);
    at->wanted = true, at->solved = false;
}

/// The block's open cell nearest its middle stands for it: a way depends on the block alone, not on who asked first.
void choose_cell(const Context& c, world::MoveScratch::Way& way) {
    const auto& ground = c.model.ground;
    const std::int32_t wide = ground.nx / kBlockCells + 1;
    const std::int32_t x0 = way.block % wide * kBlockCells, y0 = way.block / wide * kBlockCells;
    std::int32_t best = INT32_MAX;
    way.cell = std::min(y0, ground.ny - 1) * ground.nx + std::min(x0, ground.nx - 1);
    for (std::int32_t y = y0; y < std::min(ground.ny, y0 + kBlockCells); ++y)
        for (std::int32_t x = x0; x < std::min(ground.nx, x0 + kBlockCells); ++x) {
            const auto cell = static_cast<std::size_t>(y * ground.nx + x);
            if (ground.speed_q8[way.mobility][cell] == 0 || c.world.passage.known[cell] != 0) continue;
            const std::int32_t dx = 2 * (x - x0) - kBlockCells + 1, dy = 2 * (y - y0) - kBlockCells + 1;
            if (dx * dx + dy * dy >= best) continue;
            best = dx * dx + dy * dy;
            way.cell = static_cast<std::int32_t>(cell);
        }
    way.x_mm = ground.x0_mm + way.cell % ground.nx * ground.cell_mm + ground.cell_mm / 2;
    way.y_mm = ground.y0_mm + way.cell / ground.nx * ground.cell_mm + ground.cell_mm / 2;
}

/// All places made for: the goals of the bodies, where beaten men know safety, and the signals.
void want_all(Context& c) {
    auto& ways = c.world.scratch_move.ways;
    for (auto& way : ways) way.wanted = false;
    const auto& goals = c.intents.units;
    for (std::size_t u = 0; u < goals.size(); ++u) {
        if (stands(static_cast<model::Verb>(goals.verb[u]))) continue;
        want(c, {goals.x_mm[u], goals.y_mm[u]},
             c.model.troops[c.model.units[u].troop].mounted ? ground::Mobility::horse
                                                            : ground::Mobility::foot);
    }
    for (const auto& side : c.model.sides)
        for (const auto m : {ground::Mobility::foot, ground::Mobility::horse})
            want(c, {side.retreat_x_mm, side.retreat_y_mm}, m);
    const auto& persons = c.world.persons;
    for (std::size_t p = 0; p < persons.size(); ++p) {
        if (persons.drum_on[p] == 0 && persons.banner_up[p] == 0) continue;
        const std::uint32_t man = persons.man[p];
        for (const auto m : {ground::Mobility::foot, ground::Mobility::horse})
            want(c, {c.world.men.x_mm[man], c.world.men.y_mm[man]}, m);
    }
}

/// A queue as those see it who think of a way: the cells about each man who is held up, by the density around him.
void mark_queues(Context& c, base::Column<std::uint8_t>& delay) {
    const auto& ground = c.model.ground;
    const auto& men = c.world.men;
    const std::int32_t reach =
        std::max(0, static_cast<std::int32_t>(c.p.queue_reach_m * 1000.0F) / ground.cell_mm);
    for (std::size_t r = 0; r < men.size(); ++r) {
        if (!world::active(men.status[r]) || men.stuck_s[r] == 0) continue;
        const float kept = 1.0F - c.p.queue_slope_m2 * static_cast<float>(men.press_q4[r]) / 16.0F;
        const float longer = kept > 1.0F / (1.0F + kLongestDelay) ? 1.0F / kept - 1.0F : kLongestDelay;
        const auto q4 = math::round_to<std::uint8_t>(longer * 16.0F);
        const std::int32_t cell = ground.cell(men.x_mm[r], men.y_mm[r]);
        const std::int32_t cx = cell % ground.nx, cy = cell / ground.nx;
        for (std::int32_t y = std::max(0, cy - reach); y <= std::min(ground.ny - 1, cy + reach); ++y)
            for (std::int32_t x = std::max(0, cx - reach); x <= std::min(ground.nx - 1, cx + reach); ++x) {
                auto& d = delay[static_cast<std::size_t>(y * ground.nx + x)];
                d = std::max(d, q4);
            }
    }
}

/// Every ways_review_s among walls, every crossing_review_s elsewhere: what is closed, what flames bar and where men queue now;
/// the ways are found anew if it has changed.
void review(Context& c) {
    auto& passage = c.world.passage;
    const float period_s = c.world.scratch_move.ways_on ? c.p.ways_review_s : c.p.crossing_review_s;
    const auto every = static_cast<base::Tick>(period_s) * 10;
    if (passage.size() == 0 || c.now % std::max<base::Tick>(10, every) != 0) return;
    auto& fresh = c.world.scratch_move.fresh_delay;
    fresh.assign(passage.size(), 0);
    mark_queues(c, fresh);
    bool changed = false;
    for (std::size_t i = 0; i < passage.size(); ++i) {
        const std::uint8_t known = passage.closed[i] != 0 || (c.fire && barred_by_fire(c, i)) ? 1 : 0;
        changed = changed || known != passage.known[i] || fresh[i] != passage.delay_q4[i];
        passage.known[i] = known, passage.delay_q4[i] = fresh[i];
    }
    if (changed) ++c.world.clock.ways_epoch[0];
}

/// The straight line enters no shut cell; false also when it is too long to judge.
bool straight_open(const Context& c, math::Vec2i from, math::Vec2i to, ground::Mobility m) noexcept {
    const auto& ground = c.model.ground;
    if (!ground.inside(from.x, from.y) || !ground.inside(to.x, to.y)) return false;
    const float cells = distance_m(from, to) * 1000.0F / static_cast<float>(ground.cell_mm);
    if (cells > static_cast<float>(kLongestLook)) return false;
    const std::int32_t parts = 1 + static_cast<std::int32_t>(cells * 2.0F);
    for (std::int32_t i = 1; i <= parts; ++i) {
        const std::int64_t dx = std::int64_t{to.x - from.x} * i / parts,
                           dy = std::int64_t{to.y - from.y} * i / parts;
        const std::int32_t cell =
            ground.cell(from.x + static_cast<std::int32_t>(dx), from.y + static_cast<std::int32_t>(dy));
        if (shut(c, m, static_cast<std::size_t>(cell))) return false;
    }
    return true;
}

/// Ways to the places made for: among walls and gates, where the straight way is often shut.
void find_ways_to_places(Context& c, bool slow) {
    auto& s = c.world.scratch_move;
    const auto& passage = c.world.passage;
    if (s.ways_epoch != c.world.clock.ways_epoch[0] || !s.solver.ready()) {
        for (auto& way : s.ways) way.solved = false;
        s.ways_epoch = c.world.clock.ways_epoch[0];
        s.solver.set(c.model.ground, passage.known.data(), passage.delay_q4.data());
    } else if (!slow && !s.ways.empty()) {
        return;
    }
    want_all(c);
    for (auto& way : s.ways) {
        if (!way.wanted || way.solved) continue;
        choose_cell(c, way);
        s.solver.solve(static_cast<ground::Mobility>(way.mobility), way.cell, way.flow);
        way.solved = true;
    }
}

/// Ways over rivers and ditches: by which ramp, once queues or flames make a difference.
void find_ways_to_regions(Context& c) {
    auto& s = c.world.scratch_move;
    const std::uint32_t epoch = c.world.clock.ways_epoch[0];
    if (epoch == 0 || (s.regions_epoch == epoch && s.regions.ready())) return;
    s.regions.set(c.model.ground, c.world.passage.known.data(), c.world.passage.delay_q4.data());
    s.regions_epoch = epoch;
}

}  // namespace

void find_ways(Context& c) {
    const auto& ground = c.model.ground;
    auto& passage = c.world.passage;
    const bool parted = ground.regions > 1;
    if ((ground.walled || parted) && passage.size() == 0) passage.resize(ground.height_mm.size());
    c.closed_now = passage.size() != 0 ? passage.closed.data() : nullptr;
    auto& s = c.world.scratch_move;
    s.ways_on = ground.walled || c.world.clock.closed_cells[0] != 0;
    if (!s.ways_on && !parted) return;
    const bool slow = c.world.slow_tick();
    if (slow) review(c);
    if (s.ways_on) find_ways_to_places(c, slow);
    if (parted) find_ways_to_regions(c);
}

bool known_way(const Context& c, math::Vec2i from, math::Vec2i to, ground::Mobility m,
               math::Vec2f& dir) noexcept {
    const auto& ground = c.model.ground;
    const auto straight = [&] {
        return math::normalized(
            math::Vec2f{static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)});
    };
    const std::int32_t block = block_of(ground, to);
    const std::int32_t here = ground.cell(from.x, from.y);
    const auto& solver = c.world.scratch_move.solver;
    world::MoveScratch::Way* best = nullptr;
    bool exact = false;
    std::int64_t nearest = INT64_MAX;
    for (auto& way : c.world.scratch_move.ways) {
        if (!way.solved || !way.wanted || way.mobility != static_cast<std::uint8_t>(m)) continue;
        const math::Vec2i off{way.x_mm - to.x, way.y_mm - to.y};
        const bool same = way.block == block;
        const std::int64_t d2 = same ? -1 : math::length2(off);
        if (d2 < nearest) nearest = d2, best = &way, exact = same;
    }
    if (exact ? solver.straight(best->flow, m, here) : straight_open(c, from, to, m)) {
        dir = straight();
        return true;
    }
    std::int32_t dx = 0, dy = 0;
    if (best == nullptr || !solver.way(best->flow, m, here, dx, dy)) return false;
    dir = math::normalized(math::Vec2f{static_cast<float>(dx), static_cast<float>(dy)});
    return true;
}

}  // namespace linghe::move
