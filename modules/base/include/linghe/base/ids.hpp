// What: typed 32-bit names of things; a SoldierId cannot be passed where a UnitId is wanted.
// Who: every module. Ids are minted by the world of one run, never from a process-wide counter.
// Never: reused within a run; never a row number (rows move, ids do not).
#pragma once

#include <compare>
#include <cstdint>

namespace linghe::base {

inline constexpr std::uint32_t kNone = 0xffffffffu;

template <class Tag>
struct Id {
    std::uint32_t v = kNone;

    constexpr bool valid() const noexcept { return v != kNone; }
    friend constexpr auto operator<=>(const Id&, const Id&) noexcept = default;
};

using SoldierId = Id<struct SoldierTag>;
using UnitId = Id<struct UnitTag>;      ///< the smallest body that takes an order
using ForceId = Id<struct ForceTag>;    ///< a node of the order of battle above the units
using PersonId = Id<struct PersonTag>;  ///< a commander
using OrderId = Id<struct OrderTag>;
using CourierId = Id<struct CourierTag>;
using SideId = Id<struct SideTag>;
using BannerId = Id<struct BannerTag>;  ///< a flag or a source of sound

}  // namespace linghe::base
