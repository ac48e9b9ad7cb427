// Orders and reports reach their addressee: by voice within a shout's reach in this noise, by drum if he
// hears it, by rider when he has found him. An order that does not reach stays issued: the sender may send
// a rider.
#include <cmath>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/world/events.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using belief::News;
using intent::Channel;
using intent::OrderState;

constexpr std::uint8_t kSubjectPerson = 2;
constexpr std::uint8_t kCourierDelivered = 2;
constexpr base::Tick kDrumHeardTicks =
    20;  // the drum is "heard now" for two seconds after the last beat noticed

PointF place_of(const Room& room, std::uint32_t person) noexcept {
    const std::uint32_t row = room.world.persons.man[person];
    return {static_cast<float>(room.world.men.x_mm[row]) * kMmToM,
            static_cast<float>(room.world.men.y_mm[row]) * kMmToM};
}

// Noise is that of the listener's last full second: it is kept in his own row.
bool within_voice(const Room& room, std::uint32_t from, std::uint32_t to) noexcept {
    const float noise_db = static_cast<float>(room.beliefs.self.battle_noise_db[to]);
    const float spare_db = room.p.voice_at_1m_db - noise_db - room.p.voice_snr_db;
    const float shout = det::exp2(spare_db * (1.0F / 6.0206F));
    const float reach = shout < room.p.voice_most_m ? shout : room.p.voice_most_m;
    return distance(place_of(room, from), place_of(room, to)) <= reach;
}

bool rider_has_come(const Room& room, std::size_t order) noexcept {
    const auto& couriers = room.world.couriers;
    for (std::size_t c = 0; c < couriers.size(); ++c) {
        if (couriers.order[c] == order && couriers.state[c] == kCourierDelivered) return true;
    }
    return false;
}

bool arrives(const Room& room, std::size_t order) noexcept {
    const auto& orders = room.intents.orders;
    const std::uint32_t from = orders.issuer[order], to = orders.addressee[order];
    switch (static_cast<Channel>(orders.channel[order])) {
        case Channel::voice: return within_voice(room, from, to);
        case Channel::drum: {
            const std::int32_t heard = room.beliefs.self.drum_tick[to];
            return heard >= orders.issued[order] && room.now - heard <= kDrumHeardTicks &&
                   room.beliefs.self.drum_owner[to] == from;
        }
        case Channel::rider: return rider_has_come(room, order);
        case Channel::at_start: return true;
        case Channel::none: return false;
    }
    return false;
}

/// He who speaks shows his face; whoever sends a rider does not.
float trust_of_report(const Room& room, std::size_t order) noexcept {
    const auto& orders = room.intents.orders;
    const bool seen = orders.channel[order] != static_cast<std::uint8_t>(Channel::rider);
    return trust_in(room, orders.addressee[order], orders.issuer[order], seen);
}

// What the sender thought he had lost when he sent it.
void learn_losses(Room& room, std::size_t order) {
    const auto& orders = room.intents.orders;
    if (orders.lost_q16[order] == 0) return;
    const float sure = math::from_q16(orders.lost_q16[order]);
    belief::take_losses(
        room.beliefs, orders.addressee[order],
        {belief::Subject::person, orders.issuer[order], orders.lost[order],
         likelihood_told(room.p.rider_likelihood, trust_of_report(room, order), sure), orders.issued[order],
         orders.channel[order] == static_cast<std::uint8_t>(Channel::rider) ? belief::Source::rider
                                                                            : belief::Source::told});
}

// A report is what the sender believed when he sent it: newer knowledge of his does not travel with it.
void learn(Room& room, std::size_t order) {
    const auto& orders = room.intents.orders;
    pass_on_fire(room, orders.issuer[order], orders.addressee[order], orders.issued[order]);
    News news;
    news.kind = static_cast<belief::Subject>(orders.subject_kind[order]);
    news.subject = orders.subject[order];
    if (news.kind == belief::Subject::none) return;
    news.x_mm = orders.x_mm[order];
    news.y_mm = orders.y_mm[order];
    news.spread_mm = math::round_to<std::uint32_t>(room.p.recognise_unit_m * 1000.0F);
    news.tick = orders.issued[order];
    const std::int64_t his = room.beliefs.find(orders.issuer[order], news.kind, news.subject);
    if (his >= 0 && room.beliefs.rows.tick[static_cast<std::size_t>(his)] <= orders.issued[order]) {
        const auto r = static_cast<std::size_t>(his);
        news.spread_mm = room.beliefs.rows.spread_mm[r];
        news.men = room.beliefs.rows.men[r];
        news.tick = room.beliefs.rows.tick[r];
    }
    news.likelihood = likelihood_told(room.p.rider_likelihood, trust_of_report(room, order), 1.0F);
    news.source = orders.channel[order] == static_cast<std::uint8_t>(Channel::rider) ? belief::Source::rider
                                                                                     : belief::Source::told;
    news.told_by = orders.issuer[order];
    take(room, orders.addressee[order], news, world::Cause::report);
}

void receive(Room& room, std::size_t order) {
    auto& orders = room.intents.orders;
    orders.state[order] = static_cast<std::uint8_t>(OrderState::received);
    orders.received[order] = static_cast<std::int32_t>(room.now);
    const std::uint32_t to = orders.addressee[order];
    const std::uint32_t row = room.world.persons.man[to];
    world::Event event;
    event.kind =
        orders.is_report[order] != 0 ? world::EventKind::report_received : world::EventKind::order_received;
    event.subject_kind = kSubjectPerson;
    event.subject = to;
    event.other = orders.issuer[order];
    event.x_mm = room.world.men.x_mm[row];
    event.y_mm = room.world.men.y_mm[row];
    event.value = orders.verb[order];
    event.cause_1 = orders.is_report[order] != 0 ? world::Cause::report : world::Cause::order;
    event.share_1 = 255;
    event.parent = orders.event[order];
    world::write_event(room.world.events, room.world.clock, event);
    if (orders.is_report[order] == 0) return;
    learn(room, order);
    learn_losses(room, order);
}

}  // namespace

void deliver(Room& room) {
    auto& orders = room.intents.orders;
    const std::size_t persons = room.model.persons.size();
    for (std::size_t order = 0; order < orders.size(); ++order) {
        const auto state = static_cast<OrderState>(orders.state[order]);
        if (state != OrderState::issued && state != OrderState::travelling) continue;
        const std::uint32_t from = orders.issuer[order], to = orders.addressee[order];
        if (from >= persons || to >= persons || room.world.persons.alive[to] == 0) continue;
        if (arrives(room, order)) receive(room, order);
    }
}

}  // namespace linghe::percept
