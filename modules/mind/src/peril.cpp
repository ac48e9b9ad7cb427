// A commander whose body a fire comes at takes it out of the way; the first in command who has come out of a flight with
// few of his men about him gathers them where he is. Both ripen as every decision does, and both rest on what he sees.
#include <cmath>

#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using model::Verb;

bool is(const Office& o, std::uint32_t who, Verb verb) {
    return o.intents.persons.verb[who] == static_cast<std::uint8_t>(verb);
}

/// Water, banks or a road part him from the fire: it will not come over.
bool parted(const Office& o, math::Vec2i here, math::Vec2i fire) {
    return region_of(o, here) != region_of(o, fire);
}

/// Seconds that the first in command reckons with until the last of those he sees about him is over the nearest crossing: the
/// way there, and the queue before it (men / (specific flow * width), as egress through a passage is reckoned). 0 when no
/// river lies between him and where his side would withdraw to.
double egress_s(const Office& o, std::uint32_t who) {
    if (chief_of(o, who) != who)
        return 0;  // whoever has one above him falls back on him, and leaves the river to him
    const auto& ground = o.model.ground;
    const math::Vec2i here = o.place(who);
    const auto& side = o.model.sides[o.model.persons[who].side];
    if (ground.ramps.empty() || !parted(o, here, {side.retreat_x_mm, side.retreat_y_mm})) return 0;
    const ground::Ramp* nearest = nullptr;
    double off_m = 0;
    for (const auto& ramp : ground.ramps) {
        const double m = metres_to(o, who,
                                   {math::round_to<std::int32_t>(ramp.at.x_m * 1000.0F),
                                    math::round_to<std::int32_t>(ramp.at.y_m * 1000.0F)});
        if (nearest != nullptr && m >= off_m) continue;
        nearest = &ramp;
        off_m = m;
    }
    const double flow_per_s =
        static_cast<double>(o.p().crossing_flow_per_m_s) * static_cast<double>(nearest->width_m);
    return off_m / static_cast<double>(o.p().egress_pace_m_s) +
           static_cast<double>(o.beliefs.self.friends[who]) / flow_per_s;
}

/// The fire would be upon him before he is out of its way (a trigger point: the time at hand against the time needed), or is
/// too near for any reckoning. What he saw last is carried on at the speed it had: smoke may have hidden it since.
bool fire_comes(const Office& o, std::uint32_t who) {
    const auto& self = o.beliefs.self;
    if (self.fire_known[who] == 0) return false;
    const double age_s = o.seconds_since(self.fire_tick[who]);
    const math::Vec2i fire{self.fire_x_mm[who], self.fire_y_mm[who]};
    if (age_s > static_cast<double>(o.p().fire_memory_s) || parted(o, o.place(who), fire)) return false;
    const double speed = self.fire_speed_cm_s[who] * 0.01;
    const double range = metres_to(o, who, fire) - speed * age_s;
    return range <= static_cast<double>(o.p().fire_near_m) ||
           (speed > 0 && range <= speed * (static_cast<double>(o.p().fire_warning_s) + egress_s(o, who)));
}

/// Water, the bed of a river or the edge of its bank is no place for drum and banner: between them and the crossing there
/// must be room for the host that is to come, or the first to come bar the way of the rest.
bool off_the_river(const Office& o, std::uint32_t who) {
    if (o.beliefs.self.in_water[who] != 0) return false;
    const math::Vec2i here = o.place(who);
    const double off_m = o.model.ground.off_channel_m(here.x, here.y);
    if (off_m >= static_cast<double>(o.p().near_chief_m)) return true;
    const double host_m = std::sqrt(roll_of(o, who) * static_cast<double>(o.p().room_m2) / math::kPi);
    return off_m >= math::clamp(host_m, static_cast<double>(o.p().gather_off_bank_m),
                                static_cast<double>(o.p().near_chief_m));
}

/// Out of danger: no fire comes, no enemy is near, he has firm ground under him and the crossing behind him.
bool safe(const Office& o, std::uint32_t who) {
    const auto& self = o.beliefs.self;
    return !fire_comes(o, who) && off_the_river(o, who) && self.cut_off[who] == 0 &&
           static_cast<float>(self.enemy_range_m[who]) > o.p().threat_range_m;
}

bool few_about_him(const Office& o, std::uint32_t who) {
    const double share =
        static_cast<double>(o.model.sides[o.model.persons[who].side].doctrine.gather_below_share);
    return static_cast<double>(o.beliefs.self.friends[who]) < share * roll_of(o, who);
}

/// Whoever gave him the order learns that it is given up, and why; without an order his superior learns of the fire.
void give_up_for_fire(Office& o, std::uint32_t who, std::uint32_t order) {
    auto& orders = o.intents.orders;
    const bool under_orders =
        order != kNoOrder && orders.state[order] == static_cast<std::uint8_t>(intent::OrderState::taken_up);
    if (!under_orders || orders.issuer[order] == who) {
        report_to_superior(o, who);
        return;
    }
    orders.state[order] = static_cast<std::uint8_t>(intent::OrderState::failed);
    reply(o, who, order, intent::Reply::breaks_off, NoteKind::order_failed, NoteCause::fire);
}

}  // namespace

bool heed_fire(Office& o, std::uint32_t who) {
    // He who lights the grass stands near flames of his own.
    if (is(o, who, Verb::burn) || !fire_comes(o, who)) return false;
    if (is(o, who, Verb::withdraw)) return true;  // nothing else counts until he is out of its way
    // Whom an order holds at all cost stays; everyone else sees for himself that the ground is lost.
    const std::uint32_t order = o.intents.persons.order[who];
    if (order != kNoOrder && o.intents.orders.at_all_cost[order] != 0) return false;
    if (!ripe(o, who, Verb::withdraw, o.p().latency_signal_share)) return true;
    const auto& side = o.model.sides[o.model.persons[who].side];
    resolve(o, who, {Verb::withdraw, {side.retreat_x_mm, side.retreat_y_mm}}, NoteCause::fire);
    give_up_for_fire(o, who, order);
    return true;
}

bool stop_and_gather(Office& o, std::uint32_t who) {
    if (chief_of(o, who) != who || !is(o, who, Verb::withdraw)) return false;
    if (!safe(o, who) || !few_about_him(o, who)) return false;
    if (!ripe(o, who, Verb::gather, 1.0F)) return true;
    resolve(o, who, {Verb::gather, o.place(who)}, NoteCause::belief);
    return true;
}

}  // namespace linghe::mind
