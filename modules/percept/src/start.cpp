// What each person knows at T0: his superior and his peers by name and muster, and where the scenario says he thinks one
// is. Who stands in ranks knows where the other bodies in ranks were drawn up; of all others he has no better place than
// a vague one about himself.
#include "linghe/math/fixed.hpp"
#include "linghe/percept/percept.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using belief::Subject;

constexpr std::uint16_t kAliveAtStart = 62'259;  // 0.95

// Men on the muster roll of a person.
std::uint32_t muster(const model::Model& model, const model::Person& who) noexcept {
    if (!who.commands.valid()) return who.rides_with.valid() ? model.units[who.rides_with.v].men : 0;
    std::uint32_t men = 0;
    for (const auto& unit : model.units) men += model.under(unit.force, who.commands) ? unit.men : 0;
    return men;
}

void set_belief(belief::Beliefs& beliefs, std::uint32_t owner, Subject kind, std::uint32_t subject,
                std::int32_t x_mm, std::int32_t y_mm, float spread_m, float confidence, std::uint32_t men) {
    auto& rows = beliefs.rows;
    const std::uint32_t r = beliefs.find_or_make(owner, kind, subject);
    rows.x_mm[r] = x_mm;
    rows.y_mm[r] = y_mm;
    rows.spread_mm[r] = math::round_to<std::uint32_t>(static_cast<double>(spread_m) * 1000.0);
    rows.confidence_q16[r] = math::to_q16_u16(static_cast<double>(confidence));
    rows.alive_q16[r] = kAliveAtStart;
    rows.men[r] = men;
    rows.source[r] = static_cast<std::uint8_t>(belief::Source::prior);
}

/// He rides with a body that stood in ranks when the battle began.
bool drawn_up(const model::Model& model, const model::Person& who) noexcept {
    return who.rides_with.valid() && model.units[who.rides_with.v].formed_at_start;
}

void know_at_start(const model::Model& model, const world::World& world, belief::Beliefs& beliefs,
                   std::uint32_t i) {
    const auto& who = model.persons[i];
    const auto& p = model.parameters.percept;
    const std::int32_t x = world.men.x_mm[who.man], y = world.men.y_mm[who.man];
    const bool in_ranks = drawn_up(model, who);
    const auto vaguely = [&](Subject kind, std::uint32_t subject, std::uint32_t men) {
        set_belief(beliefs, i, kind, subject, x, y, p.prior_spread_m, p.prior_confidence, men);
    };
    const auto person = [&](std::uint32_t j) {
        const auto& other = model.persons[j];
        const std::uint32_t men = muster(model, other);
        if (!in_ranks || !drawn_up(model, other)) return vaguely(Subject::person, j, men);
        set_belief(beliefs, i, Subject::person, j, world.men.x_mm[other.man], world.men.y_mm[other.man],
                   p.post_spread_m, p.post_confidence, men);
    };
    const auto body = [&](std::uint32_t u) {
        const auto& unit = model.units[u];
        if (!in_ranks || !unit.formed_at_start) return vaguely(Subject::unit, u, unit.men);
        set_belief(beliefs, i, Subject::unit, u, unit.start_x_mm, unit.start_y_mm, p.post_spread_m,
                   p.post_confidence, unit.men);
    };
    for (std::uint32_t j = 0; j < model.persons.size(); ++j) {
        const auto& other = model.persons[j];
        if (j == i || other.side != who.side) continue;
        if (other.named && (who.named || other.commands.valid())) person(j);
    }
    if (who.superior.valid() && who.superior.v != i) person(who.superior.v);
    if (who.commands.valid()) {
        for (std::uint32_t u = 0; u < model.units.size(); ++u) {
            if (model.under(model.units[u].force, who.commands)) body(u);
        }
    }
    const auto& special = who.first_belief;
    if (special.confidence > 0 && special.about.valid()) {
        set_belief(beliefs, i, Subject::person, special.about.v, special.x_mm, special.y_mm, special.spread_m,
                   special.confidence, muster(model, model.persons[special.about.v]));
    }
}

}  // namespace

void start(const model::Model& model, const world::World& world, belief::Beliefs& beliefs) {
    const std::size_t persons = model.persons.size();
    beliefs.first.assign(persons + 1, 0);
    for (std::size_t i = 0; i < persons; ++i) {
        const bool commander = model.persons[i].commands.valid();
        beliefs.first[i + 1] =
            beliefs.first[i] + (commander ? belief::kCommanderSubjects : belief::kUnitLeaderSubjects);
    }
    beliefs.rows.resize(beliefs.first.back());
    for (auto& told_by : beliefs.rows.told_by) told_by = kNoPerson;
    for (std::size_t i = 0; i < persons; ++i) {
        for (std::uint32_t r = beliefs.first[i]; r < beliefs.first[i + 1]; ++r)
            beliefs.rows.owner[r] = static_cast<std::uint16_t>(i);
    }
    auto& self = beliefs.self;
    self.resize(persons);
    for (std::uint32_t i = 0; i < persons; ++i) {
        const std::uint32_t row = model.persons[i].man;
        self.alive[i] = 1;
        self.x_mm[i] = world.men.x_mm[row];
        self.y_mm[i] = world.men.y_mm[row];
        self.heading[i] = world.men.facing[row];
        self.fear_q16[i] = world.men.fear_q16[row];
        self.morale[i] = world.men.morale[row];
        self.enemy_range_m[i] = world::kFar;
        self.drum_tick[i] = -1;
        self.drum_owner[i] = kNoPerson;
        know_at_start(model, world, beliefs, i);
    }
}

}  // namespace linghe::percept
