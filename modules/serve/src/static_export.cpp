#include "linghe/serve/static_export.hpp"

#include <filesystem>
#include <vector>

#include "disk_file.hpp"
#include "gallery.hpp"
#include "linghe/base/bytes.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/record/manifest.hpp"

namespace linghe::serve {
namespace {

namespace stdfs = std::filesystem;
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// Copies a file of the run; its checksum, as 8 hex digits.
base::Result<std::string> copy(base::FileSystem& fs, const std::string& from, const std::string& to,
                               ExportedSize& size) {
    LINGHE_TRY(const DiskFile file, DiskFile::open(from));
    LINGHE_TRY(base::File out, fs.open_excl(to));
    std::vector<char> piece(kPiece);
    std::uint32_t crc = 0;
    base::Result<void> written;
    for (std::uint64_t at = 0; written.ok();) {
        const std::size_t n = file.read_at(at, piece.data(), piece.size());
        if (n == 0) break;
        const auto bytes = std::as_bytes(std::span<const char>(piece.data(), n));
        crc = base::crc32c(bytes, crc);
        written = fs.write(out, bytes);
        at += n;
        size.bytes += n;
    }
    const auto closed = fs.close(out);
    LINGHE_CHECK_OK(written);
    LINGHE_CHECK_OK(closed);
    ++size.files;
    return base::hex16(crc).substr(8);
}

base::Result<void> put(base::FileSystem& fs, const std::string& path, const std::string& text,
                       ExportedSize& size) {
    LINGHE_CHECK_OK(fs.make_dirs(base::dir_of(path)));
    LINGHE_CHECK_OK(base::atomic_write(fs, path, std::string_view(text)));
    size.bytes += text.size();
    ++size.files;
    return {};
}

base::Result<void> write_all(base::FileSystem& fs, const RunEntry& run, const record::Manifest& manifest,
                             const WebFiles& web, const std::string& out, ExportedSize& size) {
    LINGHE_CHECK_OK(fs.make_dirs(out + "/data"));
    for (const char* name : {"view.lgv", "results.gpkg", "report.html", "notes.json"}) {
        const std::string from = run.folder + "/" + name;
        if (!fs.exists(from)) continue;
        LINGHE_TRY(const std::string crc, copy(fs, from, out + "/data/" + name, size));
        for (const auto& entry : manifest.files) {
            if (entry.name != name || entry.crc32c == crc) continue;
            return base::Error{base::ErrorCode::corrupt, from,
                               "is not as it was written: its checksum is wrong",
                               "linghe info tells what is damaged; fight the battle again"};
        }
    }
    LINGHE_CHECK_OK(put(fs, out + "/data/gallery.json", Gallery::json_of(run), size));
    for (const auto& [path, file] : web.all())
        if (path != "/index.html") LINGHE_CHECK_OK(put(fs, out + path, file.bytes, size));
    return put(fs, out + "/index.html", static_index(web.find("/")->bytes), size);
}

}  // namespace

std::string static_index(std::string page) {
    const std::string mark = "<meta name=\"linghe-mode\" content=\"static\">";
    if (const auto old = page.find("<meta name=\"linghe-mode\""); old != std::string::npos) {
        const auto end = page.find('>', old);
        if (end != std::string::npos) return page.replace(old, end - old + 1, mark);
    }
    const auto head = page.find("<head");
    const auto end = head == std::string::npos ? std::string::npos : page.find('>', head);
    return end == std::string::npos ? mark + page : page.insert(end + 1, mark);
}

base::Result<ExportedSize> export_web(base::FileSystem& fs, const std::string& run, const WebFiles& web,
                                      const std::string& out) {
    LINGHE_TRY(const RunEntry entry, Gallery::look_at(fs, run));
    LINGHE_TRY(const record::Manifest manifest, record::read_manifest(fs, run));
    if (entry.files.count("view.lgv") == 0)
        return base::Error{base::ErrorCode::corrupt, run, "it has no view.lgv", "fight the battle again"};
    std::error_code ignored;
    const bool there = stdfs::exists(out, ignored);
    if (there && !(stdfs::is_directory(out, ignored) && stdfs::is_empty(out, ignored)))
        return base::Error{base::ErrorCode::usage, out,
                           "is there already, and nothing of yours is overwritten",
                           "name another folder with --out"};
    ExportedSize size;
    const auto written = write_all(fs, entry, manifest, web, out, size);
    if (written.ok()) return size;
    // Only what was made here: the folder was not there, or was empty.
    stdfs::remove_all(out, ignored);
    if (there) stdfs::create_directory(out, ignored);
    return written.error();
}

}  // namespace linghe::serve
