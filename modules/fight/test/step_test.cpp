// The laws in the step: duels, lines and crowds fought by fight::advance itself.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "linghe/fight/fight.hpp"
#include "yard.hpp"

using namespace linghe;
using yard::Yard;

namespace {

void fight_only(Yard& y) { fight::advance(y.model, y.world, y.intents, y.jobs); }

/// Bare men who strike once a second without lulls; the first wound disables. Rate of one on an equal: guard / 2 per s.
void bare_law(Yard& y, float guard) {
    auto& p = y.model.parameters.fight;
    p.guard_share = guard;
    p.bout_s = 6'000, p.bout_sigma = 0, p.lull_s = 0.1F;
    p.vital_serious_share = p.limb_serious_share = 1;
    p.vital_mortal_share = p.limb_mortal_share = 0;
    p.drop_head_share = p.drop_trunk_share = p.drop_limb_share = 1;
    p.recover_s = 0.1F, p.recover_sigma = 0;
}
model::TroopType bare_man(float elo, float reach_m = 2.2F) {
    auto t = yard::spearman();
    t.armour_cover = 0;
    t.blows_per_min = 60;
    t.melee_skill_elo = elo;
    t.reach_m = reach_m;
    return t;
}

struct Case {
    double a, b, p_win, survivors;
};
/// Rows of the exact table for one law with equal rates.
std::vector<Case> exact_cases(const std::string& law, double most) {
    std::ifstream in(std::string(LINGHE_SOURCE_DIR) + "/modules/fight/test/data/lanchester_exact.csv");
    REQUIRE(in.good());
    std::vector<Case> out;
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream row(line);
        std::string cell;
        std::vector<std::string> cells;
        while (std::getline(row, cell, ',')) cells.push_back(cell);
        if (cells.size() < 8 || cells[0] != law || std::stod(cells[1]) > most) continue;
        if (std::stod(cells[3]) != std::stod(cells[4])) continue;
        out.push_back({std::stod(cells[1]), std::stod(cells[2]), std::stod(cells[5]), std::stod(cells[6])});
    }
    return out;
}

}  // namespace

/// Fights `pairs` duels of a man `elo` points better against his lesser; `per_min` is the sum of both rates.
void duels(double elo, double expected, double per_min, int pairs) {
    Yard y(11 + static_cast<std::uint64_t>(elo), 1, 60);
    bare_law(y, static_cast<float>(per_min / 60));
    const auto weak = y.troop(bare_man(0)), strong = y.troop(bare_man(static_cast<float>(elo)));
    for (int i = 0; i < pairs; ++i) {
        const double x = 10 + (i % 40) * 10.0, yy = 10 + (i / 40) * 7.0;
        y.man(0, strong, x, yy, math::kEast);
        y.man(1, weak, x + 1.5, yy, math::kWest);
    }
    std::vector<char> ended(static_cast<std::size_t>(pairs), 0);
    int won = 0, over = 0, both = 0;
    double minutes = 0;
    const int longest = static_cast<int>(600 * 8 / per_min);
    for (int t = 0; t < longest; ++t) {
        y.tick(fight_only, t % 100 == 0 ? 2'500 : 0);
        for (std::size_t i = 0; i < ended.size(); ++i) {
            const bool a = y.world.men.status[2 * i] == 0, b = y.world.men.status[2 * i + 1] == 0;
            if (ended[i] != 0 || (a && b)) continue;
            ended[i] = 1;
            won += a, over += 1, both += !a && !b;
            minutes += (t + 1) / 600.0;
        }
    }
    REQUIRE(over >= pairs - 3);
    const double p = static_cast<double>(won) / over, mean = minutes / over;
    MESSAGE("elo ", elo, ": won ", p, " (law ", expected, "), mean minutes ", mean, " (law ", 1 / per_min,
            ")");
    CHECK(std::fabs(p - expected) < 4 * std::sqrt(expected * (1 - expected) / over));
    CHECK(std::fabs(mean * per_min - 1) < 4 / std::sqrt(static_cast<double>(over)));
    CHECK(both * 50 < pairs);
}

TEST_CASE("Duels are won as the odds of skill say, and last as two exponentials do") {
    duels(120.412, 2.0 / 3.0, 0.3, 800);  // odds of 2 to 1: a = 0.2, b = 0.1 a minute, mean 3.33 minutes
    duels(100, 0.640, 3, 1600);
    duels(200, 0.760, 3, 1600);
    duels(400, 0.909, 3, 1600);
}

TEST_CASE("All against all, the numbers decide as the exact square law says") {
    auto cases = exact_cases("square", 20);
    cases.push_back({10, 8, 0.7914, -1});
    cases.push_back({2, 1, 0.8333, -1});
    REQUIRE(cases.size() == 5);
    constexpr int kBattles = 320;
    for (const auto& c : cases) {
        Yard y(70 + static_cast<std::uint64_t>(c.a + 100 * c.b), 1, 130);
        bare_law(y, 0.02F);
        const auto troop = y.troop(bare_man(0, 30));
        const int a = static_cast<int>(c.a), b = static_cast<int>(c.b);
        for (int i = 0; i < kBattles; ++i) {
            const double x = 30 + (i % 18) * 70.0, yy = 30 + (i / 18) * 70.0;
            for (int k = 0; k < a; ++k) y.man(0, troop, x - 1 - k % 5, yy + k / 5, math::kEast);
            for (int k = 0; k < b; ++k) y.man(1, troop, x + 1 + k % 5, yy + k / 5, math::kWest);
        }
        y.model.parameters.fight.front_half_angle_deg =
            180;  // who strikes whom from where is no matter of this law
        for (int t = 0; t < 40'000; ++t) {
            y.tick(fight_only, t % 10 == 0 ? 20'000 : 0);
            if (t % 100 != 0) continue;
            bool all_over = true;
            for (int i = 0; i < kBattles && all_over; ++i) {
                int left[2] = {0, 0};
                for (int k = 0; k < a + b; ++k)
                    left[k >= a] += y.world.men.status[static_cast<std::size_t>(i * (a + b) + k)] == 0;
                all_over = left[0] == 0 || left[1] == 0;
            }
            if (all_over) break;
        }
        int won = 0, survivors = 0;
        for (int i = 0; i < kBattles; ++i) {
            int left = 0;
            for (int k = 0; k < a; ++k)
                left += y.world.men.status[static_cast<std::size_t>(i * (a + b) + k)] == 0;
            won += left > 0, survivors += left;
        }
        const double p = static_cast<double>(won) / kBattles,
                     se = std::sqrt(c.p_win * (1 - c.p_win) / kBattles);
        MESSAGE(a, " against ", b, ": won ", p, " (exact ", c.p_win, "), survivors ",
                static_cast<double>(survivors) / kBattles, " (exact ", c.survivors, ")");
        CHECK(std::fabs(p - c.p_win) < 4 * se + 0.003);
        if (c.survivors > 0)
            CHECK(static_cast<double>(survivors) / kBattles == doctest::Approx(c.survivors).epsilon(0.10));
    }
}

TEST_CASE("One at a time, ten against ten at odds of three to two") {
    constexpr int kBattles = 500, kMen = 10;
    Yard y(5, 1, 60);
    bare_law(y, 0.2F);
    const auto strong = y.troop(bare_man(70.4365F)), weak = y.troop(bare_man(0));  // 0.6 to 0.4
    std::vector<int> next_a(kBattles, 1), next_b(kBattles, 1);
    for (int i = 0; i < kBattles; ++i)
        for (int k = 0; k < 2 * kMen; ++k) {
            const bool first = k % kMen == 0;  // the others wait apart, far beyond reach of each other
            const double x = 20 + (i % 25) * 20.0, yy = 20 + (i / 25) * 20.0;
            const bool side_a = k < kMen;
            y.man(side_a ? 0 : 1, side_a ? strong : weak,
                  x + (side_a ? 0.0 : 1.5) + (first ? 0.0 : (side_a ? -6.0 : 6.0)), yy,
                  side_a ? math::kEast : math::kWest);
        }
    int open = kBattles;
    for (int t = 0; t < 60'000 && open > 0; ++t) {
        y.tick(fight_only, 2'500);
        open = 0;
        auto& men = y.world.men;
        for (int i = 0; i < kBattles; ++i) {
            const auto base = static_cast<std::size_t>(i * 2 * kMen);
            auto& a = next_a[static_cast<std::size_t>(i)];
            auto& b = next_b[static_cast<std::size_t>(i)];
            const auto front_a = base + static_cast<std::size_t>(a - 1),
                       front_b = base + kMen + static_cast<std::size_t>(b - 1);
            const bool down_a = men.status[front_a] != 0, down_b = men.status[front_b] != 0;
            if (down_a && a < kMen) men.x_mm[base + static_cast<std::size_t>(a)] += 6'000, ++a;
            if (down_b && b < kMen) men.x_mm[base + kMen + static_cast<std::size_t>(b)] -= 6'000, ++b;
            open += men.status[base + static_cast<std::size_t>(a - 1)] == 0 &&
                    men.status[base + kMen + static_cast<std::size_t>(b - 1)] == 0;
        }
    }
    int won = 0;
    for (int i = 0; i < kBattles; ++i) {
        int left = 0;
        for (int k = 0; k < kMen; ++k)
            left += y.world.men.status[static_cast<std::size_t>(i * 2 * kMen + k)] == 0;
        won += left > 0;
    }
    const double p = static_cast<double>(won) / kBattles;
    MESSAGE("ten against ten, one at a time: ", p, " (exact 0.8139)");
    CHECK(std::fabs(p - 0.8139) < 4 * std::sqrt(0.8139 * 0.1861 / kBattles));
}

TEST_CASE("A thousand against eight hundred leave six hundred, as the square law has it") {
    Yard y(3, 1, 40);
    bare_law(y, 0.02F);  // rate 0.01 per second
    y.model.parameters.fight.front_half_angle_deg = 180;
    const auto troop = y.troop(bare_man(0, 60));
    for (int k = 0; k < 1000; ++k) y.man(0, troop, 199.5 - (k % 20) * 0.7, 180 + (k / 20) * 0.7, math::kEast);
    for (int k = 0; k < 800; ++k) y.man(1, troop, 200.5 + (k % 20) * 0.7, 180 + (k / 20) * 0.7, math::kWest);
    int at_10_a = 0, at_10_b = 0, t = 0;
    for (; t < 2'000 && y.fit(1) > 0; ++t) {
        y.tick(fight_only, t % 10 == 0 ? 60'000 : 0);
        if (t == 99) at_10_a = y.fit(0), at_10_b = y.fit(1);
    }
    MESSAGE("after 10 s ", at_10_a, " and ", at_10_b, " (law 925, 704); left ", y.fit(0), " (law 600) after ",
            t / 10.0, " s (law 110)");
    CHECK(at_10_a == doctest::Approx(924.87).epsilon(0.05));
    CHECK(at_10_b == doctest::Approx(703.84).epsilon(0.05));
    CHECK(y.fit(0) == doctest::Approx(600).epsilon(0.10));
}
