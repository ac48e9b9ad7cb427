// Fear in a crowd without an enemy: does flight tip, and how far does one man's fear reach?
#include <fmt/format.h>

#include <array>
#include <cmath>

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
    b.more = fmt::format("box = [{0}, {0}, {1}, {1}]\nfear = {2}\nfear_spread = {3}\nfleeing_share = 0", 500 - side_m / 2,
                         500 + side_m / 2, fear, spread);
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

/// Correlation of fear over distance after a minute in a crowd of 1,000 on a hectare, whose men began alike but for luck;
/// the length over which it falls to 1/e of that of neighbours.
nlohmann::json correlation(const Ask& ask) {
    FieldScene s;
    crowd(s, ask, 1'000, 100, 0.4, 0.2);
    for (int t = 0; t < 600; ++t) s.step();
    const auto& men = s.world().men;
    double mean = 0, n = 0;
    for (std::size_t r = 0; r < men.size(); ++r) mean += men.fear_q16[r] / 65535.0, n += 1;
    mean /= n;
    constexpr std::size_t kBins = 15;
    constexpr double kBin_m = 4;
    std::array<double, kBins> sum{}, pairs{};
    for (std::size_t a = 0; a < men.size(); ++a)
        for (std::size_t b = a + 1; b < men.size(); ++b) {
            const double d = std::hypot(men.x_mm[a] - men.x_mm[b], men.y_mm[a] - men.y_mm[b]) * 0.001;
            const auto bin = static_cast<std::size_t>(d / kBin_m);
            if (bin >= kBins) continue;
            sum[bin] += (men.fear_q16[a] / 65535.0 - mean) * (men.fear_q16[b] / 65535.0 - mean), pairs[bin] += 1;
        }
    nlohmann::json j;
    double length = -1;
    std::array<double, kBins> c{};
    for (std::size_t i = 0; i < kBins; ++i) {
        c[i] = pairs[i] > 0 ? sum[i] / pairs[i] : 0;
        if (length < 0 && i > 0 && c[i] < c[0] / std::exp(1.0)) {
            const double f = (c[i - 1] - c[0] / std::exp(1.0)) / (c[i - 1] - c[i]);
            length = (static_cast<double>(i) - 0.5 + f) * kBin_m;
        }
    }
    j["covariance"] = c, j["length_m"] = length, j["bin_m"] = kBin_m;
    return j;
}

}  // namespace

std::vector<Battle> crowds() {
    return {{"tipping", "a hundred men without an enemy, thresholds narrow, middling, wide", tipping},
            {"correlation", "a thousand men on a hectare: how far fear is alike", correlation}};
}

}  // namespace linghe::facts
