// Exact battles of Lanchester's kind, by recursion over who falls next: what a fight in the step is measured against.
// Used by formula_test.cpp and by the group of linghe-verify.
// Never used by the program.
#pragma once
#include <vector>

namespace lanchester {

struct Sides {
    double a = 0, b = 0;
};
/// Chance that A wins when the fighters meet one at a time and A wins each meeting with chance p.
inline double one_at_a_time(int a, int b, double p) {
    std::vector<std::vector<double>> w(static_cast<std::size_t>(a + 1),
                                       std::vector<double>(static_cast<std::size_t>(b + 1)));
    for (int i = 0; i <= a; ++i)
        for (int j = 0; j <= b; ++j) {
            auto& v = w[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            if (i == 0 || j == 0)
                v = j == 0 && i > 0 ? 1.0 : 0.0;
            else
                v = p * w[static_cast<std::size_t>(i)][static_cast<std::size_t>(j - 1)] +
                    (1 - p) * w[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(j)];
        }
    return w[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
/// Chance that A wins, and A's mean survivors, by recursion over who falls next.
inline Sides markov(bool square, int a0, int b0, double ra, double rb) {
    const auto w = static_cast<std::size_t>(b0 + 1);
    std::vector<double> win(static_cast<std::size_t>(a0 + 1) * w), left(win.size());
    for (int a = 0; a <= a0; ++a)
        for (int b = 0; b <= b0; ++b) {
            const auto i = static_cast<std::size_t>(a) * w + static_cast<std::size_t>(b);
            if (a == 0 || b == 0) {
                win[i] = b == 0 && a > 0 ? 1 : 0, left[i] = a;
                continue;
            }
            const double kill_b = square ? ra * a : ra, kill_a = square ? rb * b : rb,
                         q = kill_b / (kill_a + kill_b);
            win[i] = q * win[i - 1] + (1 - q) * win[i - w];
            left[i] = q * left[i - 1] + (1 - q) * left[i - w];
        }
    return {win.back(), left.back()};
}

}  // namespace lanchester
