// What: pictures, films and reports of a recorded battle, for the command line.
// Who: apps, serve, bindings.
// Never: needs a screen; leaves half a file under a final name; changes the run.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/draw/painter.hpp"
#include "linghe/record/view_reader.hpp"

namespace linghe::draw {

/// A part of the map to be looked at instead of the whole field.
struct CloseUp {
    float x_m = 0, y_m = 0;  ///< its middle
    float width_m = 500;     ///< from edge to edge of the map
};

struct PngOptions {
    std::int32_t width_px = 1920, height_px = 1080;
    Lang lang = Lang::en;
    Theme theme = Theme::light;
    bool furniture = true;
    std::optional<CloseUp> close_up;
    /// The camera is fitted to this span (seconds since the start); by default to the moment itself.
    std::optional<std::pair<double, double>> fit_s;
};

struct FilmOptions {
    double from_s = 0, to_s = -1;  ///< seconds since the start; to_s < 0: to the end
    std::int32_t fps = 24;
    double battle_s_per_film_s = 50;
    std::int32_t width_px = 1280, height_px = 720;  ///< even
    Lang lang = Lang::en;
    Theme theme = Theme::light;
    std::optional<CloseUp> close_up;
    unsigned threads = 2;
    /// Called after every frame with frames done and frames in all; returning false stops the film and
    /// leaves no file.
    std::function<bool(std::uint32_t, std::uint32_t)> progress;
};
struct FilmInfo {
    std::uint32_t frames = 0;
    double film_s = 0;
};

/// One moment as a PNG file. Errors: usage (moment outside the run, sizes), corrupt, io.
base::Result<void> render_png(base::FileSystem& fs, record::ViewReader& reader, double at_s,
                              const std::string& path, const PngOptions& options = {});

/// A film as MP4 (H.264), through the program `ffmpeg`, which must be installed. Errors: usage; io when
/// ffmpeg is
/// missing or the file cannot be written; run_failed when it was stopped or ffmpeg failed (its words are in
/// the message).
base::Result<FilmInfo> render_film(base::FileSystem& fs, record::ViewReader& reader, const std::string& path,
                                   const FilmOptions& options = {});

struct ReportOptions {
    Lang lang = Lang::en;
    std::int32_t picture_width_px = 1200, picture_height_px = 720;
    std::size_t pictures = 6;
};
/// One HTML page that needs nothing else: course, tables, charts, pictures. `folder` is the run's. Errors:
/// as above.
base::Result<void> render_report(base::FileSystem& fs, const std::string& folder, const std::string& path,
                                 const ReportOptions& options = {});

}  // namespace linghe::draw
