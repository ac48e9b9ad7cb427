#include "linghe/draw/render.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "encoder.hpp"
#include "linghe/base/text.hpp"
#include "linghe/draw/stage.hpp"
#include "linghe/jobs/jobs.hpp"

namespace linghe::draw {
namespace {

/// The map's box of a sheet, before there is a painter: it depends on the sizes only.
[[nodiscard]] Box map_box_of(const View& view) noexcept {
    const float below = view.furniture && view.timeline ? 114.0F : 0.0F;
    return {0, 0, static_cast<float>(view.width_px) / view.zoom,
            static_cast<float>(view.height_px) / view.zoom - below};
}

[[nodiscard]] View view_of(std::int32_t width, std::int32_t height, Lang lang, Theme theme,
                           bool furniture) noexcept {
    View v;
    v.width_px = width;
    v.height_px = height;
    // Type keeps its share of the sheet: what is 12 high at 1280 x 720 is 18 at 1920 x 1080.
    v.zoom =
        std::clamp(std::min(static_cast<float>(width) / 1280, static_cast<float>(height) / 720), 0.5F, 8.0F);
    v.lang = lang;
    v.theme = theme;
    v.furniture = furniture;
    return v;
}

base::Result<Camera> camera_of(ViewStage& stage, const View& view, const std::optional<CloseUp>& close_up,
                               double from_s, double to_s) {
    const Box map = map_box_of(view);
    if (!close_up) return stage.fit(from_s, to_s, map);
    if (!(close_up->width_m >= 20) || close_up->width_m > 100000) {
        return base::Error{base::ErrorCode::usage, "close-up",
                           "a width of " + base::to_text(close_up->width_m) + " m cannot be shown",
                           "take from 20 m to 100000 m"};
    }
    // Far from the map there is nothing to see, and millions of empty cells to go through on the way.
    const record::ViewMap& ground = *stage.sheet().map;
    const auto near = [reach = close_up->width_m](float at, float low, float high) {
        return at > low - reach && at < high + reach;
    };
    const float east = ground.x0_m + ground.cell_m * static_cast<float>(ground.nx);
    const float north = ground.y0_m + ground.cell_m * static_cast<float>(ground.ny);
    if (!near(close_up->x_m, ground.x0_m, east) || !near(close_up->y_m, ground.y0_m, north)) {
        return base::Error{
            base::ErrorCode::usage, "close-up",
            base::to_text(close_up->x_m) + ", " + base::to_text(close_up->y_m) + " lies off the map",
            "the map reaches from " + base::to_text(ground.x0_m) + ", " + base::to_text(ground.y0_m) +
                " to " + base::to_text(east) + ", " + base::to_text(north)};
    }
    return Camera{close_up->x_m, close_up->y_m, close_up->width_m / map.w};
}

/// Writes pictures in order on a thread of its own, one batch behind the painters.
class Writer {
public:
    explicit Writer(Encoder& encoder) : encoder_(encoder), thread_([this] { work(); }) {}
    ~Writer() { (void)close(); }
    /// Takes the images of a batch; waits while the batch before is still being written.
    base::Result<void> give(std::vector<Image>& images, std::size_t count) {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return count_ == 0; });
        if (!result_.ok()) return result_;
        std::swap(images, images_);
        count_ = count;
        ready_.notify_all();
        return {};
    }
    base::Result<void> close() {
        {
            std::unique_lock lock(mutex_);
            ready_.wait(lock, [this] { return count_ == 0; });
            stop_ = true;
            ready_.notify_all();
        }
        if (thread_.joinable()) thread_.join();
        return result_;
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            ready_.wait(lock, [this] { return count_ != 0 || stop_; });
            if (count_ == 0) return;
            lock.unlock();
            base::Result<void> result;
            for (std::size_t i = 0; i < count_ && result.ok(); ++i) result = encoder_.put(images_[i]);
            lock.lock();
            if (result_.ok() && !result.ok()) result_ = result;
            count_ = 0;
            ready_.notify_all();
        }
    }
    Encoder& encoder_;
    std::mutex mutex_;
    std::condition_variable ready_;
    std::vector<Image> images_;
    std::size_t count_ = 0;
    bool stop_ = false;
    base::Result<void> result_;
    std::thread thread_;
};

base::Result<std::uint32_t> frames_of(const FilmOptions& o, double to_s) {
    const auto wrong = [](const std::string& what, const std::string& right) {
        return base::Error{base::ErrorCode::usage, "film", what, right};
    };
    if (o.width_px % 2 != 0 || o.height_px % 2 != 0)
        return wrong("width and height must be even for H.264", "take 1280 x 720");
    if (o.fps < 1 || o.fps > 120)
        return wrong(std::to_string(o.fps) + " pictures a second cannot be shown", "take 24");
    if (!(o.battle_s_per_film_s > 0.01) || o.battle_s_per_film_s > 3600)
        return wrong("the speed is out of range", "take from 0.01 to 3600 battle seconds a film second");
    if (!(o.from_s >= 0) || !(to_s > o.from_s))
        return wrong("the film ends before it begins, or lies outside the run",
                     "take a span within the recorded battle");
    const double frames = (to_s - o.from_s) / o.battle_s_per_film_s * o.fps;
    if (frames > 1e6)
        return base::Error{base::ErrorCode::limit, "film", "more than a million pictures",
                           "take a shorter span or a greater speed"};
    return static_cast<std::uint32_t>(std::max(1.0, std::floor(frames) + 1));
}

base::Result<void> paint_all(ViewStage& stage, const Painter& painter, const FilmOptions& o, double to_s,
                             std::uint32_t frames, Encoder& encoder) {
    jobs::Jobs jobs(std::clamp(o.threads, 1u, 16u));
    Writer writer(encoder);
    const std::size_t batch = static_cast<std::size_t>(jobs.threads()) * 2;
    std::vector<Image> images(batch);
    std::vector<Scene> scenes(batch);
    std::vector<Layout> layouts(batch);
    Layout before;
    for (std::uint32_t done = 0; done < frames;) {
        const std::size_t count = std::min<std::size_t>(batch, frames - done);
        for (std::size_t i = 0; i < count; ++i) {
            const double film_s = static_cast<double>(done + i) / o.fps;
            LINGHE_TRY(scenes[i], stage.at(std::min(o.from_s + film_s * o.battle_s_per_film_s, to_s), film_s,
                                           painter.view().camera.m_per_px));
            layouts[i] = painter.layout(scenes[i], done + i == 0 ? nullptr : &before);
            before = layouts[i];
        }
        images.resize(batch);
        jobs.for_chunks(count, 1, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) painter.paint(scenes[i], layouts[i], images[i]);
        });
        LINGHE_CHECK_OK(writer.give(images, count));
        done += static_cast<std::uint32_t>(count);
        if (o.progress && !o.progress(done, frames)) {
            return base::Error{base::ErrorCode::run_failed, "film", "stopped before its end",
                               "nothing was left behind"};
        }
    }
    return writer.close();
}

}  // namespace

base::Result<void> render_png(base::FileSystem& fs, record::ViewReader& reader, double at_s,
                              const std::string& path, const PngOptions& o) {
    LINGHE_TRY(ViewStage stage, ViewStage::open(reader));
    View view = view_of(o.width_px, o.height_px, o.lang, o.theme, o.furniture);
    const auto span = o.fit_s.value_or(std::pair{at_s, at_s});
    LINGHE_TRY(view.camera, camera_of(stage, view, o.close_up, span.first, span.second));
    LINGHE_TRY(const Scene scene, stage.at(at_s, -1, view.camera.m_per_px));
    LINGHE_TRY(const Painter painter, Painter::create(stage.sheet(), view));
    Image image;
    painter.paint(scene, painter.layout(scene), image);
    LINGHE_TRY(const auto bytes, png_bytes(image));
    return base::atomic_write(fs, path, bytes);
}

base::Result<FilmInfo> render_film(base::FileSystem& fs, record::ViewReader& reader, const std::string& path,
                                   const FilmOptions& o) {
    LINGHE_TRY(ViewStage stage, ViewStage::open(reader));
    const double to_s = o.to_s < 0 ? stage.last_s() : std::min(o.to_s, stage.last_s());
    LINGHE_TRY(const std::uint32_t frames, frames_of(o, to_s));
    View view = view_of(o.width_px, o.height_px, o.lang, o.theme, true);
    LINGHE_TRY(view.camera, camera_of(stage, view, o.close_up, o.from_s, to_s));
    LINGHE_TRY(const Painter painter, Painter::create(stage.sheet(), view));
    const std::string part = path + ".part";
    if (fs.exists(part)) LINGHE_CHECK_OK(fs.remove(part));  // of a film that was killed
    const auto film = [&]() -> base::Result<void> {
        LINGHE_TRY(Encoder encoder, Encoder::start(part, view.width_px, view.height_px, o.fps));
        LINGHE_CHECK_OK(paint_all(stage, painter, o, to_s, frames, encoder));
        return encoder.finish();
    };
    if (const auto result = film(); !result.ok()) {
        if (fs.exists(part)) (void)fs.remove(part);
        return result.error();
    }
    LINGHE_CHECK_OK(fs.rename(part, path));
    return FilmInfo{frames, static_cast<double>(frames) / o.fps};
}

}  // namespace linghe::draw
