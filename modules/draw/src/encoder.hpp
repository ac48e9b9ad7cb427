// What: a film file written by the program ffmpeg, to which raw pictures are handed.
// Who: render_film.
// Never: dies of a broken pipe; leaves a file when it was not finished.
#pragma once
#include <string>

#include "linghe/base/result.hpp"
#include "linghe/draw/painter.hpp"

namespace linghe::draw {

class Encoder {
public:
    /// Errors: io when ffmpeg cannot be started.
    static base::Result<Encoder> start(const std::string& path, std::int32_t width, std::int32_t height,
                                       std::int32_t fps);
    Encoder(Encoder&& other) noexcept;
    Encoder& operator=(Encoder&&) = delete;
    ~Encoder();  ///< ends ffmpeg when finish() was not called
    base::Result<void> put(const Image& image);
    base::Result<void> finish();

private:
    Encoder(int pid, int to, int words) : pid_(pid), to_(to), words_(words) {}
    [[nodiscard]] std::string last_words();
    int pid_ = -1, to_ = -1, words_ = -1;
};

}  // namespace linghe::draw
