#include "linghe/serve/web_files.hpp"

#include <array>
#include <filesystem>
#include <utility>

#include "disk_file.hpp"
#include "linghe/base/hash.hpp"

namespace linghe::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 4096;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;

base::Result<void> take(const fs::path& path, const std::string& name, std::uint64_t& left,
                        std::map<std::string, WebFile, std::less<>>& to) {
    LINGHE_TRY(const DiskFile file, DiskFile::open(path.string()));
    if (file.size() > left || to.size() >= kMostFiles)
        return base::Error{base::ErrorCode::limit, path.string(),
                           "the viewer's files are too many or too large",
                           "at most 4096 files and 64 MB; give --web the folder of the built viewer"};
    left -= file.size();
    WebFile entry;
    entry.bytes.resize(static_cast<std::size_t>(file.size()));
    if (file.read_at(0, entry.bytes.data(), entry.bytes.size()) != entry.bytes.size())
        return base::Error{base::ErrorCode::io, path.string(), "cannot be read to its end", "try again"};
    entry.type = content_type_of(name);
    entry.etag = '"' + base::hex16(base::hash_text(entry.bytes)) + '"';
    entry.lasting = name.rfind("/assets/", 0) == 0;
    to.emplace(name, std::move(entry));
    return {};
}

}  // namespace

base::Result<WebFiles> WebFiles::read(const std::string& folder) {
    std::error_code error;
    WebFiles web;
    std::uint64_t left = kMostBytes;
    auto at = fs::recursive_directory_iterator(folder, error);
    for (const auto end = fs::recursive_directory_iterator(); !error && at != end; at.increment(error)) {
        if (at->is_symlink() || !at->is_regular_file()) continue;
        const std::string name = "/" + fs::path(at->path()).lexically_relative(folder).generic_string();
        LINGHE_CHECK_OK(take(at->path(), name, left, web.files_));
    }
    if (error)
        return base::Error{base::ErrorCode::io, folder, error.message(),
                           "give --web the folder of the built viewer"};
    if (web.find("/") == nullptr)
        return base::Error{base::ErrorCode::usage, folder, "there is no index.html in it",
                           "give --web the folder of the built viewer"};
    return web;
}

const WebFile* WebFiles::find(std::string_view path) const {
    const auto found = files_.find(path == "/" ? std::string_view("/index.html") : path);
    return found == files_.end() ? nullptr : &found->second;
}

std::string content_type_of(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kTypes = {{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".woff", "font/woff"},
        {".ttf", "font/ttf"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json; charset=utf-8"},
        {".gpkg", "application/geopackage+sqlite3"},
    }};
    for (const auto& [ending, type] : kTypes)
        if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending)
            return std::string(type);
    return "application/octet-stream";
}

std::string web_folder_of(const std::string& program) {
    const fs::path bin = fs::path(program).parent_path();
    for (const char* place : {"../share/linghe/web", "share/linghe/web", "../../../web/dist"}) {
        std::error_code ignored;
        const fs::path folder = (bin / place).lexically_normal();
        if (fs::is_regular_file(folder / "index.html", ignored)) return folder.string();
    }
    return {};
}

}  // namespace linghe::serve
