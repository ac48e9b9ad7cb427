// Field battles of two lines: foot against foot, the same with horse on the wings, mixed odds.
#include <fmt/format.h>

#include "battle.hpp"
#include "linghe/math/rng.hpp"
#include "watch.hpp"

namespace linghe::facts {
namespace {

using verify::Body;
using verify::FieldScene;

constexpr double kGap_m = 60;  // between the front ranks at the start
constexpr int kRanks = 6;
constexpr double kAfter_s = 600;  // watched on after a side has broken
constexpr double kLongest_s = 3600;

struct Line {
    int men = 1500, horse = 0, units = 5;
    double fear = 0.1;
    std::string troop = "ming_foot";
};

/// A line of units in six ranks from south to north, horse on both wings, all ordered through the enemy's line.
void draw_up(FieldScene& s, const Line& line, bool east, double middle_y) {
    const double front = s.wide_m / 2 + (east ? 1 : -1) * kGap_m / 2,
                 target = s.wide_m / 2 + (east ? -1 : 1) * 120;
    const int foot = line.men - line.horse, each = foot / line.units;
    const double wide = each / static_cast<double>(kRanks) * 1.0, pitch = wide + 8;
    const auto add = [&](const std::string& id, const std::string& troop, int men, int ranks, double y,
                         double aim) {
        Body b;
        b.id = (east ? "b" : "a") + id, b.side = east ? "b" : "a", b.troop = troop, b.men = men,
        b.ranks = ranks;
        b.x = front, b.y = y, b.heading_deg = east ? 270 : 90;
        b.order = fmt::format("{{ verb = \"attack\", at = [{:.0f}, {:.0f}] }}", aim, y);
        b.more = fmt::format("fear = {}\nfear_spread = 0.05", line.fear);
        s.bodies.push_back(b);
    };
    for (int u = 0; u < line.units; ++u)
        add(fmt::format("{}", u), line.troop, each, kRanks, middle_y + (u - (line.units - 1) * 0.5) * pitch,
            target);
    if (line.horse == 0) return;
    const double wing = line.units * 0.5 * pitch + line.horse * 0.5 / 3 * 1.5 * 0.5 + 15;
    const double far = s.wide_m / 2 + (east ? -1 : 1) * (s.wide_m / 2 - 50);
    for (const int side : {-1, 1})
        add(side < 0 ? "south" : "north", "ming_horse", line.horse / 2, 3, middle_y + side * wing, far);
}

nlohmann::json fight(const Ask& ask, const Line& a, const Line& b) {
    FieldScene s;
    s.wide_m = 1600, s.high_m = 1000;
    s.retreat_a = {-3000, 500}, s.retreat_b = {4600, 500};
    s.seed = ask.seed;
    s.set = ask.set;
    s.minutes = kLongest_s / 60;
    draw_up(s, a, false, s.high_m / 2);
    draw_up(s, b, true, s.high_m / 2);
    s.start();
    Watch watch(s);
    while (s.now_s() < kLongest_s && (watch.broken_side() < 0 || s.now_s() < watch.broken_s() + kAfter_s)) {
        s.step();
        watch.look();
    }
    return watch.told();
}

nlohmann::json foot(const Ask& ask) {
    Line l;
    l.men = ask.men;
    return fight(ask, l, l);
}
nlohmann::json horse(const Ask& ask) {
    Line l;
    l.men = ask.men, l.horse = ask.men / 5 / 2 * 2;
    return fight(ask, l, l);
}
/// Odds drawn anew for each seed: numbers, kind of foot, temper, horse or none.
nlohmann::json mixed(const Ask& ask) {
    const math::Rng rng{ask.seed};
    const auto draw = [&](std::uint32_t who, std::uint16_t k) {
        return static_cast<double>(rng.uniform(who, 0, math::Purpose::bout, k));
    };
    Line line[2];
    const char* kinds[] = {"ming_foot", "han_foot", "han_gunner"};
    for (std::uint32_t i = 0; i < 2; ++i) {
        Line& l = line[i];
        l.men = static_cast<int>(ask.men * (0.75 + 0.5 * draw(i, 0)));
        l.units = 3 + static_cast<int>(4 * draw(i, 1));
        l.troop = kinds[static_cast<int>(3 * draw(i, 2))];
        l.fear = 0.05 + 0.2 * draw(i, 3);
        l.horse = draw(i, 4) < 0.5 ? 0 : l.men / 5 / 2 * 2;
    }
    return fight(ask, line[0], line[1]);
}

}  // namespace

std::vector<Battle> fields() {
    return {{"foot", "two equal lines of foot, five units of 300 in six ranks", foot},
            {"horse", "the same with a fifth of the men as horse on the wings", horse},
            {"mixed", "numbers, troops, temper and horse drawn for each seed", mixed}};
}

}  // namespace linghe::facts
