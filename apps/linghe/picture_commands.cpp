// linghe render, linghe report: pictures, films and pages of a recorded battle, without a screen.
#include <cstdio>
#include <optional>

#include "commands.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/text.hpp"
#include "linghe/draw/render.hpp"
#include "linghe/record/view_reader.hpp"
#include "option_words.hpp"
#include "out_path.hpp"
#include "run_source.hpp"

namespace linghe::app {
namespace {

using base::Error;
using base::ErrorCode;

struct Words {
    std::string run, out, png, at, from, to, close_up, lang = "en", theme = "light", size;
    double speed = 50;
    int fps = 24;
    bool bare = false;
};

base::Result<std::pair<int, int>> size_px(const std::string& text) {
    const auto cross = text.find('x');
    if (cross != std::string::npos) {
        const auto w = base::parse_double(text.substr(0, cross)),
                   h = base::parse_double(text.substr(cross + 1));
        if (w.ok() && h.ok() && w.value() >= 320 && h.value() >= 240 && w.value() <= 7680 &&
            h.value() <= 4320) {
            return std::pair{static_cast<int>(w.value()) / 2 * 2, static_cast<int>(h.value()) / 2 * 2};
        }
    }
    return Error{ErrorCode::usage, "--size", "'" + text + "' is not a size",
                 "give WIDTHxHEIGHT from 320x240 to 7680x4320, for instance 1280x720"};
}

base::Result<std::optional<draw::CloseUp>> close_up(const std::string& text) {
    if (text.empty()) return std::optional<draw::CloseUp>{};
    draw::CloseUp part;
    float* const fields[] = {&part.x_m, &part.y_m, &part.width_m};
    std::size_t begin = 0;
    for (int i = 0; i < 3; ++i) {
        const auto comma = text.find(',', begin);
        if ((i < 2) == (comma == std::string::npos)) break;
        const auto value = base::parse_double(
            text.substr(begin, comma == std::string::npos ? std::string::npos : comma - begin));
        if (!value.ok()) break;
        *fields[i] = static_cast<float>(value.value());
        if (i == 2 && part.width_m >= 20) return std::optional{part};
        begin = comma + 1;
    }
    return Error{ErrorCode::usage, "--close-up", "'" + text + "' is not a part of the map",
                 "give x,y,width in metres of the map's frame, for instance 0,450,600"};
}

base::Result<draw::Lang> lang_of(const std::string& text) {
    if (text == "en") return draw::Lang::en;
    if (text == "zh") return draw::Lang::zh;
    return Error{ErrorCode::usage, "--lang", "'" + text + "' is not a language here", "use en or zh"};
}
base::Result<draw::Theme> theme_of(const std::string& text) {
    if (text == "light") return draw::Theme::light;
    if (text == "dusk") return draw::Theme::dusk;
    return Error{ErrorCode::usage, "--theme", "'" + text + "' is not a theme", "use light or dusk"};
}

/// The view of a run. A view that was cut or damaged is shorter than the manifest says; that is told, and what is whole is drawn.
base::Result<record::ViewReader> open_view(base::FileSystem& fs, const Voice& voice, const std::string& run) {
    LINGHE_TRY(const auto manifest, manifest_of(fs, run));
    const std::string path = run + "/" + record::kViewName;
    if (!fs.exists(path))
        return Error{ErrorCode::corrupt, path, "the run has lost this file",
                     "put it back from a copy, or fight the battle again into another folder"};
    LINGHE_TRY(auto reader, record::ViewReader::open(fs, path));
    const std::uint32_t whole = reader.seconds();
    if (manifest.state == "finished" && whole < manifest.seconds) {
        const std::string lost = "only " + std::to_string(whole) + " of " + std::to_string(manifest.seconds) +
                                 " seconds are whole" +
                                 (reader.dropped_why().empty() ? "" : " (" + reader.dropped_why() + ")");
        if (whole == 0)
            return Error{ErrorCode::corrupt, path, lost,
                         "take another copy of the file, or fight the battle again"};
        say(voice, "linghe: warning: " + path + ": " + lost + "; these are drawn");
    }
    return reader;
}

base::Result<void> picture(base::FileSystem& fs, record::ViewReader& reader, const Words& words) {
    draw::PngOptions options;
    LINGHE_TRY(options.lang, lang_of(words.lang));
    LINGHE_TRY(options.theme, theme_of(words.theme));
    LINGHE_TRY(options.close_up, close_up(words.close_up));
    options.furniture = !words.bare;
    if (!words.size.empty()) {
        LINGHE_TRY(const auto size, size_px(words.size));
        options.width_px = size.first;
        options.height_px = size.second;
    }
    LINGHE_TRY(const double at, clock_s("--at", words.at.empty() ? "0:00" : words.at));
    return draw::render_png(fs, reader, at, words.png, options);
}

base::Result<draw::FilmInfo> film(base::FileSystem& fs, record::ViewReader& reader, const Words& words,
                                  Progress& progress) {
    draw::FilmOptions options;
    LINGHE_TRY(options.lang, lang_of(words.lang));
    LINGHE_TRY(options.theme, theme_of(words.theme));
    LINGHE_TRY(options.close_up, close_up(words.close_up));
    if (!words.size.empty()) {
        LINGHE_TRY(const auto size, size_px(words.size));
        options.width_px = size.first;
        options.height_px = size.second;
    }
    if (!words.from.empty()) {
        LINGHE_TRY(options.from_s, clock_s("--from", words.from));
    }
    if (!words.to.empty()) {
        LINGHE_TRY(options.to_s, clock_s("--to", words.to));
    }
    options.fps = words.fps;
    options.battle_s_per_film_s = words.speed;
    options.progress = [&](std::uint32_t done, std::uint32_t all) {
        progress.at(all > 0 ? static_cast<double>(done) / all : 0.0,
                    std::to_string(done) + " of " + std::to_string(all) + " pictures");
        return !stop_asked();
    };
    return draw::render_film(fs, reader, words.out, options);
}

int render(const Voice& voice, const Words& words) {
    base::RealFileSystem fs;
    if (words.out.empty() == words.png.empty()) {
        return complain(voice, {ErrorCode::usage, "linghe render", "what is to be drawn?",
                                "--out FILE.mp4 for a film, or --png FILE --at MM:SS for one picture"});
    }
    const auto named =
        words.png.empty() ? ends_in("--out", words.out, ".mp4") : ends_in("--png", words.png, ".png");
    if (!named.ok()) return complain(voice, named.error());
    const auto room =
        words.png.empty() ? can_become_file("--out", words.out) : can_become_file("--png", words.png);
    if (!room.ok()) return complain(voice, room.error());
    auto reader = open_view(fs, voice, words.run);
    if (!reader.ok()) return complain(voice, reader.error());
    if (!words.png.empty()) {
        if (const auto drawn = picture(fs, reader.value(), words); !drawn.ok())
            return complain(voice, drawn.error());
        say(voice, "Picture: " + words.png);
        if (voice.json) std::printf("{\"schema_version\":1,\"picture\":%s}\n", json_text(words.png).c_str());
        return kOk;
    }
    listen_for_stop();
    Progress progress(voice, "film", 1.0);
    const auto made = film(fs, reader.value(), words, progress);
    progress.done();
    if (!made.ok() && stop_asked()) {
        say(voice, "Stopped: no film was written. The same command draws it from its beginning.");
        if (voice.json) std::printf("{\"schema_version\":1,\"stopped\":true}\n");
        return kStopped;
    }
    if (!made.ok()) return complain(voice, made.error());
    char text[96];
    std::snprintf(text, sizeof text, "Film: %u pictures, %.0f s: ", made.value().frames, made.value().film_s);
    say(voice, text + words.out);
    if (voice.json) {
        std::printf("{\"schema_version\":1,\"film\":%s,\"frames\":%u,\"seconds\":%.1f}\n",
                    json_text(words.out).c_str(), made.value().frames, made.value().film_s);
    }
    return kOk;
}

int report(const Voice& voice, const Words& words) {
    base::RealFileSystem fs;
    const std::string out = words.out.empty() ? words.run + "/report.html" : words.out;
    if (const auto named = ends_in("--out", out, ".html .htm"); !named.ok())
        return complain(voice, named.error());
    if (const auto reader = open_view(fs, voice, words.run); !reader.ok())
        return complain(voice, reader.error());
    if (const auto room = can_become_file("--out", out); !room.ok()) return complain(voice, room.error());
    draw::ReportOptions options;
    const auto lang = lang_of(words.lang);
    if (!lang.ok()) return complain(voice, lang.error());
    options.lang = lang.value();
    if (const auto made = draw::render_report(fs, words.run, out, options); !made.ok())
        return complain(voice, made.error());
    say(voice, "Report: " + out);
    if (voice.json) std::printf("{\"schema_version\":1,\"report\":%s}\n", json_text(out).c_str());
    return kOk;
}

}  // namespace

void add_render(CLI::App& app, Desk& desk) {
    auto* verb =
        app.add_subcommand("render", "draw a film (MP4) or one picture (PNG) of a run, without a screen");
    auto words = std::make_shared<Words>();
    verb->add_option("run", words->run, "folder of the run")->required();
    verb->add_option("--out", words->out, "film to write, FILE.mp4 (needs the program ffmpeg)");
    verb->add_option("--png", words->png, "one picture to write instead, FILE.png");
    verb->add_option("--at", words->at, "its moment, MM:SS after the start (default: the start)");
    verb->add_option("--from", words->from, "film from this time, MM:SS (default: the start)");
    verb->add_option("--to", words->to, "film to this time, MM:SS (default: the end)");
    verb->add_option("--speed", words->speed, "seconds of battle in a second of film")
        ->capture_default_str()
        ->check(number_between(0.1, 1000.0));
    verb->add_option("--fps", words->fps, "pictures in a second of film")
        ->capture_default_str()
        ->check(whole_number(1, 120));
    verb->add_option(
        "--size", words->size,
        "WIDTHxHEIGHT in pixels, 320x240 to 7680x4320 (default: picture 1920x1080, film 1280x720)");
    verb->add_option("--close-up", words->close_up, "x,y,width: a part of the map, in metres");
    verb->add_option("--lang", words->lang, "en (the default) or zh");
    verb->add_option("--theme", words->theme, "light (the default) or dusk");
    verb->add_flag("--bare", words->bare, "picture without plates, key and timeline");
    add_manners(*verb, desk);
    verb->callback([&desk, words] { desk.code = render(desk.voice(), *words); });
}

void add_report(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand(
        "report", "write one HTML page of a run that needs nothing else: course, figures, charts, pictures");
    auto words = std::make_shared<Words>();
    verb->add_option("run", words->run, "folder of the run")->required();
    verb->add_option("--out", words->out,
                     "page to write, FILE.html (default: report.html in the run's folder)");
    verb->add_option("--lang", words->lang, "en (the default) or zh");
    add_manners(*verb, desk);
    verb->callback([&desk, words] { desk.code = report(desk.voice(), *words); });
}

}  // namespace linghe::app
