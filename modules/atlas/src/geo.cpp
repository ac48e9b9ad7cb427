#include "geo.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <ogr_api.h>

#include <cmath>
#include <cstring>

namespace linghe::atlas {
namespace {

std::vector<std::string>& messages() {
    static std::vector<std::string> list;
    return list;
}

void CPL_STDCALL keep(CPLErr level, CPLErrorNum, const char* text) {
    if (level == CE_Debug || text == nullptr) return;
    std::string line(text, strnlen(text, 400));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 32) c = ' ';
    auto& list = messages();
    if (!list.empty() && list.back() == line) return;
    if (list.size() >= 4) list.erase(list.begin());
    list.push_back(std::move(line));
}

}  // namespace

void open_gdal() {
    CPLSetErrorHandler(keep);
    // A map file is a file of this machine: no driver of ours fetches anything.
    CPLSetConfigOption("GDAL_HTTP_MAX_RETRY", "0");
    CPLSetConfigOption("GDAL_HTTP_TIMEOUT", "1");
    CPLSetConfigOption("PROJ_NETWORK", "OFF");
    CPLSetConfigOption("GDAL_CACHEMAX", "256");
    CPLSetConfigOption("GDAL_PAM_ENABLED", "YES");
    CPLSetConfigOption("OGR_INTERLEAVED_READING", "NO");
    GDALAllRegister();
    for (const char* name :
         {"HTTP", "WMS", "WMTS", "WCS", "WFS", "OAPIF", "OGCAPI", "PLMosaic", "CSW", "GeoJSONSeq_url"})
        if (const auto driver = GDALGetDriverByName(name)) GDALDeregisterDriver(driver);
}

std::string talk() {
    std::string all;
    for (const std::string& line : messages()) all += (all.empty() ? "" : "; ") + line;
    messages().clear();
    return all;
}

base::Result<Srs> srs_of(const std::string& words, const std::string& option) {
    Srs srs(OSRNewSpatialReference(nullptr));
    (void)talk();
    if (words.empty() || words.size() > 100'000 || words.rfind("http", 0) == 0 ||
        OSRSetFromUserInput(srs.get(), words.c_str()) != OGRERR_NONE) {
        const std::string said = talk();
        return base::Error{
            base::ErrorCode::usage, option,
            "'" + words.substr(0, 80) + "' is no reference system" + (said.empty() ? "" : " (" + said + ")"),
            "give a code like EPSG:32651, or auto"};
    }
    OSRSetAxisMappingStrategy(srs.get(), OAMS_TRADITIONAL_GIS_ORDER);
    return srs;
}

Srs copy_of(OGRSpatialReferenceH srs) {
    Srs copy(OSRClone(srs));
    OSRSetAxisMappingStrategy(copy.get(), OAMS_TRADITIONAL_GIS_ORDER);
    return copy;
}

std::string code_of(OGRSpatialReferenceH srs) {
    const char* name = OSRGetAuthorityName(srs, nullptr);
    const char* code = OSRGetAuthorityCode(srs, nullptr);
    return name != nullptr && code != nullptr ? std::string(name) + ":" + code : "";
}

std::string told(OGRSpatialReferenceH srs) {
    const char* name = OSRGetName(srs);
    const std::string code = code_of(srs), words = name != nullptr ? name : "unnamed";
    return code.empty() ? words : code + " (" + words + ")";
}

bool geographic(OGRSpatialReferenceH srs) { return OSRIsGeographic(srs) != 0 && OSRIsProjected(srs) == 0; }

base::Result<Mapper> Mapper::between(OGRSpatialReferenceH from, OGRSpatialReferenceH to) {
    Mapper m;
    (void)talk();
    m.transform_.reset(OCTNewCoordinateTransformation(from, to));
    if (m.transform_ == nullptr)
        return base::Error{base::ErrorCode::invalid, "reference system",
                           "no way is known from " + told(from) + " to " + told(to) + ": " + talk(),
                           "give another --crs, or the right --source-crs"};
    return m;
}

bool Mapper::map(double& x, double& y) const {
    double px = x, py = y;
    int ok = 0;
    OCTTransformEx(static_cast<OGRCoordinateTransformationH>(transform_.get()), 1, &px, &py, nullptr, &ok);
    if (ok == 0 || !std::isfinite(px) || !std::isfinite(py)) return false;
    x = px, y = py;
    return true;
}

void Mapper::map(std::vector<double>& x, std::vector<double>& y, std::vector<int>& ok) const {
    ok.assign(x.size(), 0);
    OCTTransformEx(static_cast<OGRCoordinateTransformationH>(transform_.get()), static_cast<int>(x.size()),
                   x.data(), y.data(), nullptr, ok.data());
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!std::isfinite(x[i]) || !std::isfinite(y[i])) ok[i] = 0;
}

}  // namespace linghe::atlas
