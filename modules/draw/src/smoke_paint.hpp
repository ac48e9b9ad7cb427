// What: smoke as a wash in three soft steps, from the grid of the record.
// Who: Painter; twice a picture: under the men and, fainter, over them.
// Never: hides a man wholly: the truth stays readable, what commanders cannot see is said by label and
// belief.
#pragma once
#include "marks.hpp"
#include "transform.hpp"

namespace linghe::draw {

/// The wash over the map box, one value for each square of 4 x 4 pixels; between them it is interpolated.
struct Wash {
    std::int32_t width = 0, height = 0, step = 4;
    std::vector<std::uint8_t> black, white;  ///< 0..255
    bool any = false;
};
[[nodiscard]] Wash make_wash(const Scene& scene, const Transform& at, float zoom);
/// Whether any of it can be seen on the map.
[[nodiscard]] bool shows(const Wash& wash) noexcept;
/// @param black_share, white_share greatest cover of each kind, 0..1.
void lay_wash(const Wash& wash, const Transform& at, const View& view, float black_share, float white_share,
              Image& into);
/// How thick smoke looks, 0..1, from its extinction coefficient (1/m).
[[nodiscard]] float wash_depth(float extinction_per_m) noexcept;

}  // namespace linghe::draw
