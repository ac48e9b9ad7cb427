// The only file that knows Boost.Math. Quantiles and tails of Student's t, beta and binomial distributions.
#include "linghe/lab/statistics.hpp"

#include <algorithm>
#include <cmath>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace linghe::lab {

MeanOf mean_of(const std::vector<double>& values, double level) {
    MeanOf out;
    out.n = values.size();
    if (values.empty()) return out;
    const auto n = static_cast<double>(values.size());
    double sum = 0;
    for (const double v : values) sum += v;
    out.mean = sum / n;
    if (values.size() < 2) return out;
    double squares = 0;
    for (const double v : values) squares += (v - out.mean) * (v - out.mean);
    out.sd = std::sqrt(squares / (n - 1));
    const boost::math::students_t t{n - 1};
    const double reach =
        boost::math::quantile(boost::math::complement(t, (1 - level) / 2)) * out.sd / std::sqrt(n);
    out.interval = Interval{out.mean - reach, out.mean + reach};
    return out;
}

MedianOf median_of(std::vector<double> values, double level) {
    MedianOf out;
    out.n = values.size();
    if (values.empty()) return out;
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    out.median = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    out.low = values.front();
    out.high = values.back();
    const boost::math::binomial coin{static_cast<double>(n), 0.5};
    std::size_t k = 0;  // x(k) counted from 1
    while (k + 1 <= n / 2 && boost::math::cdf(coin, static_cast<double>(k)) <= (1 - level) / 2) ++k;
    if (k == 0) return out;
    out.interval = Interval{values[k - 1], values[n - k]};
    out.coverage = 1 - 2 * boost::math::cdf(coin, static_cast<double>(k - 1));
    return out;
}

ShareOf share_of(std::size_t yes, std::size_t n, double level) {
    ShareOf out{n, yes, 0, {}};
    if (n == 0 || yes > n) return out;
    using Coin = boost::math::binomial;
    const double all = static_cast<double>(n), some = static_cast<double>(yes), tail = (1 - level) / 2;
    out.share = some / all;
    out.interval = Interval{yes == 0 ? 0.0 : Coin::find_lower_bound_on_p(all, some, tail),
                            yes == n ? 1.0 : Coin::find_upper_bound_on_p(all, some, tail)};
    return out;
}

PairedOf paired_of(const std::vector<double>& differences, double level) {
    PairedOf out;
    out.mean = mean_of(differences, level);
    out.median = median_of(differences, level);
    for (const double d : differences) ++(d > 0 ? out.above : d < 0 ? out.below : out.equal);
    const std::size_t n = out.above + out.below;
    if (n == 0) return out;
    const boost::math::binomial coin{static_cast<double>(n), 0.5};
    const double p = 2 * boost::math::cdf(coin, static_cast<double>(std::min(out.above, out.below)));
    out.sign_p = std::min(1.0, p);
    return out;
}

}  // namespace linghe::lab
