// What: small helpers for HTML and SVG as text.
// Who: the report.
// Never: a link to anywhere; text that is not escaped.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace linghe::draw {

[[nodiscard]] std::string escaped(std::string_view text);
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

struct HtmlTable {
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;  ///< first cell is the row's head
};
[[nodiscard]] std::string to_html(const HtmlTable& table);

/// A chart in minutes: axes, lines with their names beside them, areas, dots. Sizes in user units of the SVG.
struct Curve {
    std::string name, colour;
    std::vector<std::array<double, 2>> points;  ///< minute, value
    bool dashed = false, dots = false, heavy = false;
};
struct Area {
    std::string name, colour, ink;
    std::vector<std::array<double, 3>> points;  ///< minute, lower, upper
};
struct ChartMark {
    double minute = 0;
    std::string name;
};
struct Chart {
    std::string title, description;
    double from = 0, to = 50, low = 0, high = 1;
    double width = 640, height = 220, right = 130;
    int decimals = 0;
    std::string unit;  ///< beside the x axis
    std::vector<Area> areas;
    std::vector<Curve> curves;
    std::vector<ChartMark> marks;
};
[[nodiscard]] std::string to_svg(const Chart& chart, int number);
/// A round top for an axis that must hold `value`.
[[nodiscard]] double round_up(double value) noexcept;

}  // namespace linghe::draw
