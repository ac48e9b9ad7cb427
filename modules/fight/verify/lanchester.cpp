// Lanchester's laws: the deterministic ones from the rate at which the model's man fells another, the exact stochastic ones
// against battles of the running engine.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../test/lanchester_exact.hpp"
#include "field_scene.hpp"
#include "linghe/fight/strokes.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::Body;
using verify::FieldScene;
using verify::percent;
using verify::within;

/// Rate at which one man fells another, as strike.cpp composes it, for bare men one of whose strokes a second is let through.
double rate_per_s(double guard_share, double elo) {
    constexpr double blows_per_min = 60;
    return blows_per_min / 60.0 * guard_share *
           fight::elo_chance(elo);  // bare: every stroke that gets through tells
}

using Two = lanchester::Sides;
/// Fourth-order Runge-Kutta of dA/dt = -f, dB/dt = -g.
template <class Law>
Two stepped(const Law& law, Two s, double h) {
    const auto add = [](Two x, Two k, double f) { return Two{x.a + f * k.a, x.b + f * k.b}; };
    const Two k1 = law(s), k2 = law(add(s, k1, h / 2)), k3 = law(add(s, k2, h / 2)), k4 = law(add(s, k3, h));
    return {s.a + h / 6 * (k1.a + 2 * k2.a + 2 * k3.a + k4.a),
            s.b + h / 6 * (k1.b + 2 * k2.b + 2 * k3.b + k4.b)};
}
template <class Law>
Two after(const Law& law, Two s, double seconds) {
    constexpr double h = 0.01;
    for (double t = 0; t < seconds - h / 2; t += h) s = stepped(law, s, h);
    return s;
}
/// When B is down to `b`, and what is left of A then.
template <class Law>
std::pair<double, double> until(const Law& law, Two s, double b) {
    constexpr double h = 0.001;
    double t = 0;
    for (; t < 1000; t += h) {
        const Two next = stepped(law, s, h);
        if (next.b <= b) {
            const double f = (s.b - b) / (s.b - next.b);
            return {t + f * h, s.a + f * (next.a - s.a)};
        }
        s = next;
    }
    return {t, s.a};
}

void deterministic(verify::Points& p) {
    const double r = rate_per_s(0.02, 0);  // 0.01 a second, of equals
    const auto square = [&](double a, double b) { return [a, b](Two s) { return Two{-b * s.b, -a * s.a}; }; };
    const Two ten = after(square(r, r), {1000, 800}, 10);
    const auto [t1, rest1] = until(square(r, r), {1000, 800}, 0);
    p.formula("13.01a", "square law, 1000 against 800 at 0.01 a second: A after 10 s", "men", 924.87,
              percent(0.01), ten.a);
    p.formula("13.01b", "... B after 10 s", "men", 703.84, percent(0.01), ten.b);
    p.formula("13.01c", "... rest of A", "men", 600.0, percent(0.01), rest1);
    p.formula("13.01d", "... its end", "s", 109.86, percent(0.01), t1);
    const Two two = after(square(r, 2 * r), {2000, 1000}, 10);
    const auto [t2, rest2] = until(square(r, 2 * r), {2000, 1000}, 0);
    p.formula("13.02a", "2000 against 1000 twice as good: A after 10 s", "men", 1819.37, percent(0.01),
              two.a);
    p.formula("13.02b", "... B after 10 s", "men", 809.35, percent(0.01), two.b);
    p.formula("13.02c", "... rest of A", "men", 1414.2, percent(0.01), rest2);
    p.formula("13.02d", "... its end", "s", 62.32, percent(0.01), t2);
    const double area = r / 1000;  // each finds his mark by chance among a thousand places
    const auto linear = [area](Two s) { return Two{-area * s.a * s.b, -area * s.a * s.b}; };
    const Two late = after(linear, {1000, 800}, 100), end = after(linear, {1000, 800}, 6000);
    p.formula("13.04a", "linear law, 1000 against 800 at 1e-5: A after 100 s", "men", 579.68, percent(0.01),
              late.a);
    p.formula("13.04b", "... B after 100 s", "men", 379.68, percent(0.01), late.b);
    p.formula("13.04c", "... rest of A", "men", 200, percent(0.01), end.a);
    const auto helmbold = [r](Two s) {
        const double root = std::sqrt(s.a * s.b);
        return Two{-r * root, -2 * r * root};
    };
    const auto [t5, x5] = until(helmbold, {1000, 500}, 250);
    p.formula("13.05a", "Helmbold w = 1/2, 1000 against 500 until 250: A", "men", 875.0, percent(0.5), x5);
    p.formula("13.05b", "... when", "s", 21.4, percent(0.5), t5);
}

void exact(verify::Points& p) {
    const double a = fight::elo_chance(120.412), b = 1 - a;
    p.formula("11.01a", "duel at odds of two to one (120.4 points): the better wins", "1", 2.0 / 3.0,
              percent(0.5), a / (a + b));
    p.formula("11.01b", "its mean length at 0.3 a minute for both together", "min", 3.33, percent(0.5),
              1 / (0.3 * (a + b)));
    p.formula("11.02", "one at a time, 0.6 to 0.4, 10 against 10", "1", 0.8139, within(0.002),
              lanchester::one_at_a_time(10, 10, fight::elo_chance(70.4365)));
    p.formula("11.04a", "all at once, equal rates, 10 against 8", "1", 0.7914, within(0.002),
              lanchester::markov(true, 10, 8, 1, 1).a);
    p.formula("11.04b", "2 against 1", "1", 0.8333, within(0.002), lanchester::markov(true, 2, 1, 1, 1).a);
    for (const auto& [d, chance] : {std::pair{100.0, 0.640}, {200.0, 0.760}, {400.0, 0.909}})
        p.formula(fmt::format("11.06/{}", d), fmt::format("{} points: the better comes first", d), "1",
                  chance, within(0.001), fight::elo_chance(d));
}

// ---- in the step

struct Fight {
    int a = 0, b = 0;    ///< men
    double reach_m = 7;  ///< all within reach of all, or only the man before one
    double elo = 0;      ///< by which A's men are better
};
/// Battles apart from each other on one field; what the law supposes is a condition: bare men, no fear, no breath, no lulls,
/// the first wound disables. Troops a: "han_foot", b: "ming_foot".
struct Grid {
    FieldScene scene;
    int battles = 0;
    Fight of;
    std::vector<std::array<int, 2>> left, then;
    std::vector<double> ended_s;

    Grid(const Fight& fight, int n, double guard, std::uint64_t seed) : battles(n), of(fight) {
        const int per_row = static_cast<int>(std::ceil(std::sqrt(n)));
        constexpr double apart = 60;
        scene.wide_m = scene.high_m = std::ceil(per_row * apart / 10) * 10 + 20;
        scene.seed = seed;
        scene.without = {"fatigue", "shoot", "contagion"};
        for (int i = 0; i < n; ++i)
            for (int side = 0; side < 2; ++side) {
                Body b;
                b.id = fmt::format("{}{}", side == 0 ? "a" : "b", i);
                b.side = side == 0 ? "a" : "b";
                b.troop = side == 0 ? "han_foot" : "ming_foot";
                b.men = side == 0 ? fight.a : fight.b;
                b.x = 40 + (i % per_row) * apart + (side == 0 ? -0.6 : 0.6);
                b.y = 40 + (i / per_row) * apart;
                b.heading_deg = side == 0 ? 90 : 270;
                b.ranks = std::max(1, (b.men + 9) / 10);
                b.more = "fear = 0\nfear_spread = 0";
                scene.bodies.push_back(b);
            }
        scene.conditions = [fight, guard](model::Model& m) {
            for (auto& t : m.troops) {
                t.armour_cover = 0, t.blows_per_min = 60, t.reach_m = static_cast<float>(fight.reach_m);
                t.melee_skill_elo = t.id == "han_foot" ? static_cast<float>(fight.elo) : 0.0F;
            }
            auto& f = m.parameters.fight;
            f.guard_share = static_cast<float>(guard);
            f.bout_s = 6'000, f.bout_sigma = 0, f.lull_s = 0.1F, f.fear_elo = 0, f.keep_margin_m = 3;
            f.vital_serious_share = f.limb_serious_share = 1;
            f.vital_mortal_share = f.limb_mortal_share = 0;
            f.drop_head_share = f.drop_trunk_share = f.drop_limb_share = 1;
            f.recover_s = 0.1F, f.recover_sigma = 0, f.body_bout_s = 60'000, f.body_bout_sigma = 0;
            f.finish_per_s = 0;
            f.front_half_angle_deg = f.rear_half_angle_deg =
                180;                                // from where a stroke comes is no matter of these laws
            m.parameters.move.enemy_radius_m = 15;  // each knows of every enemy of his battle
            m.parameters.morale.break_rate_per_s = 0;
            m.parameters.morale.yield_base = -100;
        };
        scene.start();
        left.assign(static_cast<std::size_t>(n), {fight.a, fight.b});
        ended_s.assign(static_cast<std::size_t>(n), -1);
    }
    void count() {
        const auto& units = scene.model().units;
        for (std::size_t i = 0; i < left.size(); ++i)
            for (std::size_t side = 0; side < 2; ++side) {
                const auto& u = units[2 * i + side];
                int n = 0;
                for (std::uint32_t m = u.first_man; m < u.first_man + u.men; ++m) n += scene.fit(m) ? 1 : 0;
                left[i][side] = n;
            }
    }
    /// Steps until every battle is over, at most `seconds`; says how many are not.
    int fight_out(double seconds) {
        int open = battles;
        for (int t = 0; t < static_cast<int>(seconds * 10) && open > 0; ++t) {
            scene.step();
            if (scene.count(world::EventKind::man_disabled) == 0) continue;
            count();
            open = 0;
            for (std::size_t i = 0; i < left.size(); ++i) {
                const bool over = left[i][0] == 0 || left[i][1] == 0;
                if (over && ended_s[i] < 0) ended_s[i] = scene.now_s();
                open += over ? 0 : 1;
            }
        }
        return open;
    }
    [[nodiscard]] Two result() const {
        Two r;
        for (const auto& l : left) r.a += l[0] > 0 ? 1.0 : 0.0, r.b += l[0];
        return {r.a / battles, r.b / battles};
    }
};

/// Units of both sides stand apart by 1.2 m and all men within seven: battles of up to twenty a side are all against all.
void square_in_step(verify::Points& p, std::initializer_list<std::pair<int, int>> cases, int battles) {
    for (const auto& [a, b] : cases) {
        Grid grid({a, b, 12.0, 0}, battles, 0.06, 400 + static_cast<std::uint64_t>(a * 100 + b));
        const int open = grid.fight_out(600);
        const Two exact = lanchester::markov(true, a, b, 1, 1), got = grid.result();
        const double se = std::sqrt(exact.a * (1 - exact.a) / battles);
        p.step(fmt::format("11.04/{}v{}", a, b),
               fmt::format("all at once, equal rates, {} against {}: A wins, of {} battles (4 s.e.)", a, b,
                           battles),
               "1", exact.a, within(4 * se), got.a);
        p.step(fmt::format("13.S/{}v{}", a, b), "mean survivors of A over all these battles", "men", exact.b,
               percent(10), got.b);
        if (open > 0) p.note(fmt::format("{} against {}: {} battles were not over", a, b, open));
    }
}
void square_quick(verify::Points& p) { square_in_step(p, {{10, 8}, {2, 1}}, 120); }
void square_long(verify::Points& p) {
    square_in_step(p, {{10, 8}, {2, 1}, {10, 10}, {12, 10}, {20, 15}}, 400);
}

void duels_in_step(verify::Points& p, int n) {
    struct Duel {
        const char* id;
        double elo, chance, per_min;
    };
    for (const Duel& d : {Duel{"11.01", 120.412, 2.0 / 3.0, 0.3}, Duel{"11.06/100", 100, 0.640, 3},
                          Duel{"11.06/200", 200, 0.760, 3}, Duel{"11.06/400", 400, 0.909, 3}}) {
        Grid grid({1, 1, 2.2, d.elo}, n, d.per_min / 60, 7);
        grid.fight_out(60 * 8 / d.per_min);
        double minutes = 0;
        int over = 0, won = 0;
        for (std::size_t i = 0; i < grid.left.size(); ++i) {
            if (grid.ended_s[i] < 0) continue;
            ++over, won += grid.left[i][0] > 0 ? 1 : 0, minutes += grid.ended_s[i] / 60;
        }
        p.step(d.id, fmt::format("{:.0f} points: the better wins, of {} duels (4 s.e.)", d.elo, over), "1",
               d.chance, within(4 * std::sqrt(d.chance * (1 - d.chance) / over)),
               static_cast<double>(won) / over);
        p.step(std::string(d.id) + "t", "mean length of these duels (4 s.e.)", "min", 1 / d.per_min,
               percent(400 / std::sqrt(over)), minutes / over);
    }
}
void duels_quick(verify::Points& p) { duels_in_step(p, 300); }
void duels_long(verify::Points& p) { duels_in_step(p, 1600); }

/// Losses of both sides over the first tenth of a fight in which all are in reach, at ratios of force of 1 to 3.
void slope_in_step(verify::Points& p) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;
    for (const auto& [a, b] : {std::pair{12, 12}, {16, 8}, {18, 6}, {24, 6}}) {
        constexpr int kBattles = 150;
        Grid grid({a, b, 12.0, 0}, kBattles, 0.02, 900 + static_cast<std::uint64_t>(a));
        for (int t = 0; t < 100; ++t) grid.scene.step();
        grid.count();
        double lost_a = 0, lost_b = 0;
        for (const auto& l : grid.left) lost_a += a - l[0], lost_b += b - l[1];
        const double x = std::log(static_cast<double>(a) / b), y = std::log(lost_b / lost_a);
        sx += x, sy += y, sxx += x * x, sxy += x * y, n += 1;
        p.note(fmt::format("{} against {}: lost {:.0f} and {:.0f} in 10 s of {} battles", a, b, lost_a,
                           lost_b, kBattles));
    }
    p.step("13.07", "slope of log(losses of B / losses of A) over log(A / B), all in reach", "1", 1.0,
           percent(10), (n * sxy - sx * sy) / (n * sxx - sx * sx));
}

/// A thousand against eight hundred, scaled alike to a fifth: survivors and times of the square law, where a man in a hundred
/// falls in a second.
void large_in_step(verify::Points& p) {
    constexpr int kBattles = 25;
    Grid grid({50, 40, 20.0, 0}, kBattles, 0.02, 77);
    double at10[2] = {};
    for (int t = 0; t < 100; ++t) grid.scene.step();
    grid.count();
    for (const auto& l : grid.left) at10[0] += l[0], at10[1] += l[1];
    grid.fight_out(600);
    const Two exact = lanchester::markov(true, 50, 40, 1, 1), got = grid.result();
    p.step("13.01a", "50 against 40 at 0.01 a second, 25 battles: A after 10 s, times 20", "men", 924.87,
           percent(10), at10[0] / kBattles * 20);
    p.step("13.01b", "... B after 10 s, times 20", "men", 703.84, percent(10), at10[1] / kBattles * 20);
    p.step("13.01c", "... mean rest of A (the exact stochastic mean is 28.3, the law's 30)", "men", exact.b,
           percent(10), got.b);
}

const verify::Registered laws{
    {"lanchester", "Lanchester 1916; Helmbold 1961", verify::Length::quick, deterministic}};
const verify::Registered markov{{"duels",
                                 "Bradley and Terry 1952; Elo 1978; exact recursion of who falls next",
                                 verify::Length::quick, exact}};
const verify::Registered square{
    {"lanchester-in-the-step", "exact stochastic square law", verify::Length::quick, square_quick}};
const verify::Registered square_many{
    {"lanchester-in-the-step-long", "exact stochastic square law", verify::Length::long_run, square_long}};
const verify::Registered duels{
    {"duels-in-the-step", "Bradley and Terry 1952; Elo 1978", verify::Length::quick, duels_quick}};
const verify::Registered duels_many{
    {"duels-in-the-step-long", "Bradley and Terry 1952; Elo 1978", verify::Length::long_run, duels_long}};
const verify::Registered slope{
    {"square-slope-in-the-step", "Lanchester 1916", verify::Length::long_run, slope_in_step}};
const verify::Registered large{
    {"square-large-in-the-step", "Lanchester 1916", verify::Length::long_run, large_in_step}};

}  // namespace
