// Whether an order can be carried out, as the one who gets it sees it, and what he does about it.
// Obedience is a logit in the pressures for and against, as in the analysis of 21 conditions of Milgram's experiment by
// N. Haslam, S. Loughnan and G. Perry, "Meta-Milgram", PLoS ONE 9 (2014) e93927: it falls with the distance of the one who
// orders and rises with his directness. With the man in the room 65 % obeyed, by telephone 20.5 % (S. Milgram, Obedience
// to Authority (1974), experiments 5 and 7): log odds ratio 1.97. Whether he speaks up is a second logit: fear of the
// superior silences (E. W. Morrison, F. J. Milliken, "Organizational silence", Academy of Management Review 25 (2000) 706).
// The other weights are guesses (data/parameters/mind.toml).
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using model::Verb;

void weigh_against(Chances& c, float quotient, NoteCause why) {
    if (quotient >= c.feasible) return;
    c.feasible = math::clamp(quotient, 0.0F, 1.0F);
    c.against = why;
}

/// Time left by the time needed: 1 and more when he can be there.
float time_quotient(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    if (orders.deadline[order] == 0) return 1.0F;
    const double way_m =
        metres_to(o, who, {orders.x_mm[order], orders.y_mm[order]}) * static_cast<double>(o.p().reach_margin);
    // fetch means there and back, the way back with troops at their own pace.
    const double legs = orders.verb[order] == static_cast<std::uint8_t>(Verb::fetch) ? 2.5 : 1.0;
    const double needed_s = legs * way_m / static_cast<double>(o.p().rider_speed_m_s);
    const double left_s = base::seconds_of(orders.deadline[order] - o.now);
    return needed_s > 0.0 ? static_cast<float>(left_s / needed_s) : 1.0F;
}

/// His strength by the strength with which he would still try it.
float strength_quotient(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    const double enemies = enemies_within(o, who, {orders.x_mm[order], orders.y_mm[order]},
                                          static_cast<double>(o.p().objective_range_m));
    const double asked = enemies * static_cast<double>(o.p().fair_odds);
    return asked > 0 ? static_cast<float>(men_under(o, who) / asked) : 1.0F;
}

/// What he has to fear if he does not obey, 0..1: nothing from one who is not set over him.
float coercion(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    if (!o.model.serves(who, orders.issuer[order])) return 0.0F;
    const float threat = orders.at_all_cost[order] != 0 ? 1.0F : o.p().plain_order_threat;
    return o.model.persons[who].traits.fear_of_superior * threat;
}

float chance_to_refuse(const Office& o, std::uint32_t who, std::size_t order, float doubt) {
    const auto& traits = o.model.persons[who].traits;
    const auto& p = o.p();
    const float fear = math::from_q16(o.beliefs.self.fear_q16[who]);
    const bool to_his_face =
        o.intents.orders.channel[order] == static_cast<std::uint8_t>(intent::Channel::voice);
    return logistic(p.refuse_base + p.refuse_doubt * doubt +
                    p.refuse_experience * (traits.experience - 0.5F) +
                    p.refuse_fear * fear * (1.0F - traits.composure) -
                    p.refuse_honour * (traits.honour - 0.5F) - p.refuse_coercion * coercion(o, who, order) -
                    p.refuse_bond * o.bond(who, o.intents.orders.issuer[order]) -
                    (to_his_face ? p.refuse_presence : 0.0F));
}

float chance_of_silence(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& traits = o.model.persons[who].traits;
    const auto& p = o.p();
    return logistic(p.silence_base + p.silence_coercion * coercion(o, who, order) -
                    p.silence_honour * (traits.honour - 0.5F) -
                    p.silence_experience * (traits.experience - 0.5F));
}

/// His luck in this order: by when it was given, what it asks, and who gave it.
float luck(const Office& o, std::uint32_t who, std::size_t order, math::Purpose what) {
    const auto& orders = o.intents.orders;
    const auto man = [&](std::uint32_t person) { return o.model.men.luck[o.model.persons[person].man]; };
    const math::Rng rng{o.model.seed};
    return rng.uniform(man(who), orders.issued[order], what, orders.verb[order], man(orders.issuer[order]));
}

}  // namespace

Chances judge(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    const auto verb = static_cast<Verb>(orders.verb[order]);
    Chances c;
    weigh_against(c, time_quotient(o, who, order), NoteCause::deadline);
    const bool strikes = verb == Verb::attack || verb == Verb::lead || verb == Verb::counter_attack,
               holds = verb == Verb::hold_line || verb == Verb::cover;
    if (!strikes && !holds) return c;
    weigh_against(c, strength_quotient(o, who, order), NoteCause::enemy);
    const float burden = burden_of_losses(o, who, who);
    const float worth = strikes ? o.p().worth_attack : o.p().worth_hold;
    if (burden > 0.0F) weigh_against(c, worth / burden, NoteCause::losses);
    return c;
}

Answer answer_to(const Office& o, std::uint32_t who, std::size_t order) {
    const auto& orders = o.intents.orders;
    Answer a;
    const auto channel = static_cast<intent::Channel>(orders.channel[order]);
    // What was agreed before, or forced from outside, is his own will; a drum asks for nothing he could refuse.
    if (orders.issuer[order] == who ||
        (channel != intent::Channel::voice && channel != intent::Channel::rider))
        return a;
    const Chances c = judge(o, who, order);
    const float doubt = 1.0F - c.feasible;
    if (doubt < o.p().doubt_least) return a;
    a.doubts = true;
    a.against = c.against;
    a.obeys = luck(o, who, order, math::Purpose::mind_obey) >= chance_to_refuse(o, who, order, doubt);
    a.speaks = luck(o, who, order, math::Purpose::mind_silence) >= chance_of_silence(o, who, order);
    return a;
}

}  // namespace linghe::mind
