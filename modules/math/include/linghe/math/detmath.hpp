// What: exp, log, sin and their kin with one answer on every machine: only + - * / sqrt and bit patterns.
// Who: L1 to L4 and whatever must agree between machines; namespace linghe::det.
// Never: calls libm (its answers differ between processors), nor fuses a product and a sum.
#pragma once

#include <bit>
#include <cstdint>

namespace linghe::det {

// Errors are in units in the last place (ulp) of the answer, measured on dense grids against extended
// precision (test/detmath_test.cpp holds the bounds). Every function gives NaN for NaN.
//
//   function        range of the argument            double      outside the range
//   exp             all                              2 ulp       0 below -745.2, infinity above 709.79
//   exp2            all                              2 ulp       0 below -1075, infinity from 1024
//   log log2 log10  x > 0, also denormal             2 ulp       -infinity at 0, NaN below 0
//   sin cos         |x| <= 2^20 (1,048,576 radians)  2 ulp       NaN: a larger angle is a mistake
//   tan             |x| <= 2^20                      4 ulp       NaN
//   atan2           all                              3 ulp       as IEC 60559: signed zeros and infinities
//   tanh            all                              3 ulp       -1, 1
//   pow             x >= 0, or x < 0 with integer y  4 ulp       NaN for x < 0 with y not integer
//
// The float forms compute in double with short series and round once: 1 ulp, over the same ranges. They are
// the ones for hot loops. Square root is std::sqrt, rounded correctly by IEC 60559.

double exp(double x) noexcept;
double exp2(double x) noexcept;
double log(double x) noexcept;
double log2(double x) noexcept;
double log10(double x) noexcept;
double sin(double x) noexcept;
double cos(double x) noexcept;
double tan(double x) noexcept;
/// Angle of (x, y) in (-pi, pi].
double atan2(double y, double x) noexcept;
double tanh(double x) noexcept;
double pow(double x, double y) noexcept;

float exp(float x) noexcept;
float exp2(float x) noexcept;
float log(float x) noexcept;
float log2(float x) noexcept;
float log10(float x) noexcept;
float sin(float x) noexcept;
float cos(float x) noexcept;
float tan(float x) noexcept;
float atan2(float y, float x) noexcept;
float tanh(float x) noexcept;
float pow(float x, float y) noexcept;

}  // namespace linghe::det
