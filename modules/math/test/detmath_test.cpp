#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "linghe/base/hash.hpp"
#include "linghe/math/detmath.hpp"

namespace det = linghe::det;
using linghe::base::hash_mix;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
// Where long double is no wider than double (arm64 under emulation is, MSVC is not) the reference itself errs.
constexpr double kReferenceError = std::numeric_limits<long double>::digits >= 64 ? 0.0 : 1.0;

double ulp_of(long double v) {
    const auto d = std::abs(static_cast<double>(v));
    return std::nextafter(d, kInf) - d;
}
double ulp_of_float(double v) {
    const auto f = std::abs(static_cast<float>(v));
    return static_cast<double>(std::nextafter(f, std::numeric_limits<float>::infinity())) -
           static_cast<double>(f);
}

struct Grid {
    double low;
    double high;
    bool logarithmic = false;
    int points = 200000;

    // Even in the mean, uneven in the small, so that no pattern of the function is met by a pattern of the grid.
    double at(int i) const {
        const double t =
            (i + static_cast<double>(hash_mix(7, static_cast<std::uint64_t>(i)) >> 11) * 0x1p-53) / points;
        return logarithmic ? std::exp(std::log(low) + t * (std::log(high) - std::log(low)))
                           : low + t * (high - low);
    }
};

template <class Ours, class Reference>
double worst_ulp(Ours&& ours, Reference&& reference, Grid grid) {
    double worst = 0;
    for (int i = 0; i < grid.points; ++i) {
        const double x = grid.at(i);
        const long double exact = reference(static_cast<long double>(x));
        const auto error = static_cast<double>(std::abs(static_cast<long double>(ours(x)) - exact));
        const double in_ulp = error / ulp_of(exact);
        if (!(in_ulp <= worst)) worst = in_ulp;
    }
    return worst - kReferenceError;
}
template <class Ours, class Reference>
double worst_ulp_float(Ours&& ours, Reference&& reference, Grid grid) {
    double worst = 0;
    for (int i = 0; i < grid.points; ++i) {
        const auto x = static_cast<float>(grid.at(i));
        const double exact = reference(static_cast<double>(x));
        const double in_ulp = std::abs(static_cast<double>(ours(x)) - exact) / ulp_of_float(exact);
        if (!(in_ulp <= worst)) worst = in_ulp;
    }
    return worst;
}

#define OURS(f) [](double x) { return det::f(x); }
#define REFERENCE(f) [](long double x) { return std::f(x); }
#define OURS_FLOAT(f) [](float x) { return det::f(x); }
#define REFERENCE_FLOAT(f) [](double x) { return std::f(x); }

}  // namespace

TEST_CASE("exp and exp2 are within 2 units of the last place") {
    CHECK(worst_ulp(OURS(exp), REFERENCE(exp), {-708, 709.7}) < 2);
    CHECK(worst_ulp(OURS(exp), REFERENCE(exp), {-1, 1}) < 2);
    CHECK(worst_ulp(OURS(exp), REFERENCE(exp), {-745, -708}) < 2);  // denormal answers
    CHECK(worst_ulp(OURS(exp), REFERENCE(exp), {1e-20, 1e-3, true}) < 2);
    CHECK(worst_ulp(OURS(exp2), REFERENCE(exp2), {-1074, 1023.9}) < 2);
    CHECK(worst_ulp(OURS(exp2), REFERENCE(exp2), {-1, 1}) < 2);
}

TEST_CASE("log, log2 and log10 are within 2 units of the last place") {
    for (const Grid g :
         {Grid{1e-307, 1e307, true}, Grid{0.4, 2.5}, Grid{0.999, 1.001}, Grid{5e-324, 1e-308, true}}) {
        CHECK(worst_ulp(OURS(log), REFERENCE(log), g) < 2);
        CHECK(worst_ulp(OURS(log2), REFERENCE(log2), g) < 2);
        CHECK(worst_ulp(OURS(log10), REFERENCE(log10), g) < 2);
    }
}

TEST_CASE("sin and cos are within 2 units, tan within 4, up to a million radians") {
    for (const Grid g : {Grid{-4, 4}, Grid{-1000, 1000}, Grid{-1048576, 1048576}, Grid{1e-12, 1e-2, true}}) {
        CHECK(worst_ulp(OURS(sin), REFERENCE(sin), g) < 2);
        CHECK(worst_ulp(OURS(cos), REFERENCE(cos), g) < 2);
        CHECK(worst_ulp(OURS(tan), REFERENCE(tan), g) < 4);
    }
    // Doubles next to multiples of a quarter turn, where reduction of the angle is hardest.
    double worst = 0;
    for (int n = 1; n < 600000; n += 7) {
        const double x =
            static_cast<double>(static_cast<long double>(n) * 1.57079632679489661923132169163975144L);
        const long double exact =
            n % 2 ? std::cos(static_cast<long double>(x)) : std::sin(static_cast<long double>(x));
        const double ours = n % 2 ? det::cos(x) : det::sin(x);
        const auto error = static_cast<double>(std::abs(static_cast<long double>(ours) - exact));
        worst = std::max(worst, error / ulp_of(exact));
    }
    CHECK(worst - kReferenceError < 2);
}

TEST_CASE("atan2 and tanh are within 3 units of the last place") {
    for (const double x : {1.0, -1.3, 1e-5, -77.7, 1e200}) {
        for (const Grid g : {Grid{1e-9, 1e9, true}, Grid{-3, 3}}) {
            const auto ours = [x](double y) { return det::atan2(y * std::abs(x), x); };
            const auto reference = [x](long double y) {
                return std::atan2(static_cast<long double>(static_cast<double>(y) * std::abs(x)),
                                  static_cast<long double>(x));
            };
            CHECK(worst_ulp(ours, reference, g) < 3);
        }
    }
    CHECK(worst_ulp(OURS(tanh), REFERENCE(tanh), {-3, 3}) < 3);
    CHECK(worst_ulp(OURS(tanh), REFERENCE(tanh), {1e-12, 25, true}) < 3);
}

TEST_CASE("pow is within 4 units of the last place, also where the power is large") {
    for (const double y : {0.5, 1.0 / 3, 1.7, -2.0, 3.0, -0.123, 333.25}) {
        const Grid g = std::abs(y) > 100 ? Grid{0.15, 7} : Grid{1e-90, 1e90, true};
        const auto ours = [y](double x) { return det::pow(x, y); };
        const auto reference = [y](long double x) { return std::pow(x, static_cast<long double>(y)); };
        CHECK(worst_ulp(ours, reference, g) < 4);
    }
    for (const double x : {0.9999, 1.0123, 17.0, 1e-3}) {
        const double most = 700 / std::abs(std::log(x));
        const auto ours = [x](double y) { return det::pow(x, y); };
        const auto reference = [x](long double y) { return std::pow(static_cast<long double>(x), y); };
        CHECK(worst_ulp(ours, reference, {-most, most}) < 4);
    }
}

TEST_CASE("The float forms are within 1 unit of the last place") {
    CHECK(worst_ulp_float(OURS_FLOAT(exp), REFERENCE_FLOAT(exp), {-103, 88.7}) < 1);
    CHECK(worst_ulp_float(OURS_FLOAT(exp2), REFERENCE_FLOAT(exp2), {-149, 127.9}) < 1);
    for (const Grid g : {Grid{1e-44, 3e38, true}, Grid{0.5, 2}, Grid{0.99, 1.01}}) {
        CHECK(worst_ulp_float(OURS_FLOAT(log), REFERENCE_FLOAT(log), g) < 1);
        CHECK(worst_ulp_float(OURS_FLOAT(log2), REFERENCE_FLOAT(log2), g) < 1);
        CHECK(worst_ulp_float(OURS_FLOAT(log10), REFERENCE_FLOAT(log10), g) < 1);
    }
    for (const Grid g : {Grid{-4, 4}, Grid{-1048576, 1048576}, Grid{1e-6, 0.1, true}}) {
        CHECK(worst_ulp_float(OURS_FLOAT(sin), REFERENCE_FLOAT(sin), g) < 1);
        CHECK(worst_ulp_float(OURS_FLOAT(cos), REFERENCE_FLOAT(cos), g) < 1);
        CHECK(worst_ulp_float(OURS_FLOAT(tan), REFERENCE_FLOAT(tan), g) < 1);
        CHECK(worst_ulp_float([](float y) { return det::atan2(y, -1.5f); },
                              [](double y) { return std::atan2(y, -1.5); }, g) < 1);
    }
    CHECK(worst_ulp_float(OURS_FLOAT(tanh), REFERENCE_FLOAT(tanh), {-12, 12}) < 1);
    CHECK(worst_ulp_float(OURS_FLOAT(tanh), REFERENCE_FLOAT(tanh), {1e-6, 1, true}) < 1);
    CHECK(worst_ulp_float([](float x) { return det::pow(x, 1.7f); },
                          [](double x) { return std::pow(x, static_cast<double>(1.7f)); },
                          {1e-20, 1e20, true}) < 1);
}

TEST_CASE("At the ends of their ranges the functions answer as IEC 60559 would") {
    CHECK(det::exp(-kInf) == 0.0);
    CHECK(det::exp(710.0) == kInf);
    CHECK(det::exp(0.0) == 1.0);
    CHECK(det::exp2(10.0) == 1024.0);
    CHECK(det::exp2(-1074.0) == 5e-324);
    CHECK(det::exp2(1024.0) == kInf);
    CHECK(det::log(0.0) == -kInf);
    CHECK(det::log(1.0) == 0.0);
    CHECK(std::isnan(det::log(-1.0)));
    CHECK(det::log(kInf) == kInf);
    for (int k = -1074; k < 1024; ++k) REQUIRE(det::log2(std::ldexp(1.0, k)) == k);
    for (int k = 0; k < 23; ++k) REQUIRE(det::log10(std::pow(10.0, k)) == doctest::Approx(k).epsilon(1e-15));
    CHECK(std::isnan(det::sin(1048577.0)));
    CHECK(std::isnan(det::cos(kInf)));
    CHECK(std::isnan(det::tan(-2e6)));
    CHECK(std::signbit(det::sin(-0.0)));
    CHECK(det::cos(0.0) == 1.0);
    for (const double y : {0.0, -0.0, 1.0, -1.0, kInf, -kInf, 5e-324, 1e308}) {
        for (const double x : {0.0, -0.0, 2.0, -2.0, kInf, -kInf, 5e-324, -1e308}) {
            CAPTURE(y);
            CAPTURE(x);
            CHECK(det::atan2(y, x) == doctest::Approx(std::atan2(y, x)).epsilon(1e-15));
            CHECK(std::signbit(det::atan2(y, x)) == std::signbit(std::atan2(y, x)));
        }
    }
    CHECK(det::tanh(1000.0) == 1.0);
    CHECK(det::tanh(-kInf) == -1.0);
    for (const double x : {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, kInf, -kInf}) {
        for (const double y : {0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, -0.5, kInf, -kInf, 1e300, -1e300}) {
            CAPTURE(x);
            CAPTURE(y);
            const double ours = det::pow(x, y);
            const double theirs = std::pow(x, y);
            const bool near = std::abs(ours - theirs) <= 3e-16 * std::abs(theirs);  // square roots
            CHECK((ours == theirs || near || (std::isnan(ours) && std::isnan(theirs))));
            CHECK((std::isnan(ours) || std::signbit(ours) == std::signbit(theirs)));
        }
    }
    CHECK(std::isnan(det::exp(kNan)));
    CHECK(std::isnan(det::exp2(kNan)));
    CHECK(std::isnan(det::log(kNan)));
    CHECK(std::isnan(det::log2(kNan)));
    CHECK(std::isnan(det::log10(kNan)));
    CHECK(std::isnan(det::sin(kNan)));
    CHECK(std::isnan(det::cos(kNan)));
    CHECK(std::isnan(det::tan(kNan)));
    CHECK(std::isnan(det::tanh(kNan)));
    CHECK(std::isnan(det::atan2(kNan, 1.0)));
    CHECK(std::isnan(det::pow(kNan, 2.0)));
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(det::exp(nan)));
    CHECK(std::isnan(det::log(nan)));
    CHECK(std::isnan(det::sin(nan)));
    CHECK(std::isnan(det::tanh(nan)));
    CHECK(std::isnan(det::sin(1048577.0f)));
    CHECK(det::exp(100.0f) == std::numeric_limits<float>::infinity());
    CHECK(det::exp(-200.0f) == 0.0f);
    CHECK(det::pow(1e30f, 2.0f) == std::numeric_limits<float>::infinity());
}

TEST_CASE("Every bit of every function is the same under all compilers and on all machines") {
    std::uint64_t all = 0;
    const auto add = [&all](double v) { all = hash_mix(all, std::bit_cast<std::uint64_t>(v)); };
    const auto add_float = [&all](float v) { all = hash_mix(all, std::bit_cast<std::uint32_t>(v)); };
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const double u = static_cast<double>(hash_mix(1, i) >> 11) * 0x1p-53 + 0x1p-54;
        const double v = static_cast<double>(hash_mix(2, i) >> 11) * 0x1p-53 + 0x1p-54;
        const auto f = static_cast<float>(u);
        const auto g = static_cast<float>(v);
        add(det::exp(1400 * u - 700));
        add(det::exp2(2000 * u - 1000));
        add(det::log(u / v));
        add(det::log2(u / v));
        add(det::log10(u * v));
        add(det::sin(2000000 * u - 1000000));
        add(det::cos(20 * u - 10));
        add(det::tan(20 * u - 10));
        add(det::atan2(u - 0.5, v - 0.5));
        add(det::tanh(6 * u - 3));
        add(det::pow(10 * u, 60 * v - 30));
        add_float(det::exp(170 * f - 85));
        add_float(det::exp2(200 * f - 100));
        add_float(det::log(f / g));
        add_float(det::log2(f / g));
        add_float(det::log10(f * g));
        add_float(det::sin(2000000 * f - 1000000));
        add_float(det::cos(20 * f - 10));
        add_float(det::tan(20 * f - 10));
        add_float(det::atan2(f - 0.5f, g - 0.5f));
        add_float(det::tanh(6 * f - 3));
        add_float(det::pow(10 * f, 20 * g - 10));
    }
    CHECK(linghe::base::hex16(all) == "18143ec8b9f19176");
}
