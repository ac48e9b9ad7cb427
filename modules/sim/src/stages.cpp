#include "stages.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/fight/fight.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/world/passage.hpp"

namespace linghe::sim {

using world::EventKind;
using world::Level;
constexpr std::size_t kManChunk = 2048;  // part of the determinism contract

void choose_stepping(world::World& world) {
    auto& rows = world.stepping.rows;
    auto& dt = world.stepping.dt_ticks;
    rows.clear();
    dt.clear();
    const base::Tick now = world.tick();
    std::array<std::uint16_t, 256> due{};  // by level: how long his step is, 0 when it is not his turn
    for (const Level level : {Level::contact, Level::moving, Level::marching, Level::rest}) {
        const int period = world::period_ticks(level);
        if (now % period == 0) due[static_cast<std::size_t>(level)] = static_cast<std::uint16_t>(period);
    }
    const std::uint32_t n = world.index.size();
    for (std::uint32_t slot = 0; slot < n; ++slot) {
        const std::uint16_t period = due[world.index.level[slot]];
        if (period == 0) continue;
        rows.push_back(world.index.man[slot]);
        dt.push_back(period);
    }
}

namespace {

void do_one(const model::Model& model, State& state, const model::Intervention& what) {
    auto& world = state.world;
    const std::uint32_t p = what.person.v;
    const bool has_person = what.person.valid() && p < model.persons.size();
    using Kind = model::Intervention::Kind;
    switch (what.kind) {
        case Kind::kill_person:
            if (has_person) {
                const std::uint32_t man = world.persons.man[p];
                if (world::active(world.men.status[man])) {
                    world.men.status[man] = static_cast<std::uint8_t>(world::Status::dead);
                }
            }
            break;
        case Kind::silence_drum:
            if (has_person) world.persons.barred[p] |= 1;
            break;
        case Kind::strike_banner:
            if (has_person) world.persons.barred[p] |= 2;
            break;
        case Kind::set_wind:
            world.clock.wind_set[0] = 1;
            {
                const math::Vec2d from = math::unit_of_d(
                    math::turn_from_radians((90.0 - static_cast<double>(what.b)) * math::kPi / 180.0));
                world.clock.set_x_mm_s[0] =
                    math::round_to<std::int32_t>(-from.x * static_cast<double>(what.a) * 1000.0);
                world.clock.set_y_mm_s[0] =
                    math::round_to<std::int32_t>(-from.y * static_cast<double>(what.a) * 1000.0);
            }
            break;
        case Kind::shut_ground:
        case Kind::open_ground: {
            const auto& g = model.ground;
            for (std::int32_t c = 0; c < g.nx * g.ny; ++c) {
                const std::int32_t x = g.x0_mm + c % g.nx * g.cell_mm + g.cell_mm / 2,
                                   y = g.y0_mm + c / g.nx * g.cell_mm + g.cell_mm / 2;
                if (x >= what.x0_mm && x <= what.x1_mm && y >= what.y0_mm && y <= what.y1_mm)
                    world::set_closed(world, model, c, world::Closes::gate, what.kind == Kind::shut_ground);
            }
            break;
        }
        case Kind::give_order:
            if (has_person) {
                auto& orders = state.intents.orders;
                const std::size_t row = orders.size();
                orders.resize(row + 1);
                orders.issuer[row] = static_cast<std::uint16_t>(p);
                orders.addressee[row] = static_cast<std::uint16_t>(p);
                orders.verb[row] = static_cast<std::uint8_t>(what.order.verb);
                orders.place[row] = what.order.place;
                orders.pace[row] = what.order.pace;
                orders.formation[row] = static_cast<std::uint8_t>(what.order.formation);
                orders.x_mm[row] = what.order.x_mm;
                orders.y_mm[row] = what.order.y_mm;
                orders.person[row] =
                    static_cast<std::uint16_t>(what.order.person.valid() ? what.order.person.v : 0xffff);
                orders.issued[row] = static_cast<std::int32_t>(world.tick());
                orders.received[row] = orders.issued[row];
                orders.deadline[row] = static_cast<std::int32_t>(what.order.deadline);
                orders.channel[row] = static_cast<std::uint8_t>(intent::Channel::at_start);
                orders.state[row] = static_cast<std::uint8_t>(intent::OrderState::received);
            }
            break;
    }
}

}  // namespace

void intervene(const model::Model& model, State& state) {
    auto& clock = state.world.clock;
    // The scenario reader has sorted them by tick, then id.
    while (clock.interventions[0] < model.interventions.size() &&
           model.interventions[clock.interventions[0]].tick <= clock.tick[0]) {
        const std::uint32_t i = clock.interventions[0]++;
        const auto& what = model.interventions[i];
        do_one(model, state, what);
        world::Event event;
        event.kind = EventKind::intervention;
        event.subject_kind = 2;
        event.subject = what.person.valid() ? what.person.v : 0xffffffffu;
        event.value = static_cast<std::int32_t>(i);
        event.cause_1 = world::Cause::intervention;
        event.share_1 = 255;
        world::write_event(state.world.events, clock, event);
    }
}

void obey_signals(const model::Model& model, State& state) {
    auto& world = state.world;
    for (std::uint32_t p = 0; p < model.persons.size(); ++p) {
        const auto& person = model.persons[p];
        auto signal = [&](EventKind kind) {
            world::Event event;
            event.kind = kind;
            event.subject_kind = 2;
            event.subject = p;
            event.x_mm = world.men.x_mm[person.man];
            event.y_mm = world.men.y_mm[person.man];
            event.parent = world.persons.last_event[p];
            world.persons.last_event[p] = world::write_event(world.events, world.clock, event);
        };
        if (person.sounds()) {
            const bool beat = state.intents.persons.drum[p] != 0 && world.persons.alive[p] != 0 &&
                              (world.persons.barred[p] & 1) == 0 && !model.lacks(model::Without::drum);
            if (beat != (world.persons.drum_on[p] != 0)) {
                world.persons.drum_on[p] = beat ? 1 : 0;
                world.persons.drum_since[p] = beat ? static_cast<std::int32_t>(world.tick()) : -1;
                signal(beat ? EventKind::drum_begins : EventKind::drum_ends);
            }
        }
        if (person.banner_side_m > 0) {
            const bool up = state.intents.persons.banner[p] != 0 && world.persons.alive[p] != 0 &&
                            (world.persons.barred[p] & 2) == 0 && !model.lacks(model::Without::banner);
            if (up != (world.persons.banner_up[p] != 0)) {
                world.persons.banner_up[p] = up ? 1 : 0;
                signal(up ? EventKind::banner_up : EventKind::banner_down);
            }
        }
    }
}

void enter_notes(State& state) {
    auto& notes = state.intents.notes;
    auto& world = state.world;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const std::uint16_t p = notes.person[i];
        world::Event event;
        event.kind = static_cast<EventKind>(notes.kind[i]);
        event.subject_kind = 2;
        event.subject = p;
        event.other = notes.other[i] == 0xffff ? world::kNobody : notes.other[i];
        const std::uint32_t man = world.persons.man[p];
        event.x_mm = world.men.x_mm[man];
        event.y_mm = world.men.y_mm[man];
        event.value = notes.value[i];
        event.cause_1 = static_cast<world::Cause>(notes.cause[i]);
        event.share_1 = event.cause_1 == world::Cause::none ? std::uint8_t{0} : std::uint8_t{255};
        // What lies behind it: the event of the order it carries out, else what last happened to him.
        const std::uint32_t order = notes.order[i];
        const bool gives = event.kind == EventKind::order_given;
        event.parent = order != world::kNobody && !gives ? state.intents.orders.event[order]
                                                         : world.persons.last_event[p];
        const std::uint32_t id = world::write_event(world.events, world.clock, event);
        world.persons.last_event[p] = id;
        // What comes of a reply goes back to the refusal or the doubt, as what comes of an order does to its giving.
        const bool replies = order != world::kNobody && state.intents.orders.reply[order] != 0;
        if (order != world::kNobody && (gives || replies)) state.intents.orders.event[order] = id;
    }
    notes.resize(0);
}

void tally_units(const model::Model& model, world::World& world) {
    auto& units = world.units;
    const std::size_t n = units.size();
    auto& sums = world.unit_sums;
    sums.assign(n, {});
    const auto& men = world.men;
    for (std::uint32_t row = 0; row < men.size(); ++row) {
        const std::uint16_t home = model.men.home_unit[row];
        if (!world::active(men.status[row])) {
            ++sums[home].fallen;
            continue;
        }
        auto& sum = sums[men.unit[row]];
        ++sum.men;
        sum.fear += men.fear_q16[row];
        if (world::fleeing(men.morale[row])) ++sum.fleeing;
        const bool bears = men.goal_kind[row] == static_cast<std::uint8_t>(world::Goal::rear);
        if (world::in_ranks(men.morale[row]) && !bears) {
            ++sum.in_hand;
            sum.x_mm += men.x_mm[row];
            sum.y_mm += men.y_mm[row];
        }
    }
    const bool new_minute = world.tick() % 600 == 0;
    for (std::size_t u = 0; u < n; ++u) {
        const auto& sum = sums[u];
        if (sum.in_hand > 0) {
            units.x_mm[u] = static_cast<std::int32_t>(sum.x_mm / static_cast<std::int64_t>(sum.in_hand));
            units.y_mm[u] = static_cast<std::int32_t>(sum.y_mm / static_cast<std::int64_t>(sum.in_hand));
        }
        units.in_hand[u] = sum.in_hand;
        units.fleeing[u] = sum.fleeing;
        units.mean_fear_q16[u] = static_cast<std::uint16_t>(sum.men > 0 ? sum.fear / sum.men : 0);
        if (new_minute) units.fallen_before[u] = units.fallen[u];
        units.fallen[u] = sum.fallen;
    }
}

void tally_persons(world::World& world) {
    for (std::uint32_t p = 0; p < world.persons.size(); ++p) {
        const std::uint32_t man = world.persons.man[p];
        if (world.persons.alive[p] == 0 || world::active(world.men.status[man])) continue;
        world.persons.alive[p] = 0;
        world::Event event;
        event.kind = EventKind::person_falls;
        event.subject_kind = 2;
        event.subject = p;
        event.other = world.men.killer[man];
        event.x_mm = world.men.x_mm[man];
        event.y_mm = world.men.y_mm[man];
        event.value = world.men.status[man];
        event.cause_1 = world::Cause::wound;
        event.share_1 = 255;
        event.parent = world.men.last_event[man];
        world.persons.last_event[p] = world::write_event(world.events, world.clock, event);
    }
}

void check_deadlines(State& state) {
    auto& orders = state.intents.orders;
    const auto now = static_cast<std::int32_t>(state.world.tick());
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders.deadline[i] == 0 || now < orders.deadline[i]) continue;
        const auto how = static_cast<intent::OrderState>(orders.state[i]);
        if (how == intent::OrderState::done || how == intent::OrderState::failed ||
            how == intent::OrderState::refused)
            continue;
        orders.state[i] = static_cast<std::uint8_t>(intent::OrderState::failed);
        world::Event event;
        event.kind = EventKind::order_failed;
        event.subject_kind = 2;
        event.subject = orders.addressee[i];
        event.other = orders.issuer[i];
        event.value = 1;
        event.cause_1 = world::Cause::deadline;
        event.share_1 = 255;
        event.parent = orders.event[i];
        world::write_event(state.world.events, state.world.clock, event);
    }
}

namespace {

/// Either can strike the other within half a second, the step he would else take: by how far both go in that time.
bool may_be_struck(const model::Model& model, const world::World& world, std::uint32_t row) {
    const auto& men = world.men;
    const std::uint32_t enemy = men.near_enemy[row];
    if (enemy == world::kNobody) return false;
    const auto pace_m = [&](std::uint32_t r) {
        const auto vx = static_cast<float>(men.vx_mm_s[r]), vy = static_cast<float>(men.vy_mm_s[r]);
        constexpr float kStepS = 0.1F * static_cast<float>(world::period_ticks(Level::moving));
        return std::sqrt(vx * vx + vy * vy) * 0.001F * kStepS;
    };
    const float strikes = std::max(fight::strike_distance_m(model, world, row, enemy),
                                   fight::strike_distance_m(model, world, enemy, row));
    return static_cast<float>(men.near_enemy_cm[row]) * 0.01F <=
           strikes + pace_m(row) + pace_m(enemy) + model.parameters.sim.contact_margin_m;
}

/// He wants to get on in a press, where a second is longer than the gap before him; ranks that march keep their distance.
bool in_dense_crowd(const model::Model& model, const world::World& world, std::uint32_t row) {
    const auto& men = world.men;
    if (men.press_q4[row] == 0) return false;
    const auto doing = static_cast<world::Doing>(men.doing[row]);
    const bool moves = men.vx_mm_s[row] != 0 || men.vy_mm_s[row] != 0;
    const bool keeps_rank = world.index.ranks_of[world.index.slot_of[row]] != 0xffff;
    if (doing != world::Doing::queueing && (!moves || keeps_rank)) return false;
    const auto& troop = model.troops[model.men.troop[row]];
    const float body_m2 = 2.0F * troop.body_half_width_m * troop.body_length_m;
    const float press_m2 = static_cast<float>(men.press_q4[row]) / 16.0F;
    return press_m2 * body_m2 >= model.parameters.sim.dense_share;
}

/// The level his state calls for. Percept is two seconds old at most, and nobody runs 40 m in that time.
Level level_for(const model::Model& model, const State& state, std::uint32_t row) {
    const auto& world = state.world;
    const auto& men = world.men;
    const auto& goals = state.intents.units;
    const auto within = [&](float range_m) {
        return men.enemy_range_m[row] != world::kFar && static_cast<float>(men.enemy_range_m[row]) <= range_m;
    };
    if (men.in_bout[row] != 0 || men.foe[row] != world::kNobody || may_be_struck(model, world, row))
        return Level::contact;
    const auto fire_within = [&](float range_m) {
        return men.fire_range_dm[row] != world::kNoFlames &&
               static_cast<float>(men.fire_range_dm[row]) * 0.1F <= range_m;
    };
    if (men.near_enemy[row] != world::kNobody || men.suppression_q8[row] != 0 ||
        within(model.parameters.sim.near_enemy_m) || fire_within(model.parameters.sim.fire_near_m) ||
        in_dense_crowd(model, world, row))
        return Level::moving;
    const bool still = men.vx_mm_s[row] == 0 && men.vy_mm_s[row] == 0;
    if (!still || within(model.parameters.sim.alarm_m) || fire_within(model.parameters.sim.fire_alarm_m) ||
        world::fleeing(men.morale[row]))
        return Level::marching;
    if (!world::in_ranks(men.morale[row])) return Level::rest;  // he stands by the signal, or has yielded
    const std::uint16_t u = men.unit[row];
    const bool unit_moves = goals.wake[u] != 0 || goals.arrived[u] == 0 || world.units.dressing[u] != 0;
    return unit_moves ? Level::marching : Level::rest;
}

}  // namespace

void set_levels(const model::Model& model, State& state, jobs::Jobs& jobs) {
    auto& world = state.world;
    auto& men = world.men;
    const base::Tick now = world.tick();
    const bool slow = now % 10 == 0;
    // Between the slow ticks a man is asked only after a step of his own.
    const auto& rows = slow ? world.index.man : world.stepping.rows;
    jobs.for_chunks(rows.size(), kManChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t row = rows[i];
            const auto level = static_cast<Level>(men.level[row]);
            const Level next = level_for(model, state, row);
            // Down only at a common multiple of both steps, so that no stretch of time is lived twice.
            if (next > level && now % world::period_ticks(next) != 0) continue;
            men.level[row] = static_cast<std::uint8_t>(next);
        }
    });
    if (!slow) return;
    auto& wake = state.intents.units.wake;
    for (auto& w : wake) w = 0;
}

void keep_ledger(const model::Model& model, State& state, bool slow, jobs::Jobs& jobs) {
    tally_persons(state.world);
    if (slow) {
        tally_units(model, state.world);
        check_deadlines(state);
    }
    set_levels(model, state, jobs);
}

}  // namespace linghe::sim
