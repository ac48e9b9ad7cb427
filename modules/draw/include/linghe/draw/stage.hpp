// What: turns a view file into sheets and scenes: the one place where the record's types become pictures.
// Who: film, png, report; tools that want a scene of their own.
// Never: changes the record; draws.
#pragma once
#include <cstdint>
#include <memory>

#include "linghe/base/result.hpp"
#include "linghe/draw/course.hpp"
#include "linghe/draw/painter.hpp"
#include "linghe/record/view_reader.hpp"

namespace linghe::draw {

class ViewStage {
public:
    /// Walks once through the file. The reader outlives the stage. Errors: invalid (no frame), corrupt, io.
    static base::Result<ViewStage> open(record::ViewReader& reader);
    ViewStage(ViewStage&&) noexcept;
    ViewStage& operator=(ViewStage&&) noexcept;
    ~ViewStage();

    [[nodiscard]] const Sheet& sheet() const noexcept;
    [[nodiscard]] const Course& course() const noexcept;
    /// Last second that can be shown.
    [[nodiscard]] double last_s() const noexcept;
    /// A fixed camera that holds the host and those who press it between two moments. `map` is in units of
    /// length.
    base::Result<Camera> fit(double from_s, double to_s, const Box& map);
    /// The scene of a moment; between two seconds men are interpolated. Going forward is fast.
    /// @param m_per_px tells which slips are wanted. Errors: usage (outside the run), corrupt.
    base::Result<Scene> at(double second, double film_s, float m_per_px);

private:
    struct Impl;
    explicit ViewStage(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace linghe::draw
