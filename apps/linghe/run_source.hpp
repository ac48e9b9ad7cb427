// run_source: from the name of a run folder to its manifest, with what is damaged told.
// Used by run (--resume), render, report and info.
// Never writes, and never reads more of a file than its size.
#pragma once
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/record/run_folder.hpp"

namespace linghe::app {

/// As record::read_manifest, but the error names the folder, and a run without its manifest is damaged, not absent.
base::Result<record::Manifest> manifest_of(base::FileSystem& fs, const std::string& folder);
/// As record::resumable, with the same care for its errors.
base::Result<record::Manifest> resumable_of(base::FileSystem& fs, const std::string& folder);
/// Files of a run that are missing or not as they were written, by length and checksum; of the view, which of its
/// chunks. Empty when all is well.
std::vector<std::string> damage_of(base::FileSystem& fs, const std::string& folder,
                                   const record::Manifest& manifest);

}  // namespace linghe::app
