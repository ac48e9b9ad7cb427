#include "linghe/math/rng.hpp"

#include <cmath>

namespace linghe::math {

double normal_quantile(double p) noexcept {
    const double q = p - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        const double r = 0.180625 - q * q;
        return q *
               (((5.9109374720e+01 * r + 1.5929113202e+02) * r + 5.0434271938e+01) * r + 3.3871327179e+00) /
               (((6.7187563600e+01 * r + 7.8757757664e+01) * r + 1.7895169469e+01) * r + 1.0);
    }
    double r = std::sqrt(-det::log(q < 0 ? p : 1.0 - p));
    double x;
    if (r <= 5.0) {
        r -= 1.6;
        x = (((1.7023821103e-01 * r + 1.3067284816e+00) * r + 2.7568153900e+00) * r + 1.4234372777e+00) /
            ((1.2021132975e-01 * r + 7.3700164250e-01) * r + 1.0);
    } else {
        r -= 5.0;
        x = (((1.7337203997e-02 * r + 4.2868294337e-01) * r + 3.0812263860e+00) * r + 6.6579051150e+00) /
            ((1.2258202635e-02 * r + 2.4197894225e-01) * r + 1.0);
    }
    return q < 0 ? -x : x;
}

}  // namespace linghe::math
