#include "run_source.hpp"

#include <filesystem>

namespace linghe::app {
namespace {

base::Error told_better(base::FileSystem& fs, const std::string& folder, base::Error error) {
    if (error.where == record::kManifestName || error.where == record::kPartialName)
        error.where = folder + "/" + error.where;
    const bool manifest =
        fs.exists(folder + "/" + record::kManifestName) || fs.exists(folder + "/" + record::kPartialName);
    if (!manifest &&
        (fs.exists(folder + "/" + record::kViewName) || fs.exists(folder + "/" + record::kStateName))) {
        return {base::ErrorCode::corrupt, folder,
                "this run has lost its manifest.json (or was killed before it had one)",
                "put manifest.json back from a copy, or fight the battle again into another folder"};
    }
    if (error.hint.empty()) error.hint = "linghe info " + folder + " tells what it holds";
    return error;
}

/// A pipe or a device in the place of a file of the run would be waited for for ever.
base::Result<void> only_files(const std::string& folder) {
    for (const char* name :
         {record::kManifestName, record::kPartialName, record::kViewName, record::kStateName}) {
        std::error_code ignored;
        const std::string path = folder + "/" + name;
        if (!std::filesystem::exists(path, ignored) || std::filesystem::is_regular_file(path, ignored))
            continue;
        return base::Error{base::ErrorCode::corrupt, path, "this is no file",
                           "put the file of the run back, or fight the battle again into another folder"};
    }
    return {};
}

}  // namespace

base::Result<record::Manifest> manifest_of(base::FileSystem& fs, const std::string& folder) {
    LINGHE_CHECK_OK(only_files(folder));
    auto manifest = record::read_manifest(fs, folder);
    if (!manifest.ok()) return told_better(fs, folder, manifest.error());
    return manifest;
}

base::Result<record::Manifest> resumable_of(base::FileSystem& fs, const std::string& folder) {
    LINGHE_CHECK_OK(only_files(folder));
    auto manifest = record::resumable(fs, folder);
    if (!manifest.ok()) return told_better(fs, folder, manifest.error());
    return manifest;
}

std::vector<std::string> damage_of(base::FileSystem& fs, const std::string& folder,
                                   const record::Manifest& manifest) {
    std::vector<std::string> found;
    for (const auto& entry : manifest.files) {
        const std::string path = folder + "/" + entry.name;
        auto file = fs.open_read(path);
        if (!file.ok()) {
            found.push_back(entry.name + " cannot be opened");
            continue;
        }
        base::File handle = file.take();
        const auto bytes = fs.size(handle);
        (void)fs.close(handle);
        if (bytes.ok() && bytes.value() == entry.bytes) continue;
        found.push_back(entry.name + " has " +
                        (bytes.ok() ? std::to_string(bytes.value()) : "an unknown number of") +
                        " bytes; it was written with " + std::to_string(entry.bytes));
    }
    return found;
}

}  // namespace linghe::app
