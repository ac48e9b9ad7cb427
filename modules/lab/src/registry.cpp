// The registry: every measure with its name, unit, meaning in both languages and the claims it serves. Those of the rally
// and the losses stand here, others in registry_*.cpp by subject.
#include <string>

#include "linghe/intent/intents.hpp"
#include "linghe/model/verbs.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

constexpr double kThereM = 100, kCrowdM = 300, kBankLineMen = 300;

bool bank_line_stands(const Scene& s) {
    const auto& goals = s.state.intents.units;
    double men = 0;
    for (std::size_t u = 0; u < goals.size(); ++u)
        if (s.model.units[u].side == s.field.side && goals.arrived[u] != 0 &&
            goals.verb[u] == static_cast<std::uint8_t>(model::Verb::hold_line))
            men += s.state.world.units.in_hand[u];
    return men >= kBankLineMen;
}

void add_rally(std::vector<Entry>& out) {
    struct Of {
        const char *suffix, *en, *zh;
        Reach reach;
        double there_m;
    };
    static constexpr Of kOf[] = {
        {"", "", "", Reach::all, kThereM},
        {"_disc", ", of those within 1,200 m of him at T0", "（仅计开鼓时距其一千二百米内者）", Reach::disc,
         kThereM},
        {"_beyond", ", of those beyond 1,200 m of him at T0", "（仅计开鼓时距其一千二百米外者）",
         Reach::beyond, kThereM},
        {"_crowd", ", or within 300 m of him, in the crowd", "（或已在其三百米内之众中）", Reach::all,
         kCrowdM},
    };
    for (const Of& of : kOf) {
        const Look look = [of](const Scene& s) { return heading_share(s, of.reach, of.there_m); };
        const std::string suffix = of.suffix;
        const std::string en =
            "fugitives of T0 on the chief's bank who head for him within 45 degrees or are beside him" +
            std::string{of.en};
        const std::string zh =
            "开鼓时主帅同岸的溃兵中，朝其所在（四十五度内）而行或已到其身边者" + std::string{of.zh};
        out.push_back({share({"share_to_chief" + suffix + "_at_0", "1", en + ", at +00:30", zh + "，+00:30",
                              "S1-01", false, 30}),
                       [look] { return at_second(30, look); }});
        out.push_back({share({"share_to_chief" + suffix + "_at_5", "1", en + ", at +05:00", zh + "，+05:00",
                              "S1-01", false, 300}),
                       [look] { return at_second(300, look); }});
        out.push_back({{"share_gain" + suffix + "_5", "1", en + ": +05:00 less +00:30",
                        zh + "：+05:00 减 +00:30", "S1-01", false, 300, -1, 1},
                       [look] { return gain(30, 300, look); }});
    }
    out.push_back(
        {{"turned_persons", "", "named persons of the chief's side who turned or decided because of the drum",
          "因闻鼓而回头或改意的有名将领数", "S1-10", false, 0},
         [] { return turned_persons(); }});
}

void add_gathering(std::vector<Entry>& out) {
    for (const int minute : {0, 5, 10, 20, 30, 50}) {
        const std::string at = std::to_string(minute), when_en = " at +" + at + " min",
                          when_zh = "，第" + at + "分钟";
        const double s = minute * 60.0;
        out.push_back(
            {{"gathered_300m_at_" + at, "men", "fit men of his side within 300 m of the chief" + when_en,
              "主帅三百米内本军可战之人" + when_zh, "S1-02", false, s},
             [s] {
                 return at_second(
                     s, [](const Scene& scene) { return Value::of(men_near_chief(scene, kCrowdM)); });
             }});
    }
    for (const int minute : {0, 10, 20, 50}) {
        const std::string at = std::to_string(minute);
        const double s = minute * 60.0;
        out.push_back(
            {share({"in_ranks_share_at_" + at, "1",
                    "share in ranks among fit men of his side on the chief's bank at +" + at + " min",
                    "主帅同岸本军可战者中在队之比，第" + at + "分钟", "S1-03 S1-05", false, s}),
             [s] { return at_second(s, in_ranks_share); }});
    }
    out.push_back({{"bank_line_min", "min", "when 300 men or more stand in units that hold a line",
                    "据线之队满三百人之时", "S1-46", false, 0},
                   [] { return first_time(bank_line_stands, 60, "no line of 300 men was held"); }});
    out.push_back(
        {{"bank_line_by_20", "", "1 when that line stood within 20 min, else 0",
          "二十分钟内成线为 1，否则为 0", "S1-46", true, 1200},
         [] { return most_until(1200, [](const Scene& s) { return bank_line_stands(s) ? 1.0 : 0.0; }); }});
    out.push_back({{"sight_at_chief_m_at_10", "m", "how far the chief sees at +10 min",
                    "第十分钟主帅目力所及", "S1-25", false, 600},
                   [] {
                       return at_second(600, [](const Scene& s) {
                           return Value::of(s.state.world.men.sight_m[s.model.persons[s.field.chief].man]);
                       });
                   }});
}

void add_enemies(std::vector<Entry>& out) {
    out.push_back(
        {{"enemies_on_bank_at_20", "men", "fit enemies on the chief's bank at +20 min",
          "第二十分钟主帅同岸之敌", "S1-57", false, 1200},
         [] { return at_second(1200, [](const Scene& s) { return Value::of(enemies_on_bank(s)); }); }});
    out.push_back({{"enemies_on_bank_most_to_20", "men",
                    "most fit enemies on the chief's bank at any time to +20 min (looked at every 10 s)",
                    "二十分钟内主帅同岸之敌最多时（每十秒一数）", "S1-57", false, 1200},
                   [] { return most_until(1200, enemies_on_bank); }});
    out.push_back(
        {{"no_enemy_crossed_to_20", "", "1 when no fit enemy stood on the chief's bank to +20 min, else 0",
          "二十分钟内无一敌至主帅之岸为 1，否则为 0", "S1-57", true, 1200},
         [] {
             return least_until(1200, [](const Scene& s) { return enemies_on_bank(s) == 0 ? 1.0 : 0.0; });
         }});
}

void add_person(std::vector<Entry>& out, const model::Model& model, std::uint32_t person,
                std::uint32_t chief) {
    const auto& p = model.persons[person];
    const std::string id = "." + plain(p.id), en = p.name.en + ": ", zh = p.name.zh + "：";
    const auto arrived = [person, chief](const Scene& s) {
        return world::active(s.state.world.men.status[s.model.persons[person].man]) &&
               metres_between(s, person, chief) < kThereM;
    };
    const std::string never = "he never came within 100 m of the chief";
    out.push_back(
        {{"turn_delay_s" + id, "s", en + "from the first drum beat to his turn or decision because of it",
          zh + "自首通鼓至因鼓回头或改意", "S1-10", false, 0},
         [person] { return turn_delay(person); }});
    out.push_back({{"hear_to_reversal_s" + id, "s",
                    en + "from hearing the drum to riding towards the chief for ten seconds",
                    zh + "自闻鼓至朝主帅连行十秒之始", "S1-10", false, 0},
                   [person] { return hear_to_reversal(person); }});
    out.push_back({{"arrival_s" + id, "s", en + "when he is first within 100 m of the chief",
                    zh + "初至主帅百米内之时", "S1-12", false, 0},
                   [arrived, never] { return first_time(arrived, 1, never); }});
    out.push_back({{"group_at_0" + id, "men", en + "fit men under him within 200 m of him at T0",
                    zh + "开鼓时其二百米内部下", "S1-08", false, 0},
                   [person] {
                       return at_second(0,
                                        [person](const Scene& s) { return Value::of(group_of(s, person)); });
                   }});
    out.push_back(
        {{"group_at_arrival" + id, "men", en + "fit men under him within 200 m of him when he arrives",
          zh + "到达时其二百米内部下", "S1-12", false, 0},
         [person, arrived, never] {
             return when_first(
                 arrived, [person](const Scene& s) { return Value::of(group_of(s, person)); }, never);
         }});
}

void add_losses(std::vector<Entry>& out, const model::Model& model) {
    struct Loss {
        const char *name, *en, *zh;
        world::Status status;
    };
    static constexpr Loss kLosses[] = {
        {"dead", "dead", "阵亡", world::Status::dead},
        {"disabled", "disabled by wounds", "伤不能战", world::Status::disabled},
        {"captured", "taken", "被俘", world::Status::captured},
        {"drowned", "drowned", "溺亡", world::Status::drowned},
        {"burnt", "dead by fire", "烧死", world::Status::burnt},
        {"fled_off_map", "fled off the map", "逃出图外", world::Status::left_field},
    };
    for (const Loss& loss : kLosses)
        for (std::size_t side = 0; side < model.sides.size(); ++side) {
            const auto row = static_cast<std::uint8_t>(side);
            const auto status = loss.status;
            out.push_back({{std::string{loss.name} + "." + plain(model.sides[side].id), "men",
                            model.sides[side].name.en + ": men " + loss.en + " at the end",
                            model.sides[side].name.zh + "：终局时" + loss.zh, "", false, 0},
                           [row, status] {
                               return at_end([row, status](const Scene& s) {
                                   return Value::of(men_of_status(s, row, status));
                               });
                           }});
        }
}

}  // namespace

std::string plain(const std::string& id) {
    std::string out;
    for (const char c : id) {
        const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        out += keep ? c : (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : '_';
    }
    return out;
}

std::vector<Entry> registry(const model::Model& model) {
    std::vector<Entry> out;
    const std::uint32_t chief = chief_of(model);
    if (chief < model.persons.size()) {
        add_rally(out);
        add_gathering(out);
        if (model.sides.size() > 1) add_enemies(out);
        for (std::uint32_t p = 0; p < model.persons.size(); ++p)
            if (model.persons[p].named && model.persons[p].side == model.persons[chief].side && p != chief)
                add_person(out, model, p, chief);
    }
    const Registrar r{model, out, chief, std::make_shared<Census>(model)};
    add_crossing(r);
    add_knowledge(r);
    add_fire(r);
    add_heart(r);
    add_orders(r);
    add_losses(out, model);
    add_losses_by_time(r);
    return out;
}

}  // namespace linghe::lab
