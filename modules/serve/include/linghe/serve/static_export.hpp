// What: one run and the viewer as a folder that plays from any file server, without ours.
// Who: `linghe export web`.
// Never: overwrites a folder that holds anything; leaves a folder that looks whole and is not (index.html comes last).
#pragma once
#include <string>

#include "linghe/base/file.hpp"
#include "linghe/serve/web_files.hpp"

namespace linghe::serve {

struct ExportedSize {
    std::uint64_t files = 0, bytes = 0;
};
/// Writes index.html (with <meta name="linghe-mode" content="static">), the viewer's assets, data/view.lgv and data/gallery.json;
/// results.gpkg, report.html and notes.json too where the run has them.
/// Errors: usage (no run, folder not empty), corrupt (a view that is not as it was written), io.
[[nodiscard]] base::Result<ExportedSize> export_web(base::FileSystem& fs, const std::string& run,
                                                    const WebFiles& web, const std::string& out);
/// An index page told that it is static: the mark is put in behind <head>, or put right where the page has one already.
[[nodiscard]] std::string static_index(std::string page);

}  // namespace linghe::serve
