// Measures of what named commanders believe about the chief and one another, how far they see, who hears the drum, and how
// near enemies come to them.
#include "observers_knowledge.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

constexpr double kWrongM = 500;

void add_beliefs(const Registrar& r, std::uint32_t p) {
    const auto& person = r.model.persons[p];
    const std::string id = "." + plain(person.id), en = person.name.en + ": ", zh = person.name.zh + "：";
    r.add({"belief_error_m_at_0" + id, "m", en + "how far from the truth he believes the chief to be at T0",
           zh + "开鼓时以为主帅所在与实在之距", "S1-07", false, 0},
          [p] { return at_second(0, [p](const Scene& s) { return belief_error(s, p); }); });
    r.add({"belief_wrong_min" + id, "min", en + "minutes of the run with an error above 500 m",
           zh + "误差过五百米的分钟数", "S1-07", false, 0},
          [p] { return minutes_in_error(p, kWrongM); });
    r.add({"believed_gone_min" + id, "min",
           en + "minutes before T0 in which he believes the chief 500 m or more farther on towards their "
                "retreat than he is",
           zh + "开鼓前以为主帅已远退五百米以上的分钟数", "S1-07", false, 0},
          [p] { return minutes_believed_gone(p); });
    r.add({"least_to_enemy_m" + id, "m",
           en + "least distance to an enemy from his first resolve to withdraw on, while fit (within 100 m)",
           zh + "初定退意之后距敌最近之时（百米内）", "S1-20", false, 0},
          [p] { return least_to_enemy(p); });
}

void add_sight(const Registrar& r) {
    for (const int minute : {0, 10}) {
        const std::string at = std::to_string(minute), e = " at +" + at + " min", z = "，第" + at + "分钟";
        const double s = minute * 60.0;
        r.add({"sight_least_m_at_" + at, "m", "least sight of the named commanders on the chief's bank" + e,
               "主帅之岸诸将目力之最短" + z, "S1-22", false, s},
              [s] { return at_second(s, least_sight); });
        r.add({"sight_median_m_at_" + at, "m", "median sight of the named commanders on the chief's bank" + e,
               "主帅之岸诸将目力之中位" + z, "S1-22", false, s},
              [s] { return at_second(s, median_sight); });
        r.add(share({"beliefs_renewed_share_at_" + at, "1",
                     "share of what these could know of the places of the other named commanders that is not "
                     "over "
                     "5 min old" +
                         e,
                     "诸将所知同僚所在五分钟内有新讯之比" + z, "S1-22", false, s}),
              [s] { return at_second(s, beliefs_renewed); });
        r.add({"outcome_entropy_at_" + at, "bit",
               "median over the named commanders on the chief's bank of the entropy of who they think will "
               "win" +
                   e,
               "主帅之岸诸将胜负之信之熵之中位" + z, "S1-22", false, s},
              [s] { return at_second(s, outcome_entropy); });
    }
}

}  // namespace

void add_knowledge(const Registrar& r) {
    if (!r.led()) return;
    for (const std::uint32_t p : r.named()) add_beliefs(r, p);
    add_sight(r);
    if (r.model.persons[r.chief].drums == 0) return;
    r.add(share({"drum_heard_share_ring_downwind", "1",
                 "own men 1,050 to 1,250 m downwind of the drum at T0: share that hears it within 5 min",
                 "开鼓时居鼓下风一千零五十至一千二百五十米者五分钟内闻鼓之比", "S1-11", false, 300}),
          [] { return ring_that_hears(Half::downwind); });
    r.add(share({"drum_heard_share_ring_upwind", "1", "the same upwind of the drum", "居上风者之同比",
                 "S1-11", false, 300}),
          [] { return ring_that_hears(Half::upwind); });
}

}  // namespace linghe::lab
