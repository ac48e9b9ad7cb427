// Fear in a crowd without an enemy: does flight tip, and how far does one man's fear reach?
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "battle.hpp"

namespace linghe::facts {
namespace {

using verify::Body;
using verify::FieldScene;

void crowd(FieldScene& s, const Ask& ask, int men, double side_m, double fear, double spread) {
    s.seed = ask.seed, s.set = ask.set;
    s.retreat_a = {-3000, 500};
    Body b;
    b.id = "crowd", b.men = men;
    b.more = fmt::format("box = [{0}, {0}, {1}, {1}]\nfear = {2}\nfear_spread = {3}\nfleeing_share = 0",
                         500 - side_m / 2, 500 + side_m / 2, fear, spread);
    s.bodies.push_back(b);
    s.start();
}

/// A hundred men who all see each other; the way from a man's fear to wavering is his threshold, 0.25 on the average.
/// Share of them who have run within half an hour.
double tipped(const Ask& ask, double spread) {
    FieldScene s;
    crowd(s, ask, 100, 18, 0.30, spread);
    std::array<char, 100> ran{};
    for (int t = 0; t < 18'000; ++t) {
        s.step();
        if (t % 10 != 9) continue;
        for (std::size_t r = 0; r < ran.size(); ++r)
            if (world::fleeing(s.world().men.morale[r])) ran[r] = 1;
    }
    double n = 0;
    for (const char c : ran) n += c;
    return n / 100;
}
nlohmann::json tipping(const Ask& ask) {
    return {{"narrow", tipped(ask, 0.08)}, {"middle", tipped(ask, 0.12)}, {"wide", tipped(ask, 0.16)}};
}

/// Fear of every man after half a minute in a crowd of 1,000 on a hectare; `panic` holds those within 5 m of its middle in
/// utter fear, felt and shown. Who they are is told by `held`.
std::vector<double> fears(const Ask& ask, bool panic, std::vector<double>& far_m) {
    FieldScene s;
    crowd(s, ask, 1'000, 100, 0.2, 0.1);
    far_m.clear();
    const auto& men = s.world().men;
    for (std::size_t r = 0; r < men.size(); ++r)
        far_m.push_back(std::hypot(men.x_mm[r] - 500'000, men.y_mm[r] - 500'000) * 0.001);
    for (int t = 0; t < 300; ++t) {
        for (std::size_t r = 0; panic && r < far_m.size(); ++r)
            if (far_m[r] < 5) s.men().fear_q16[r] = s.men().shown_q16[r] = 65535, s.men().h_break_q16[r] = 0;
        s.step();
    }
    std::vector<double> fear;
    for (const auto f : men.fear_q16) fear.push_back(f / 65535.0);
    return fear;
}
/// How far the panic of a few men reaches: what it adds to the fear of the others, same luck, by distance from its edge; the
/// length over which that falls to 1/e.
nlohmann::json correlation(const Ask& ask) {
    std::vector<double> far_m;
    const auto calm = fears(ask, false, far_m), struck = fears(ask, true, far_m);
    constexpr std::size_t kBins = 11;
    constexpr double kBin_m = 4, kEdge_m = 5;
    std::array<double, kBins> sum{}, n{}, added{};
    for (std::size_t r = 0; r < calm.size(); ++r) {
        if (far_m[r] < kEdge_m) continue;
        const auto bin = static_cast<std::size_t>((far_m[r] - kEdge_m) / kBin_m);
        if (bin < kBins) sum[bin] += struck[r] - calm[r], n[bin] += 1;
    }
    double length = -1;
    for (std::size_t i = 0; i < kBins; ++i) {
        added[i] = n[i] > 0 ? sum[i] / n[i] : 0;
        const double target = added[0] / std::exp(1.0);
        if (length >= 0 || i == 0 || added[i] >= target) continue;
        length = (static_cast<double>(i) - 1 + (added[i - 1] - target) / (added[i - 1] - added[i])) * kBin_m;
    }
    return {{"added", added}, {"length_m", length}, {"bin_m", kBin_m}};
}

}  // namespace

std::vector<Battle> crowds() {
    return {{"tipping", "a hundred men without an enemy, thresholds narrow, middling, wide", tipping},
            {"correlation", "a thousand men on a hectare: how far the panic of a few reaches", correlation}};
}

}  // namespace linghe::facts
