#include "office.hpp"

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::mind {

std::optional<Fix> where(const Office& o, std::uint32_t who, std::uint32_t whom, float at_least) {
    const std::int64_t row = o.beliefs.find(who, belief::Subject::person, whom);
    if (row < 0) return std::nullopt;
    const auto r = static_cast<std::size_t>(row);
    if (o.beliefs.rows.source[r] == static_cast<std::uint8_t>(belief::Source::none)) return std::nullopt;
    const float confidence =
        math::from_q16(o.beliefs.rows.confidence_q16[r]) * math::from_q16(o.beliefs.rows.alive_q16[r]);
    if (confidence < at_least) return std::nullopt;
    return Fix{{o.beliefs.rows.x_mm[r], o.beliefs.rows.y_mm[r]},
               confidence,
               o.beliefs.rows.tick[r],
               static_cast<belief::Source>(o.beliefs.rows.source[r])};
}

double metres_to(const Office& o, std::uint32_t who, math::Vec2i at) {
    return math::length(at - o.place(who)) * 0.001;
}

bool in_earshot(const Office& o, std::uint32_t who, const Fix& fix) {
    return metres_to(o, who, fix.at) <= static_cast<double>(o.p().voice_range_m) &&
           o.seconds_since(fix.tick) <= 10.0;
}

bool holds_alive(const Office& o, std::uint32_t who, std::uint32_t whom) {
    constexpr std::uint16_t kAsLikelyAsNot = 32'768;
    const std::int64_t row = o.beliefs.find(who, belief::Subject::person, whom);
    return row < 0 || o.beliefs.rows.alive_q16[static_cast<std::size_t>(row)] >= kAsLikelyAsNot;
}

bool hears_chief(const Office& o, std::uint32_t who, std::uint32_t chief) {
    const base::Tick heard = o.beliefs.self.drum_tick[who];
    return heard >= 0 && o.beliefs.self.drum_owner[who] == chief &&
           o.seconds_since(heard) <= static_cast<double>(o.p().drum_patience_s);
}

bool beside_himself(const Office& o, std::uint32_t who) {
    return math::from_q16(o.beliefs.self.fear_q16[who]) > o.p().follow_drum_fear_most;
}

std::uint8_t region_of(const Office& o, math::Vec2i at) {
    const auto& g = o.model.ground;
    return g.region.empty() ? std::uint8_t{0} : g.region[static_cast<std::size_t>(g.cell(at.x, at.y))];
}

float logistic(float logit) noexcept { return 1.0F / (1.0F + det::exp(-logit)); }

math::Vec2d rear_of(const Office& o, std::uint32_t who, math::Vec2i at) {
    const auto& side = o.model.sides[o.model.persons[who].side];
    return math::normalized(math::to_metres(math::Vec2i{side.retreat_x_mm, side.retreat_y_mm} - at),
                            {0.0, 1.0});
}

math::Vec2i rearward(const Office& o, std::uint32_t who, math::Vec2i at, double metres) {
    const math::Vec2d rear = rear_of(o, who, at);
    return {at.x + math::round_to<std::int32_t>(rear.x * metres * 1000.0),
            at.y + math::round_to<std::int32_t>(rear.y * metres * 1000.0)};
}

std::uint32_t chief_of(const Office& o, std::uint32_t who) {
    std::uint32_t top = who;
    // The reader refuses cyclic orders of battle; the bound only keeps a broken model from hanging.
    for (std::uint32_t steps = 0; steps < o.persons() && o.model.persons[top].superior.valid(); ++steps) {
        top = o.model.persons[top].superior.v;
    }
    return top;
}

base::Tick latency(const Office& o, std::uint32_t who, float share) {
    const auto& person = o.model.persons[who];
    const math::Rng rng{o.model.seed};
    const auto spell = static_cast<std::uint16_t>(o.intents.persons.spell[who]);
    const float z = rng.normal(o.model.men.luck[person.man], 0, math::Purpose::mind_latency, spell);
    const float seconds = person.traits.latency_s * share * det::exp(o.p().latency_sigma * z);
    return base::ticks_from_s(static_cast<double>(math::clamp(seconds, 0.5F, 3600.0F)));
}

bool ripe(Office& o, std::uint32_t who, model::Verb verb, float latency_share) {
    auto& mine = o.intents.persons;
    if (mine.pending[who] == static_cast<std::uint8_t>(verb) && mine.think_until[who] > 0)
        return o.now >= mine.think_until[who];
    mine.pending[who] = static_cast<std::uint8_t>(verb);
    mine.pending_person[who] = kNoPerson;
    mine.copies[who] = 0;
    mine.think_until[who] = static_cast<std::int32_t>(o.now + latency(o, who, latency_share));
    return false;
}

base::Tick ponders(const Office& o, std::uint32_t who, float share, base::Tick since, std::uint32_t about) {
    const auto& person = o.model.persons[who];
    const math::Rng rng{o.model.seed};
    const float z = rng.normal(o.model.men.luck[person.man], since, math::Purpose::mind_latency,
                               static_cast<std::uint16_t>(about));
    return base::ticks_from_s(
        static_cast<double>(person.traits.latency_s * share * det::exp(o.p().latency_sigma * z)));
}

float mood(const Office& o, std::uint32_t who, base::Tick when, math::Purpose what, std::uint16_t which) {
    const math::Rng rng{o.model.seed};
    return rng.normal(o.model.men.luck[o.model.persons[who].man], when, what, which);
}

void note(Office& o, NoteKind kind, std::uint32_t who, std::uint32_t other, std::int32_t value,
          std::uint32_t order, NoteCause cause) {
    auto& notes = o.intents.notes;
    const std::size_t row = notes.size();
    notes.resize(row + 1);
    notes.kind[row] = static_cast<std::uint8_t>(kind);
    notes.person[row] = static_cast<std::uint16_t>(who);
    notes.other[row] = other >= o.persons() ? kNoPerson : static_cast<std::uint16_t>(other);
    notes.value[row] = value;
    notes.order[row] = order;
    notes.cause[row] = static_cast<std::uint8_t>(cause);
}

namespace {

/// It is off his mind; morale makes of it what it does to a man's fear.
void have_decided(Office& o, std::uint32_t who) {
    o.intents.persons.decided[who] = static_cast<std::int32_t>(o.now > 0 ? o.now : 1);
}

}  // namespace

void resolve(Office& o, std::uint32_t who, const Resolve& r, NoteCause cause) {
    auto& mine = o.intents.persons;
    mine.verb[who] = static_cast<std::uint8_t>(r.verb);
    mine.stage[who] = 0;
    // In the manner the order names; without an order, or without such a word, as the verb has it by itself.
    const bool ordered = r.order < o.intents.orders.size();
    mine.pace[who] = ordered ? o.intents.orders.pace[r.order] : std::uint8_t{0};
    mine.formation[who] = ordered ? o.intents.orders.formation[r.order] : std::uint8_t{0};
    mine.x_mm[who] = r.at.x;
    mine.y_mm[who] = r.at.y;
    mine.person[who] = r.person;
    mine.place[who] = r.place;
    mine.since[who] = static_cast<std::int32_t>(o.now);
    mine.think_until[who] = 0;
    mine.pending[who] = 0;
    mine.copies[who] = 0;
    mine.order[who] = r.order;
    if (r.verb == model::Verb::gather && o.model.persons[who].sounds()) mine.drum[who] = 1;
    if (r.verb == model::Verb::withdraw) mine.drum[who] = 0;  // nobody is called to a place that is left
    mine.banner[who] = o.model.persons[who].banner_side_m > 0 ? 1 : 0;
    ++mine.spell[who];
    // He who runs has not made up his mind: it has been made up for him.
    if (r.verb != model::Verb::withdraw) have_decided(o, who);
    note(o, NoteKind::decides, who, r.person, static_cast<std::int32_t>(r.verb), r.order, cause);
}

void give(Office& o, std::uint32_t from, const Command& c) {
    auto& orders = o.intents.orders;
    const std::size_t row = orders.size();
    const auto fix = where(o, from, c.to, 0.0F);
    const bool by_voice = fix && in_earshot(o, from, *fix);
    orders.resize(row + 1);
    orders.issuer[row] = static_cast<std::uint16_t>(from);
    orders.addressee[row] = static_cast<std::uint16_t>(c.to);
    orders.verb[row] = static_cast<std::uint8_t>(c.verb);
    orders.x_mm[row] = c.at.x;
    orders.y_mm[row] = c.at.y;
    orders.person[row] = c.person;
    orders.place[row] = c.place;
    orders.issued[row] = static_cast<std::int32_t>(o.now);
    orders.received[row] = -1;
    orders.deadline[row] = static_cast<std::int32_t>(c.deadline);
    orders.channel[row] =
        static_cast<std::uint8_t>(by_voice ? intent::Channel::voice : intent::Channel::rider);
    orders.state[row] = static_cast<std::uint8_t>(intent::OrderState::issued);
    orders.at_all_cost[row] = c.at_all_cost ? 1 : 0;
    orders.urged[row] = c.urged;
    const math::Vec2i seek = fix ? fix->at : o.place(from);
    orders.seek_x_mm[row] = seek.x;
    orders.seek_y_mm[row] = seek.y;
    have_decided(o, from);
    note(o, NoteKind::order_given, from, c.to, static_cast<std::int32_t>(c.verb),
         static_cast<std::uint32_t>(row), NoteCause::none);
}

std::uint32_t send_report(Office& o, const Report& r) {
    auto& orders = o.intents.orders;
    const std::size_t row = orders.size();
    orders.resize(row + 1);
    orders.issuer[row] = static_cast<std::uint16_t>(r.from);
    orders.addressee[row] = static_cast<std::uint16_t>(r.to);
    orders.verb[row] = static_cast<std::uint8_t>(model::Verb::report);
    orders.place[row] = kNoPlace;
    orders.x_mm[row] = o.place(r.from).x;
    orders.y_mm[row] = o.place(r.from).y;
    orders.person[row] = r.question ? static_cast<std::uint16_t>(r.to) : kNoPerson;
    orders.seek_x_mm[row] = r.seek.x;
    orders.seek_y_mm[row] = r.seek.y;
    orders.issued[row] = static_cast<std::int32_t>(o.now);
    orders.received[row] = -1;
    orders.channel[row] = static_cast<std::uint8_t>(r.channel);
    orders.state[row] = static_cast<std::uint8_t>(intent::OrderState::issued);
    orders.is_report[row] = 1;
    orders.subject_kind[row] = static_cast<std::uint8_t>(belief::Subject::person);
    orders.subject[row] = r.from;
    const Losses losses = believed_losses(o, r.from, r.from);
    orders.lost[row] = math::round_to<std::uint32_t>(losses.lost);
    orders.lost_q16[row] = math::to_q16_u16(static_cast<double>(losses.confidence));
    return static_cast<std::uint32_t>(row);
}

}  // namespace linghe::mind
