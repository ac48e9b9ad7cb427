// Imitation without orders: a leader whom no order binds does what he sees most of those about him do.
// A threshold in the share of others (M. Granovetter, "Threshold models of collective behavior", American Journal of
// Sociology 83 (1978) 1420-1443), his own by the openness with which others' feelings reach him and by luck; bodies count by
// men, more under a man of name or one to whom he is bound. Seen are bodies of his own side, near and lately.
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using belief::Source;
using belief::Subject;
using model::Verb;

enum class Way : std::uint8_t { none, go_in, go_away, stand };

Way way_of(Verb verb) {
    switch (verb) {
        case Verb::attack:
        case Verb::pursue:
        case Verb::lead:
        case Verb::counter_attack: return Way::go_in;
        case Verb::withdraw: return Way::go_away;
        case Verb::hold:
        case Verb::hold_line:
        case Verb::gather:
        case Verb::collect:
        case Verb::cover: return Way::stand;
        default: return Way::none;
    }
}

/// What he sees of others, in men, by what they are about.
struct Example {
    double all = 0, go_in = 0, go_away = 0, stand = 0;
};

Example look_round(const Office& o, std::uint32_t who) {
    const auto& rows = o.beliefs.rows;
    Example seen;
    for (std::size_t r = o.beliefs.first[who]; r < o.beliefs.first[who + 1]; ++r) {
        if (rows.subject_kind[r] != static_cast<std::uint8_t>(Subject::unit) || rows.doing[r] == 0) continue;
        if (rows.source[r] != static_cast<std::uint8_t>(Source::eyes) || rows.men[r] == 0xffffffffu) continue;
        if (o.seconds_since(rows.tick[r]) > static_cast<double>(o.p().imitate_fresh_s)) continue;
        const std::uint32_t leader =
            rows.subject[r] < o.model.units.size() ? o.model.units[rows.subject[r]].leader.v : kNoPerson;
        if (leader == who || leader >= o.persons()) continue;
        if (metres_to(o, who, {rows.x_mm[r], rows.y_mm[r]}) > static_cast<double>(o.p().imitate_range_m))
            continue;
        const float name = o.model.persons[leader].traits.reputation, bond = o.bond(who, leader);
        const double men = static_cast<double>(rows.men[r]) *
                           static_cast<double>(1.0F + o.p().imitate_name * (name > bond ? name : bond));
        const Way way = way_of(static_cast<Verb>(rows.doing[r]));
        seen.all += men;
        seen.go_in += way == Way::go_in ? men : 0.0;
        seen.go_away += way == Way::go_away ? men : 0.0;
        seen.stand += way == Way::stand ? men : 0.0;
    }
    return seen;
}

/// Share of others at which he follows; the same man's is the same all day.
double threshold(const Office& o, std::uint32_t who) {
    const auto& me = o.model.persons[who];
    const double openness = static_cast<double>(o.model.men.openness_q8[me.man]) / 255.0;
    const double own =
        static_cast<double>(o.p().imitate_threshold) +
        static_cast<double>(o.p().imitate_sigma * mood(o, who, 0, math::Purpose::mind_example, 0));
    const bool told_to_hold = me.first_order.verb == Verb::hold && me.superior.valid();
    const double post = told_to_hold ? static_cast<double>(o.p().imitate_post) : 0.0;
    return openness > 0.0 ? own * 0.5 / openness + post : 2.0;
}

/// What he would do after them; none when they set no example to one who is about what he is.
Verb example_for(const Office& o, std::uint32_t who) {
    const auto now = static_cast<Verb>(o.intents.persons.verb[who]);
    const Example seen = look_round(o, who);
    const double least = static_cast<double>(o.p().imitate_least_men);
    if (seen.all < least) return Verb::none;
    const double share = threshold(o, who);
    // However open he is, he follows no part that is not the greater: else he would go and come with every look.
    const auto follows = [&](double men, double against) {
        return men >= least && men > against && men >= share * seen.all;
    };
    if (now == Verb::withdraw) return follows(seen.stand, seen.go_away) ? Verb::hold : Verb::none;
    if (follows(seen.go_away, seen.all - seen.go_away)) return Verb::withdraw;
    const double reach_m = static_cast<double>(o.p().counter_reach_m);
    if (follows(seen.go_in, seen.all - seen.go_in) && nearest_enemy(o, who, o.place(who), reach_m))
        return Verb::attack;
    return Verb::none;
}

/// No order binds him, and his chief's drum, which goes before what others do, does not call him.
bool may_follow(const Office& o, std::uint32_t who) {
    const auto& mine = o.intents.persons;
    const auto verb = static_cast<Verb>(mine.verb[who]);
    return mine.order[who] == kNoOrder && chief_of(o, who) != who && !hears_chief(o, who, chief_of(o, who)) &&
           (verb == Verb::none || verb == Verb::hold || verb == Verb::withdraw);
}

}  // namespace

bool imitate(Office& o, std::uint32_t who) {
    if (!may_follow(o, who)) return false;
    auto& mine = o.intents.persons;
    // What is on his mind already, an order above all, is made up first.
    const auto pending = static_cast<Verb>(mine.pending[who]);
    const bool mulls = mine.copies[who] != 0 && mine.think_until[who] > 0;
    if (pending != Verb::none && !mulls) return false;
    constexpr base::Tick kLookSeconds = 5;  // as often as bodies are looked at
    if (!mulls && (o.now / base::kTicksPerSecond + who) % kLookSeconds != 0) return false;
    const Verb verb = example_for(o, who);
    if (verb == Verb::none) {
        if (mulls) mine.pending[who] = 0, mine.think_until[who] = 0;
        mine.copies[who] = 0;
        return false;
    }
    const bool made_up = ripe(o, who, verb, 1.0F);
    mine.copies[who] = 1;
    if (!made_up) return true;
    const auto& side = o.model.sides[o.model.persons[who].side];
    math::Vec2i at = o.place(who);
    if (verb == Verb::withdraw) at = {side.retreat_x_mm, side.retreat_y_mm};
    if (verb == Verb::attack)
        at = nearest_enemy(o, who, at, static_cast<double>(o.p().counter_reach_m)).value_or(at);
    resolve(o, who, {verb, at}, NoteCause::example);
    return true;
}

}  // namespace linghe::mind
