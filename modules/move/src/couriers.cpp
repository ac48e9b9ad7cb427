// Couriers: riders who carry an order to where the sender thinks the addressee is, look for him, ask, and may be lost.
#include <algorithm>

#include "context.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/move/laws.hpp"
#include "linghe/world/smoke_grid.hpp"

namespace linghe::move {

namespace {

using intent::OrderState;

enum class Ride : std::uint8_t { riding = 0, searching = 1, delivered = 2, lost = 3, taken = 4 };
constexpr std::int32_t kAskMm = 20'000;  // men this near can be asked
constexpr float kSecondS = 1.0F;         // couriers ride on slow ticks

void set_out(Context& c) {
    auto& orders = c.intents.orders;
    auto& couriers = c.world.couriers;
    for (std::size_t o = 0; o < orders.size(); ++o) {
        if (static_cast<intent::Channel>(orders.channel[o]) != intent::Channel::rider) continue;
        if (static_cast<OrderState>(orders.state[o]) != OrderState::issued) continue;
        if (orders.issuer[o] >= c.model.persons.size() || orders.addressee[o] >= c.model.persons.size())
            continue;
        const std::uint32_t sender = c.model.persons[orders.issuer[o]].man;
        const std::size_t row = couriers.size();
        couriers.resize(row + 1);
        couriers.id[row] = c.world.clock.next_courier[0]++;
        couriers.order[row] = static_cast<std::uint32_t>(o);
        couriers.from_person[row] = orders.issuer[o], couriers.to_person[row] = orders.addressee[o];
        couriers.x_mm[row] = c.world.men.x_mm[sender], couriers.y_mm[row] = c.world.men.y_mm[sender];
        couriers.goal_x_mm[row] = orders.seek_x_mm[o], couriers.goal_y_mm[row] = orders.seek_y_mm[o];
        couriers.state[row] = static_cast<std::uint8_t>(Ride::riding);
        couriers.since[row] = static_cast<std::int32_t>(c.now);
        orders.state[o] = static_cast<std::uint8_t>(OrderState::travelling);
    }
}

/// How far he sees in the smoke and dust about him (Koschmieder: the contrast that is left falls to the eye's threshold).
float sight_in_smoke(const Context& c, math::Vec2i at) {
    const auto& smoke = c.world.smoke;
    if (smoke.size() == 0) return static_cast<float>(world::kFar);
    const auto cell = static_cast<std::size_t>(world::smoke_grid(c.model).cell(at.x, at.y));
    const float per_m =
        1.0e-6F * (static_cast<float>(smoke.black_um[cell]) + static_cast<float>(smoke.white_um[cell]) +
                   static_cast<float>(smoke.dust_um[cell]));
    const float depth =
        static_cast<float>(-det::log(static_cast<double>(c.model.parameters.percept.contrast_threshold)));
    return per_m * static_cast<float>(world::kFar) > depth ? depth / per_m : static_cast<float>(world::kFar);
}

struct Around {
    float sight_m = 0;  ///< how far one sees here
    std::int64_t enemy2_mm2 = INT64_MAX;
    bool friends = false;  ///< somebody to ask
};
Around look_about(const Context& c, math::Vec2i at, std::uint8_t side) {
    Around a;
    a.sight_m = sight_in_smoke(c, at);
    const auto& index = c.world.index;
    index.for_each_near(at.x, at.y, kAskMm, [&](std::uint32_t slot) {
        const std::int64_t d2 = math::length2(place_of_slot(index, slot) - at);
        if (d2 > std::int64_t{kAskMm} * kAskMm) return;
        if (index.side[slot] != side) {
            a.enemy2_mm2 = std::min(a.enemy2_mm2, d2);
        } else {
            a.friends = true;
        }
    });
    return a;
}

void fail(Context& c, std::size_t row, Ride how) {
    auto& couriers = c.world.couriers;
    auto& orders = c.intents.orders;
    couriers.state[row] = static_cast<std::uint8_t>(how);
    const std::uint32_t o = couriers.order[row];
    if (o < orders.size() && static_cast<OrderState>(orders.state[o]) == OrderState::travelling) {
        orders.state[o] = static_cast<std::uint8_t>(OrderState::failed);
    }
    world::Event e;
    e.kind = world::EventKind::courier_lost;
    e.subject_kind = 3;
    e.subject = static_cast<std::uint32_t>(row);
    e.other = couriers.to_person[row];
    e.x_mm = couriers.x_mm[row], e.y_mm = couriers.y_mm[row];
    e.value = static_cast<std::int32_t>(how);
    e.cause_1 = how == Ride::taken ? world::Cause::enemy : world::Cause::belief;
    e.share_1 = 255;
    e.parent = o < orders.size() ? orders.event[o] : 0;
    world::write_event(c.world.events, c.world.clock, e);
}

/// Where he looks next: within a circle that widens with the time, about the place he was last told.
void search_on(Context& c, std::size_t row) {
    auto& couriers = c.world.couriers;
    const math::Rng rng{c.model.seed};
    const float searched_min = static_cast<float>(c.now - couriers.since[row]) / 600.0F;
    const float share = std::sqrt(rng.uniform(couriers.id[row], c.now, math::Purpose::courier_route, 3));
    const float radius = c.p.courier_circle_m * (1.0F + searched_min) * share * 1000.0F;
    const auto bearing =
        static_cast<std::uint16_t>(rng.u32(couriers.id[row], c.now, math::Purpose::courier_route));
    const math::Vec2f off = math::unit_of(bearing) * radius;
    const std::uint32_t o = couriers.order[row];
    couriers.goal_x_mm[row] = c.intents.orders.seek_x_mm[o] + math::round_to<std::int32_t>(off.x);
    couriers.goal_y_mm[row] = c.intents.orders.seek_y_mm[o] + math::round_to<std::int32_t>(off.y);
}

/// Somebody points him the right way, more or less; from now on he looks there.
void ask(Context& c, std::size_t row, math::Vec2i at, math::Vec2i sought) {
    auto& couriers = c.world.couriers;
    const math::Rng rng{c.model.seed};
    const float off = distance_m(at, sought) * c.p.courier_ask_error * 1000.0F;
    const std::uint32_t id = couriers.id[row];
    const std::uint32_t o = couriers.order[row];
    auto& orders = c.intents.orders;
    orders.seek_x_mm[o] =
        sought.x + math::round_to<std::int32_t>(off * rng.normal(id, c.now, math::Purpose::courier_route, 1));
    orders.seek_y_mm[o] =
        sought.y + math::round_to<std::int32_t>(off * rng.normal(id, c.now, math::Purpose::courier_route, 2));
    couriers.goal_x_mm[row] = orders.seek_x_mm[o], couriers.goal_y_mm[row] = orders.seek_y_mm[o];
}

bool taken(Context& c, std::size_t row, const Around& around) {
    const float reach = c.p.courier_taken_m * 1000.0F;
    if (around.enemy2_mm2 > static_cast<std::int64_t>(reach * reach)) return false;
    const math::Rng rng{c.model.seed};
    const std::uint32_t threshold =
        math::exponential_threshold_q16(rng, c.world.couriers.id[row], math::Purpose::courier_route, 0);
    return math::hazard_step(c.world.couriers.h_taken_q16[row], c.p.courier_taken_per_s, kSecondS, threshold);
}

void ride(Context& c, std::size_t row) {
    auto& couriers = c.world.couriers;
    const std::uint16_t from = couriers.from_person[row], to = couriers.to_person[row];
    const math::Vec2i start{couriers.x_mm[row], couriers.y_mm[row]};
    const Around around = look_about(c, start, c.model.persons[from].side);
    if (taken(c, row, around)) return fail(c, row, Ride::taken);
    if (c.now - couriers.since[row] > static_cast<base::Tick>(c.p.courier_lost_s * 10.0F))
        return fail(c, row, Ride::lost);
    const Gait gait{0, 0, 0, 0, 0, 1.5F, true};
    const math::Vec2i goal{couriers.goal_x_mm[row], couriers.goal_y_mm[row]};
    float stride = on_ground(c, gait, c.model.ground.cell(start.x, start.y), c.p.courier_speed_m_s) *
                   smoke_share(around.sight_m, c.p.smoke_full_sight_m, c.p.smoke_floor_share) * kSecondS;
    stride = std::min(stride, distance_m(start, goal));
    const math::Vec2f by = way_to(c, start, goal, ground::Mobility::horse) * (stride * 1000.0F);
    const math::Vec2i at = step_on_ground(
        c, gait, start, {math::round_to<std::int32_t>(by.x), math::round_to<std::int32_t>(by.y)});
    couriers.x_mm[row] = at.x, couriers.y_mm[row] = at.y;
    const std::uint32_t man = c.model.persons[to].man;
    const math::Vec2i sought{c.world.men.x_mm[man], c.world.men.y_mm[man]};
    const bool alive = world::active(c.world.men.status[man]);
    if (alive && distance_m(at, sought) <=
                     std::min(c.p.courier_find_m, std::max(around.sight_m, 0.2F * c.p.courier_find_m))) {
        couriers.state[row] = static_cast<std::uint8_t>(Ride::delivered);
        return;
    }
    const bool there = distance_m(at, goal) <= c.p.arrive_m || (at == start && stride > 0.0F);
    if (there) {
        couriers.state[row] = static_cast<std::uint8_t>(Ride::searching);
        search_on(c, row);
    }
    const auto ask_ticks = std::max<base::Tick>(10, static_cast<base::Tick>(c.p.courier_ask_s * 10.0F));
    const bool asks = static_cast<Ride>(couriers.state[row]) == Ride::searching && around.friends &&
                      (c.now - couriers.since[row]) % ask_ticks < 10;
    if (asks && alive && distance_m(at, sought) <= c.p.courier_ask_range_m) ask(c, row, at, sought);
}

}  // namespace

void ride_couriers(Context& c) {
    if (c.model.lacks(model::Without::couriers)) return;
    set_out(c);
    for (std::size_t row = 0; row < c.world.couriers.size(); ++row) {
        if (c.world.couriers.state[row] <= static_cast<std::uint8_t>(Ride::searching)) ride(c, row);
    }
}

}  // namespace linghe::move
