// What: the marks of men at field and company distance, drawn once by signed distances and then copied.
// Who: the painter of men; the test of the grey print.
// Never: a side, an arm or a state told by colour alone.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "linghe/draw/painter.hpp"
#include "palette.hpp"

namespace linghe::draw {

struct MarkStyle {
    float half_length = 1.5F, width = 1.55F;  ///< of a horseman, pixels
    float zoom = 1;
    bool notch = false;  ///< wounded men bear a notch of cinnabar
};
[[nodiscard]] MarkStyle mark_style(float m_per_px, float zoom) noexcept;

/// Copies of a sprite are blended over opaque pixels.
class MarkSet {
public:
    static constexpr int kHeadings = 32, kPhases = 2;
    MarkSet(const std::vector<ColourSet>& colours, Theme theme, const MarkStyle& style);

    /// Thread-safe; the sprites of a colour and arm are made at their first use.
    void draw(Image& into, float x_px, float y_px, std::uint8_t colours, std::uint8_t morale, bool mounted,
              bool wounded, std::uint8_t heading) const;
    [[nodiscard]] int side_px() const noexcept { return side_; }

private:
    struct Block {
        std::once_flag once;
        std::vector<std::uint32_t> pixels;
    };
    void make(Block& block, std::size_t colours, bool mounted, bool wounded) const;

    std::vector<ColourSet> colours_;
    Theme theme_;
    MarkStyle style_;
    int side_ = 9;
    std::vector<std::unique_ptr<Block>> blocks_;  ///< (colour * 2 + mounted) * 2 + wounded
};

/// dst = src + dst * (1 - src.alpha); src is premultiplied, dst opaque.
[[nodiscard]] inline std::uint32_t over(std::uint32_t src, std::uint32_t dst) noexcept {
    const std::uint32_t rest = 256 - ((src >> 24) + (src >> 31));
    const std::uint32_t rb = ((dst & 0x00ff00ffu) * rest >> 8) & 0x00ff00ffu;
    const std::uint32_t g = ((dst & 0x0000ff00u) * rest >> 8) & 0x0000ff00u;
    return 0xff000000u | ((src & 0x00ffffffu) + rb + g);
}
[[nodiscard]] std::uint32_t premultiplied(Rgb c, float alpha) noexcept;
/// A colour at an alpha in sixteenths of cover, for thin lines.
struct LineInk {
    std::array<std::uint32_t, 17> cover{};
    LineInk() = default;
    LineInk(Rgb c, float alpha) noexcept {
        for (std::size_t i = 0; i < cover.size(); ++i)
            cover[i] = premultiplied(c, alpha * static_cast<float>(i) / 16);
    }
};
/// A thin line, smooth at its edges, in pixels.
void thin_line(Image& into, float x0, float y0, float x1, float y1, const LineInk& ink);

}  // namespace linghe::draw
