#include "html.hpp"

#include <algorithm>
#include <cmath>

#include "words.hpp"

namespace linghe::draw {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
        }
    }
    return out;
}

std::string base64(std::span<const std::byte> bytes) {
    static constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<unsigned>(bytes[i + k]) : 0u;
        };
        const unsigned v = byte(0) << 16 | byte(1) << 8 | byte(2);
        out += kLetters[v >> 18 & 63u];
        out += kLetters[v >> 12 & 63u];
        out += i + 1 < bytes.size() ? kLetters[v >> 6 & 63u] : '=';
        out += i + 2 < bytes.size() ? kLetters[v & 63u] : '=';
    }
    return out;
}

std::string to_html(const HtmlTable& t) {
    std::string out = "<table>";
    if (!t.caption.empty()) out += "<caption>" + escaped(t.caption) + "</caption>";
    out += "<thead><tr>";
    for (const std::string& h : t.head) out += "<th scope=\"col\">" + escaped(h) + "</th>";
    out += "</tr></thead>\n<tbody>";
    for (const auto& row : t.rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            out += i == 0 ? "<th scope=\"row\">" + escaped(row[i]) + "</th>"
                          : "<td>" + escaped(row[i]) + "</td>";
        out += "</tr>\n";
    }
    return out + "</tbody></table>\n";
}

double round_up(double value) noexcept {
    if (!(value > 0)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
        if (value <= step * decade * 1.0001) return step * decade;
    }
    return 10 * decade;
}

namespace {

constexpr double kLeft = 52, kTop = 22, kBottom = 30;

[[nodiscard]] std::string f1(double v) {
    std::string s = decimal(v, 1);
    if (s.rfind("\xE2\x88\x92", 0) == 0) s = "-" + s.substr(3);
    return s;
}

struct Frame {
    const Chart& c;
    [[nodiscard]] double x(double minute) const {
        return kLeft + (minute - c.from) / std::max(1e-9, c.to - c.from) * (c.width - kLeft - c.right);
    }
    [[nodiscard]] double y(double v) const {
        const double share = std::clamp((v - c.low) / std::max(1e-9, c.high - c.low), 0.0, 1.0);
        return c.height - kBottom - share * (c.height - kTop - kBottom);
    }
};

void axes(const Frame& f, std::string& out) {
    const Chart& c = f.c;
    const double y0 = c.height - kBottom, x1 = c.width - c.right;
    constexpr int kSteps = 4;
    for (int i = 0; i <= kSteps; ++i) {
        const double v = c.low + (c.high - c.low) * i / kSteps, y = f.y(v);
        out += "<path class=\"" + std::string(i == 0 ? "axis" : "hair") + "\" d=\"M" + f1(kLeft) + " " +
               f1(y) + "H" + f1(x1) + "\"/>";
        out +=
            "<text class=\"tick\" text-anchor=\"end\" x=\"" + f1(kLeft - 7) + "\" y=\"" + f1(y + 4) + "\">" +
            (c.decimals > 0 ? decimal(v, c.decimals) : number(static_cast<std::int64_t>(std::llround(v)))) +
            "</text>";
    }
    const double span = c.to - c.from;
    const bool small = c.width < 300;
    const int step = span > 40   ? (small ? 25 : 10)
                     : span > 12 ? (small ? 10 : 5)
                     : span > 5  ? (small ? 5 : 2)
                                 : 1;
    for (int m = static_cast<int>(std::ceil(c.from / step)) * step; m <= c.to + 1e-6; m += step) {
        out += "<path class=\"axis\" d=\"M" + f1(f.x(m)) + " " + f1(y0) +
               "v5\"/><text class=\"tick\" text-anchor=\"middle\" x=\"" + f1(f.x(m)) + "\" y=\"" +
               f1(y0 + 18) + "\">" +
               (m == 0 ? "0" : (m > 0 ? "+" : "\xE2\x88\x92") + std::to_string(std::abs(m))) + "</text>";
    }
    out += "<text class=\"tick\" x=\"" + f1(x1 + 20) + "\" y=\"" + f1(y0 + 18) + "\">" + escaped(c.unit) +
           "</text>\n";
}

void areas(const Frame& f, std::string& out) {
    for (const Area& a : f.c.areas) {
        if (a.points.size() < 2) continue;
        std::string path = "M";
        for (const auto& p : a.points) path += f1(f.x(p[0])) + " " + f1(f.y(p[2])) + "L";
        for (auto it = a.points.rbegin(); it != a.points.rend(); ++it)
            path += f1(f.x((*it)[0])) + " " + f1(f.y((*it)[1])) + (it + 1 == a.points.rend() ? "Z" : "L");
        out += "<path fill=\"" + a.colour + "\" d=\"" + path + "\"/>\n";
    }
    for (const Area& a : f.c.areas) {  // named where it is widest
        double best = 0, x = 0, y = 0;
        for (std::size_t i = a.points.size() / 10; i < a.points.size() - a.points.size() / 10; ++i) {
            const auto& p = a.points[i];
            if (f.y(p[1]) - f.y(p[2]) > best)
                best = f.y(p[1]) - f.y(p[2]), x = f.x(p[0]), y = (f.y(p[1]) + f.y(p[2])) / 2;
        }
        if (best > 13)
            out += "<text class=\"name\" text-anchor=\"middle\" fill=\"" + a.ink + "\" x=\"" + f1(x) +
                   "\" y=\"" + f1(y + 4) + "\">" + escaped(a.name) + "</text>";
    }
}

void curves(const Frame& f, std::string& out) {
    struct End {
        double y;
        const Curve* curve;
    };
    std::vector<End> ends;
    for (const Curve& v : f.c.curves) {
        if (v.points.empty()) continue;
        if (v.dots) {
            for (const auto& p : v.points)
                out += "<circle r=\"1.6\" fill=\"" + v.colour + "\" cx=\"" + f1(f.x(p[0])) + "\" cy=\"" +
                       f1(f.y(p[1])) + "\"/>";
        } else {
            std::string path = "M";
            for (std::size_t i = 0; i < v.points.size(); ++i)
                path += (i != 0 ? "L" : "") + f1(f.x(v.points[i][0])) + " " + f1(f.y(v.points[i][1]));
            out += "<path fill=\"none\" stroke=\"" + v.colour + "\" stroke-width=\"" +
                   (v.heavy ? "2" : "1.4") + "\"" + (v.dashed ? " stroke-dasharray=\"4 2.5\"" : "") +
                   " d=\"" + path + "\"/>\n";
        }
        if (!v.name.empty()) ends.push_back({f.y(v.points.back()[1]), &v});
    }
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < ends.size(); ++i)
        ends[i].y = std::max(ends[i].y, ends[i - 1].y + 14);  // names give way downwards
    double low = f.c.height - kBottom + 4;
    for (std::size_t i = ends.size(); i-- > 0; low -= 14) ends[i].y = std::min(ends[i].y, low);
    for (const End& e : ends) {
        out += "<text class=\"name\" fill=\"" + e.curve->colour + "\" x=\"" + f1(f.c.width - f.c.right + 8) +
               "\" y=\"" + f1(e.y + 4) + "\">" + escaped(e.curve->name) + "</text>";
    }
}

}  // namespace

std::string to_svg(const Chart& c, int number) {
    const Frame f{c};
    const std::string id = "chart" + std::to_string(number);
    std::string out = "<svg role=\"img\" aria-labelledby=\"" + id + "t " + id + "d\" viewBox=\"0 0 " +
                      f1(c.width) + " " + f1(c.height) + "\">";
    out += "<title id=\"" + id + "t\">" + escaped(c.title) + "</title><desc id=\"" + id + "d\">" +
           escaped(c.description) + "</desc>\n";
    areas(f, out);
    axes(f, out);
    double free_from = -1e9;
    for (const ChartMark& m : c.marks) {
        const double x = f.x(m.minute);
        out +=
            "<path class=\"mark\" d=\"M" + f1(x) + " " + f1(kTop - 4) + "V" + f1(c.height - kBottom) + "\"/>";
        if (x < free_from || m.name.empty()) continue;
        out += "<text class=\"tick\" x=\"" + f1(x + 3) + "\" y=\"" + f1(kTop - 8) + "\">" + escaped(m.name) +
               "</text>";
        free_from = x + 14 + 7.0 * static_cast<double>(m.name.size());
    }
    curves(f, out);
    return out + "</svg>\n";
}

}  // namespace linghe::draw
