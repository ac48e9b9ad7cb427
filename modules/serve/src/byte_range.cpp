#include "linghe/serve/byte_range.hpp"

#include <algorithm>
#include <optional>

namespace linghe::serve {
namespace {

/// A decimal number of 1 to 19 digits; nothing else, no sign, no space.
std::optional<std::uint64_t> number(std::string_view text) noexcept {
    if (text.empty() || text.size() > 19) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return value;
}

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace

ByteRange byte_range(std::string_view header, std::uint64_t size) noexcept {
    const ByteRange whole{RangeKind::whole, 0, size};
    constexpr std::string_view kUnit = "bytes=";
    header = trimmed(header);
    if (header.substr(0, kUnit.size()) != kUnit) return whole;
    const std::string_view span = trimmed(header.substr(kUnit.size()));
    const std::size_t dash = span.find('-');
    if (dash == std::string_view::npos || span.find(',') != std::string_view::npos) return whole;
    const std::string_view first = span.substr(0, dash), last = span.substr(dash + 1);
    if (first.empty()) {  // the last so many bytes
        const auto suffix = number(last);
        if (!suffix) return whole;
        if (*suffix == 0 || size == 0) return {RangeKind::beyond, 0, 0};
        const std::uint64_t length = std::min(*suffix, size);
        return {RangeKind::part, size - length, length};
    }
    const auto from = number(first);
    const auto to = last.empty() ? std::optional<std::uint64_t>(UINT64_MAX) : number(last);
    if (!from || !to || *to < *from) return whole;
    if (*from >= size) return {RangeKind::beyond, 0, 0};
    return {RangeKind::part, *from, std::min(*to, size - 1) - *from + 1};
}

bool if_range_holds(std::string_view if_range, std::string_view etag) noexcept {
    const std::string_view given = trimmed(if_range);
    return given.empty() || (given.front() == '"' && given == etag);
}

bool none_match_names(std::string_view header, std::string_view etag) noexcept {
    while (!header.empty()) {
        const std::size_t comma = header.find(',');
        std::string_view tag = trimmed(header.substr(0, comma));
        header = comma == std::string_view::npos ? std::string_view{} : header.substr(comma + 1);
        if (tag == "*") return true;
        if (tag.substr(0, 2) == "W/") tag.remove_prefix(2);
        if (!tag.empty() && tag == etag) return true;
    }
    return false;
}

}  // namespace linghe::serve
