// A commander's mind, fed by hand: what he believes goes in, orders and goals come out. No world is linked
// here at all. Used by the tests of mind.
// Never holds a check: those stand in the tests.
#pragma once
#include <string>

#include "linghe/math/fixed.hpp"
#include "linghe/mind/mind.hpp"

namespace linghe::test {

using model::Verb;

struct Field {
    model::Model model;
    belief::Beliefs beliefs;
    intent::Intents intents;
    jobs::Jobs jobs{1};
    base::Tick now = 0;

    static constexpr std::uint32_t kKhan = 0, kPrince = 1, kOfficer = 2, kSecondPrince = 3;

    Field() {
        auto& p = model.parameters.mind;
        p.latency_sigma = 0.0F;
        p.latency_voice_share = 0.4F;
        p.latency_signal_share = 0.3F;
        p.belief_half_life_s = 600;
        p.belief_enough = 0.35F;
        p.voice_range_m = 60;
        p.beside_m = 50;
        p.near_chief_m = 300;
        p.review_period_s = 60;
        p.gather_least_s = 120;
        p.turn_angle_deg = 60;
        p.drum_patience_s = 90;
        p.follow_drum_fear_most = 0.75F;
        p.line_depth_m = 25;
        p.collect_distance_m = 150;
        p.missing_after_s = 300;
        p.rider_speed_m_s = 5;
        p.reach_margin = 1.3F;
        p.threat_range_m = 120;
        p.hold_off_m = 30;
        p.room_m2 = 9;
        p.belief_faint = 0.05F;
        p.riders_out_most = 4;
        p.line_front_m = 60;
        p.goal_slack_m = 20;
        p.fire_near_m = 100;
        p.fire_warning_s = 180;
        p.fire_memory_s = 900;
        p.crossing_flow_per_m_s = 1.3F;
        p.egress_pace_m_s = 1.25F;
        p.gather_off_bank_m = 150;
        p.halt_slack_m = 40;
        p.halt_seen_s = 30;
        p.worth_pursuit = 0.06F, p.worth_attack = 0.15F, p.worth_hold = 0.4F, p.worth_sigma = 0.0F;
        p.doubt_least = 0.3F, p.fair_odds = 0.5F, p.objective_range_m = 400;
        p.refuse_base = -5, p.refuse_doubt = 4, p.refuse_experience = 2, p.refuse_fear = 3;
        p.refuse_honour = 2, p.refuse_coercion = 4, p.refuse_presence = 2;
        p.plain_order_threat = 0.5F, p.urge_most = 1;
        p.silence_base = -1, p.silence_coercion = 5, p.silence_honour = 2, p.silence_experience = 2;
        p.insist_base = 1, p.insist_trust = 4;
        p.kin_seek_least = 0.4F, p.kin_seek_m = 1500, p.kin_eager = 0.4F, p.kin_worry = 0.5F,
        p.refuse_bond = 2;
        p.host_ln_sd = 0.4F, p.outcome_strength = 2, p.outcome_flight = 4, p.reckon_period_s = 10;
        p.reserve_reach_m = 800, p.reserve_least_men = 200, p.counter_outcome = 0.5F, p.counter_odds = 1,
        p.counter_reach_m = 600, p.lead_base = -2, p.lead_honour = 4, p.lead_composure = 4;
        p.persuade_per_min = 0;  // the tests of persuasion turn it on
        p.imitate_range_m = 250, p.imitate_fresh_s = 30, p.imitate_least_men = 100;
        p.imitate_threshold = 0.6F, p.imitate_sigma = 0, p.imitate_post = 0.3F, p.imitate_name = 1;
        model.seed = 1;
        model.sides.resize(1);
        model.places.push_back(
            {"bank", "the bank", "河岸", -600'000, 130'000, true, 700'000, 130'000, true, false, 0});
        model.places.push_back(
            {"castle", "the castle", "城", 6'000'000, 5'500'000, false, 0, 0, false, true, 0});
        model.sides[0].doctrine.enough_share = 0.5F;
        model.sides[0].doctrine.inflow_slow_per_min = 0.05F;
        model.sides[0].doctrine.after_gather = {{Verb::hold_line, 0, 2, 0, true, true},
                                                {Verb::fetch, 1, 1, 900, false, false}};
        model.forces.resize(2);
        for (std::uint32_t f = 0; f < 2; ++f)
            model.forces[f].commander = base::PersonId{f == 0 ? kPrince : kSecondPrince};
        model.units.resize(4);
        model.persons.resize(4);
        model.men.resize(4);
        for (std::uint32_t p2 = 0; p2 < 4; ++p2) {
            auto& person = model.persons[p2];
            person.id = "person" + std::to_string(p2);
            person.named = true;
            person.rides_with = base::UnitId{p2};
            person.man = p2;
            person.traits.latency_s = 20;
            if (p2 != kKhan) person.superior = base::PersonId{kKhan};
            auto& unit = model.units[p2];
            unit.id = "unit" + std::to_string(p2);
            unit.leader = base::PersonId{p2};
            unit.first_man = p2;
            unit.men = 1;
            model.men.luck[p2] = 1000 + p2;
        }
        model.persons[kKhan].drums = 4;
        model.persons[kKhan].first_order.verb = Verb::gather;
        model.persons[kPrince].commands = base::ForceId{0};
        model.persons[kSecondPrince].commands = base::ForceId{1};
        model.persons[kPrince].first_order = {Verb::withdraw, 2'000'000, 2'000'000, {}, 0, 0, false};
        model.persons[kSecondPrince].first_order = model.persons[kPrince].first_order;
        beliefs.self.resize(4);
        beliefs.rows.resize(4 * 8);
        for (std::uint32_t r = 0; r < 32; ++r) beliefs.rows.owner[r] = static_cast<std::uint16_t>(r / 8);
        beliefs.index_owners(4);
        for (std::uint32_t p2 = 0; p2 < 4; ++p2) {
            beliefs.self.alive[p2] = 1;
            beliefs.self.drum_tick[p2] = -1;
            beliefs.self.drum_owner[p2] = 0xffff;
            beliefs.self.enemy_range_m[p2] = 0xffff;
        }
        put(kPrince, 1'000'000, 1'000'000);
        put(kSecondPrince, -1'000'000, 1'000'000);
        put(kOfficer, 10'000, 10'000);
        intents.units.resize(4);
        intents.persons.resize(4);
        mind::start(model, intents);
    }
    /// The khan has a command of his own, and every body has so many men.
    void give_khan_a_host(std::uint32_t men_of_a_body) {
        model.forces.resize(3);
        model.forces[2].commander = base::PersonId{kKhan};
        model.persons[kKhan].commands = base::ForceId{2};
        for (auto& unit : model.units) unit.men = men_of_a_body;
    }
    void put(std::uint32_t who, std::int32_t x_mm, std::int32_t y_mm) {
        beliefs.self.x_mm[who] = x_mm;
        beliefs.self.y_mm[who] = y_mm;
    }
    void tell(std::uint32_t who, std::uint32_t about, std::int32_t x_mm, std::int32_t y_mm,
              belief::Source source) {
        belief::take_in(beliefs, who,
                        {belief::Subject::person, about, x_mm, y_mm, 50'000, 800, 20.0F, false, now, source});
    }
    void hear_drum(std::uint32_t who) {
        beliefs.self.drum_tick[who] = static_cast<std::int32_t>(now);
        beliefs.self.drum_owner[who] = kKhan;
        tell(who, kKhan, 0, 0, belief::Source::ears);
    }
    /// One second of thought.
    void second() {
        mind::advance(model, beliefs, intents, now, jobs);
        now += 10;
    }
    [[nodiscard]] Verb verb(std::uint32_t who) const { return static_cast<Verb>(intents.persons.verb[who]); }
    [[nodiscard]] int notes(std::uint8_t kind, std::uint32_t who) const {
        int n = 0;
        for (std::size_t i = 0; i < intents.notes.size(); ++i)
            n += intents.notes.kind[i] == kind && intents.notes.person[i] == who;
        return n;
    }
};

}  // namespace linghe::test
