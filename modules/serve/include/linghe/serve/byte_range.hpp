// What: the Range header of HTTP (RFC 9110, section 14) for one file: a single span of bytes, the whole, or refused.
// Who: the routes that give files.
// Never: more than one span (many spans of one small file are an old way to exhaust a server); never past the end.
#pragma once
#include <cstdint>
#include <string_view>

namespace linghe::serve {

enum class RangeKind : std::uint8_t {
    whole,   ///< 200: no range, or one that is to be ignored (another unit, malformed)
    part,    ///< 206: `from` and `length`
    beyond,  ///< 416: well-formed, and nothing of it lies in the file
};
struct ByteRange {
    RangeKind kind = RangeKind::whole;
    std::uint64_t from = 0, length = 0;  ///< bytes; of `whole` the whole file
};

/// @param header the value of Range, or empty. @param size of the file in bytes.
/// Several spans ("bytes=0-1,5-6") give `whole`, as the RFC allows; a number of more than 19 digits counts as malformed.
[[nodiscard]] ByteRange byte_range(std::string_view header, std::uint64_t size) noexcept;

/// If-Range: true when Range may be honoured: the header is missing, or it is this strong entity tag. A weak tag and a date
/// never match: then the whole file is given.
[[nodiscard]] bool if_range_holds(std::string_view if_range, std::string_view etag) noexcept;
/// If-None-Match: true when one of its tags, or "*", names this version.
[[nodiscard]] bool none_match_names(std::string_view header, std::string_view etag) noexcept;

}  // namespace linghe::serve
