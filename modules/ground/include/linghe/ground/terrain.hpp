// What the ground does to speed: hiking on a slope, wading, soft ground. Pure formulas, one function each.
// Called by build_ways(), by tests, and by any room that wants the pace of one man on one spot.
// Never holds a number of its own: all come from Figures.
#pragma once
#include "linghe/ground/figures.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::ground {

/// Hiking function: W = top exp(-decay |S + offset|), km/h; S = rise / run along the path, negative downhill.
/// Source: W. Tobler, Three Presentations on Geographical Analysis and Modeling, NCGIA report 93-1 (1993).
[[nodiscard]] float tobler_km_h(const Figures& figures, float slope) noexcept;

/// Pace on a slope crossed as often up as down, relative to level ground: the harmonic mean of both ways, 0..1.
[[nodiscard]] float slope_factor(const Figures& figures, float slope) noexcept;

/// Pace on ground of this steepness when the way taken rises by `rise` (negative downhill), over the mean of both ways.
[[nodiscard]] float slope_way_factor(const Figures& figures, float steepness, float rise) noexcept;

/// Pace in water of this depth relative to dry ground, 0..1; 0 beyond what a man or a horse can wade. Between the
/// points of the table linear; a horse feels a depth as a man feels wade_horse_depth_ratio of it.
[[nodiscard]] float wade_factor(const Figures& figures, float depth_m, Mobility mobility) noexcept;

/// Pace over a bank of this height and steepness relative to level ground, when `band_m` of way stand for it on the grid and
/// `pace_m_s` is the pace without it: the time of the way and of the climb, height over bank_climb_*_m_s.
[[nodiscard]] float bank_factor(const Figures& figures, float height_m, float band_m, float pace_m_s,
                                Mobility mobility) noexcept;

/// Share of the horses that take a bank of this steepness, led or ridden, when they must: all up to bank_horse_all_deg,
/// none from bank_horse_none_deg on.
[[nodiscard]] float bank_taken_share(const Figures& figures, float slope_deg) noexcept;

/// Pace on this cover relative to a beaten path at the same effort: 1 / sqrt(eta / eta_road), because the cost of
/// walking grows with eta V^2 (Pandolf, Givoni and Goldman, J. Appl. Physiol. 43 (1977) 577). Wetness runs from 0 (dry)
/// to 1 (soaked through); eta is linear between the dry and the wet coefficient of the cover.
[[nodiscard]] float cover_factor(const Figures& figures, Cover cover, float wetness = 0) noexcept;

}  // namespace linghe::ground
