// What: paints one moment of a battle on a sheet, without a screen.
// Who: film, png and report of this module; tests. paint() may be called from several threads at once.
// Never: keeps anything of a scene; draws what is not in it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/draw/scene.hpp"

namespace linghe::draw {

/// 0xFFRRGGBB, row-major from the top, no padding.
struct Image {
    std::int32_t width = 0, height = 0;
    std::vector<std::uint32_t> pixels;
    void resize(std::int32_t w, std::int32_t h) {
        width = w;
        height = h;
        pixels.resize(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
    }
};

/// Middle of the map picture in metres and metres per unit of length (one pixel at zoom 1).
struct Camera {
    float x_m = 0, y_m = 0, m_per_px = 3.3F;
};

struct View {
    std::int32_t width_px = 1280, height_px = 720;
    float zoom = 1;  ///< pixels per unit of length: 1.5 draws the same sheet finer
    Lang lang = Lang::en;
    Theme theme = Theme::light;
    Camera camera;
    bool furniture = true;  ///< plates, key and timeline; false: map and neatline only
    bool grain = false;     ///< of the paper: pleasant on a screen, costly in a file
    bool timeline = true;   ///< key strip and timeline under the map
};

struct Box {
    float x = 0, y = 0, w = 0, h = 0;
};
/// Where a slip lies, in units of length of the sheet.
struct PlacedLabel {
    enum class Kind : std::uint8_t { body, person, place, note, courier, tag } kind = Kind::body;
    std::size_t index = 0;     ///< row of the scene or sheet
    std::int32_t numeral = 0;  ///< 1..6, 0 none
    Box box;
    float anchor_x = 0, anchor_y = 0;
    bool line = false;  ///< a thin line leads to the anchor
};
struct Layout {
    std::vector<PlacedLabel> labels;
    /// By kind and index: the place taken last time, so that slips of a film stay where they are while they
    /// can.
    std::vector<std::pair<std::uint64_t, std::uint8_t>> memory;
};

class Painter {
public:
    /// Draws the ground once. Errors: usage (sizes out of range, no map).
    static base::Result<Painter> create(const Sheet& sheet, const View& view);
    Painter(Painter&&) noexcept;
    Painter& operator=(Painter&&) noexcept;
    ~Painter();

    /// Finds a place for each slip; `before` is the layout of the frame before, or null. The sheet is that
    /// of create().
    [[nodiscard]] Layout layout(const Scene& scene, const Layout* before = nullptr) const;
    void paint(const Scene& scene, const Layout& layout, Image& into) const;
    [[nodiscard]] const View& view() const noexcept;
    /// The map's rectangle on the sheet, in units of length.
    [[nodiscard]] Box map_box() const noexcept;

private:
    struct Impl;
    explicit Painter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// The image as a PNG file in memory.
[[nodiscard]] base::Result<std::vector<std::byte>> png_bytes(const Image& image);
/// The grey a printer without colours makes of a pixel (0..255, ITU-R BT.709 weights on the encoded values).
[[nodiscard]] std::uint8_t grey_of(std::uint32_t pixel) noexcept;
/// One man's mark at field or company distance on paper, for the key, the handbook and the test of the grey
/// print.
[[nodiscard]] Image mark_sample(const ColourSet& colours, std::uint8_t morale, bool mounted, Theme theme,
                                float m_per_px, float zoom);

}  // namespace linghe::draw
