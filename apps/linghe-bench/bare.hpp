// bare: the yardstick of the benchmark: two blocks of dots that walk into each other, with separation (1 - s/r) within 2 m, the
// nearest enemy, and a grid sorted anew every step; nothing else. How fast could a crowd be if it had no mind?
// Called by main.cpp; the force pass exists once in plain code and once for AVX2.
// Never used by a battle: it is not deterministic across machines.
#pragma once
#include <cstdint>
#include <vector>

namespace linghe::bench {

struct Dots {
    float side_m = 0;        // the field is a square
    std::int32_t cells = 0;  // of 2 m, along a side
    std::vector<float> x, y, vx, vy, sx, sy, svx, svy;
    std::vector<std::int32_t> side, sside, enemy;
    std::vector<std::uint32_t> start;  // cell -> first dot, cells * cells + 1 entries
    std::vector<std::uint32_t> cell_of;
};

inline constexpr float kStepS = 0.1F;

/// `men` dots, half of them on either side of a gap, at one per square metre.
Dots make_dots(std::uint32_t men);
/// Sorts the dots by cell.
void sort_dots(Dots& d);

using ForcePass = void (*)(Dots&);
void force_scalar(Dots& d);
void force_avx2(Dots& d);
bool has_avx2() noexcept;

/// Nanoseconds per dot and step of the force pass and the sorting, median over repetitions.
double time_bare(std::uint32_t men, ForcePass force, int steps, int repetitions);

}  // namespace linghe::bench
