// The cornered and the routed: a body with and without a way out, a rout with and without pursuers.
#include <fmt/format.h>

#include <algorithm>

#include "battle.hpp"

namespace linghe::facts {
namespace {

using verify::Body;
using verify::FieldScene;
using world::Morale;

Body body(const std::string& id, const std::string& side, int men, int ranks, double x, double y,
          double heading, const std::string& order) {
    Body b;
    b.id = id, b.side = side, b.men = men, b.ranks = ranks, b.x = x, b.y = y, b.heading_deg = heading,
    b.order = order;
    return b;
}

/// Men of the unit who have run at least once, given up, or turned at bay.
struct Fates {
    double fled = 0, yielded = 0, at_bay = 0, onset_s = -1, out = 0;
};
void to_json(nlohmann::json& j, const Fates& f) {
    j = {{"fled", f.fled},
         {"yielded", f.yielded},
         {"at_bay", f.at_bay},
         {"onset_s", f.onset_s},
         {"out", f.out}};
}

enum class Way { none, gap, open };
/// A body of 300 in the middle, attacked from three sides; the fourth is held by the enemy, or has a gap of 30 m, or is free.
Fates cornered(const Ask& ask, Way way) {
    constexpr int kMen = 300, kSide = 300, kDeep = 3;  // sides of 100 m, which overlap at the corners
    constexpr double kHalf = 28, kMiddle = 500;
    FieldScene s;
    s.seed = ask.seed, s.set = ask.set;
    s.retreat_a = {4000, kMiddle}, s.retreat_b = {-3000, kMiddle};
    const std::string in = fmt::format("{{ verb = \"attack\", at = [{0}, {0}] }}", kMiddle);
    const std::string hold = "{ verb = \"hold\" }";
    s.bodies.push_back(body("in", "a", kMen, 10, kMiddle, kMiddle + 5, 0, hold));
    s.bodies.push_back(body("north", "b", kSide, kDeep, kMiddle, kMiddle + kHalf, 180, in));
    s.bodies.push_back(body("south", "b", kSide, kDeep, kMiddle, kMiddle - kHalf, 0, in));
    s.bodies.push_back(body("west", "b", kSide, kDeep, kMiddle - kHalf, kMiddle, 90, in));
    if (way == Way::none)
        s.bodies.push_back(body("east", "b", kSide, kDeep, kMiddle + kHalf, kMiddle, 270, hold));
    if (way == Way::gap)
        for (const double sign : {-1.0, 1.0})
            s.bodies.push_back(body(sign < 0 ? "east1" : "east2", "b", kSide / 3, kDeep, kMiddle + kHalf,
                                    kMiddle + sign * (15 + 17), 270, hold));
    s.start();
    Fates f;
    std::vector<char> fled(kMen, 0), yielded(kMen, 0), bay(kMen, 0);
    for (int t = 0; t < 9'000; ++t) {
        s.step();
        if (t % 10 != 9) continue;
        const auto& men = s.world().men;
        int n = 0;
        for (std::size_t r = 0; r < kMen; ++r) {
            const auto m = static_cast<Morale>(men.morale[r]);
            fled[r] = fled[r] != 0 || m == Morale::routing ? 1 : 0;
            yielded[r] = yielded[r] != 0 || m == Morale::surrendered || m == Morale::resigned ? 1 : 0;
            bay[r] = bay[r] != 0 || m == Morale::last_stand ? 1 : 0;
            n += fled[r];
        }
        if (f.onset_s < 0 && n * 10 >= kMen) f.onset_s = s.now_s();
    }
    const auto share = [](const std::vector<char>& v) {
        return static_cast<double>(std::count(v.begin(), v.end(), 1)) / static_cast<double>(v.size());
    };
    f.fled = share(fled), f.yielded = share(yielded), f.at_bay = share(bay);
    f.out = 1 - static_cast<double>(s.fit_of("in")) / kMen;
    return f;
}
nlohmann::json corner(const Ask& ask) {
    return {{"ring", cornered(ask, Way::none)},
            {"gap", cornered(ask, Way::gap)},
            {"open", cornered(ask, Way::open)}};
}

/// A broken body runs two kilometres from home, left alone or with horse at its heels (who strike nobody: only their
/// presence is asked after). Greatest share of its men who stand in its ranks again, within the hour.
double formed_again(const Ask& ask, bool chased) {
    FieldScene s;
    s.wide_m = 5000, s.high_m = 1500, s.cell_m = 20;
    s.seed = ask.seed, s.set = ask.set;
    s.retreat_a = {700, 750}, s.retreat_b = {4900, 750};
    constexpr int kUnits = 4;
    const int each = ask.men / kUnits;
    for (int u = 0; u < kUnits; ++u) {
        Body b = body(fmt::format("foot{}", u), "a", each, 6, 0, 0, 270,
                      "{ verb = \"withdraw\", at = [800, 750] }");
        b.more = fmt::format(
            "box = [2600, {0}, 2700, {1}]\nfear = 0.75\nfear_spread = 0.1\nfleeing_share = 1\nspeed_m_s = 2",
            650 + u * 50, 700 + u * 50);
        s.bodies.push_back(b);
    }
    Body horse = body("horse", "b", 200, 3, chased ? 2770 : 4800, 750, 270,
                      chased ? "{ verb = \"pursue\", at = [200, 750] }" : "{ verb = \"hold\" }");
    horse.troop = "ming_horse";
    s.bodies.push_back(horse);
    if (chased) s.without = {"fight", "shoot"};
    s.start();
    double most = 0;
    for (int t = 0; t < 36'000; ++t) {
        s.step();
        if (t % 100 != 99) continue;
        const auto& men = s.world().men;
        double n = 0, near = 0, fled = 0;
        for (std::size_t r = 0; r < static_cast<std::size_t>(each * kUnits); ++r) {
            if (!s.fit(r)) continue;
            n += men.morale[r] <= 2
                     ? 1
                     : 0;  // steady, shaken or wavering under a leader: neither in flight nor rallying
            near += men.enemy_range_m[r] <= 100 ? 1 : 0, fled += 1;
        }
        if (chased && 2 * near < fled)
            continue;  // the horse have lost them: not under pursuit in this moment
        most = std::max(most, n / (each * kUnits));
    }
    return most;
}
nlohmann::json rout(const Ask& ask) {
    return {{"alone", formed_again(ask, false)}, {"chased", formed_again(ask, true)}};
}

}  // namespace

std::vector<Battle> fronts() {
    return {{"corner", "300 foot attacked from three sides: ring, gap of 30 m, or a free side", corner},
            {"rout", "a broken body left alone, and with horse at its heels", rout}};
}

}  // namespace linghe::facts
