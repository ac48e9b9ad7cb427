#include "linghe/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace linghe::base {
namespace {

// Length of the well-formed sequence that begins at text[i], or 0; RFC 3629 table of byte ranges.
std::size_t sequence_length(std::string_view text, std::size_t i, char32_t& point) noexcept {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned a = at(i);
    if (a < 0x80) {
        point = a;
        return 1;
    }
    const std::size_t n = a >= 0xc2 && a <= 0xdf ? 2 : (a >> 4) == 0xe ? 3 : a >= 0xf0 && a <= 0xf4 ? 4 : 0;
    if (n == 0 || text.size() - i < n) return 0;
    point = a & (0x7fu >> n);
    for (std::size_t k = 1; k < n; ++k) {
        const unsigned b = at(i + k);
        if ((b & 0xc0) != 0x80) return 0;
        point = (point << 6) | (b & 0x3f);
    }
    const bool overlong = (n == 3 && point < 0x800) || (n == 4 && point < 0x10000);
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return overlong || surrogate || point > 0x10ffff ? 0 : n;
}

// Code points; a byte that belongs to none counts as one.
std::u32string points_of(std::string_view text) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size();) {
        char32_t p = 0;
        const std::size_t n = sequence_length(text, i, p);
        out.push_back(n == 0 ? 0xfffd : p);
        i += n == 0 ? 1 : n;
    }
    return out;
}

std::size_t distance_of(const std::u32string& a, const std::u32string& b) {
    std::vector<std::size_t> two_back(b.size() + 1), back(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) back[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({back[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], two_back[j - 2] + 1);
            }
        }
        std::swap(two_back, back);
        std::swap(back, row);
    }
    return back[b.size()];
}

template <class T>
std::string shortest(T value) {
    if (!std::isfinite(value)) return "null";
    std::array<char, 64> buffer;
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), done.ptr);
}
template <class T>
std::string decimal(T value) {
    std::array<char, 24> buffer;
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), done.ptr);
}
Error not_a_number(std::string_view text, const char* hint) {
    std::string message = "not a number: ";
    message += text.substr(0, 40);
    return Error{ErrorCode::invalid, "number", std::move(message), hint};
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    return distance_of(points_of(a), points_of(b));
}

std::optional<std::string> did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
    constexpr std::size_t longest =
        256;  // the distance is quadratic; a name beyond this is not a slip of the pen
    const std::u32string wanted = points_of(name.substr(0, 4 * longest));
    if (wanted.empty() || wanted.size() > longest) return std::nullopt;
    const std::size_t allowed = std::max<std::size_t>(1, wanted.size() / 3);
    std::size_t best = allowed + 1;
    std::optional<std::string> answer;
    for (const std::string_view candidate : known) {
        const std::u32string other = points_of(candidate.substr(0, 4 * longest));
        if (other.size() > longest) continue;
        const std::size_t d = distance_of(wanted, other);
        // A single sign that differs wholly is no resemblance.
        if (d < best && d < std::max(wanted.size(), other.size())) {
            best = d;
            answer = std::string(candidate);
        }
    }
    if (answer || wanted.size() < 3) return answer;
    for (const std::string_view candidate : known) {
        if (candidate.substr(0, name.size()) == name) return std::string(candidate);
    }
    return std::nullopt;
}

bool utf8_valid(std::string_view text, std::size_t* bad_offset) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        char32_t p = 0;
        const std::size_t n = sequence_length(text, i, p);
        if (n == 0) {
            if (bad_offset) *bad_offset = i;
            return false;
        }
        i += n;
    }
    return true;
}

std::string to_text(double value) { return shortest(value); }
std::string to_text(float value) { return shortest(value); }
std::string to_text(std::int64_t value) { return decimal(value); }
std::string to_text(std::uint64_t value) { return decimal(value); }

std::string to_text_fixed(double value, int decimals) {
    if (!std::isfinite(value)) return "null";
    std::array<char, 400> buffer;
    const int places = std::clamp(decimals, 0, 9);
    const auto done =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, places);
    std::string out(buffer.data(), done.ptr);
    if (out[0] == '-' && out.find_first_not_of("-0.") == std::string::npos) out.erase(0, 1);
    return out;
}

Result<double> parse_double(std::string_view text) {
    const char* const end = text.data() + text.size();
    double value = 0;
    const auto done = std::from_chars(text.data(), end, value, std::chars_format::general);
    if (done.ec != std::errc{} || done.ptr != end || !std::isfinite(value)) {
        return not_a_number(text, "digits with a decimal point, as 12.5 or 1e3, and nothing else");
    }
    return value;
}

Result<std::int64_t> parse_int(std::string_view text) {
    const char* const end = text.data() + text.size();
    std::int64_t value = 0;
    const auto done = std::from_chars(text.data(), end, value);
    if (done.ec != std::errc{} || done.ptr != end) {
        return not_a_number(text, "a whole number in digits, as 1500 or -3, and nothing else");
    }
    return value;
}

}  // namespace linghe::base
