// Strip: the cells near a line of points, found by rows, so that a long river does not cost every cell every segment.
// Used by the rasteriser and by build_ways. Within its reach it answers as foot_on() does, to the last bit.
// Never answers for points beyond its reach: those are told as infinitely far.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "linghe/ground/sketch.hpp"

namespace linghe::ground {

class Strip {
public:
    /// Rows of height cell_m from y0_m; reach_m is how far from the line a foot is wanted.
    Strip(const std::vector<PointM>& line, double reach_m, double y0_m, double cell_m, std::int64_t ny)
        : line_(&line), reach_m_(reach_m), rows_(static_cast<std::size_t>(ny)) {
        double along = 0;
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            const double ux = static_cast<double>(line[i + 1].x_m) - static_cast<double>(line[i].x_m);
            const double uy = static_cast<double>(line[i + 1].y_m) - static_cast<double>(line[i].y_m);
            along_.push_back(along);
            along += std::sqrt(ux * ux + uy * uy);
            const double low = std::min<double>(line[i].y_m, line[i + 1].y_m) - reach_m - y0_m;
            const double high = std::max<double>(line[i].y_m, line[i + 1].y_m) + reach_m - y0_m;
            const double top = static_cast<double>(ny) * cell_m;
            if (high < 0 || low > top) continue;
            const auto first = static_cast<std::int64_t>(std::max(0.0, low) / cell_m);
            const auto last = static_cast<std::int64_t>(std::min(high, top) / cell_m);
            for (std::int64_t r = first; r <= last && r < ny; ++r)
                rows_[static_cast<std::size_t>(r)].push_back(static_cast<std::uint32_t>(i));
        }
    }
    [[nodiscard]] Foot foot(std::int64_t row, double x_m, double y_m) const noexcept {
        Foot best{1e300, 0};
        for (const std::uint32_t i : rows_[static_cast<std::size_t>(row)]) {
            const auto &a = (*line_)[i], &b = (*line_)[i + 1];
            if (x_m < std::min<double>(a.x_m, b.x_m) - reach_m_ ||
                x_m > std::max<double>(a.x_m, b.x_m) + reach_m_)
                continue;
            const Foot here = foot_on_segment(a, b, along_[i], x_m, y_m);
            if (here.distance_m < best.distance_m) best = here;
        }
        return best;
    }

private:
    const std::vector<PointM>* line_;
    double reach_m_;
    std::vector<double> along_;
    std::vector<std::vector<std::uint32_t>> rows_;
};

}  // namespace linghe::ground
