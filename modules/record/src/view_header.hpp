// What: makes the header of a view file from a Model, and turns it into bytes and back.
// Who: ViewWriter and ViewReader.
// Never: enters the record hash; it names the build.
#pragma once
#include <span>
#include <string>

#include "codec.hpp"
#include "linghe/model/model.hpp"
#include "linghe/record/view_types.hpp"
#include "linghe/record/view_writer.hpp"

namespace linghe::record {

/// @param smoke_cells rows of world.smoke, to find its grid when the options do not give it.
[[nodiscard]] ViewHeader make_view_header(const model::Model& model, std::size_t smoke_cells,
                                          const ViewOptions& options);
/// Payload of the header block: magic, version, length, JSON, then the layers compressed.
[[nodiscard]] base::Result<Stream> encode_view_header(const ViewHeader& header, Zstd& zstd);
[[nodiscard]] base::Result<ViewHeader> decode_view_header(std::span<const std::uint8_t> payload, Zstd& zstd);

}  // namespace linghe::record
