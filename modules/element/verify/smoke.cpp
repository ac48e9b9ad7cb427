// Smoke and visibility as formulas: what an extinction lets one see, what a burning line gives off, how a puff spreads.
#include "linghe/element/smoke.hpp"

#include "verify.hpp"

namespace {

using namespace linghe;
using verify::exact;
using verify::percent;

void measure(verify::Points& p) {
    p.formula("8.01a", "visibility by Koschmieder at K = 0.1 /m", "m", 39.12, exact(),
              element::koschmieder_m(0.1));
    p.formula("8.01b", "optical range (5 %) at K = 0.1 /m", "m", 30.0, exact(),
              element::optical_range_m(0.1));
    p.formula("8.01c", "light-emitting sign at K = 0.1 /m", "m", 80.0, exact(), element::jin_emitting_m(0.1));
    p.formula("8.02", "visibility by Koschmieder at K = 0.05 /m", "m", 78.24, exact(),
              element::koschmieder_m(0.05));
    const double fm1 = element::front_source_g_m_s(25.3, 0.166, 8.5);
    p.formula("8.03a", "smoke of a metre of front, short grass at 25.3 m/min", "g/(m s)", 0.59, percent(2),
              fm1);
    p.formula("8.03b", "its extinction 200 m off, wind 5 m/s, class D, 4.5 m2/g", "1/m", 0.0406, percent(2),
              4.5 * element::line_source_g_m3(fm1, element::briggs_d_sigma_z_m(200), 5.0));
    const double fm3 = element::front_source_g_m_s(34.3, 0.674, 8.5);
    p.formula("8.04", "extinction 500 m behind tall grass at 34.3 m/min, wind 5 m/s", "1/m", 0.104,
              percent(2), 4.5 * element::line_source_g_m3(fm3, element::briggs_d_sigma_z_m(500), 5.0));
    p.formula("8.06a", "sigma y of Briggs, class D, 500 m", "m", 39.0, percent(0.5),
              element::briggs_d_sigma_y_m(500));
    p.formula("8.06b", "sigma z of Briggs, class D, 500 m", "m", 22.7, percent(0.5),
              element::briggs_d_sigma_z_m(500));
    const double sy = element::briggs_d_sigma_y_m(200), sz = element::briggs_d_sigma_z_m(200);
    p.formula("8.07", "puff of 1 kg on the ground after 200 m, at its centre", "g/m3", 0.0481, percent(2),
              element::puff_g_m3(1000.0, sy, sy, sz));
    p.formula("8.08a", "a cloud 100 m long clears to 5 % at 2 m/s", "s", 150.0, percent(2),
              element::clearing_s(100, 2, 0.05));
    p.formula("8.08b", "the same at 5 m/s", "s", 60.0, percent(2), element::clearing_s(100, 5, 0.05));
}

const verify::Registered smoke{
    {"smoke", "Koschmieder 1924; Jin 1978; Briggs 1973; Turner 1970", verify::Length::quick, measure}};

}  // namespace
