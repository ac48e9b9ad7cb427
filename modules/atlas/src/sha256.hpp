// SHA-256 of FIPS 180-4, for the provenance of a map: a number anybody can check with sha256sum.
// Used by this room only.
// Never meant to guard secrets.
#pragma once
#include <string>
#include <string_view>

namespace linghe::atlas {
/// 64 lower-case hex digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
}  // namespace linghe::atlas
