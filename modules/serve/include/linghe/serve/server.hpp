// What: the local server of the viewer: loopback only, one loop, until it is asked to stop.
// Who: `linghe serve`.
// Never: listens beyond this machine; answers data without the token; keeps anything but what the user asked it to.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"

namespace linghe::serve {

struct Options {
    std::vector<std::string> folders;     ///< in which runs and battles are looked for, three levels deep
    std::string runs = "runs";            ///< where new runs are kept; is looked into as well
    std::string scenarios = "scenarios";  ///< where battles made in the browser are kept; likewise
    std::string web;      ///< folder of the viewer's files; empty: the server answers without a page
    std::string program;  ///< this program: jobs and questions are calls of it
    std::string release, build;
    std::uint16_t port = 0;  ///< 0: one that is free
    unsigned jobs = 1;       ///< battles fought at once
};
/// Where it can be reached.
struct Address {
    std::uint16_t port = 0;
    std::string url;  ///< http://127.0.0.1:PORT/#token=T
    std::string token;
};

/// Serves until SIGINT, SIGTERM or SIGHUP; battles under way are stopped so that they can be resumed. A second signal ends at
/// once. @param ready called once it listens. @return 0, or 130 after a second signal.
/// Errors: io (port taken, no web files), usage, limit.
[[nodiscard]] base::Result<int> serve(base::FileSystem& fs, const Options& options,
                                      const std::function<void(const Address&)>& ready);

}  // namespace linghe::serve
