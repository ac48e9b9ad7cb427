#include "linghe/math/detmath.hpp"

#include <cmath>
#include <limits>

// Series are the plain Taylor and atanh series, long enough that the rest is below 2^-57 of the sum; argument
// reduction after W. J. Cody and W. Waite, Software Manual for the Elementary Functions (1980); exact
// products and sums after T. J. Dekker, Numerische Mathematik 18 (1971) 224-242; log(1 + f) in the form of
// Sun's fdlibm.

namespace linghe::det {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLn2Hi = 0x1.62e42fee00000p-1;  // 32 bits: its product with an exponent is exact
constexpr double kLn2Lo = 0x1.a39ef35793c76p-33;
constexpr double kInvLn2Hi = 0x1.71547652b82fep+0;
constexpr double kInvLn2Lo = 0x1.777d0ffda0d24p-56;
constexpr double kInvLn10Hi = 0x1.bcb7b1526e50ep-2;
constexpr double kInvLn10Lo = 0x1.95355baaafad3p-57;
constexpr double kLog10Of2Hi = 0x1.3441350800000p-2;
constexpr double kLog10Of2Lo = 0x1.f79fef311f12bp-34;
constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kPiLo = 0x1.1a62633145c07p-53;

struct Pair {  // an unevaluated sum hi + lo
    double hi;
    double lo;
};

constexpr std::int64_t nearest(double v) noexcept {
    return static_cast<std::int64_t>(v < 0 ? v - 0.5 : v + 0.5);
}
constexpr double power_of_2(int k) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

Pair two_sum(double a, double b) noexcept {
    const double s = a + b;
    const double bb = s - a;
    return {s, (a - (s - bb)) + (b - bb)};
}
Pair two_prod(double a, double b) noexcept {
    constexpr double split = 134217729.0;  // 2^27 + 1
    const double ca = split * a;
    const double ah = ca - (ca - a);
    const double al = a - ah;
    const double cb = split * b;
    const double bh = cb - (cb - b);
    const double bl = b - bh;
    const double p = a * b;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
Pair mul(Pair a, Pair b) noexcept {
    const Pair p = two_prod(a.hi, b.hi);
    const double lo = p.lo + (a.hi * b.lo + a.lo * b.hi);
    const double hi = p.hi + lo;
    return {hi, (p.hi - hi) + lo};
}

// p * 2^k rounded once, also where the answer is denormal. p in [0.5, 2], k in [-1080, 1030].
double scaled(double p, int k) noexcept {
    const int half = k / 2;
    return (p * power_of_2(half)) * power_of_2(k - half);
}

// exp(r + c), |r| <= 0.35, |c| tiny.
double exp_kernel(double r, double c) noexcept {
    double q = 1.0 / 6227020800.0;  // 1/13!
    q = 1.0 / 479001600.0 + r * q;
    q = 1.0 / 39916800.0 + r * q;
    q = 1.0 / 3628800.0 + r * q;
    q = 1.0 / 362880.0 + r * q;
    q = 1.0 / 40320.0 + r * q;
    q = 1.0 / 5040.0 + r * q;
    q = 1.0 / 720.0 + r * q;
    q = 1.0 / 120.0 + r * q;
    q = 1.0 / 24.0 + r * q;
    q = 1.0 / 6.0 + r * q;
    q = 0.5 + r * q;
    return 1.0 + (r + (r * r * q + (c + r * c)));
}
// exp(hi + lo), -746 <= hi <= 710, |lo| <= ulp(hi).
double exp_pair(double hi, double lo) noexcept {
    const auto k = static_cast<int>(nearest(hi * kInvLn2Hi));
    const double kd = k;
    const Pair r = two_sum(hi - kd * kLn2Hi, lo - kd * kLn2Lo);
    return scaled(exp_kernel(r.hi, r.lo), k);
}

struct Parts {  // x = 2^k * (1 + f), 1 + f in [sqrt(1/2), sqrt(2))
    double k;
    double f;
};
Parts parts_of(double x) noexcept {  // x > 0, finite
    int k = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        k = -54;
    }
    const auto bits = std::bit_cast<std::uint64_t>(x);
    k += static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        k += 1;
    }
    return {static_cast<double>(k), m - 1.0};
}
// log(1 + f) = f - below; `below` is the small part, so that f can be kept apart.
double log_below(double f) noexcept {
    const double s = f / (2.0 + f);
    const double z = s * s;
    double r = 2.0 / 25.0;
    r = 2.0 / 23.0 + z * r;
    r = 2.0 / 21.0 + z * r;
    r = 2.0 / 19.0 + z * r;
    r = 2.0 / 17.0 + z * r;
    r = 2.0 / 15.0 + z * r;
    r = 2.0 / 13.0 + z * r;
    r = 2.0 / 11.0 + z * r;
    r = 2.0 / 9.0 + z * r;
    r = 2.0 / 7.0 + z * r;
    r = 2.0 / 5.0 + z * r;
    r = 2.0 / 3.0 + z * r;
    r = z * r;
    const double h = 0.5 * f * f;
    return h - s * (h + r);
}
bool log_special(double x, double& answer) noexcept {
    if (x > 0.0 && x < kInf) return false;
    answer = x == 0.0 ? -kInf : (x == kInf ? kInf : kNan);
    return true;
}
// log(1 + f) as a pair, then times a constant given as a pair.
Pair log_times(double f, double c_hi, double c_lo) noexcept {
    const double below = log_below(f);
    const double hi = f - below;
    const double lo = (f - hi) - below;
    const Pair p = two_prod(hi, c_hi);
    return {p.hi, p.lo + (hi * c_lo + lo * c_hi)};
}

// log(x) with about 64 good bits, for pow.
Pair log_pair(double x) noexcept {
    const Parts p = parts_of(x);
    const double g = 2.0 + p.f;
    const double g_lo = (2.0 - g) + p.f;
    const double s_hi = p.f / g;
    const Pair sg = two_prod(s_hi, g);
    const double s_lo = (((p.f - sg.hi) - sg.lo) - s_hi * g_lo) / g;
    const Pair s{s_hi, s_lo};
    const Pair z = mul(s, s);
    double t = 1.0 / 25.0;
    t = 1.0 / 23.0 + z.hi * t;
    t = 1.0 / 21.0 + z.hi * t;
    t = 1.0 / 19.0 + z.hi * t;
    t = 1.0 / 17.0 + z.hi * t;
    t = 1.0 / 15.0 + z.hi * t;
    t = 1.0 / 13.0 + z.hi * t;
    t = 1.0 / 11.0 + z.hi * t;
    t = 1.0 / 9.0 + z.hi * t;
    t = 1.0 / 7.0 + z.hi * t;
    t = 1.0 / 5.0 + z.hi * t;
    const double third = 0x1.5555555555555p-2;
    const double third_lo = 0x1.5555555555555p-56;
    const Pair c0 = two_sum(third, z.hi * t);
    const Pair zc = mul(z, {c0.hi, c0.lo + third_lo});
    const Pair szc = mul({2.0 * s.hi, 2.0 * s.lo}, zc);
    const Pair a = two_sum(p.k * kLn2Hi, 2.0 * s.hi);
    const Pair b = two_sum(a.hi, szc.hi);
    const double lo = a.lo + b.lo + (2.0 * s.lo + szc.lo + p.k * kLn2Lo);
    const double hi = b.hi + lo;
    return {hi, (b.hi - hi) + lo};
}

constexpr double kMaxAngle = 1048576.0;

// x = n * pi/2 + r, |r| <= pi/4 and a little; four parts of pi/2 of 33 bits, whose products with n are exact.
std::int64_t reduce(double x, Pair& r) noexcept {
    const std::int64_t n = nearest(x * 0x1.45f306dc9c883p-1);
    const auto nd = static_cast<double>(n);
    const double y = x - nd * 0x1.921fb54400000p+0;
    const Pair a = two_sum(y, -(nd * 0x1.0b4611a600000p-34));
    const Pair b = two_sum(a.hi, -(nd * 0x1.3198a2e000000p-69));
    const double lo = a.lo + b.lo - nd * 0x1.b839a252049c1p-104;
    r.hi = b.hi + lo;
    r.lo = (b.hi - r.hi) + lo;
    return n;
}
double sin_kernel(Pair r) noexcept {
    const double z = r.hi * r.hi;
    double s = 1.0 / 355687428096000.0;  // 1/17!
    s = -1.0 / 1307674368000.0 + z * s;
    s = 1.0 / 6227020800.0 + z * s;
    s = -1.0 / 39916800.0 + z * s;
    s = 1.0 / 362880.0 + z * s;
    s = -1.0 / 5040.0 + z * s;
    s = 1.0 / 120.0 + z * s;
    s = -1.0 / 6.0 + z * s;
    return r.hi + (r.hi * z * s + r.lo * (1.0 - 0.5 * z));
}
double cos_kernel(Pair r) noexcept {
    const double z = r.hi * r.hi;
    double c = -1.0 / 6402373705728000.0;  // -1/18!
    c = 1.0 / 20922789888000.0 + z * c;
    c = -1.0 / 87178291200.0 + z * c;
    c = 1.0 / 479001600.0 + z * c;
    c = -1.0 / 3628800.0 + z * c;
    c = 1.0 / 40320.0 + z * c;
    c = -1.0 / 720.0 + z * c;
    c = 1.0 / 24.0 + z * c;
    const double h = 0.5 * z;
    const double w = 1.0 - h;
    return w + (((1.0 - w) - h) + (z * z * c - r.hi * r.lo));
}

// atan(i / 8) as pairs.
constexpr Pair kAtanOfEighth[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

double with_sign_of(double magnitude, double sign) noexcept {
    const auto m = std::bit_cast<std::uint64_t>(magnitude) & 0x7fffffffffffffffu;
    return std::bit_cast<double>(m | (std::bit_cast<std::uint64_t>(sign) & 0x8000000000000000u));
}
double magnitude(double v) noexcept { return with_sign_of(v, 0.0); }
bool negative(double v) noexcept { return (std::bit_cast<std::uint64_t>(v) >> 63) != 0; }

bool is_integer(double y, bool& odd) noexcept {
    const double m = magnitude(y);
    odd = false;
    if (m >= 0x1p53) return true;
    const auto i = static_cast<std::int64_t>(m);
    odd = (i & 1) != 0;
    return static_cast<double>(i) == m;
}
// x > 0, x != 1, both finite, y != 0.
double pow_positive(double x, double y) noexcept {
    const Pair l = log_pair(x);
    const double about = y * l.hi;
    if (!(magnitude(y) < 0x1p70) || !(about > -746.0 && about < 710.0)) return (about > 0) ? kInf : 0.0;
    if (magnitude(about) < 0x1p-60) return 1.0 + about;
    const Pair p = two_prod(y, l.hi);
    const double lo = p.lo + y * l.lo;
    const double hi = p.hi + lo;
    return exp_pair(hi, (p.hi - hi) + lo);
}

}  // namespace

double exp(double x) noexcept {
    if (!(x == x)) return x;
    if (x > 709.79) return kInf;
    if (x < -745.2) return 0.0;
    return exp_pair(x, 0.0);
}

double exp2(double x) noexcept {
    if (!(x == x)) return x;
    if (x >= 1024.0) return kInf;
    if (x < -1075.0) return 0.0;
    const auto k = static_cast<int>(nearest(x));
    const double f = x - static_cast<double>(k);
    const Pair r = two_prod(f, 0x1.62e42fefa39efp-1);
    return scaled(exp_kernel(r.hi, r.lo + f * 0x1.abc9e3b39803fp-56), k);
}

double log(double x) noexcept {
    double answer;
    if (log_special(x, answer)) return answer;
    const Parts p = parts_of(x);
    const double below = log_below(p.f);
    if (p.k == 0.0) return p.f - below;
    return p.k * kLn2Hi - ((below - p.k * kLn2Lo) - p.f);
}

double log2(double x) noexcept {
    double answer;
    if (log_special(x, answer)) return answer;
    const Parts p = parts_of(x);
    const Pair l = log_times(p.f, kInvLn2Hi, kInvLn2Lo);
    const Pair s = two_sum(p.k, l.hi);
    return s.hi + (s.lo + l.lo);
}

double log10(double x) noexcept {
    double answer;
    if (log_special(x, answer)) return answer;
    const Parts p = parts_of(x);
    const Pair l = log_times(p.f, kInvLn10Hi, kInvLn10Lo);
    const Pair s = two_sum(p.k * kLog10Of2Hi, l.hi);
    return s.hi + (s.lo + (l.lo + p.k * kLog10Of2Lo));
}

double sin(double x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    if (magnitude(x) < 0x1p-27) return x;
    Pair r;
    const std::int64_t n = reduce(x, r);
    const double v = (n & 1) ? cos_kernel(r) : sin_kernel(r);
    return (n & 2) ? -v : v;
}

double cos(double x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    Pair r;
    const std::int64_t n = reduce(x, r);
    const double v = (n & 1) ? sin_kernel(r) : cos_kernel(r);
    return ((n + 1) & 2) ? -v : v;
}

double tan(double x) noexcept {
    if (!(x >= -kMaxAngle && x <= kMaxAngle)) return kNan;
    if (magnitude(x) < 0x1p-27) return x;
    Pair r;
    const std::int64_t n = reduce(x, r);
    const double s = sin_kernel(r);
    const double c = cos_kernel(r);
    return (n & 1) ? -c / s : s / c;
}

double atan2(double y, double x) noexcept {
    if (!(x == x) || !(y == y)) return kNan;
    double ax = magnitude(x);
    double ay = magnitude(y);
    if (ax == kInf || ay == kInf) {
        ax = ax == kInf ? 1.0 : 0.0;
        ay = ay == kInf ? 1.0 : 0.0;
    }
    const bool steep = ay > ax;
    double num = steep ? ax : ay;
    double den = steep ? ay : ax;
    if (den > 0x1p1000) {
        num *= 0x1p-100;
        den *= 0x1p-100;
    } else if (den < 0x1p-900) {
        num *= 0x1p200;
        den *= 0x1p200;
    }
    double hi = 0.0;
    double lo = 0.0;
    if (num > 0.0) {
        const auto i = static_cast<int>(8.0 * (num / den) + 0.5);
        const double c = static_cast<double>(i) * 0.125;
        const double u = i == 0 ? num / den : (num - c * den) / (den + c * num);
        const double z = u * u;
        double t = 1.0 / 15.0;
        t = 1.0 / 13.0 - z * t;
        t = 1.0 / 11.0 - z * t;
        t = 1.0 / 9.0 - z * t;
        t = 1.0 / 7.0 - z * t;
        t = 1.0 / 5.0 - z * t;
        t = 1.0 / 3.0 - z * t;
        hi = kAtanOfEighth[i].hi;
        lo = kAtanOfEighth[i].lo - u * z * t;
        const Pair s = two_sum(hi, u);
        hi = s.hi;
        lo += s.lo;
    }
    if (steep) {
        const Pair s = two_sum(0.5 * kPi, -hi);
        hi = s.hi;
        lo = s.lo + (0.5 * kPiLo - lo);
    }
    if (negative(x)) {
        const Pair s = two_sum(kPi, -hi);
        hi = s.hi;
        lo = s.lo + (kPiLo - lo);
    }
    return with_sign_of(hi + lo, y);
}

double tanh(double x) noexcept {
    if (!(x == x)) return x;
    const double m = magnitude(x);
    if (m < 0x1p-27) return x;
    if (m > 20.0) return with_sign_of(1.0, x);
    if (m >= 0.55) return with_sign_of(1.0 - 2.0 / (exp(2.0 * m) + 1.0), x);
    const double z = x * x;
    double s = 1.0 / 1307674368000.0;  // sinh(x) / x - 1 over z
    s = 1.0 / 6227020800.0 + z * s;
    s = 1.0 / 39916800.0 + z * s;
    s = 1.0 / 362880.0 + z * s;
    s = 1.0 / 5040.0 + z * s;
    s = 1.0 / 120.0 + z * s;
    s = 1.0 / 6.0 + z * s;
    double c = 1.0 / 87178291200.0;  // cosh(x) - 1 over z
    c = 1.0 / 479001600.0 + z * c;
    c = 1.0 / 3628800.0 + z * c;
    c = 1.0 / 40320.0 + z * c;
    c = 1.0 / 720.0 + z * c;
    c = 1.0 / 24.0 + z * c;
    c = 0.5 + z * c;
    return (x + x * z * s) / (1.0 + z * c);
}

double pow(double x, double y) noexcept {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (!(x == x) || !(y == y)) return kNan;
    const double m = magnitude(x);
    if (y == kInf || y == -kInf) return m == 1.0 ? 1.0 : ((m > 1.0) == (y > 0.0) ? kInf : 0.0);
    bool odd = false;
    const bool integer = is_integer(y, odd);
    double answer;
    if (m == 0.0 || m == kInf) {
        answer = (m == 0.0) == (y > 0.0) ? 0.0 : kInf;
    } else {
        if (negative(x) && !integer) return kNan;
        answer = m == 1.0 ? 1.0 : pow_positive(m, y);
    }
    return negative(x) && odd ? -answer : answer;
}

}  // namespace linghe::det
