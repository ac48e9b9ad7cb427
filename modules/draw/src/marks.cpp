#include "marks.hpp"

#include <algorithm>
#include <cmath>

namespace linghe::draw {
namespace {

enum : std::uint8_t { kSteady, kShaken, kWavering, kRouting, kRallying, kResigned, kSurrendered, kLastStand };

/// Signed distance from the mark's edge at (u along the heading, v across), pixels; negative inside.
[[nodiscard]] float distance(std::uint8_t side, float u, float v, float half, float r) noexcept {
    const float du = std::fabs(u) - half, av = std::fabs(v);
    if (side == 0) {  // round ends
        const float e = std::max(du, 0.0F);
        return std::sqrt(e * e + v * v) - r;
    }
    if (side == 1) {  // square ends
        const float dx = du - 0.2F * r, dy = av - r;
        const float ox = std::max(dx, 0.0F), oy = std::max(dy, 0.0F);
        return std::sqrt(ox * ox + oy * oy) + std::min(std::max(dx, dy), 0.0F);
    }
    const float taper = r * 1.5F * (half + r - u) / (2 * (half + r));  // a triangle, its point ahead
    return std::max(av - taper, du - r);
}
[[nodiscard]] float inside(float d) noexcept { return clamp01(0.5F - d); }

struct Layered {
    float r = 0, g = 0, b = 0, a = 0;  // premultiplied, 0..1
    void lay(Rgb c, float alpha) noexcept {
        const float rest = 1 - alpha;
        r = c.r / 255 * alpha + r * rest;
        g = c.g / 255 * alpha + g * rest;
        b = c.b / 255 * alpha + b * rest;
        a = alpha + a * rest;
    }
    [[nodiscard]] std::uint32_t packed() const noexcept {
        const auto byte = [](float f) { return static_cast<std::uint32_t>(clamp01(f) * 255 + 0.5F); };
        return byte(a) << 24 | byte(r) << 16 | byte(g) << 8 | byte(b);
    }
};

struct Ink {
    Rgb fill, border, line, hollow, notch, dot;
    bool bordered = false;
    std::uint8_t side = 0;
    Rgb outer;
    bool gap_is_ground = false;
    float pale_line = 0.42F, pale_alpha = 0.85F;
};

[[nodiscard]] Ink ink_of(const ColourSet& c, Theme theme) noexcept {
    const Palette& p = palette(theme);
    Ink ink;
    const bool dusk = theme == Theme::dusk;
    ink.fill = parse_rgb(dusk ? c.fill_dusk : c.fill_light, p.ink3);
    const std::string& border = dusk ? c.border_dusk : c.border_light;
    ink.bordered = border.size() == 7;
    ink.border = parse_rgb(border, ink.fill);
    ink.side = c.side;
    ink.line = c.side == 1 ? p.pale : p.outline;
    ink.hollow = p.paper;
    ink.notch = p.cinnabar;
    ink.dot = dusk ? mix(ink.fill, p.ink, 0.5F) : mix(ink.fill, p.outline, 0.72F);
    ink.outer = p.ink3;
    ink.gap_is_ground = dusk && c.side == 1;
    if (dusk) ink.pale_line = 0.3F, ink.pale_alpha = 0.5F;
    return ink;
}

/// One sample of a mark at (u, v), pixels from its middle.
[[nodiscard]] Layered sample(const Ink& ink, std::uint8_t morale, float u, float v, float half, float width,
                             float zoom, bool notch) noexcept {
    const bool loose =
        morale == kRouting || morale == kWavering || morale == kRallying || morale == kResigned;
    const float r = (loose ? width * 0.82F : width) / 2;
    float line = (ink.side == 1 ? ink.pale_line : loose ? 0.34F : 0.55F) * zoom;
    float line_alpha = ink.side == 1 ? ink.pale_alpha * (loose ? 0.7F : 1.0F) : loose ? 0.55F : 1.0F;
    if (morale == kLastStand) line *= 1.9F;
    if (morale == kResigned) line_alpha = 0.4F;
    if (morale == kResigned) half *= 0.6F;  // he stands still, weapon down
    const float d = distance(ink.side, u, v, half, r);
    const bool rear = u < -0.33F * half;
    const Rgb body = ink.bordered && rear ? ink.border : ink.fill;
    // A shaken man's line has a gap on each flank, where his colour comes through.
    const bool gap = morale == kShaken && std::fabs(u) < half * 0.45F;
    Layered out;
    // Of the last stand the line is double; the second side's outer one is dark, or it would be lost on
    // paper.
    if (morale == kLastStand && ink.side == 1) out.lay(ink.outer, inside(d - line - 0.5F * zoom) * 0.8F);
    out.lay(gap ? ink.gap_is_ground ? ink.hollow : body : ink.line,
            inside(d - line) * (gap ? 0.8F : line_alpha));
    const float body_in = inside(d);
    switch (morale) {
        case kWavering:  // half filled: the rear half only
            out.lay(u < 0.15F * half ? body : mix(body, ink.hollow, 0.6F), body_in);
            break;
        case kRouting:
        case kRallying:
        case kResigned:
        case kSurrendered: {
            out.lay(mix(body, ink.hollow, 0.12F), body_in);
            const float heart = inside(std::sqrt(u * u * 0.45F + v * v) - r * 0.62F);
            out.lay(ink.hollow, heart * (morale == kRouting ? 0.75F : 0.9F));
            if (morale == kRallying) out.lay(ink.dot, inside(std::sqrt(u * u + v * v) - r * 0.42F));
            if (morale == kSurrendered)
                out.lay(ink.line, inside(std::max(std::fabs(u) - 0.3F * r, std::fabs(v) - 1.5F * r)));
            break;
        }
        default: out.lay(body, body_in); break;
    }
    if (notch) {
        const float nu = u - half * 0.6F, nv = v - r * 1.1F;
        out.lay(ink.notch, inside(std::sqrt(nu * nu + nv * nv) - 0.62F * zoom));
    }
    return out;
}

}  // namespace

MarkStyle mark_style(float m_per_px, float zoom) noexcept {
    // From field to company over a factor of 1.3, so that nothing pops.
    const float t = smooth(0.0F, 1.0F, (std::log(2.28F) - std::log(m_per_px)) / std::log(1.3F));
    const float block = smooth(5, 9, m_per_px);
    MarkStyle s;
    s.half_length = mix(mix(1.5F, 1.0F, block), 2.1F, t) * zoom;
    s.width = mix(mix(1.5F, 1.2F, block), 2.2F, t) * zoom;
    s.zoom = zoom;
    s.notch = t > 0.5F;
    return s;
}

MarkSet::MarkSet(const std::vector<ColourSet>& colours, Theme theme, const MarkStyle& style)
    : colours_(colours), theme_(theme), style_(style) {
    side_ = 2 * static_cast<int>(std::ceil(style.half_length + style.width / 2 + 1.3F * style.zoom)) + 1;
    blocks_.resize(colours_.size() * 4);
    for (auto& block : blocks_) block = std::make_unique<Block>();
}

void MarkSet::make(Block& block, std::size_t colours, bool mounted, bool wounded) const {
    Ink ink = ink_of(colours_[colours], theme_);
    const auto area = static_cast<std::size_t>(side_ * side_);
    block.pixels.assign(kMoraleStates * kHeadings * kPhases * kPhases * area, 0);
    std::size_t at = 0;
    const float half = mounted ? style_.half_length : style_.half_length * 0.4F;
    if (!mounted) ink.pale_line *= 0.7F;  // or formed foot closes into its line instead of its colour
    constexpr int kSub = 2;               // samples a side: thin gaps and dots need more than one
    for (std::uint8_t morale = 0; morale < kMoraleStates; ++morale) {
        for (int h = 0; h < kHeadings; ++h) {
            const float turn = static_cast<float>(h) * 6.2831853F / kHeadings, cs = std::cos(turn),
                        sn = std::sin(turn);
            for (int phase = 0; phase < kPhases * kPhases; ++phase) {
                const float cx =
                    static_cast<float>(side_ / 2) + (static_cast<float>(phase % kPhases) + 0.5F) / kPhases;
                const float cy =
                    static_cast<float>(side_ / 2) + (static_cast<float>(phase / kPhases) + 0.5F) / kPhases;
                for (int py = 0; py < side_; ++py) {
                    for (int px = 0; px < side_; ++px, ++at) {
                        Layered sum;
                        for (int s = 0; s < kSub * kSub; ++s) {
                            const float dx =
                                static_cast<float>(px) + (static_cast<float>(s % kSub) + 0.5F) / kSub - cx;
                            const float dy =
                                cy - static_cast<float>(py) - (static_cast<float>(s / kSub) + 0.5F) / kSub;
                            const Layered one =
                                sample(ink, morale, dx * cs + dy * sn, dy * cs - dx * sn, half, style_.width,
                                       style_.zoom, wounded && style_.notch);
                            sum.r += one.r, sum.g += one.g, sum.b += one.b, sum.a += one.a;
                        }
                        constexpr float kShare = 1.0F / (kSub * kSub);
                        sum.r *= kShare, sum.g *= kShare, sum.b *= kShare, sum.a *= kShare;
                        block.pixels[at] = sum.packed();
                    }
                }
            }
        }
    }
}

void MarkSet::draw(Image& into, float x_px, float y_px, std::uint8_t colours, std::uint8_t morale,
                   bool mounted, bool wounded, std::uint8_t heading) const {
    if (colours >= colours_.size()) return;
    const bool notch = wounded && style_.notch;
    Block& block =
        *blocks_[(static_cast<std::size_t>(colours) * 2 + (mounted ? 1 : 0)) * 2 + (notch ? 1 : 0)];
    std::call_once(block.once, [&] { make(block, colours, mounted, notch); });
    const float fx = std::floor(x_px), fy = std::floor(y_px);
    const int phase =
        static_cast<int>((x_px - fx) * kPhases) + kPhases * static_cast<int>((y_px - fy) * kPhases);
    const int turn = ((heading + 4) >> 3) & (kHeadings - 1);
    const auto area = static_cast<std::size_t>(side_ * side_);
    const std::uint32_t* src =
        block.pixels.data() +
        ((static_cast<std::size_t>(morale & 7u) * kHeadings + static_cast<std::size_t>(turn)) * kPhases *
             kPhases +
         static_cast<std::size_t>(phase)) *
            area;
    const int x0 = static_cast<int>(fx) - side_ / 2, y0 = static_cast<int>(fy) - side_ / 2;
    const int left = std::max(0, -x0), right = std::min(side_, into.width - x0);
    const int top = std::max(0, -y0), bottom = std::min(side_, into.height - y0);
    for (int y = top; y < bottom; ++y) {
        std::uint32_t* row =
            into.pixels.data() + static_cast<std::size_t>(y0 + y) * static_cast<std::size_t>(into.width) + x0;
        const std::uint32_t* from = src + static_cast<std::size_t>(y * side_);
        for (int x = left; x < right; ++x) {
            if (from[x] != 0) row[x] = over(from[x], row[x]);
        }
    }
}

std::uint32_t premultiplied(Rgb c, float alpha) noexcept {
    Layered l;
    l.lay(c, alpha);
    return l.packed();
}

void thin_line(Image& into, float x0, float y0, float x1, float y1, const LineInk& ink) {
    const bool steep = std::fabs(y1 - y0) > std::fabs(x1 - x0);
    if (steep) std::swap(x0, y0), std::swap(x1, y1);
    if (x0 > x1) std::swap(x0, x1), std::swap(y0, y1);
    const float slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
    const int limit_a = steep ? into.height : into.width, limit_b = steep ? into.width : into.height;
    const int from = std::max(0, static_cast<int>(std::floor(x0 + 0.5F))),
              to = std::min(limit_a - 1, static_cast<int>(std::floor(x1 + 0.5F)));
    if (from > to) return;
    // In 1/4096 of a pixel: what is across the line is shared between two pixels.
    const float first =
        std::clamp(y0 + slope * (static_cast<float>(from) - x0) - 0.5F, -100000.0F, 100000.0F);
    std::int32_t b = static_cast<std::int32_t>(first * 4096.0F);
    const auto step = static_cast<std::int32_t>(slope * 4096.0F);
    const std::ptrdiff_t along = steep ? into.width : 1, across = steep ? 1 : into.width;
    std::uint32_t* pixel = into.pixels.data() + along * from;
    for (int a = from; a <= to; ++a, b += step, pixel += along) {
        const std::int32_t ib = b >> 12;
        if (ib < 0 || ib + 1 >= limit_b) continue;
        const auto share = static_cast<std::size_t>((b & 4095) >> 8);
        std::uint32_t* at = pixel + across * ib;
        at[0] = over(ink.cover[16 - share], at[0]);
        if (share != 0) at[across] = over(ink.cover[share], at[across]);
    }
}

}  // namespace linghe::draw
