// Row log: the rows of a batch as blocks of an append-only log: one with the plan's fingerprint, then one a
// run as JSON.
// Used by batch.cpp and the room's tests.
// Never trusts a log of another batch, nor a row that does not fit this one.
#pragma once
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/lab/batch.hpp"

namespace linghe::lab {

inline constexpr std::uint16_t kPlanBlock = 1, kRowBlock = 2;

[[nodiscard]] std::string plan_text(const Prepared& prepared);
[[nodiscard]] std::string row_text(const Row& row);
/// Errors (corrupt): not JSON of this form, a run beyond the batch, another number of values.
[[nodiscard]] base::Result<Row> read_row(const Prepared& prepared, std::string_view text);

/// Rows of the log's valid prefix, by run; the same run twice: the first counts. Errors: io, invalid
/// (another batch), corrupt.
[[nodiscard]] base::Result<std::vector<Row>> read_rows(base::FileSystem& fs, const std::string& path,
                                                       const Prepared& prepared);

}  // namespace linghe::lab
