// What: the viewer's own files: listed and read once at the start, then given by exact name out of memory.
// Who: the routes; the static export, which writes them.
// Never: looks at the disk for a name that a request holds; follows a symbolic link.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "linghe/base/result.hpp"

namespace linghe::serve {

struct WebFile {
    std::string bytes;
    std::string type;      ///< Content-Type
    std::string etag;      ///< with its quotes
    bool lasting = false;  ///< its name holds a hash of its content (assets/...): may be kept for ever
};

class WebFiles {
public:
    WebFiles() = default;
    /// All files under `folder`, which holds index.html. Errors: usage when it does not; limit beyond 4,096 files or 64 MB; io.
    [[nodiscard]] static base::Result<WebFiles> read(const std::string& folder);
    /// The file under a path such as "/assets/main.js"; "/" is the index. Null when there is none.
    [[nodiscard]] const WebFile* find(std::string_view path) const;
    [[nodiscard]] const std::map<std::string, WebFile, std::less<>>& all() const noexcept { return files_; }
    [[nodiscard]] bool empty() const noexcept { return files_.empty(); }

private:
    std::map<std::string, WebFile, std::less<>> files_;  ///< by path with its first slash
};

/// Content-Type by the ending of a name; "application/octet-stream" where it is none of ours.
[[nodiscard]] std::string content_type_of(std::string_view name);
/// Where the viewer's files lie: beside the program (../share/linghe/web, share/linghe/web), or in the source it was built
/// from (web/dist beside build). Empty when nowhere.
[[nodiscard]] std::string web_folder_of(const std::string& program);

}  // namespace linghe::serve
