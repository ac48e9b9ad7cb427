// The laws of fear and resolve as pure functions without state, so that each can be held to its source.
// Used by morale's own stage and by tests; anyone may call them.
// Never holds a number of a model: those come from data/parameters/morale.toml.
#pragma once
#include <cstdint>

#include "linghe/math/detmath.hpp"
#include "linghe/model/parameters.hpp"

namespace linghe::morale {

/// ASCRIBE, agent-based contagion of emotion with amplification and absorption: change of one man's level
/// per second
///   dq/dt = gamma [ eta ( beta (1 - (1 - q*)(1 - q)) + (1 - beta) q* q ) + (1 - eta) q* - q ]
/// q own level, q* level received from others, both 0..1; gamma strength of the channel 1/s; eta share of
/// amplification against absorption; beta bias (1 upward, 0 downward).
/// Source: M. Hoogendoorn, J. Treur, C. N. van der Wal, A. van Wissen, "Modelling the interplay of emotions,
/// beliefs and intentions within collective decision making based on insights from social neuroscience"
/// (ICONIP 2010); T. Bosse et al., "A multi-agent model for emotion contagion spirals integrated within a
/// supporting ambient agent model" (PRIMA 2009).
[[nodiscard]] constexpr float ascribe_rate(float q, float received, float gamma, float eta,
                                           float beta) noexcept {
    const float amplified = beta * (1.0F - (1.0F - received) * (1.0F - q)) + (1.0F - beta) * received * q;
    return gamma * (eta * amplified + (1.0F - eta) * received - q);
}

/// Level after dt_s seconds by explicit steps, each cut so that gamma * step <= 1 (beyond it the scheme
/// overshoots).
[[nodiscard]] constexpr float ascribe_step(float q, float received, float gamma, float eta, float beta,
                                           float dt_s) noexcept {
    float step_s = dt_s;
    int cuts = 1;
    if (gamma * dt_s > 1.0F) {
        while (gamma * dt_s > static_cast<float>(cuts) && cuts < 64) ++cuts;
        step_s = dt_s / static_cast<float>(cuts);
    }
    for (int i = 0; i < cuts; ++i) q += step_s * ascribe_rate(q, received, gamma, eta, beta);
    return q < 0.0F ? 0.0F : q > 1.0F ? 1.0F : q;
}

/// How strongly a man answers to what frightens him: 1 for middling composure and experience (0.5, 0.5),
/// more for the timid and raw. Own form (linear in each trait).
/// novelty 0..1: how far the thing is new to everybody; experience of other things then neither helps nor harms.
[[nodiscard]] constexpr float susceptibility(float composure, float experience,
                                             const model::MoraleParameters& p,
                                             float novelty = 0.0F) noexcept {
    const float by_composure = 1.0F + p.composure_weight * (1.0F - 2.0F * composure);
    const float by_experience = 1.0F + (1.0F - novelty) * p.experience_weight * (1.0F - 2.0F * experience);
    return (by_composure > 0.0F ? by_composure : 0.0F) * (by_experience > 0.0F ? by_experience : 0.0F);
}
/// How fast he comes to himself: 1 for middling composure.
[[nodiscard]] constexpr float recovery(float composure, const model::MoraleParameters& p) noexcept {
    const float share = 1.0F + p.recovery_weight * (2.0F * composure - 1.0F);
    return share > 0.0F ? share : 0.0F;
}

/// How much more a hungry or cold man is frightened, and how much of his coming to himself is left: 1 for the fed and warm.
/// Direction after S. A. Stouffer et al., The American Soldier II (1949), and A. Keys et al., The Biology of Human Starvation
/// (1950); own form.
[[nodiscard]] constexpr float worn_fright(float hunger, float cold,
                                          const model::MoraleParameters& p) noexcept {
    return 1.0F + p.hunger_fright * hunger + p.cold_fright * cold;
}
[[nodiscard]] constexpr float worn_recovery(float hunger, float cold,
                                            const model::MoraleParameters& p) noexcept {
    return (1.0F - p.hunger_recovery * hunger) * (1.0F - p.cold_recovery * cold);
}

/// Fear after dt_s under sources (sum of rates 1/s that push towards 1) and calms (sum of rates that push
/// towards 0):
///   df/dt = S (1 - f) - R f,   fixed point S / (S + R)
/// by one implicit Euler step, which stays in 0..1 for every step length. What each term did in the step is
/// its rate times (1 - f') or -f' times dt, and these add up to f' - f exactly: that is how causes are
/// booked.
[[nodiscard]] constexpr float fear_step(float fear, float sources_per_s, float calms_per_s,
                                        float dt_s) noexcept {
    return (fear + sources_per_s * dt_s) / (1.0F + (sources_per_s + calms_per_s) * dt_s);
}

/// Fear shown relaxes to fear * (1 - mask) with time constant tau_s (implicit Euler). Felt and shown are two
/// variables: what spreads is what is shown (ASCRIBE's expressiveness).
[[nodiscard]] constexpr float shown_step(float shown, float fear, float mask, float tau_s,
                                         float dt_s) noexcept {
    const float share = dt_s / (tau_s + dt_s);
    return shown + share * (fear * (1.0F - mask) - shown);
}

/// How near a man takes the enemy to be, and how far he has lately been taken by surprise.
struct Awareness {
    float aware_m = 0, surprise = 0;
};
/// One step. Surprise is an enemy closer than surprise_within_m and nearer, by more than surprise_least_m, than one of whom he
/// knew can have come at surprise_pace_m_s; the nearer the greater; it fades with surprise_tau_s (implicit Euler). While he knows
/// of no enemy (none_m or more) the nearest may be farther off with every second. Own form; that surprise does more than losses:
/// D. Rowland, The Stress of Battle (2006); T. N. Dupuy, Numbers, Predictions and War (1979).
[[nodiscard]] constexpr Awareness aware_step(Awareness was, float enemy_range_m, float none_m, float dt_s,
                                             const model::MoraleParameters& p) noexcept {
    Awareness now;
    now.surprise = was.surprise * p.surprise_tau_s / (p.surprise_tau_s + dt_s);
    if (enemy_range_m >= none_m) {
        const float farther = was.aware_m + p.surprise_pace_m_s * dt_s;
        now.aware_m = farther < none_m ? farther : none_m;
        return now;
    }
    now.aware_m = enemy_range_m;
    const float could_be_m = was.aware_m - p.surprise_pace_m_s * dt_s - p.surprise_least_m;
    if (enemy_range_m < p.surprise_within_m && enemy_range_m < could_be_m) {
        const float sudden = 1.0F - enemy_range_m / p.surprise_within_m;
        if (sudden > now.surprise) now.surprise = sudden;
    }
    return now;
}

/// Rate 1/s at which a man learns that the leader of his unit is lost: those who stand where he fell see it, the others hear it from
/// the share of their unit who know. Form of D. J. Daley, D. G. Kendall, Stochastic rumours, J. Inst. Maths Applics 1 (1965) 42, without
/// those who tell it no more; far from him it needs somebody who knows.
[[nodiscard]] constexpr float news_rate(float from_him_m, float share_who_know,
                                        const model::MoraleParameters& p) noexcept {
    return (from_him_m <= p.news_see_m ? p.news_see_per_s : 0.0F) + p.news_tell_per_s * share_who_know;
}

/// What a man weighs when he may break. All shares 0..1.
struct BreakView {
    float fear = 0;
    float loss_rate = 0;  ///< share of his body lost lately, per 5 minutes
    float losses = 0;     ///< share lost since the start
    float surprise = 0;   ///< sudden blow
    float flank = 0;      ///< threat from where he does not face
    float neighbours_fled = 0;
    float leader_lost = 0;  ///< 1: the leader he was mustered under is gone
    float cohesion = 0;     ///< share of steady men about him
    float leader_near = 0;
    float reserve = 0;      ///< 1: another formed body of his own is in sight
    float no_way = 0;       ///< 1: nowhere to run
    float at_all_cost = 0;  ///< 1: ordered to hold whatever it costs
    float engaged = 0;      ///< 1: at blows with a man within reach
    float hemmed = 0;       ///< how far the ranks behind him bar his way, see hemmed_in
};
/// Hazard of breaking, 1/s: a proportional hazard (D. R. Cox, "Regression models and life-tables", JRSS B 34
/// (1972)) in place of a breakpoint in losses, because no single loss share predicts the break: D. K. Clark,
/// "Casualties as a measure of the loss of combat effectiveness of an infantry battalion" (ORO-T-289, 1954);
/// R. L. Helmbold, "Decision in Battle" (RAND R-772-PR, 1971). The coefficients are estimates.
[[nodiscard]] inline float break_rate(const BreakView& v, const model::MoraleParameters& p) noexcept {
    const float z = p.break_fear * (v.fear - p.break_fear_centre) + p.break_loss_rate * v.loss_rate +
                    p.break_losses * v.losses + p.break_surprise * v.surprise + p.break_flank * v.flank +
                    p.break_neighbours * v.neighbours_fled + p.break_leader_lost * v.leader_lost -
                    p.break_cohesion * v.cohesion - p.break_leader_near * v.leader_near -
                    p.break_reserve * v.reserve - p.break_no_way * v.no_way -
                    p.break_at_all_cost * v.at_all_cost - p.break_engaged * v.engaged -
                    p.break_hemmed * v.hemmed;
    return p.break_rate_per_s * det::exp(z);
}

/// How far the ranks behind a man keep him in his place: n / (n + 1) for n ranks behind him, nought for the last. They see him,
/// press on him and stand in his way; the last rank has nobody behind it: C. Ardant du Picq, Battle Studies (1880), part I: flight
/// begins in the rear ranks. Own form.
[[nodiscard]] constexpr float hemmed_in(std::uint32_t ranks_behind) noexcept {
    const auto n = static_cast<float>(ranks_behind);
    return n / (n + 1.0F);
}

/// 1 with the enemy within pursued_near_m, 0 beyond pursued_far_m, linear between.
[[nodiscard]] constexpr float pursued(float enemy_range_m, const model::MoraleParameters& p) noexcept {
    if (!(p.pursued_far_m > p.pursued_near_m)) return enemy_range_m <= p.pursued_near_m ? 1.0F : 0.0F;
    const float x = (p.pursued_far_m - enemy_range_m) / (p.pursued_far_m - p.pursued_near_m);
    return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x;
}
/// Rate of rallying 1/s: r0 * presence * (1 - pursued) * (1 + k_f * share of formed friends near). Own form.
[[nodiscard]] constexpr float rally_rate(float presence, float pursued_share, float formed_share,
                                         const model::MoraleParameters& p) noexcept {
    return p.rally_rate_per_min / 60.0F * presence * (1.0F - pursued_share) *
           (1.0F + p.rally_formed_gain * formed_share);
}
/// Presence of mind a man finds in himself with nobody near: rally_self_presence while he is shaken, rising
/// to 1 as his fear goes: flight is of fear, and a man without it stops running. Own form.
[[nodiscard]] constexpr float self_possession(float fear, const model::MoraleParameters& p) noexcept {
    const float calm = fear < p.shaken_off ? 1.0F - fear / p.shaken_off : 0.0F;
    return p.rally_self_presence + (1.0F - p.rally_self_presence) * calm;
}
/// Rate of attaching to a formed body that passes close by, 1/s; as rally_rate with presence 1.
[[nodiscard]] constexpr float join_rate(float pursued_share, float formed_share,
                                        const model::MoraleParameters& p) noexcept {
    return p.join_rate_per_min / 60.0F * (1.0F - pursued_share) * (1.0F + p.rally_formed_gain * formed_share);
}
/// Presence of an officer who calls stragglers to him, at d_m metres: exp(-d / call_distance_m), nothing where that is below
/// a tenth. Own form; the reach is that of a voice.
[[nodiscard]] inline float call_presence(float d_m, const model::MoraleParameters& p) noexcept {
    const float presence = det::exp(-d_m / p.call_distance_m);
    return presence < 0.1F ? 0.0F : presence;
}
/// Rate of turning to a signal, 1/s. signal 0..1 how clearly it is heard or seen; towards 0..1 how far the
/// men about him go to it already; formed 0..1 share of steady men who urge him. Fear holds him back in
/// proportion.
[[nodiscard]] constexpr float turn_rate(float signal, float fear, float pursued_share, float towards,
                                        float formed, const model::MoraleParameters& p) noexcept {
    return p.turn_rate_per_s * signal * (1.0F - fear) * (1.0F - pursued_share) *
           (1.0F + p.turn_flow_gain * towards) * (1.0F + p.turn_formed_gain * formed);
}

/// What a man weighs when he may give himself up.
struct YieldView {
    float surrounded = 0;  ///< share of ways shut, 0..1
    float log_odds = 0;    ///< ln((enemies + 1) / (friends + 1)) close by, not below 0
    float leaderless = 0, no_arrows = 0, loyalty = 0;
    float relief = 0;  ///< hope of relief: own signal heard or seen
    float resigned = 0;
    float hunger = 0, cold = 0;  ///< his condition, 0 well .. 1 starved, chilled through
};
/// Hazard of surrender 1/s. A chance per minute of logit z is a hazard of ln(1 + e^z) per minute, since
/// surviving the minute has the chance 1 / (1 + e^z). Own coefficients.
[[nodiscard]] inline float yield_rate(const YieldView& v, const model::MoraleParameters& p) noexcept {
    const float z = p.yield_base + p.yield_surrounded * v.surrounded + p.yield_odds * v.log_odds +
                    p.yield_leaderless * v.leaderless + p.yield_no_arrows * v.no_arrows +
                    p.yield_quarter * p.quarter_expected - p.yield_loyalty * v.loyalty -
                    p.yield_relief * v.relief + p.yield_resigned * v.resigned + p.yield_hunger * v.hunger +
                    p.yield_cold * v.cold;
    return (z > 20.0F ? z : det::log(1.0F + det::exp(z))) / 60.0F;
}

/// Rate 1/s at which a wounded man is taken up by comrades: carry_rate_per_min times w / (1 + w), w >= 0 the weight of own losses in
/// his side's doctrine. Own form.
[[nodiscard]] constexpr float carry_rate(float own_loss_weight, const model::MoraleParameters& p) noexcept {
    const float w = own_loss_weight > 0.0F ? own_loss_weight : 0.0F;
    return p.carry_rate_per_min / 60.0F * w / (1.0F + w);
}

/// How clearly a drum that is heard at all speaks: drum_least at 0 dB above the noise and below, 1 from
/// drum_full_snr_db, linear between.
[[nodiscard]] constexpr float drum_clearness(float snr_db, const model::MoraleParameters& p) noexcept {
    const float x = snr_db / p.drum_full_snr_db;
    return p.drum_least + (1.0F - p.drum_least) * (x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x);
}

/// Dither of a step: the fraction of step * golden ratio, in [0, 1). Small changes are rounded by floor(x +
/// dither), so that over many steps the columns carry the exact mean (L. Kuipers, H. Niederreiter, Uniform
/// Distribution of Sequences (1974), ch. 2: the discrepancy of this sequence is O(log n / n)). No luck is
/// spent on rounding.
[[nodiscard]] constexpr float dither(std::int64_t step) noexcept {
    const auto phase = static_cast<std::uint32_t>(static_cast<std::uint64_t>(step) * 2654435769ULL);
    return static_cast<float>(phase >> 8) * 0x1p-24F;
}
/// floor(x + dither) for |x| below 2^30.
[[nodiscard]] constexpr std::int32_t round_dithered(float x, float dither_0_1) noexcept {
    const float y = x + dither_0_1;
    const auto whole = static_cast<std::int32_t>(y);
    return whole - static_cast<std::int32_t>(static_cast<float>(whole) > y);
}

}  // namespace linghe::morale
