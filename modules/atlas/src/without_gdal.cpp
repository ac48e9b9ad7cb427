// The room in a build without GDAL: it says so.
#include "linghe/atlas/import.hpp"

namespace linghe::atlas {

base::Result<Made> import_map(base::FileSystem&, const Request&, const Watch&) {
    return base::Error{
        base::ErrorCode::usage, "linghe terrain import", "this program was built without GDAL",
        "build it with -DLINGHE_GDAL=ON (package libgdal-dev), or draw the map as a sketch; maps that are "
        "imported already can be used by this program"};
}

std::string gdal_release() { return {}; }

}  // namespace linghe::atlas
