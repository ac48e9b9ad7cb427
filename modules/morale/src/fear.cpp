#include "fear.hpp"

#include "linghe/math/fixed.hpp"
#include "linghe/morale/laws.hpp"

namespace linghe::morale {
namespace {

constexpr float kCauseOne = 1024.0F;  // unit of the cause columns

/// Rates of fear per second by cause; those of calm are positive here too and are subtracted by the law.
struct Terms {
    float rate[kCauses] = {};
    float time = 0;  // calm that comes with time, or with having decided, booked under safety
};

/// Flames near and nearer, more where ways are shut; heat on his skin; and the horse under him.
float fire_rate(const Round& round, const View& v) {
    const auto& p = round.p;
    int shut = 0;
    for (int k = 0; k < 8; ++k) shut += (round.world.men.shut_ways[v.row] >> k) & 1;
    const float hemmed = 1.0F + p.fear_fire_shut_factor * static_cast<float>(shut) / 8.0F;
    const float sight = p.fear_fire_per_s * v.fire * hemmed, pain = p.fear_heat_per_s * v.heat;
    return (v.rides ? p.fear_fire_horse_factor : 1.0F) * (sight + pain);
}

void frightening(const Round& round, const View& v, float* rate) {
    const auto& p = round.p;
    const float worn = worn_fright(v.hunger, v.cold, p);
    const float answer = worn * susceptibility(v.composure, v.experience, p);
    const bool unseen = v.threat > 0.0F && v.enemy_range_m > v.sight_m;  // heard in the smoke, not seen
    const float strikes = v.engaged ? 1.0F - p.act_relief : 1.0F;
    rate[kEnemy] =
        answer * p.fear_enemy_per_s * v.threat * strikes * (unseen ? 1.0F + p.fear_unseen_factor : 1.0F);
    rate[kShock] = answer * (p.fear_shock_per_s * v.shock + p.fear_suppression_per_s * v.suppression +
                             p.fear_flank_per_s * v.flank * v.threat + p.fear_surprise_per_s * v.surprise);
    rate[kFallen] = answer * p.fear_fallen_per_s * v.fallen;
    // Who runs among those who run sees nothing new in it.
    if (!world::fleeing(v.morale) && !round.model.lacks(model::Without::contagion))
        rate[kFlight] = answer * p.fear_flight_per_s * v.fled;
    if (v.sight_m < p.sight_calm_m)
        rate[kSmoke] = answer * p.fear_smoke_per_s * (1.0F - v.sight_m / p.sight_calm_m);
    const float alone =
        v.friends_men >= p.alone_friends_men ? 0.0F : 1.0F - v.friends_men / p.alone_friends_men;
    const float leaderless = v.leads ? 0.0F : v.leaderless ? 1.0F : v.in_ranks ? 0.0F : 1.0F - v.leader;
    rate[kAlone] = answer * (p.fear_alone_per_s * alone + p.fear_leaderless_per_s * leaderless);
    if (v.fire_range_m < kNoFire || v.heat > 0.0F)
        rate[kFire] =
            worn * susceptibility(v.composure, v.experience, p, p.fire_novelty) * fire_rate(round, v);
}

void calming(const Round& round, const View& v, Terms& terms) {
    const auto& p = round.p;
    const float heal = recovery(v.composure, p) * worn_recovery(v.hunger, v.cold, p);
    const float name = 1.0F + p.reputation_weight * v.reputation;
    float* rate = terms.rate;
    rate[kLeader] = v.leads ? 0.0F : heal * p.calm_leader_per_s * v.leader;
    // The chief near him may be any commander; banner and drum are the first commander's, and carry his name.
    rate[kChief] = heal * (p.calm_chief_per_s * v.chief + name * p.calm_banner_per_s * v.banner);
    rate[kDrum] = heal * name * p.calm_drum_per_s * v.drum;
    rate[kSafe] = heal * p.calm_safe_per_s * v.safe;
    terms.time = heal * (p.calm_time_per_s + p.calm_decided_per_s * v.decided);
    if (!round.model.lacks(model::Without::social_proof)) {
        const float crowd = v.friends_men / (v.friends_men + p.crowd_half_men) * (1.0F - v.fled);
        rate[kCrowd] = heal * p.calm_crowd_per_s * crowd;
    }
}

void book(world::SoldierTable& men, std::uint32_t row, const float* change, float dither) {
    std::int32_t units[kCauses];
    for (int c = 0; c < kCauses; ++c) units[c] = round_dithered(change[c] * kCauseOne, dither);
    const auto add = [&](base::Column<std::int16_t>& column, FearCause cause) {
        const std::int32_t sum = column[row] + units[cause];
        column[row] = static_cast<std::int16_t>(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
    };
    add(men.cause_enemy, kEnemy);
    add(men.cause_shock, kShock);
    add(men.cause_fallen, kFallen);
    add(men.cause_flight, kFlight);
    add(men.cause_smoke, kSmoke);
    add(men.cause_alone, kAlone);
    add(men.cause_fire, kFire);
    add(men.cause_calm, kCalm);
    add(men.cause_leader, kLeader);
    add(men.cause_chief, kChief);
    add(men.cause_drum, kDrum);
    add(men.cause_safe, kSafe);
    add(men.cause_crowd, kCrowd);
}

/// Share of his fear a man keeps from his face. One who leads does it out of duty as far as he is composed
/// and honour binds him; one in flight hides nothing: flight itself is seen.
float mask_of(const Round& round, const View& v) {
    if (world::fleeing(v.morale)) return 0.0F;
    if (v.person == kNoPerson) return round.p.mask_man * v.composure;
    const auto& traits = round.model.persons[v.person].traits;
    return round.p.mask_leader * 0.5F * (traits.composure + traits.honour);
}

}  // namespace

void feel(Round& round, const View& v, float dt_s) {
    auto& men = round.world.men;
    const std::uint32_t row = v.row;
    const auto& p = round.p;
    Terms terms;
    frightening(round, v, terms.rate);
    calming(round, v, terms);
    float sources = 0.0F, calms = terms.time;
    for (int c = kEnemy; c <= kFire; ++c) sources += terms.rate[c];
    for (int c = kLeader; c <= kCrowd; ++c) calms += terms.rate[c];

    const float before = static_cast<float>(men.fear_q16[row]) * (1.0F / 65535.0F);
    const float alone = fear_step(before, sources, calms, dt_s);
    float change[kCauses] = {};
    for (int c = kEnemy; c <= kFire; ++c) change[c] = terms.rate[c] * (1.0F - alone) * dt_s;
    for (int c = kLeader; c <= kCrowd; ++c) change[c] = -terms.rate[c] * alone * dt_s;
    change[kSafe] -= terms.time * alone * dt_s;

    const float after = ascribe_step(alone, v.received, v.gamma, p.contagion_eta, p.contagion_beta, dt_s);
    (after > alone ? change[kFlight] : change[kCalm]) += after - alone;

    const std::int32_t fear = round_dithered(after * 65535.0F, round.dither);
    men.fear_q16[row] = math::saturate<std::uint16_t>(fear);
    const float shown = static_cast<float>(men.shown_q16[row]) * (1.0F / 65535.0F);
    const float face = shown_step(shown, after, mask_of(round, v), p.shown_tau_s, dt_s);
    men.shown_q16[row] = math::saturate<std::uint16_t>(round_dithered(face * 65535.0F, round.dither));
    book(men, row, change, round.dither);
}

}  // namespace linghe::morale
