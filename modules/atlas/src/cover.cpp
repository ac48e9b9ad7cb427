#include "cover.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "linghe/base/text.hpp"

namespace linghe::atlas {

base::Result<ground::Cover> cover_word(const std::string& word, const std::string& option) {
    const auto& names = scenario::cover_names();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == word) return static_cast<ground::Cover>(i);
    std::string all;
    for (const auto name : names) all += (all.empty() ? "" : ", ") + std::string{name};
    const auto near = base::did_you_mean(word, names);
    return base::Error{base::ErrorCode::usage, option, "'" + word.substr(0, 40) + "' is no cover",
                       (near ? "did you mean " + *near + "? " : "") + "covers: " + all};
}

base::Result<CoverGrid> take_cover(const SourceRaster& s, const Frame& f, const scenario::CoverTable& table,
                                   ground::Cover otherwise, std::vector<std::string>& notes) {
    LINGHE_TRY(const auto rows, Rows::open(s, f));
    std::array<std::int64_t, 4> pixels{};
    double per_cell = 1;
    if (!rows.window(pixels, per_cell))
        return base::Error{base::ErrorCode::invalid, s.file, "it does not cover the map",
                           "name a cover raster of the same place, or leave it out"};
    LINGHE_TRY(const Window window, read_window(s, pixels[0], pixels[1], pixels[2], pixels[3]));
    std::map<std::int64_t, std::uint8_t> covers;
    for (const auto& c : table.classes) covers[c.value] = static_cast<std::uint8_t>(c.cover);
    const int n = std::clamp(static_cast<int>(std::ceil(per_cell - 0.01)), 1, 5);
    CoverGrid out(static_cast<std::size_t>(f.nx * f.ny), static_cast<std::uint8_t>(otherwise));
    std::map<std::int64_t, std::size_t> strange;
    std::size_t silent = 0;
    std::vector<double> px, py;
    std::vector<int> ok;
    std::vector<std::array<std::uint8_t, 9>> votes(static_cast<std::size_t>(f.nx));
    for (std::int64_t y = 0; y < f.ny; ++y) {
        for (auto& v : votes) v.fill(0);
        for (int k = 0; k < n * n; ++k) {
            rows.row(y, (k % n + 0.5) / n - 0.5, (k / n + 0.5) / n - 0.5, px, py, ok);
            for (std::size_t i = 0; i < px.size(); ++i) {
                const float v = ok[i] != 0 ? sample(window, s, px[i], py[i], Way::nearest) : std::nanf("");
                if (std::isnan(v)) continue;
                const auto value = static_cast<std::int64_t>(std::lround(std::clamp(v, -2e9F, 2e9F)));
                const auto it = covers.find(value);
                if (it != covers.end())
                    ++votes[i][it->second];
                else if (table.has_otherwise)
                    ++votes[i][static_cast<std::size_t>(table.otherwise)];
                else
                    ++strange[value];
            }
        }
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const auto most = std::max_element(votes[i].begin(), votes[i].end());
            if (*most > 0)
                out[static_cast<std::size_t>(y * f.nx) + i] =
                    static_cast<std::uint8_t>(most - votes[i].begin());
            else
                ++silent;
        }
    }
    if (!strange.empty()) {
        std::string list;
        int told = 0;
        for (const auto& [value, count] : strange)
            if (told++ < 8) list += (list.empty() ? "" : ", ") + base::to_text(value);
        return base::Error{
            base::ErrorCode::invalid, s.file,
            "it holds classes that the cover table does not list: " + list + (told > 8 ? " ..." : ""),
            "add [[class]] with these values to the table, or give it otherwise = \"bare\""};
    }
    if (silent > 0)
        notes.push_back(
            base::to_text_fixed(100.0 * static_cast<double>(silent) / static_cast<double>(out.size()), 1) +
            "% of the map has no cover in the raster; it was taken as " +
            std::string{scenario::cover_names()[static_cast<std::size_t>(otherwise)]});
    return out;
}

}  // namespace linghe::atlas
