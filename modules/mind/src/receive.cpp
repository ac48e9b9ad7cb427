// Orders that have reached their addressee. Latency, then obedience: an order is judged feasible or not by the one who
// gets it, from what he believes, and is taken up all the same under threat (accounts of silent compliance: coercion).
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using intent::OrderState;
using model::Verb;

/// Chance, as he sees it, to be where he is sent before the deadline: 1 when there is none.
float feasible(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    if (orders.deadline[order] == 0) return 1.0F;
    const double way_m =
        metres_to(o, who, {orders.x_mm[order], orders.y_mm[order]}) * static_cast<double>(o.p().reach_margin);
    // fetch means there and back, the way back with troops at their own pace.
    const double legs = orders.verb[order] == static_cast<std::uint8_t>(Verb::fetch) ? 2.5 : 1.0;
    const double needed_s = legs * way_m / static_cast<double>(o.p().rider_speed_m_s);
    const double left_s = base::seconds_of(orders.deadline[order] - o.now);
    if (needed_s <= 0.0) return 1.0F;
    return math::clamp(static_cast<float>(left_s / needed_s), 0.0F, 1.0F);
}

NoteCause cause_of(const Office& o, std::size_t order) {
    return o.intents.orders.channel[order] == static_cast<std::uint8_t>(intent::Channel::drum)
               ? NoteCause::drum
               : NoteCause::order;
}

void take_up(Office& o, std::uint32_t who, std::size_t order) {
    auto& orders = o.intents.orders;
    orders.state[order] = static_cast<std::uint8_t>(OrderState::taken_up);
    const auto verb = static_cast<Verb>(orders.verb[order]);
    // An older order he was carrying out gives way to this one.
    const std::uint32_t old = o.intents.persons.order[who];
    if (old != kNoOrder && orders.state[old] == static_cast<std::uint8_t>(OrderState::taken_up)) {
        orders.state[old] = static_cast<std::uint8_t>(OrderState::done);
    }
    resolve(o, who,
            {verb,
             {orders.x_mm[order], orders.y_mm[order]},
             orders.person[order],
             static_cast<std::uint32_t>(order),
             orders.place[order]},
            cause_of(o, order));
}

}  // namespace

void receive_orders(Office& o) {
    auto& orders = o.intents.orders;
    auto& mine = o.intents.persons;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders.state[i] != static_cast<std::uint8_t>(OrderState::received) || orders.is_report[i] != 0)
            continue;
        const std::uint32_t who = orders.addressee[i];
        if (!o.alive(who)) continue;
        if (orders.feasible_q16[i] == 0) {  // first look: how long will he take, what does he think of it
            orders.feasible_q16[i] =
                math::to_q16_u16(static_cast<double>(math::clamp(feasible(o, who, i), 0.001F, 0.999F)));
            const bool at_start = orders.channel[i] == static_cast<std::uint8_t>(intent::Channel::at_start);
            const float eager =
                1.0F - 0.5F * o.model.persons[who].traits.fear_of_superior;  // threat makes him quick
            mine.think_until[who] = static_cast<std::int32_t>(
                at_start ? o.now : o.now + latency(o, who, o.p().latency_voice_share * eager));
            mine.pending[who] = static_cast<std::uint8_t>(orders.verb[i]);
            continue;
        }
        if (o.now >= mine.think_until[who]) take_up(o, who, i);
    }
}

}  // namespace linghe::mind
