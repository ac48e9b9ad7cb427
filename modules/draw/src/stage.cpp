#include "linghe/draw/stage.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "linghe/world/states.hpp"
#include "palette.hpp"
#include "stage_parts.hpp"
#include "words.hpp"

namespace linghe::draw {

using record::Frame;
using record::kNoRow;
using record::ViewHeader;

namespace {
constexpr std::uint32_t kTrailS = 30;
constexpr float kReachM = 1700;  // of the first commander: who has run further is no part of the picture
}  // namespace

struct ViewStage::Impl {
    explicit Impl(record::ViewReader& r) : reader(&r) {}
    record::ViewReader* reader;
    Course course;
    Sheet sheet;
    std::deque<std::shared_ptr<const Frame>> ring;  ///< consecutive seconds

    [[nodiscard]] const ViewHeader& header() const noexcept { return reader->header(); }
    /// Makes the ring hold seconds from `first` to `last`.
    base::Result<void> hold(std::uint32_t first, std::uint32_t last) {
        if (!ring.empty() && (first < ring.front()->second || last > ring.back()->second + 240)) ring.clear();
        for (std::uint32_t s = ring.empty() ? first : ring.back()->second + 1; s <= last; ++s) {
            LINGHE_TRY(const Frame* f, reader->at(s));
            ring.push_back(std::make_shared<Frame>(*f));
            while (ring.front()->second + kTrailS + 2 < s && ring.front()->second < first) ring.pop_front();
        }
        return {};
    }
    [[nodiscard]] const Frame& frame(std::uint32_t s) const noexcept {
        return *ring[s - ring.front()->second];
    }
};

ViewStage::ViewStage(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ViewStage::ViewStage(ViewStage&&) noexcept = default;
ViewStage& ViewStage::operator=(ViewStage&&) noexcept = default;
ViewStage::~ViewStage() = default;

const Sheet& ViewStage::sheet() const noexcept { return impl_->sheet; }
const Course& ViewStage::course() const noexcept { return impl_->course; }
double ViewStage::last_s() const noexcept { return static_cast<double>(impl_->reader->seconds()) - 1; }

base::Result<ViewStage> ViewStage::open(record::ViewReader& reader) {
    auto impl = std::make_unique<Impl>(reader);
    LINGHE_TRY(impl->course, read_course(reader));
    impl->sheet = sheet_of(reader.header(), impl->course);
    LINGHE_TRY(const Frame* first, reader.at(0));
    impl->sheet.wind_x_m_s = first->wind_x_m_s;
    impl->sheet.wind_y_m_s = first->wind_y_m_s;
    return ViewStage(std::move(impl));
}

namespace {

/// Where it burns, as a box of cells within reach of the chief; far flames do not draw the eye off his host.
struct Flames {
    std::vector<float> xs, ys;
    void take(const record::ViewMap& m, const Frame& f, float fx, float fy) {
        if (m.nx <= 0 || f.fire.size() != static_cast<std::size_t>(m.nx) * static_cast<std::size_t>(m.ny))
            return;
        const auto within = [&](std::uint8_t state) {
            for (std::size_t c = 0; c < f.fire.size(); ++c) {
                if (f.fire[c] != state) continue;
                const auto nx = static_cast<std::size_t>(m.nx);
                const float x = m.x0_m + (static_cast<float>(c % nx) + 0.5F) * m.cell_m,
                            y = m.y0_m + (static_cast<float>(c / nx) + 0.5F) * m.cell_m;
                if (std::hypot(x - fx, y - fy) > kReachM) continue;
                xs.push_back(x), ys.push_back(y);
            }
        };
        constexpr std::uint8_t kFlaming = 1, kSmouldering = 2;
        const std::size_t before = xs.size();
        within(kFlaming);
        if (xs.size() == before) within(kSmouldering);
    }
};

}  // namespace

base::Result<Camera> ViewStage::fit(double from_s, double to_s, const Box& map) {
    const ViewHeader& h = impl_->header();
    std::vector<float> xs, ys;
    Flames flames;
    const double last = last_s();
    for (const double share : {0.0, 0.35, 0.7, 1.0}) {
        const double s = std::clamp(from_s + (to_s - from_s) * share, 0.0, last);
        LINGHE_TRY(const Frame* f, impl_->reader->at(static_cast<std::uint32_t>(s)));
        const bool chief = impl_->course.chief < f->persons.size();
        const float fx = chief ? f->persons[impl_->course.chief].x_m : 0,
                    fy = chief ? f->persons[impl_->course.chief].y_m : 0;
        flames.take(h.map, *f, fx, fy);
        for (std::size_t i = 0; i < f->x_m.size() && i < h.men.side.size(); i += 3) {
            if (f->status[i] != 0 || h.men.side[i] != impl_->course.host) continue;
            if (std::hypot(f->x_m[i] - fx, f->y_m[i] - fy) > kReachM) continue;
            xs.push_back(f->x_m[i]);
            ys.push_back(f->y_m[i]);
        }
    }
    Camera camera;
    if (xs.empty()) return camera;
    const auto share = [](std::vector<float>& v, double q) {
        const auto k = static_cast<std::ptrdiff_t>(q * static_cast<double>(v.size() - 1));
        std::nth_element(v.begin(), v.begin() + k, v.end());
        return v[static_cast<std::size_t>(k)];
    };
    float x0 = share(xs, 0.02), x1 = share(xs, 0.98), y0 = share(ys, 0.015) - 240, y1 = share(ys, 0.97) + 60;
    if (!flames.xs.empty()) {
        x0 = std::min(x0, share(flames.xs, 0.02)), x1 = std::max(x1, share(flames.xs, 0.98));
        y0 = std::min(y0, share(flames.ys, 0.02) - 40), y1 = std::max(y1, share(flames.ys, 0.98) + 40);
    }
    const Moment& m0 = impl_->course.at(static_cast<float>(from_s));
    for (std::size_t k = 0; k < m0.persons.size(); ++k) {
        if (impl_->course.named[k] != impl_->course.chief) continue;
        // However close they stand about him, the ground from which they came belongs to the picture of an
        // army.
        const float about = std::min(1.0F, static_cast<float>(xs.size()) / 2000);
        x0 = std::min(x0, m0.persons[k].x_m - 1000 * about),
        x1 = std::max(x1, m0.persons[k].x_m + 1000 * about);
        y0 = std::min(y0, m0.persons[k].y_m - 650 * about),
        y1 = std::max(y1, m0.persons[k].y_m + 450 * about);
    }
    camera.m_per_px = std::clamp(std::max((x1 - x0) / (map.w - 200), (y1 - y0) / (map.h - 40)), 0.5F, 4.4F);
    // The title lies on the left: the action is set a little to the right of the middle.
    camera.x_m = (x0 + x1) / 2 - 0.05F * map.w * camera.m_per_px;
    camera.y_m = (y0 + y1) / 2;
    const record::ViewMap& m = h.map;  // no more of the table than there is map
    const auto within = [](float v, float half, float low, float high) {
        return high - low <= 2 * half ? (low + high) / 2 : std::clamp(v, low + half, high - half);
    };
    camera.x_m =
        within(camera.x_m, map.w / 2 * camera.m_per_px, m.x0_m, m.x0_m + static_cast<float>(m.nx) * m.cell_m);
    camera.y_m =
        within(camera.y_m, map.h / 2 * camera.m_per_px, m.y0_m, m.y0_m + static_cast<float>(m.ny) * m.cell_m);
    return camera;
}

base::Result<Scene> ViewStage::at(double second, double film_s, float m_per_px) {
    if (!(second >= 0) || second > last_s() + 1) {
        return base::Error{base::ErrorCode::usage,
                           "moment " + clock(second - static_cast<double>(impl_->sheet.clock_zero_s)),
                           "lies outside the recorded battle",
                           "take a moment from " + clock(static_cast<double>(-impl_->sheet.clock_zero_s)) +
                               " to " + clock(last_s() - static_cast<double>(impl_->sheet.clock_zero_s))};
    }
    const double shown = std::min(second, last_s());
    const auto s = static_cast<std::uint32_t>(shown), next = std::min(s + 1, impl_->reader->seconds() - 1);
    const std::uint32_t old = s > kTrailS ? s - kTrailS : 0, mid = s > kTrailS / 2 ? s - kTrailS / 2 : 0;
    LINGHE_CHECK_OK(impl_->hold(old, next));
    const Frame &a = impl_->frame(s), &b = impl_->frame(next);
    Scene scene;
    scene.at_s = static_cast<float>(shown);
    scene.film_s = static_cast<float>(film_s);
    fill_men(impl_->header(), impl_->sheet, a, b, static_cast<float>(shown - s), scene.men);
    scene.men.mid_x_m = impl_->frame(mid).x_m, scene.men.mid_y_m = impl_->frame(mid).y_m;
    scene.men.tail_x_m = impl_->frame(old).x_m, scene.men.tail_y_m = impl_->frame(old).y_m;
    fill_field(impl_->header(), a, b, static_cast<float>(shown - s), scene);
    fill_bodies(impl_->header(), impl_->course, a, scene);
    fill_persons(impl_->header(), impl_->course, a, b, static_cast<float>(shown - s), m_per_px, scene);
    fill_tags(impl_->course, scene);
    scene.summary = summary_of(impl_->header(), impl_->course, scene.at_s);
    return scene;
}

}  // namespace linghe::draw
