// Arc/Info ASCII grid: a header of words and numbers, then rows from the north. GDAL 3.6 stumbles over grids that begin with
// nan and over decimal commas; people have both.
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include "linghe/base/text.hpp"
#include "source.hpp"

namespace linghe::atlas {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string lower(std::string_view word) {
    std::string out(word);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Words parted by blanks.
class Words {
public:
    explicit Words(std::string_view text) : text_(text) {}
    [[nodiscard]] bool next(std::string_view& word) {
        while (at_ < text_.size() && blank(text_[at_])) ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && !blank(text_[at_])) ++at_;
        word = text_.substr(begin, at_ - begin);
        return !word.empty();
    }
    void back(std::string_view word) { at_ -= word.size(); }

private:
    static bool blank(char c) noexcept {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
    }
    std::string_view text_;
    std::size_t at_ = 0;
};

/// A number with a decimal point or comma; nan and inf are no data. False when it is none.
bool number(std::string_view word, double& out) {
    char buffer[64];
    if (word.empty() || word.size() >= sizeof buffer) return false;
    const std::string small = lower(word);
    if (small == "nan" || small == "-nan" || small == "+nan" || small == "inf" || small == "-inf" ||
        small == "1.#qnan" || small == "-1.#ind") {
        out = kNone;
        return true;
    }
    std::size_t n = 0;
    for (const char c : word) buffer[n++] = c == ',' ? '.' : c;
    const char* begin = buffer[0] == '+' ? buffer + 1 : buffer;
    const auto [end, error] = std::from_chars(begin, buffer + n, out);
    return error == std::errc{} && end == buffer + n && std::isfinite(out);
}

base::Error damaged(const std::string& file, const std::string& what, const std::string& mend) {
    return {base::ErrorCode::corrupt, file, what, mend};
}

base::Result<std::map<std::string, double>> header_of(const std::string& file, Words& words) {
    std::map<std::string, double> header;
    std::string_view word, value;
    while (words.next(word)) {
        double ignored = 0;
        if (number(word, ignored)) {
            words.back(word);
            break;
        }
        const std::string key = lower(word);
        if (key.size() > 20)
            return damaged(file, "'" + key.substr(0, 20) + "...' is no key of a text grid",
                           "see the handbook, own-map");
        double v = 0;
        if (!words.next(value) || !number(value, v))
            return damaged(file, key + " has no number after it", "mend the header");
        header[key] = v;
    }
    return header;
}

}  // namespace

bool looks_like_text_grid(std::string_view head) noexcept {
    std::size_t i = 0;
    while (i < head.size() && (head[i] == ' ' || head[i] == '\n' || head[i] == '\r' || head[i] == '\t')) ++i;
    const std::string word = lower(head.substr(i, 5));
    return word == "ncols" || word == "nrows";
}

base::Result<SourceRaster> read_text_grid(const std::string& file, std::string_view bytes) {
    Words words(bytes);
    LINGHE_TRY(auto header, header_of(file, words));
    const auto get = [&](std::initializer_list<const char*> keys) {
        for (const char* key : keys)
            if (const auto it = header.find(key); it != header.end()) return it->second;
        return kNone;
    };
    const double columns = get({"ncols"}), rows = get({"nrows"});
    if (!(columns >= 1 && rows >= 1 && columns == std::floor(columns) && rows == std::floor(rows)))
        return damaged(file, "ncols and nrows are missing or are no whole numbers above 0",
                       "mend the header");
    if (columns * rows > static_cast<double>(kMostPixels))
        return base::Error{
            base::ErrorCode::limit, file,
            base::to_text_fixed(columns, 0) + " x " + base::to_text_fixed(rows, 0) +
                " cells are too many for a text grid",
            "at most 67108864; cut it with gdalwarp -te, or convert it to GeoTIFF and give --extent"};
    const auto cells = static_cast<std::size_t>(columns * rows);
    if (cells > bytes.size())
        return damaged(file,
                       "its header promises " + base::to_text(std::uint64_t{cells}) +
                           " numbers, the file has only " + base::to_text(std::uint64_t{bytes.size()}) +
                           " bytes",
                       "take another copy of the file");
    SourceRaster s;
    s.file = file, s.format = "AAIGrid";
    s.width = static_cast<std::int64_t>(columns), s.height = static_cast<std::int64_t>(rows);
    const double dx = get({"dx", "cellsize"}), dy = get({"dy", "cellsize"});
    if (!(dx > 0 && dy > 0))
        return damaged(file, "cellsize (or dx and dy) is missing or not above 0", "mend the header");
    double west = get({"xllcorner"}), south = get({"yllcorner"});
    if (std::isnan(west)) west = get({"xllcenter", "xllcentre"}) - dx / 2;
    if (std::isnan(south)) south = get({"yllcenter", "yllcentre"}) - dy / 2;
    if (std::isnan(west) || std::isnan(south))
        return damaged(file, "xllcorner and yllcorner (or xllcenter and yllcenter) are missing",
                       "mend the header");
    s.to_map = {west, dx, 0, south + dy * rows, 0, -dy};
    s.to_pixel = {-west / dx, 1 / dx, 0, (south + dy * rows) / dy, 0, -1 / dy};
    s.nodata = get({"nodata_value", "nodata"});
    s.has_nodata = !std::isnan(s.nodata);
    s.text.reserve(cells);
    std::string_view word;
    while (s.text.size() < cells && words.next(word)) {
        double v = 0;
        if (!number(word, v))
            return damaged(file,
                           "'" + std::string(word.substr(0, 30)) + "' is no number (the " +
                               base::to_text(std::uint64_t{s.text.size() + 1}) + "th of the body)",
                           "mend the file");
        s.text.push_back(static_cast<float>(v));
    }
    if (s.text.size() < cells)
        return damaged(file,
                       "it breaks off: " + base::to_text(std::uint64_t{s.text.size()}) + " of " +
                           base::to_text(std::uint64_t{cells}) + " numbers are there",
                       "take another copy of the file");
    if (words.next(word)) s.note = "numbers after the last row were left out";
    return s;
}

}  // namespace linghe::atlas
