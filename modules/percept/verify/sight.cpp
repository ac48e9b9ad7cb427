// Sight as formulas: size by Johnson's criterion, contrast through dull air, the horizon.
#include "linghe/percept/optics.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::percent;

void measure(verify::Points& p) {
    p.formula("10.01a", "colour of a banner of 3 m, 5'", "m", 2063, percent(1),
              percept::angular_range_m(3, 5));
    p.formula("10.01b", "its device recognised, 4 cycles of 2'", "m", 1289, percent(1),
              percept::angular_range_m(3, 8));
    p.formula("10.01c", "identified, 6.4 cycles of 2'", "m", 806, percent(1),
              percept::angular_range_m(3, 12.8));
    p.formula("10.03a", "contrast spent at K = 0.003 /m, threshold 5 %", "m", 999, percent(1),
              percept::contrast_range_m(0.003, 0.05));
    p.formula("10.03b", "the same at K = 0.03 /m", "m", 100, percent(1),
              percept::contrast_range_m(0.03, 0.05));
    p.formula("10.04", "contrast spent at K = 0.01 /m, threshold 2 %", "m", 391, percent(1),
              percept::contrast_range_m(0.01, 0.02));
    p.formula("10.05", "horizon of an eye at 2.5 m, refracted", "km", 6.1, percent(1),
              0.001 * percept::horizon_refracted_m(2.5));
    p.formula("10.05b", "horizon of an eye at 1 m, geometric", "km", 3.57, percent(1),
              0.001 * percept::horizon_m(1));
}

const verify::Registered sight{
    {"sight", "Johnson 1958; Koschmieder 1924; geometry", verify::Length::quick, measure}};

}  // namespace
