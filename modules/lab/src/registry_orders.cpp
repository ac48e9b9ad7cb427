// Measures of command: the chief's orders, how they are obeyed, and what he knows of his own; and of who is mustered where.
#include "linghe/model/verbs.hpp"
#include "observers_crossing.hpp"
#include "observers_orders.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

constexpr double kUntil30S = 1800, kUntil40S = 2400;

void add_plan(const Registrar& r) {
    struct Of {
        model::Verb verb;
        const char *name, *en, *zh;
    };
    static constexpr Of kOf[] = {
        {model::Verb::hold_line, "hold_line", "hold a line", "扼守战线"},
        {model::Verb::collect, "collect", "collect stragglers", "收容散卒"},
        {model::Verb::fetch, "fetch", "fetch troops", "往调援兵"},
        {model::Verb::stay_by, "stay_by", "stay beside him", "侍立左右"},
        {model::Verb::cover, "cover", "cover others", "掩护他部"},
        {model::Verb::counter_attack, "counter_attack", "strike back", "反击"},
        {model::Verb::attack, "attack", "attack", "进攻"},
    };
    for (const Of& of : kOf)
        r.add({std::string{"ordered_min."} + of.name, "min",
               std::string{"minutes after T0 of the chief's first order to "} + of.en,
               std::string{"开鼓后主帅首次下令"} + of.zh + "的分钟数", "S1-39 S1-46", false, 0},
              [verb = of.verb] { return first_order(verb); });
    r.add({"chief_advances_min", "min", "minutes after T0 until the chief resolves or orders an advance",
           "开鼓后至主帅决意或下令前进的分钟数", "S1-61", false, 0},
          [] { return chief_advances(); });
    r.add({"chief_leads_min", "min", "minutes after T0 until the chief resolves to lead an attack in person",
           "开鼓后至主帅决意亲征的分钟数", "S1-42 S1-61", false, 0},
          [] { return chief_leads(); });
    r.add(
        {"calls_reserve_min", "min",
         "minutes after T0 until the chief calls one whom he had told to collect stragglers to another task",
         "开鼓后至主帅另有所令于收容之将的分钟数", "S1-66", false, 0},
        [] { return calls_reserve(); });
    r.add(
        {"chief_thinks_s", "s", "from the review in which the chief finds it time to act to his first order",
         "自主帅审势知可行事至首次下令", "S1-45", false, 0},
        [] { return thinks_before_ordering(); });
    r.add({"obeys_s", "s", "mean time from an order of the chief reaching somebody to his taking it up",
           "主帅之令到人至其奉行的平均时间", "S1-64", false, 0},
          [] { return obeys_after(); });
    r.add({"line_sets_out_min", "min",
           "minutes from the first order to hold a line until half the men ordered move or have arrived",
           "自首次下令扼守战线至所令之众半数起行或已到的分钟数", "S1-46", false, 0},
          [] { return line_sets_out(); });
    r.add({"line_loss_when_broken", "1",
           "share lost of the bodies on a line when half of those left are in flight",
           "据线诸队半数溃逃时已损之比", "S1-47", false, 0},
          [] { return line_loss(LineLoss::when_broken); });
    r.add({"line_loss_most", "1", "greatest share lost of the bodies on a line", "据线诸队损失之比之最",
           "S1-47", false, 0},
          [] { return line_loss(LineLoss::most); });
    r.add({"fetch_arrives_min", "min",
           "minutes from the order to fetch troops until the one sent is within 300 m of the place",
           "自下令往调援兵至所遣之人距其地三百米内的分钟数", "S1-50", false, 0},
          [] { return fetch_arrives(); });
    r.add({"fetch_feasible", "1", "what the one sent gives for the chance to be back in time with troops",
           "所遣之人自度能如期率援而返之数", "S1-50", false, 0},
          [] { return fetch_feasible(); });
}

void add_knowledge_of_own(const Registrar& r) {
    r.add({"host_accounted_share_at_20", "1",
           "men the chief believes to be in bodies of his side at +20 min over those who are fit",
           "第二十分钟主帅以为各队所有之人与实有之比", "S1-62", false, 1200},
          [] { return at_second(1200, host_accounted); });
    r.add({"losses_believed_share_at_20", "1",
           "men of his side the chief believes lost at +20 min over those who have fallen, are disabled or "
           "taken",
           "第二十分钟主帅以为己方所折之人与实折之比", "S1-62", false, 1200},
          [] { return at_second(1200, losses_believed); });
    for (const int minute : {10, 30}) {
        const std::string at = std::to_string(minute);
        r.add({"organised_share_at_" + at, "1",
               "fugitives of T0 who are fit: share in ranks on the chief's bank at +" + at + " min",
               "开鼓时溃兵之可战者在主帅之岸归队之比，第" + at + "分钟", "S1-48", false, minute * 60.0},
              [minute] { return at_second(minute * 60.0, organised_share); });
        r.add(
            {"taken_in_share_at_" + at, "1",
             "fugitives of T0 within 500 m of the chief: share under a commander who collects, at +" + at +
                 " min",
             "开鼓时溃兵在主帅五百米内者归收容之将所辖之比，第" + at + "分钟", "S1-48", false, minute * 60.0},
            [minute] { return at_second(minute * 60.0, taken_in_share); });
    }
}

void add_belief(const Registrar& r, std::uint32_t p, const std::string& id, const std::string& en,
                const std::string& zh) {
    r.add({"believed_lost_at_0" + id, "1", en + "chance that he is lost, in the chief's belief at T0",
           zh + "开鼓时主帅以为其已没之数", "S1-43", false, 0},
          [p] { return at_second(0, [p](const Scene& s) { return believed_lost(s, p); }); });
    r.add({"believed_lost_most_to_30" + id, "1", en + "the same, greatest to +30 min",
           zh + "同上，至第三十分钟之最", "S1-43", false, kUntil30S},
          [p] { return believed_lost_most(p, kUntil30S); });
    const auto& first = r.model.persons[p].first_belief;
    if (!(first.confidence > 0) || !first.about.valid() || first.about.v == r.chief) return;
    const auto& other = r.model.persons[first.about.v];
    r.add({"told_s" + id + "." + plain(other.id), "s",
           en + "from coming within speaking distance of the chief to the chief's knowing from him of " +
               other.name.en,
           zh + "自至主帅可与语处至主帅由其得知" + other.name.zh + "之讯", "S1-44", false, 0},
          [p, about = first.about.v] { return told_after_meeting(p, about); });
}

void add_person(const Registrar& r, std::uint32_t p) {
    const auto& person = r.model.persons[p];
    const std::string id = "." + plain(person.id), en = person.name.en + ": ", zh = person.name.zh + "：";
    add_belief(r, p, id, en, zh);
    r.add({"orders_to" + id, "", en + "orders the chief gives him to +40 min",
           zh + "至第四十分钟主帅所下之令数", "S1-60", false, kUntil40S},
          [p] { return sent_to(p, false, kUntil40S); });
    r.add({"riders_to" + id, "", en + "riders the chief sends to ask after him to +40 min",
           zh + "至第四十分钟主帅遣往探问之骑数", "S1-60", false, kUntil40S},
          [p] { return sent_to(p, true, kUntil40S); });
    r.add({"beside_chief_min" + id, "min", en + "longest unbroken time within 50 m of the chief from T0 on",
           zh + "开鼓后不离主帅五十米之最长时间", "S1-49", false, 0},
          [p] { return beside_chief(p, 50); });
    r.add({"persuaded_min" + id, "min",
           en + "minutes after T0 until his men have talked him into riding to the drum",
           zh + "开鼓后至部下劝其应鼓的分钟数", "S1-23", false, 0},
          [p] { return persuaded(p); });
    r.add({"men_under_at_30" + id, "men", en + "fit men in bodies that obey him at +30 min",
           zh + "第三十分钟听其号令之人", "S1-66", false, kUntil30S},
          [p] { return at_second(kUntil30S, [p](const Scene& s) { return Value::of(men_under(s, p)); }); });
    r.add({"reserve_on_line_share_at_40" + id, "1",
           en + "of these: share that is under him and arrived on a line at +40 min",
           zh + "其中至第四十分钟随其据线已到之比", "S1-66", false, kUntil40S},
          [p] { return reserve_obeys(p, kUntil30S, kUntil40S); });
    for (const bool east : {true, false})
        r.add({std::string{east ? "place_x_m_at_10" : "place_y_m_at_10"} + id, "m",
               en + (east ? "easting" : "northing") + " at +10 min",
               zh + (east ? "第十分钟东坐标" : "第十分钟北坐标"), "S1-65", false, 600},
              [p, east] {
                  return at_second(600, [p, east](const Scene& s) {
                      if (!fit_man(s, man_of(s, p))) return Value::none("he has fallen, is taken or gone");
                      const auto& men = s.state.world.men;
                      return Value::of((east ? men.x_mm : men.y_mm)[man_of(s, p)] / 1000.0);
                  });
              });
}

void add_enemy(const Registrar& r) {
    for (std::uint32_t p = 0; p < r.model.persons.size(); ++p) {
        const auto& person = r.model.persons[p];
        if (!person.named || person.side == r.side() || person.superior.valid()) continue;
        r.add({"enemy_reckoned_share_at_0." + plain(person.id), "1",
               person.name.en + ": what he reckons the enemy host at, at T0, over those who are there",
               person.name.zh + "：开鼓时所料敌军之数与实有之比", "S1-31", false, 0},
              [p] { return at_second(0, [p](const Scene& s) { return enemy_reckoned(s, p); }); });
    }
}

/// Men of colours who are out and lie on the bank on which the chief began.
Value left_behind(const Scene& s, const Group& group) {
    if (const Value bank = far_bank(s); !bank.known) return bank;
    double n = 0;
    for (std::size_t i = 0; i < s.state.world.men.size(); ++i) {
        const auto status = static_cast<world::Status>(s.state.world.men.status[i]);
        if (status == world::Status::fit || status == world::Status::left_field) continue;
        const std::uint32_t unit = s.model.men.home_unit[i];
        bool of = false;
        for (const std::uint32_t u : group) of = of || u == unit;
        n += of && region_at(s.model, s.state, i) == s.field.bank_at_start ? 1 : 0;
    }
    return Value::of(n);
}

double strength(const model::Model& model, const Group& group) {
    double n = 0;
    for (const std::uint32_t home : model.men.home_unit)
        for (const std::uint32_t u : group) n += home == u ? 1 : 0;
    return n;
}

void add_muster(const Registrar& r) {
    for (std::uint8_t side = 0; side < r.model.sides.size(); ++side) {
        const Group all = units_of_side(r.model, side);
        r.add({"mustered." + plain(r.model.sides[side].id), "men",
               r.model.sides[side].name.en + ": men at the start", r.model.sides[side].name.zh + "：开局之众",
               "S1-30", false, 0},
              [all] { return at_end([all](const Scene& s) { return Value::of(strength(s.model, all)); }); });
    }
    for (std::uint8_t c = 0; c < r.model.colours.size(); ++c) {
        const auto& colours = r.model.colours[c];
        const Group group = units_of_colours(r.model, c);
        if (!r.led() || colours.side != r.side() || group.empty()) continue;
        const std::string id = "." + plain(colours.id), en = colours.name.en + ": ",
                          zh = colours.name.zh + "：";
        r.add({"colours_mustered" + id, "men", en + "men at the start", zh + "开局之众", "S1-29", false, 0},
              [group] {
                  return at_end([group](const Scene& s) { return Value::of(strength(s.model, group)); });
              });
        if (r.model.ground.regions < 2) continue;
        r.add({"left_behind_at_20" + id, "men",
               en + "men out at +20 min who lie on the bank on which the chief began",
               zh + "第二十分钟死伤被俘而在主帅起初之岸者", "S1-19", false, 1200},
              [group] { return at_second(1200, [group](const Scene& s) { return left_behind(s, group); }); });
    }
}

/// Guards of colours across at +10: a kind of troops by itself.
void add_troops_across(const Registrar& r) {
    for (std::uint8_t c = 0; c < r.model.colours.size(); ++c)
        for (std::uint8_t t = 0; t < r.model.troops.size(); ++t) {
            const auto& colours = r.model.colours[c];
            const Group group = units_of_troop(r.model, c, t);
            if (colours.side != r.side() || group.empty()) continue;
            r.add({"troop_across_at_10." + plain(colours.id) + "." + plain(r.model.troops[t].id), "men",
                   colours.name.en + ", " + r.model.troops[t].name.en +
                       ": men on the chief's bank of T0 at +10 min",
                   colours.name.zh + r.model.troops[t].name.zh + "：第十分钟已在主帅之岸者", "S1-15", false,
                   600},
                  [census = r.census, group] {
                      return at_second(600, if_far_bank([census, group](const Scene& s) {
                                           census->count(s);
                                           return Value::of(census->there(group, s.field.bank));
                                       }));
                  });
        }
}

}  // namespace

void add_orders(const Registrar& r) {
    add_muster(r);
    if (!r.led()) return;
    add_plan(r);
    add_knowledge_of_own(r);
    for (const std::uint32_t p : r.named()) add_person(r, p);
    add_enemy(r);
    if (r.model.ground.regions > 1) add_troops_across(r);
}

}  // namespace linghe::lab
