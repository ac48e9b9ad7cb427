#include "heights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linghe/base/text.hpp"

namespace linghe::atlas {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr int kMostSamples = 16;

/// Pixel value with the raster's edge carried on; whole turns of longitude meet.
float pixel(const Window& w, std::int64_t x, std::int64_t y) noexcept {
    return w.at(std::clamp(x, w.x0, w.x0 + w.width - 1), std::clamp(y, w.y0, w.y0 + w.height - 1));
}

void keys_weights(double t, std::array<double, 4>& w) noexcept {
    const double t2 = t * t, t3 = t2 * t;
    w = {-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t,
         0.5 * t3 - 0.5 * t2};
}

float cubic(const Window& w, std::int64_t x, std::int64_t y, double tx, double ty) noexcept {
    std::array<double, 4> wx{}, wy{};
    keys_weights(tx, wx);
    keys_weights(ty, wy);
    double sum = 0;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
            sum += wx[static_cast<std::size_t>(i)] * wy[static_cast<std::size_t>(j)] *
                   static_cast<double>(pixel(w, x + i - 1, y + j - 1));
    return static_cast<float>(sum);
}

float bilinear(const Window& w, std::int64_t x, std::int64_t y, double tx, double ty) noexcept {
    double sum = 0, weight = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const float v = pixel(w, x + i, y + j);
            if (std::isnan(v)) continue;
            const double here = (i == 0 ? 1 - tx : tx) * (j == 0 ? 1 - ty : ty);
            sum += here * static_cast<double>(v), weight += here;
        }
    return weight > 0.5 ? static_cast<float>(sum / weight) : kNone;
}

}  // namespace

base::Result<Way> way_of(const std::string& word) {
    if (word == "cubic") return Way::cubic;
    if (word == "bilinear") return Way::bilinear;
    if (word == "nearest") return Way::nearest;
    return base::Error{base::ErrorCode::usage, "--resampling", "'" + word + "' is no way of resampling",
                       "cubic, bilinear or nearest"};
}

float sample(const Window& w, const SourceRaster& s, double px, double py, Way way) noexcept {
    if (!(px >= 0 && py >= 0 && px <= static_cast<double>(s.width) && py <= static_cast<double>(s.height)))
        return kNone;
    if (w.value.empty()) return kNone;
    if (way == Way::nearest) return pixel(w, static_cast<std::int64_t>(px), static_cast<std::int64_t>(py));
    const double fx = std::floor(px - 0.5), fy = std::floor(py - 0.5);
    const auto x = static_cast<std::int64_t>(fx), y = static_cast<std::int64_t>(fy);
    const double tx = px - 0.5 - fx, ty = py - 0.5 - fy;
    if (way == Way::cubic)
        if (const float v = cubic(w, x, y, tx, ty); !std::isnan(v)) return v;
    return bilinear(w, x, y, tx, ty);
}

base::Result<Rows> Rows::open(const SourceRaster& source, const Frame& frame) {
    Rows rows;
    LINGHE_TRY(rows.mapper_, Mapper::between(frame.srs.get(), source.srs.get()));
    rows.source_ = &source, rows.frame_ = &frame;
    return rows;
}

void Rows::row(std::int64_t y, double dx, double dy, std::vector<double>& px, std::vector<double>& py,
               std::vector<int>& ok) const {
    const auto n = static_cast<std::size_t>(frame_->nx);
    px.resize(n), py.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        px[i] = frame_->west + (static_cast<double>(i) + 0.5 + dx) * frame_->cell;
        py[i] = frame_->south + (static_cast<double>(y) + 0.5 + dy) * frame_->cell;
    }
    mapper_.map(px, py, ok);
    const double turn = source_->turn_px();
    for (std::size_t i = 0; i < n; ++i) {
        if (ok[i] == 0) continue;
        double x = 0, z = 0;
        source_->pixel(px[i], py[i], x, z);
        // 190 E may be written as 170 W.
        if (turn > 0 && x < 0) x += turn * std::ceil(-x / turn);
        if (turn > 0 && x > static_cast<double>(source_->width))
            x -= turn * std::ceil((x - static_cast<double>(source_->width)) / turn);
        px[i] = x, py[i] = z;
    }
}

bool Rows::window(std::array<std::int64_t, 4>& pixels, double& pixels_per_cell) const {
    double x0 = 1e300, y0 = 1e300, x1 = -1e300, y1 = -1e300;
    std::vector<double> px, py;
    std::vector<int> ok;
    pixels_per_cell = 0;
    const std::int64_t step = std::max<std::int64_t>(1, frame_->ny / 64);
    for (std::int64_t y = 0; y < frame_->ny;
         y = y + step < frame_->ny || y == frame_->ny - 1 ? y + step : frame_->ny - 1) {
        row(y, 0, 0, px, py, ok);
        for (std::size_t i = 0; i < px.size(); ++i) {
            if (ok[i] == 0) continue;
            x0 = std::min(x0, px[i]), x1 = std::max(x1, px[i]);
            y0 = std::min(y0, py[i]), y1 = std::max(y1, py[i]);
            if (i > 0 && ok[i - 1] != 0 && y >= frame_->ny / 2 && pixels_per_cell == 0)
                pixels_per_cell = std::hypot(px[i] - px[i - 1], py[i] - py[i - 1]);
        }
    }
    if (!(x1 >= x0)) return false;
    constexpr double kFar = 1e12;
    x0 = std::clamp(x0, -kFar, kFar), x1 = std::clamp(x1, -kFar, kFar), y0 = std::clamp(y0, -kFar, kFar),
    y1 = std::clamp(y1, -kFar, kFar);
    pixels = {static_cast<std::int64_t>(std::floor(x0)) - 4, static_cast<std::int64_t>(std::floor(y0)) - 4,
              static_cast<std::int64_t>(std::ceil(x1)) + 5, static_cast<std::int64_t>(std::ceil(y1)) + 5};
    return x1 > 0 && y1 > 0 && x0 < static_cast<double>(source_->width) &&
           y0 < static_cast<double>(source_->height);
}

base::Result<Grid> take_heights(const SourceRaster& s, const Frame& f, Way way,
                                std::vector<std::uint8_t>& inside, std::vector<std::string>& notes) {
    LINGHE_TRY(const auto rows, Rows::open(s, f));
    std::array<std::int64_t, 4> pixels{};
    double per_cell = 1;
    if (!rows.window(pixels, per_cell))
        return base::Error{
            base::ErrorCode::invalid, s.file, "it does not cover the place asked for",
            "look at its extent with gdalinfo; is --centre given as LAT,LON, and is --source-crs right?"};
    LINGHE_TRY(const Window window, read_window(s, pixels[0], pixels[1], pixels[2], pixels[3]));
    const int n =
        way == Way::nearest ? 1 : std::clamp(static_cast<int>(std::ceil(per_cell - 0.01)), 1, kMostSamples);
    notes.push_back("a pixel of " +
                    s.file.substr(s.file.rfind('/') == std::string::npos ? 0 : s.file.rfind('/') + 1) +
                    " is " + base::to_text_fixed(per_cell > 0 ? f.cell / per_cell : 0, 1) + " m wide" +
                    (n > 1 ? "; a cell is the mean of " + base::to_text(n * n) + " places" : ""));
    const auto cells = static_cast<std::size_t>(f.nx * f.ny);
    Grid out(cells, kNone);
    inside.assign(cells, 0);
    std::vector<double> px, py, sum, weight;
    std::vector<int> ok;
    for (std::int64_t y = 0; y < f.ny; ++y) {
        sum.assign(static_cast<std::size_t>(f.nx), 0), weight.assign(static_cast<std::size_t>(f.nx), 0);
        for (int k = 0; k < n * n; ++k) {
            rows.row(y, (k % n + 0.5) / n - 0.5, (k / n + 0.5) / n - 0.5, px, py, ok);
            for (std::size_t i = 0; i < px.size(); ++i) {
                if (ok[i] == 0) continue;
                const float v = sample(window, s, px[i], py[i], way);
                if (px[i] >= 0 && py[i] >= 0 && px[i] <= static_cast<double>(s.width) &&
                    py[i] <= static_cast<double>(s.height))
                    inside[static_cast<std::size_t>(y * f.nx) + i] = 1;
                if (!std::isnan(v)) sum[i] += static_cast<double>(v), weight[i] += 1;
            }
        }
        for (std::size_t i = 0; i < sum.size(); ++i)
            if (2 * weight[i] > n * n)
                out[static_cast<std::size_t>(y * f.nx) + i] = static_cast<float>(sum[i] / weight[i]);
    }
    return out;
}

}  // namespace linghe::atlas
