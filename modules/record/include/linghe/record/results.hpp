// What: results.gpkg, a GeoPackage of a run's ledger, which pandas, R, QGIS and SQLite open as it is.
// Who: RunFolder at the end of a run; `linghe export`.
// Never: the only copy of anything; built whole in memory and put in place in one move.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/record/ledger.hpp"
#include "linghe/record/manifest.hpp"

namespace linghe::record {

/// The bytes of the file. When they pass limits::kResultsBytes, nameless leaders' tracks are thinned to 30 s,
/// then left
/// out; `note` then says so.
base::Result<std::vector<std::byte>> results_gpkg(const model::Model& model, const Ledger& ledger,
                                                  const Manifest& manifest, std::string* note = nullptr);
base::Result<void> write_results(base::FileSystem& fs, const std::string& path, const model::Model& model,
                                 const Ledger& ledger, const Manifest& manifest, std::string* note = nullptr);

}  // namespace linghe::record
