// Measures of a host that crosses a river: when, in what order, how many, how thick; and of its losses by time.
#include <algorithm>

#include "observers_crossing.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

constexpr double kDenseHorsesM2 = 0.2;

/// Men of a group across at a minute after T0.
std::function<std::unique_ptr<Observer>()> across_at(const Registrar& r, double minute, Group group,
                                                     bool near) {
    return [census = r.census, minute, group = std::move(group), near] {
        return at_second(minute * 60, if_far_bank([census, group, near](const Scene& s) {
                             census->count(s);
                             if (!near) return Value::of(census->there(group, s.field.bank));
                             const auto him = s.model.persons[s.field.chief].man;
                             if (region_at(s.model, s.state, him) != s.field.bank)
                                 return Value::none("the chief has left that bank");
                             return Value::of(census->within_500(group));
                         }));
    };
}

std::function<std::unique_ptr<Observer>()> behind_at(const Registrar& r, double minute, Group group) {
    return [census = r.census, minute, group = std::move(group)] {
        return at_second(minute * 60, if_far_bank([census, group](const Scene& s) {
                             census->count(s);
                             return Value::of(census->living(group) - census->there(group, s.field.bank));
                         }));
    };
}

std::function<std::unique_ptr<Observer>()> out_at(const Registrar& r, double minute, Group group) {
    return [census = r.census, minute, group = std::move(group)] {
        return at_second(minute * 60, [census, group](const Scene& s) {
            census->count(s);
            return Value::of(census->out(group));
        });
    };
}

void add_commanders(const Registrar& r) {
    std::vector<std::uint32_t> led;
    for (const std::uint32_t p : r.named())
        if (r.model.persons[p].commands.valid()) led.push_back(p);
    std::vector<Group> groups;
    for (const std::uint32_t p : led) groups.push_back(units_of_person(r.model, p));
    for (std::size_t k = 0; k < led.size(); ++k) {
        const auto& person = r.model.persons[led[k]];
        const std::string id = "." + plain(person.id), en = person.name.en + ": ", zh = person.name.zh + "：";
        r.add({"half_across_min" + id, "min",
               en + "minutes from the start until half his men who live are on the chief's bank of T0",
               zh + "自开局至其部众过半至主帅开鼓之岸的分钟数", "S1-06 S1-28", false, 0},
              [census = r.census, group = groups[k]] { return half_across(census, group); });
        r.add({"across_rank" + id, "",
               en + "rank of his men among those of the named commanders in coming across by half",
               zh + "其部众过半渡岸之先后（诸将之中）", "S1-06", false, 0},
              [census = r.census, groups, k] { return rank_across(census, groups, k); });
    }
    for (const std::uint32_t p : r.named()) {
        const auto& person = r.model.persons[p];
        const std::string id = "." + plain(person.id), en = person.name.en + ": ", zh = person.name.zh + "：";
        r.add({"withdraws_min" + id, "min", en + "minutes from the start to his first resolve to withdraw",
               zh + "自开局至初定退意的分钟数", "S1-06 S1-13", false, 0},
              [p] { return withdraws(p); });
        r.add({"ridden_on_bank_m_at_0" + id, "m", en + "way made at T0 since he reached the chief's bank",
               zh + "至主帅开鼓时登岸后已行之程", "S1-09", false, 0},
              [p] { return ridden_since_bank(p); });
    }
}

void add_colours(const Registrar& r) {
    for (std::uint8_t c = 0; c < r.model.colours.size(); ++c) {
        const auto& colours = r.model.colours[c];
        if (colours.side != r.side()) continue;
        const Group group = units_of_colours(r.model, c);
        if (group.empty()) continue;
        const std::string id = "." + plain(colours.id), en = colours.name.en + ": ",
                          zh = colours.name.zh + "：";
        r.add({"colours_half_across_min" + id, "min",
               en + "minutes from the start until half their men who live are on the chief's bank of T0",
               zh + "自开局至其众过半至主帅开鼓之岸的分钟数", "S1-28", false, 0},
              [census = r.census, group] { return half_across(census, group); });
        r.add({"colours_half_gathered_min" + id, "min",
               en + "minutes after T0 until half their fit men are within 300 m of the chief",
               zh + "开鼓后其众过半至主帅三百米内的分钟数", "S1-28", false, 0},
              [census = r.census, group] { return half_gathered(census, group); });
        for (const int minute : {0, 10, 20}) {
            const std::string at = std::to_string(minute), e = " at +" + at + " min",
                              z = "，第" + at + "分钟";
            r.add({"colours_across_at_" + at + id, "men", en + "men on the chief's bank of T0" + e,
                   zh + "已在主帅之岸者" + z, "S1-14 S1-17 S1-27 S1-32 S1-34", false, minute * 60.0},
                  across_at(r, minute, group, false));
        }
        r.add({"colours_across_near_at_20" + id, "men", en + "of these within 500 m of the chief at +20 min",
               zh + "第二十分钟在其岸且距主帅五百米内者", "S1-32", false, 1200},
              across_at(r, 20, group, true));
        std::vector<std::uint8_t> troops;
        for (const std::uint32_t u : group)
            if (std::find(troops.begin(), troops.end(), r.model.units[u].troop) == troops.end())
                troops.push_back(r.model.units[u].troop);
        if (troops.size() < 2) continue;
        for (const std::uint8_t t : troops) {
            const Group of = units_of_troop(r.model, c, t);
            const auto& troop = r.model.troops[t];
            r.add(share({"colours_across_share_at_0" + id + "." + plain(troop.id), "1",
                         en + troop.name.en + ": share of those who live on the chief's bank at T0",
                         zh + troop.name.zh + "：开鼓时已在主帅之岸之比", "S1-14", false, 0}),
                  [census = r.census, of] {
                      return at_second(0, if_far_bank([census, of](const Scene& s) {
                                           census->count(s);
                                           const double living = census->living(of);
                                           return living > 0
                                                      ? Value::of(census->there(of, s.field.bank) / living)
                                                      : Value::none("none of them lives");
                                       }));
                  });
        }
    }
}

}  // namespace

std::vector<std::uint32_t> Registrar::named() const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t p = 0; p < model.persons.size(); ++p)
        if (model.persons[p].named && led() && model.persons[p].side == side() && p != chief)
            found.push_back(p);
    return found;
}

void add_crossing(const Registrar& r) {
    if (!r.model.ground.rivers.empty()) {
        r.add({"river_density_most", "1/m2",
               "most horses to the square metre in a 10 m square of a river's bed (looked at every 10 s)",
               "河床内十米见方每平方米马数之最（每十秒一数）", "S1-16", false, 0},
              [] { return river_density_most(); });
        r.add({"river_jam_min", "min",
               "minutes in which some such square holds 0.2 horses to the square metre or more",
               "河床内有十米见方每平方米达零点二马的分钟数", "S1-16", false, 0},
              [] { return river_jam(kDenseHorsesM2); });
    }
    if (!r.led()) return;
    r.add({"t0_min", "min", "minutes from the start of the run to T0", "自开局至开鼓的分钟数", "S1-38", false,
           0},
          [] {
              return at_second(0,
                               [](const Scene& s) { return Value::of(base::seconds_of(s.run_tick()) / 60); });
          });
    if (r.model.ground.regions < 2) return;
    add_commanders(r);
    add_colours(r);
    const Group all = units_of_side(r.model, r.side());
    const auto& side = r.model.sides[r.side()];
    const std::string id = "." + plain(side.id), en = side.name.en + ": ", zh = side.name.zh + "：";
    for (const int minute : {0, 10, 20}) {
        const std::string at = std::to_string(minute), e = " at +" + at + " min", z = "，第" + at + "分钟";
        r.add({"across_at_" + at + id, "men", en + "men on the chief's bank of T0" + e,
               zh + "已在主帅之岸者" + z, "S1-33", false, minute * 60.0},
              across_at(r, minute, all, false));
        r.add({"behind_at_" + at + id, "men", en + "living men in the river or on another bank" + e,
               zh + "尚在河中或别岸的存活之人" + z, "S1-34", false, minute * 60.0},
              behind_at(r, minute, all));
    }
}

void add_losses_by_time(const Registrar& r) {
    for (std::uint8_t side = 0; side < r.model.sides.size(); ++side) {
        const Group all = units_of_side(r.model, side);
        const std::string id = "." + plain(r.model.sides[side].id), en = r.model.sides[side].name.en + ": ",
                          zh = r.model.sides[side].name.zh + "：";
        if (r.led())
            for (const int minute : {0, 15, 20}) {
                const std::string at = std::to_string(minute);
                r.add(
                    {"out_at_" + at + id, "men",
                     en + "dead, disabled, drowned and taken since the start, at +" + at + " min",
                     zh + "自开局至第" + at + "分钟死、伤、溺、俘合计", "S1-34 S1-38", false, minute * 60.0},
                    out_at(r, minute, all));
            }
        for (const int minute : {5, 10, 15, 20}) {
            const std::string at = std::to_string(minute);
            r.add({"out_at_run_min_" + at + id, "men",
                   en + "dead, disabled, drowned and taken " + at + " minutes from the start",
                   zh + "开局后" + at + "分钟死、伤、溺、俘合计", "S1-56", false, minute * 60.0},
                  [census = r.census, all, minute] { return out_at_run_minute(census, all, minute); });
        }
        r.add({"out_at_end" + id, "men", en + "dead, disabled, drowned and taken at the end",
               zh + "终局死、伤、溺、俘合计", "S1-56", false, 0},
              [census = r.census, all] {
                  return at_end([census, all](const Scene& s) {
                      census->count(s);
                      return Value::of(census->out(all));
                  });
              });
        r.add({"out_most_in_60" + id, "men", en + "most men who went out in any 60 minutes",
               zh + "任一小时内损失之最", "S1-38", false, 0},
              [census = r.census, all] { return most_out_in(census, all, 3600); });
    }
}

}  // namespace linghe::lab
