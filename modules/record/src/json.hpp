// What: the JSON texts of this room; the only place that knows the JSON library.
// Who: the header of the view file, the manifest, the warnings.
// Never: throws out of this room; a text that is no good is an Error (corrupt).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/record/manifest.hpp"
#include "linghe/record/view_types.hpp"

namespace linghe::record {

/// All of the header but layers and men's columns.
[[nodiscard]] std::string view_header_json(const ViewHeader& header);
[[nodiscard]] base::Result<ViewHeader> view_header_from_json(std::string_view text);
[[nodiscard]] std::string manifest_json(const Manifest& manifest);
[[nodiscard]] base::Result<Manifest> manifest_from_json(std::string_view text);
[[nodiscard]] std::string warnings_json(const std::vector<std::string>& warnings);

}  // namespace linghe::record
