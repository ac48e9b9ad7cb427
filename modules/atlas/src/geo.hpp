// Geo: reference systems, coordinate transforms and GDAL's talk, behind a few small types.
// Used by the sources of this room that touch GDAL; all of them run in the child process of guard.hpp.
// Never leaves a message of GDAL on standard error: talk() keeps the last ones.
#pragma once
#include <gdal.h>
#include <ogr_srs_api.h>

#include <memory>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"

namespace linghe::atlas {

struct SrsEnd {
    void operator()(void* s) const noexcept { OSRDestroySpatialReference(s); }
};
using Srs = std::unique_ptr<void, SrsEnd>;
struct DatasetEnd {
    void operator()(void* d) const noexcept { GDALClose(d); }
};
using Dataset = std::unique_ptr<void, DatasetEnd>;

/// Registers the formats, takes care of the messages, and keeps GDAL off the network.
void open_gdal();
/// The last messages of GDAL since the last call, in one line; empty when it said nothing.
[[nodiscard]] std::string talk();

/// "EPSG:32651", a PROJ or WKT text, a .prj file. @param option  how the error names it, "--crs".
[[nodiscard]] base::Result<Srs> srs_of(const std::string& words, const std::string& option);
[[nodiscard]] Srs copy_of(OGRSpatialReferenceH srs);
/// "EPSG:4326 (WGS 84)", or the name alone.
[[nodiscard]] std::string told(OGRSpatialReferenceH srs);
[[nodiscard]] std::string code_of(OGRSpatialReferenceH srs);
[[nodiscard]] bool geographic(OGRSpatialReferenceH srs);

/// Coordinates from one system to another, x east (or longitude) first.
class Mapper {
public:
    [[nodiscard]] static base::Result<Mapper> between(OGRSpatialReferenceH from, OGRSpatialReferenceH to);
    /// False, and nothing changed, where a point cannot be mapped.
    [[nodiscard]] bool map(double& x, double& y) const;
    /// ok[i] is 0 where point i cannot be mapped.
    void map(std::vector<double>& x, std::vector<double>& y, std::vector<int>& ok) const;

private:
    struct End {
        void operator()(void* t) const noexcept {
            OCTDestroyCoordinateTransformation(static_cast<OGRCoordinateTransformationH>(t));
        }
    };
    std::unique_ptr<void, End> transform_;
};

}  // namespace linghe::atlas
