// kernel: the innermost loops of the crowd: eight men of one band against every candidate near them.
// Called by crowd.cpp only, through the table chosen at run time; the scalar and the AVX2 form give the same bits.
// Never includes anything but standard integers: the AVX2 file is compiled for another instruction set and must share
// no inline function with the rest of the program.
#pragma once
#include <cstdint>

namespace linghe::move {

inline constexpr int kLanes = 8;
inline constexpr int kMostRanges = 16;

/// Everybody, by slot of the spatial index; and bodies by number.
struct CrowdField {
    const std::int32_t* x_mm;
    const std::int32_t* y_mm;
    const std::uint8_t* side;
    const std::uint8_t* body;
    const std::uint16_t* corps;   ///< unit of a man who keeps his place in its ranks, 0xffff for all others
    const float* half_width_mm;   ///< by body
    const float* half_length_mm;  ///< by body
    const float* half_lane_mm;    ///< by body: what of the way he takes up for whoever comes behind
    const float* range_mm;        ///< half the range of mutual repulsion, by body
};

/// Slots [begin, end) to be looked at, in ascending order.
struct CrowdRanges {
    int count;
    std::uint32_t begin[kMostRanges];
    std::uint32_t end[kMostRanges];
};

/// Slots worth a closer look, in ascending order: those that neighbours() found near enough to matter for headway(), and
/// the men of another side for enemies().
struct CrowdNear {
    static constexpr std::uint32_t kMost = 2048;
    std::uint32_t count;            ///< above kMost: the list is not complete and must not be used
    std::uint32_t slot[kMost + 1];  ///< the last is for writing without asking
};

struct alignas(32) CrowdGroup {
    // in
    std::int32_t x_mm[kLanes], y_mm[kLanes], side[kLanes];
    float half_width_mm[kLanes], half_length_mm[kLanes], range_mm[kLanes];
    float ex[kLanes], ey[kLanes];  ///< direction for headway()
    float lane_mm[kLanes];         ///< half the lane he needs: his half width, less when he squeezes through
    float look2_mm2[kLanes];       ///< squared distance he looks ahead
    std::int32_t
        corps[kLanes];  ///< headway() passes over men of this corps: the ranks keep their own distance
    // out of neighbours()
    float count[kLanes];                   ///< bodies within the press radius, himself too
    float twins[kLanes];                   ///< bodies at the very same place, himself too
    float rep_x[kLanes], rep_y[kLanes];    ///< sum of (1 - s/r)^2 away from the neighbour
    float push_x[kLanes], push_y[kLanes];  ///< sum of overlaps, mm
    // out of headway()
    float gap_mm[kLanes];  ///< free way in direction (ex, ey); who is off the middle of the lane counts less
    // out of enemies()
    float enemy2_mm2[kLanes];
    std::int32_t enemy[kLanes];  ///< slot, -1 none
    // in, and last because the arrays are loaded by aligned eights
    std::int32_t
        one_corps;  ///< the corps of all lanes, -1 when they differ: its men need not be listed for headway()
};

inline constexpr float kFreeWayMm = 1.0e6F;

struct Kernel {
    const char* name;
    /// @param press2_mm2 squared press radius; `widest2_mm2` squared widest range of repulsion or contact; `look2_mm2`
    /// squared farthest look of the group: who is nearer than that to any of them is listed in `near`.
    void (*neighbours)(const CrowdField&, const CrowdRanges&, float press2_mm2, float widest2_mm2,
                       float look2_mm2, CrowdGroup&, CrowdNear& near);
    void (*headway)(const CrowdField&, const CrowdNear&, CrowdGroup&);
    /// @param mixed some of the list are friends of some of the group; else all are enemies of all.
    void (*enemies)(const CrowdField&, const CrowdNear&, float radius2_mm2, bool mixed, CrowdGroup&);
};

const Kernel& scalar_kernel() noexcept;
const Kernel* avx2_kernel() noexcept;  ///< nullptr where it was not built

}  // namespace linghe::move
