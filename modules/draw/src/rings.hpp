// What: which rings of a drum are open at a moment.
// Who: the painter of signals; its test.
// Never: rings that leap or flicker in a film.
#pragma once
#include <vector>

namespace linghe::draw {

/// Radii in metres of the rings of a drum that are drawn at a moment, nearest first: one a beat, at the
/// speed of
/// sound. In a film (film_s >= 0), where a beat is shorter than a frame, the rings keep their true spacing
/// and open at
/// the pace of the film.
inline constexpr float kBeatS = 0.5F;
[[nodiscard]] std::vector<float> ring_radii_m(float at_s, float film_s, float sound_m_s);

}  // namespace linghe::draw
