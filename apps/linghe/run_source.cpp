#include "run_source.hpp"

#include <algorithm>
#include <filesystem>

#include "linghe/base/bytes.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/record/view_reader.hpp"

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

/// The checksum of a whole file as the manifest tells it; nothing when it cannot be read.
std::string checksum_of(base::FileSystem& fs, base::File handle, std::uint64_t bytes) {
    std::vector<std::byte> piece(std::size_t{1} << 20);
    std::uint32_t crc = 0;
    for (std::uint64_t at = 0; at < bytes;) {
        const std::span<std::byte> part(piece.data(), std::min<std::uint64_t>(bytes - at, piece.size()));
        if (!fs.read_at(handle, at, part).ok()) return {};
        crc = base::crc32c(part, crc);
        at += part.size();
    }
    return base::hex16(crc).substr(8);
}

/// What of a view is not as it was written, minute by minute.
std::vector<std::string> view_damage(base::FileSystem& fs, const std::string& folder, bool ended) {
    const std::string name = record::kViewName;
    const auto reader = record::ViewReader::open(fs, folder + "/" + name);
    if (!reader.ok() && !ended) return {};  // killed before, or seen while, its header was written
    if (!reader.ok()) return {name + ": " + reader.error().message};
    std::vector<std::string> found = reader->damaged_chunks();
    if (ended && !reader->complete()) found.push_back(reader->dropped_why());
    for (auto& f : found) f = name + ": " + f;
    return found;
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
    // The manifest of a run that goes on lists no files yet: these two it needs to be resumed and drawn.
    for (const char* name : {record::kViewName, record::kStateName})
        if (manifest.state != "finished" && !fs.exists(folder + "/" + name))
            found.push_back(std::string{name} + " is missing");
    for (const auto& entry : manifest.files) {
        const std::string path = folder + "/" + entry.name;
        auto file = fs.open_read(path);
        if (!file.ok()) {
            found.push_back(entry.name + " cannot be opened");
            continue;
        }
        base::File handle = file.take();
        const auto bytes = fs.size(handle);
        const bool whole = bytes.ok() && bytes.value() == entry.bytes;
        const std::string checksum = whole ? checksum_of(fs, handle, entry.bytes) : std::string();
        (void)fs.close(handle);
        if (whole && checksum == entry.crc32c) continue;
        if (whole) {
            auto told =
                entry.name == record::kViewName ? view_damage(fs, folder, true) : std::vector<std::string>{};
            if (told.empty()) told.push_back(entry.name + " is not as it was written: its checksum is wrong");
            found.insert(found.end(), told.begin(), told.end());
            continue;
        }
        found.push_back(entry.name + " has " +
                        (bytes.ok() ? std::to_string(bytes.value()) : "an unknown number of") +
                        " bytes; it was written with " + std::to_string(entry.bytes));
    }
    // A run that goes on, or was stopped, has no list of files yet.
    if (manifest.files.empty() && fs.exists(folder + "/" + record::kViewName)) {
        const auto told = view_damage(fs, folder, manifest.state == "suspended");
        found.insert(found.end(), told.begin(), told.end());
    }
    return found;
}

}  // namespace linghe::app
