#include <limits>

#include "linghe/math/detmath.hpp"

// Float forms: computed in double with series just long enough (rest below 2^-30), rounded once at the end.

namespace linghe::det {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kInvLn2 = 0x1.71547652b82fep+0;
constexpr double kInvLn10 = 0x1.bcb7b1526e50ep-2;
constexpr float kMaxAngle = 1048576.0f;

constexpr std::int64_t nearest(double v) noexcept {
    return static_cast<std::int64_t>(v < 0 ? v - 0.5 : v + 0.5);
}

// 2^k * exp(r), |r| <= 0.35, |k| <= 400.
double exp_short(std::int64_t k, double r) noexcept {
    double q = 1.0 / 40320.0;
    q = 1.0 / 5040.0 + r * q;
    q = 1.0 / 720.0 + r * q;
    q = 1.0 / 120.0 + r * q;
    q = 1.0 / 24.0 + r * q;
    q = 1.0 / 6.0 + r * q;
    q = 0.5 + r * q;
    q = 1.0 + r * q;
    return (1.0 + r * q) * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}
double exp_of(double x) noexcept {
    const std::int64_t k = nearest(x * kInvLn2);
    return exp_short(k, x - static_cast<double>(k) * kLn2);
}
// log(x) in double, x > 0 and a finite float; whole is the exponent, the answer the log of the rest.
double log_short(float x, double& whole) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x));
    auto k = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        k += 1;
    }
    whole = k;
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double r = 2.0 / 13.0;
    r = 2.0 / 11.0 + z * r;
    r = 2.0 / 9.0 + z * r;
    r = 2.0 / 7.0 + z * r;
    r = 2.0 / 5.0 + z * r;
    r = 2.0 / 3.0 + z * r;
    r = 2.0 + z * r;
    return s * r;
}
bool log_special(float x, float& answer) noexcept {
    if (x > 0.0f && x < kInf) return false;
    answer = x == 0.0f ? -kInf : (x == kInf ? kInf : kNan);
    return true;
}
// x = n * pi/2 + r; 33 bits of pi/2 times n (21 bits) is exact in the leading part.
std::int64_t reduce(float x, double& r) noexcept {
    const auto d = static_cast<double>(x);
    const std::int64_t n = nearest(d * 0x1.45f306dc9c883p-1);
    const auto nd = static_cast<double>(n);
    r = (d - nd * 0x1.921fb54400000p+0) - nd * 0x1.0b4611a626331p-34;
    return n;
}
double sin_short(double r) noexcept {
    const double z = r * r;
    double s = -1.0 / 39916800.0;
    s = 1.0 / 362880.0 + z * s;
    s = -1.0 / 5040.0 + z * s;
    s = 1.0 / 120.0 + z * s;
    s = -1.0 / 6.0 + z * s;
    return r + r * z * s;
}
double cos_short(double r) noexcept {
    const double z = r * r;
    double c = 1.0 / 479001600.0;
    c = -1.0 / 3628800.0 + z * c;
    c = 1.0 / 40320.0 + z * c;
    c = -1.0 / 720.0 + z * c;
    c = 1.0 / 24.0 + z * c;
    c = -0.5 + z * c;
    return 1.0 + z * c;
}

}  // namespace

float exp(float x) noexcept {
    if (!(x == x)) return x;
    if (x > 88.73f) return kInf;
    if (x < -104.0f) return 0.0f;
    return static_cast<float>(exp_of(static_cast<double>(x)));
}

float exp2(float x) noexcept {
    if (!(x == x)) return x;
    if (x >= 128.0f) return kInf;
    if (x < -150.0f) return 0.0f;
    const std::int64_t k = nearest(static_cast<double>(x));
    return static_cast<float>(exp_short(k, (static_cast<double>(x) - static_cast<double>(k)) * kLn2));
}

float log(float x) noexcept {
    float answer;
    if (log_special(x, answer)) return answer;
    double whole;
    const double rest = log_short(x, whole);
    return static_cast<float>(whole * kLn2 + rest);
}

float log2(float x) noexcept {
    float answer;
    if (log_special(x, answer)) return answer;
    double whole;
    const double rest = log_short(x, whole);
    return static_cast<float>(whole + rest * kInvLn2);
}

float log10(float x) noexcept {
    float answer;
    if (log_special(x, answer)) return answer;
    double whole;
    const double rest = log_short(x, whole);
    return static_cast<float>((whole * kLn2 + rest) * kInvLn10);
}

float sin(float x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    if (x == 0.0f) return x;
    double r;
    const std::int64_t n = reduce(x, r);
    const double v = (n & 1) ? cos_short(r) : sin_short(r);
    return static_cast<float>((n & 2) ? -v : v);
}

float cos(float x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    double r;
    const std::int64_t n = reduce(x, r);
    const double v = (n & 1) ? sin_short(r) : cos_short(r);
    return static_cast<float>(((n + 1) & 2) ? -v : v);
}

float tan(float x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    if (x == 0.0f) return x;
    double r;
    const std::int64_t n = reduce(x, r);
    const double s = sin_short(r);
    const double c = cos_short(r);
    return static_cast<float>((n & 1) ? -c / s : s / c);
}

float atan2(float y, float x) noexcept {
    return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}

float tanh(float x) noexcept {
    if (!(x == x)) return x;
    if (x > 10.0f) return 1.0f;
    if (x < -10.0f) return -1.0f;
    const auto d = static_cast<double>(x);
    const double z = d * d;
    if (z < 0.0025)
        return static_cast<float>(d + d * z * (-1.0 / 3.0 + z * (2.0 / 15.0 - z * (17.0 / 315.0))));
    const double e = exp_of(2.0 * d);
    return static_cast<float>((e - 1.0) / (e + 1.0));
}

float pow(float x, float y) noexcept {
    const double p = pow(static_cast<double>(x), static_cast<double>(y));
    if (p > 0x1.ffffffp127 && p < std::numeric_limits<double>::infinity()) return kInf;
    if (p < -0x1.ffffffp127 && p > -std::numeric_limits<double>::infinity()) return -kInf;
    return static_cast<float>(p);
}

}  // namespace linghe::det
