// Orders that have reached their addressee. Latency, then his answer (obedience.cpp): he takes the order up, with or
// without a word of what he thinks of it, or he refuses and keeps to what he was about.
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using intent::OrderState;
using model::Verb;

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

void refuse(Office& o, std::uint32_t who, std::size_t order) {
    o.intents.orders.state[order] = static_cast<std::uint8_t>(OrderState::refused);
    auto& mine = o.intents.persons;
    mine.think_until[who] = 0;
    mine.pending[who] = 0;
    ++mine.spell[who];
}

void answer(Office& o, std::uint32_t who, std::size_t order) {
    const Answer a = answer_to(o, who, order);
    if (a.obeys)
        take_up(o, who, order);
    else
        refuse(o, who, order);
    if (!a.doubts) return;
    const NoteKind kind = !a.obeys   ? NoteKind::order_refused
                          : a.speaks ? NoteKind::order_doubted
                                     : NoteKind::order_silent;
    const auto word = !a.speaks ? intent::Reply::none
                      : a.obeys ? intent::Reply::doubts
                                : intent::Reply::refuses;
    reply(o, who, order, word, kind, a.against);
}

}  // namespace

void receive_orders(Office& o) {
    auto& orders = o.intents.orders;
    auto& mine = o.intents.persons;
    const std::size_t known = orders.size();  // replies are added behind
    for (std::size_t i = 0; i < known; ++i) {
        if (orders.state[i] != static_cast<std::uint8_t>(OrderState::received) || orders.is_report[i] != 0)
            continue;
        const std::uint32_t who = orders.addressee[i];
        if (!o.alive(who)) continue;
        if (orders.feasible_q16[i] == 0) {  // first look: how long will he take, what does he think of it
            orders.feasible_q16[i] =
                math::to_q16_u16(static_cast<double>(math::clamp(judge(o, who, i).feasible, 0.001F, 0.999F)));
            const bool at_start = orders.channel[i] == static_cast<std::uint8_t>(intent::Channel::at_start);
            // Threat makes him quick, and so does love.
            const float eager = (1.0F - 0.5F * o.model.persons[who].traits.fear_of_superior) *
                                (1.0F - o.p().kin_eager * o.bond(who, orders.issuer[i]));
            mine.think_until[who] = static_cast<std::int32_t>(
                at_start ? o.now : o.now + latency(o, who, o.p().latency_voice_share * eager));
            mine.pending[who] = static_cast<std::uint8_t>(orders.verb[i]);
            mine.pending_person[who] = orders.person[i];
            mine.copies[who] = 0;
            continue;
        }
        if (o.now >= mine.think_until[who]) answer(o, who, i);
    }
}

}  // namespace linghe::mind
