// What a leader shows against what he feels, and how long a message takes by distance.
#include <fmt/format.h>

#include <cmath>

#include "battle.hpp"

namespace linghe::facts {
namespace {

using verify::Body;
using verify::FieldScene;

/// 300 men and their chief before an enemy 60 m off. What he feels and shows is held from outside (an intervention on two
/// columns of one man); the mean fear of the others within 100 m of him after three minutes.
double fear_about(const Ask& ask, double felt, double shown) {
    FieldScene s;
    s.seed = ask.seed, s.set = ask.set;
    Body men;
    men.id = "men", men.men = 300, men.ranks = 6, men.x = 400, men.y = 500,
    men.more = "fear = 0.4\nfear_spread = 0.1";
    Body foe;
    foe.id = "foe", foe.side = "b", foe.men = 400, foe.ranks = 6, foe.x = 460, foe.y = 500,
    foe.heading_deg = 270;
    s.bodies = {men, foe};
    s.person(
        "chief", "men",
        "commands = \"a\"\norder = { verb = \"hold\" }\ntraits = { experience = 0.7, composure = 0.7 }\n");
    s.start();
    const std::uint32_t chief = s.model().persons[0].man;
    for (int t = 0; t < 1'800; ++t) {
        s.men().fear_q16[chief] = static_cast<std::uint16_t>(felt * 65535);
        s.men().shown_q16[chief] = static_cast<std::uint16_t>(shown * 65535);
        s.men().h_break_q16[chief] = 0;  // he stays, whatever he feels
        s.step();
    }
    double sum = 0, n = 0;
    const auto& m = s.world().men;
    for (std::size_t r = 0; r < 300; ++r) {
        if (r == chief || !s.fit(r)) continue;
        if (std::hypot(m.x_mm[r] - m.x_mm[chief], m.y_mm[r] - m.y_mm[chief]) > 100'000) continue;
        sum += m.fear_q16[r] / 65535.0, n += 1;
    }
    return n > 0 ? sum / n : 1;  // all have run from him
}
nlohmann::json shown(const Ask& ask) {
    const double calm = fear_about(ask, 0.8, 0.05), afraid = fear_about(ask, 0.8, 0.8),
                 easy = fear_about(ask, 0.1, 0.05);
    return {{"afraid_shows_calm", calm}, {"afraid_shows_fear", afraid}, {"easy_shows_calm", easy}};
}

/// A lord in thick haze sends to princes at 0.6 to 3 km of whom he has had no sign: when each rider was sent, when he arrived.
nlohmann::json riders(const Ask& ask) {
    FieldScene s;
    s.wide_m = 3600, s.high_m = 600, s.cell_m = 20;
    s.seed = ask.seed, s.set = ask.set;
    s.map_extra = "";
    Body lord;
    lord.id = "lord", lord.troop = "jin_staff", lord.men = 20, lord.x = 200, lord.y = 300;
    s.bodies.push_back(lord);
    const double km[] = {0.6, 1.0, 1.5, 2.0, 2.5, 3.0};
    for (int i = 0; i < 6; ++i) {
        Body b;
        b.id = fmt::format("p{}", i), b.troop = "jin_horse", b.men = 40, b.ranks = 2,
        b.x = 200 + km[i] * 1000, b.y = 300;
        b.force = b.id;
        s.forces +=
            fmt::format("[[force]]\nid = \"p{0}\"\nname = \"p{0}\"\nside = \"a\"\nparent = \"a\"\n\n", i);
        s.bodies.push_back(b);
    }
    s.person("lord", "lord", "commands = \"a\"\norder = { verb = \"hold\" }\n");
    for (int i = 0; i < 6; ++i)
        s.person(fmt::format("p{}", i), fmt::format("p{}", i),
                 fmt::format("commands = \"p{}\"\nsuperior = \"lord\"\norder = {{ verb = \"hold\" }}\n", i));
    s.persons += "[[smoke_cloud]]\nbox = [0, 0, 3600, 600]\nvisibility_m = 150\ncolour = \"white\"\n";
    s.conditions = [](model::Model& m) { m.without |= static_cast<std::uint32_t>(model::Without::wind); };
    s.start();
    nlohmann::json rows = nlohmann::json::array();
    double sent_s[7] = {};
    for (int t = 0; t < 24'000; ++t) {
        s.step();
        const auto& e = s.world().events;
        for (std::size_t i = 0; i < e.size(); ++i) {
            const auto kind = static_cast<world::EventKind>(e.kind[i]);
            if (kind == world::EventKind::order_given && e.subject[i] == 0 && e.other[i] >= 1 &&
                e.other[i] <= 6)
                sent_s[e.other[i]] = s.now_s();
            if (kind != world::EventKind::report_received || e.subject[i] < 1 || e.subject[i] > 6) continue;
            if (sent_s[e.subject[i]] <= 0) continue;
            rows.push_back(
                {{"km", km[e.subject[i] - 1]}, {"sent_s", sent_s[e.subject[i]]}, {"came_s", s.now_s()}});
            sent_s[e.subject[i]] = 0;
        }
    }
    return {{"riders", rows}};
}

}  // namespace

std::vector<Battle> leaders() {
    return {{"shown", "a chief who shows calm or fear, whatever he feels", shown},
            {"riders", "messages to princes at 0.6 to 3 km", riders}};
}

}  // namespace linghe::facts
