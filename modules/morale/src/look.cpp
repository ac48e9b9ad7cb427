#include "callers.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/morale/laws.hpp"
#include "round.hpp"

namespace linghe::morale {
namespace {

using model::Without;

/// Share of the threat that comes from where he does not face: 0 up to flank_from, 1 from straight behind.
float flank_share(const Round& round, std::uint32_t row, float threat) {
    const auto& men = round.world.men;
    if (threat <= 0.0F || men.enemy_range_m[row] == world::kFar) return 0.0F;
    const std::int32_t turn = math::turn_diff(men.facing[row], men.enemy_bearing[row]);
    const float off_deg = static_cast<float>(turn < 0 ? -turn : turn) * (180.0F / 32768.0F);
    const float from_deg = round.p.flank_from_deg;
    return off_deg <= from_deg ? 0.0F : (off_deg - from_deg) / (180.0F - from_deg);
}

void look_at_signals(const Round& round, std::uint32_t row, View& v) {
    const auto& men = round.world.men;
    if (!round.model.lacks(Without::leader)) {
        v.leader = share_q8(men.leader_near_q8[row]);
        v.chief = share_q8(men.chief_near_q8[row]) * share_q8(men.chief_calm_q8[row]);
    }
    if (!round.model.lacks(Without::banner)) v.banner = share_q8(men.banner_seen_q8[row]);
    const std::int64_t heard = men.drum_tick[row];
    const float age_s = static_cast<float>(round.tick - heard) * 0.1F;
    if (heard >= 0 && age_s <= round.p.drum_memory_s && !round.model.lacks(Without::drum)) {
        v.drum = drum_clearness(static_cast<float>(men.drum_snr_db[row]), round.p);
    }
    v.reputation = v.side < round.voices.size() ? round.voices[v.side].reputation : 0.0F;
}

void look_at_fire(const Round& round, std::uint32_t row, View& v) {
    const auto& men = round.world.men;
    const auto& p = round.p;
    v.fire_range_m = kNoFire;
    v.rides = men.horse[row] == static_cast<std::uint8_t>(world::Horse::mounted);
    constexpr float kKwPerUnit = 0.01F;
    const float heat = static_cast<float>(men.heat_dw_m2[row]) * kKwPerUnit / p.fear_heat_kw_m2;
    v.heat = heat > 1.0F ? 1.0F : heat;
    if (men.fire_range_dm[row] == world::kNoFlames) return;
    v.fire_range_m = static_cast<float>(men.fire_range_dm[row]) * 0.1F;
    const float closing = static_cast<float>(men.fire_closing_cm_s[row]) * 0.01F / p.fear_fire_closing_m_s;
    const float pace = closing < 0.0F ? 0.0F : closing > 1.0F ? 1.0F : closing;
    v.fire = det::exp(-v.fire_range_m / p.fear_fire_m) * (1.0F + p.fear_fire_closing_gain * pace);
}

/// 1 in the moment in which a commander has made up his mind, fading from then on.
float relief(const Round& round, std::uint16_t person) {
    const auto& decided = round.intents.persons.decided;
    if (person >= decided.size() || decided[person] <= 0) return 0.0F;
    const float age_s = static_cast<float>(round.tick - decided[person]) * 0.1F;
    return age_s < 0.0F ? 0.0F : det::exp(-age_s / round.p.decided_tau_s);
}

/// Whether he is at blows, and how many ranks of his own stand behind his place.
void look_at_ranks(const Round& round, std::uint32_t row, View& v) {
    const auto& men = round.world.men;
    const auto& units = round.world.units;
    // Who steps back from the enemy with his body has nobody within reach, though his face is to him.
    const bool drawn_off =
        v.unit < units.size() && units.clash[v.unit] == static_cast<std::uint8_t>(world::Clash::lull);
    const bool fights = men.doing[row] == static_cast<std::uint8_t>(world::Doing::fighting);
    v.engaged = men.in_bout[row] != 0 || (fights && !drawn_off);
    if (!v.in_ranks || v.unit == world::kNoUnit || men.slot[row] == world::kNoSlot) return;
    const std::uint32_t files = units.files[v.unit], men_in_hand = units.in_hand[v.unit];
    if (units.formed[v.unit] == 0 || files == 0 || men_in_hand == 0) return;
    const std::uint32_t last = (men_in_hand - 1) / files, his = men.slot[row] / files;
    v.ranks_behind = last > his ? last - his : 0;
}

}  // namespace

View look(const Round& round, std::uint32_t row) {
    const auto& men = round.world.men;
    const auto& who = round.model.men;
    View v;
    v.row = row;
    v.unit = men.unit[row];
    v.side = who.side[row];
    v.morale = men.morale[row];
    v.in_ranks = world::in_ranks(v.morale);
    v.person = round.world.scratch_morale.person_of[row];
    v.composure = share_q8(who.composure_q8[row]);
    v.experience = share_q8(who.experience_q8[row]);
    v.threat = share_q8(men.enemy_near_q8[row]);
    v.enemy_range_m = static_cast<float>(men.enemy_range_m[row]);
    v.sight_m = static_cast<float>(men.sight_m[row]);
    v.shock = share_q8(men.shock_q8[row]);
    v.suppression = share_q8(men.suppression_q8[row]);
    v.flank = v.in_ranks ? flank_share(round, row, v.threat) : 0.0F;
    v.fallen = share_q8(men.fallen_near_q8[row]);
    v.formed = share_q8(men.formed_near_q8[row]);
    v.fled = share_q8(men.fleeing_near_q8[row]);
    v.friends_men = static_cast<float>(men.friends_near[row]);
    v.safe = share_q8(men.safe_q8[row]);
    v.received = static_cast<float>(men.shown_around_q16[row]) * (1.0F / 65535.0F);
    if (!round.model.lacks(Without::contagion)) {
        v.gamma = round.p.contagion_gain * share_q8(men.contagion_q8[row]);
    }
    look_at_fire(round, row, v);
    v.pursued = men.enemy_range_m[row] == world::kFar ? 0.0F : pursued(v.enemy_range_m, round.p);
    v.no_way = men.shut_ways[row] == 0xffu;
    if (v.unit != world::kNoUnit) {
        const std::uint32_t leader = round.world.units.leader[v.unit];
        v.leads = leader == row;
        v.leaderless = leader == world::kNobody;
    }
    look_at_signals(round, row, v);
    v.decided = relief(round, v.person);
    look_at_ranks(round, row, v);
    v.surprise = share_q8(men.surprise_q8[row]);
    v.leader_lost = men.knows_lost[row] != 0;
    const auto& home = round.model.units[who.home_unit[row]];
    v.hunger = home.hunger, v.cold = home.cold;
    if (v.leads || v.person != kNoPerson) return v;
    if (v.in_ranks && !v.leaderless && v.leader > kFeltPresence) return v;
    const Call call = hear_call(round, row);
    v.call = call.presence, v.call_unit = call.unit;
    return v;
}

}  // namespace linghe::morale
