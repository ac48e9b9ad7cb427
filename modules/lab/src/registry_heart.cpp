// Measures of fear and calm: who grows steady when, what a leader, a drum and a crowd do to it.
#include "observers_heart.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

constexpr double kPeakUntilS = 1200, kCollapseFromS = 1200;

void add_host(const Registrar& r) {
    for (const int minute : {0, 5, 10, 15, 20, 50}) {
        const std::string at = std::to_string(minute);
        r.add({"steady_share_at_" + at, "1",
               "share that is steady among fit men of his side on the chief's bank at +" + at + " min",
               "主帅同岸本军可战者中心定之比，第" + at + "分钟", "S1-04 S1-42 S1-63", false, minute * 60.0},
              [minute] { return at_second(minute * 60.0, steady_share); });
    }
    for (const int minute : {2, 5, 10}) {
        const std::string at = std::to_string(minute);
        r.add({"fear_near_chief_at_" + at, "1",
               "mean fear of own men within 200 m of the chief at +" + at + " min",
               "主帅二百米内本军之平均恐惧，第" + at + "分钟", "S1-26", false, minute * 60.0},
              [minute] {
                  return at_second(minute * 60.0, [](const Scene& s) { return fear_near_chief(s, 200); });
              });
    }
    r.add({"calming_per_min", "1/min",
           "rate at which own men unsteady within 1,200 m of the chief at T0 cease to be so, to +5 min",
           "开鼓时主帅一千二百米内心未定者归定之速率，至第五分钟", "S1-03", false, 300},
          [] { return calming_rate(5); });
    r.add({"crowd_calms_r", "1",
           "rank correlation of friends within 50 m with the fall of fear in the next minute, unsteady men, "
           "to +10 min",
           "未定者身边五十米内友军之数与其后一分钟恐惧之降的秩相关，至第十分钟", "S1-05", false, 600},
          [] { return crowd_calms(); });
    r.add({"hearers_late_share", "1",
           "fugitives who hear the drum: share neither turned to the chief nor in ranks two minutes later",
           "闻鼓之溃兵两分钟后仍未回头亦未归队之比", "S1-23", false, 180},
          [] { return hearers(Hearers::late); });
    r.add({"late_turn_by_neighbours_r", "1",
           "of these late ones: rank correlation of steady men about them with turning in the next minute",
           "迟回者身边心定之人与其后一分钟回头与否的秩相关", "S1-23", false, 240},
          [] { return hearers(Hearers::by_neighbours); });
    r.add({"fear_follows_shown_r", "1",
           "rank correlation of the change of fear about commanders with what these show above it",
           "诸将身边恐惧之变与其所示（高出周围者）的秩相关", "S1-41", false, 600},
          [] { return spreads(Face::shown); });
    r.add({"fear_follows_felt_r", "1", "the same with what the commanders feel",
           "同上，与诸将心中所感的秩相关", "S1-41", false, 600},
          [] { return spreads(Face::felt); });
    r.add({"fleeing_share_most_from_20", "1",
           "greatest share in flight among own fit men on the chief's bank from +20 min to the end",
           "第二十分钟至终局主帅同岸本军可战者溃逃之比之最", "S1-40", false, 1200},
          [] { return fleeing_most_from(kCollapseFromS); });
    r.add({"gathering_quickens_men", "men",
           "median second difference, by the minute, of men within 300 m of the chief in the first third of "
           "their growth",
           "主帅三百米内人数增长前三分之一之逐分二阶差之中位", "S1-02", false, 240},
          [] { return gathering_quickens(); });
    r.add({"bodies_come_in_by_20", "",
           "bodies of which half are within 300 m of the chief at +20 min and were not at T0",
           "第二十分钟半数至主帅三百米内而开鼓时未至之队数", "S1-02", false, 1200},
          [] { return bodies_come_in(20); });
    r.add({"chief_fear_at_order", "1", "the chief's fear when he gives his first order",
           "主帅首次下令时之恐惧", "S1-59", false, 0},
          [] { return chief_fear_ordering(Ordering::at); });
    r.add({"chief_fear_after_order_share", "1", "his fear five minutes later over that",
           "其后五分钟之恐惧与之相比", "S1-59", false, 0},
          [] { return chief_fear_ordering(Ordering::after_over_before); });
}

void add_person(const Registrar& r, std::uint32_t p) {
    const auto& person = r.model.persons[p];
    const std::string id = "." + plain(person.id), en = person.name.en + ": ", zh = person.name.zh + "：";
    r.add({"fear_peak" + id, "1", en + "greatest fear from the start of the run to +20 min",
           zh + "自开局至第二十分钟恐惧之最", "S1-21", false, 0},
          [p] { return fear_peak(p, kPeakUntilS); });
    r.add({"calm_again_min" + id, "min", en + "minutes after T0 until he is no longer shaken",
           zh + "开鼓后至其不复动摇的分钟数", "S1-21", false, 0},
          [p] { return calm_again(p); });
    r.add({"fear_lost_beside_chief" + id, "1",
           en + "share of his fear lost in the five minutes after he comes within speaking distance of the "
                "chief",
           zh + "至主帅可与语处后五分钟内恐惧所减之比", "S1-24", false, 0},
          [p] { return fear_lost_beside_chief(p); });
    r.add({"staff_fear_rise" + id, "1",
           en + "change of the mean fear of those within 20 m of the chief in the five minutes after he "
                "comes within 100 m",
           zh + "其至主帅百米内后五分钟，主帅二十米内诸人平均恐惧之变", "S1-58", false, 0},
          [p] { return staff_fear_rise(p); });
}

}  // namespace

void add_heart(const Registrar& r) {
    if (!r.led()) return;
    add_host(r);
    for (const std::uint32_t p : r.named()) add_person(r, p);
}

}  // namespace linghe::lab
