#include "source.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"

namespace linghe::atlas {
namespace {

constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 30;

base::Error refuse(const std::string& file, const std::string& what, const std::string& mend) {
    return {base::ErrorCode::invalid, file, what, mend};
}

base::Result<void> is_plain(base::FileSystem& fs, const std::string& file) {
    std::error_code ignored;
    const auto status = std::filesystem::status(file, ignored);
    if (file.rfind("/vsi", 0) == 0 || file.find("://") != std::string::npos)
        return base::Error{base::ErrorCode::usage, file, "is no file of this machine",
                           "download or unpack it, and name the file"};
    if (!fs.exists(file))
        return base::Error{base::ErrorCode::io, file, "there is no such file", "is the path right?"};
    if (status.type() != std::filesystem::file_type::regular &&
        status.type() != std::filesystem::file_type::directory)
        return base::Error{base::ErrorCode::io, file, "it is a pipe or a device, no file",
                           "save it as a file and name that"};
    return {};
}

/// Metres in a unit of height; 0 when the word is unknown.
double metres_in(std::string word) {
    for (char& c : word)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (word.empty() || word == "m" || word == "metre" || word == "meter" || word == "metres" ||
        word == "meters" || word == "[m]")
        return 1;
    if (word == "ft" || word == "foot" || word == "feet" || word == "international foot") return 0.3048;
    if (word == "us-ft" || word == "us survey foot" || word == "foot_us" || word == "ftus" ||
        word == "us foot")
        return 1200.0 / 3937.0;
    if (word == "cm" || word == "centimetre" || word == "centimeter") return 0.01;
    if (word == "dm" || word == "decimetre" || word == "decimeter") return 0.1;
    if (word == "km") return 1000;
    return 0;
}

base::Result<void> take_units(GDALRasterBandH band, const Request& request, SourceRaster& s) {
    const char* declared = GDALGetRasterUnitType(band);
    const std::string word = !request.units.empty() ? request.units : declared != nullptr ? declared : "";
    const double metres = metres_in(word);
    if (!(metres > 0))
        return refuse(
            s.file, "its heights are in '" + word.substr(0, 40) + "', which is no unit of height known here",
            "say --units m, ft, us-ft or cm");
    int has_scale = 0, has_offset = 0;
    const double scale = GDALGetRasterScale(band, &has_scale),
                 offset = GDALGetRasterOffset(band, &has_offset);
    s.factor = metres * (has_scale != 0 ? scale : 1), s.offset = metres * (has_offset != 0 ? offset : 0);
    if (!std::isfinite(s.factor) || !std::isfinite(s.offset) || s.factor == 0)
        return refuse(s.file, "its scale or offset is no number",
                      "set them with gdal_translate -a_scale 1 -a_offset 0");
    if (metres != 1) s.note = "heights in " + word + ", taken as " + base::to_text(metres) + " m";
    return {};
}

base::Result<void> take_band(What what, const Request& request, SourceRaster& s) {
    const int bands = GDALGetRasterCount(s.dataset.get());
    if (bands < 1)
        return refuse(s.file, "it holds no band of numbers",
                      "name a raster; files of points and lines go to --vectors");
    if (what == What::elevation && request.band > bands)
        return base::Error{base::ErrorCode::usage, "--band",
                           s.file + " has " + base::to_text(bands) + " bands",
                           "give a number from 1 to " + base::to_text(bands)};
    s.band = what == What::elevation && request.band > 0 ? request.band : 1;
    const auto band = GDALGetRasterBand(s.dataset.get(), s.band);
    if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0)
        return refuse(s.file, "its numbers are complex", "name a raster of heights");
    int has = 0;
    s.nodata = GDALGetRasterNoDataValue(band, &has);
    s.has_nodata = has != 0;
    if (what == What::cover) return {};
    const auto colour = GDALGetRasterColorInterpretation(band);
    if (request.band == 0 &&
        (colour == GCI_RedBand || (bands >= 3 && colour != GCI_Undefined && colour != GCI_GrayIndex)))
        return refuse(s.file, "it is a picture in colours, not a grid of heights",
                      "name the elevation file; if a band does hold heights, say which: --band 1");
    if (GDALGetRasterColorTable(band) != nullptr && request.band == 0)
        return refuse(s.file, "its numbers are colours of a table, not heights",
                      "name the elevation file, or say --band 1");
    if (bands > 1 && request.band == 0) s.note = "band 1 of " + base::to_text(bands) + " was taken";
    return take_units(band, request, s);
}

base::Result<void> take_frame(SourceRaster& s) {
    std::array<double, 6>& t = s.to_map;
    if (GDALGetGeoTransform(s.dataset.get(), t.data()) != CE_None) {
        const bool points = GDALGetGCPCount(s.dataset.get()) > 0;
        return refuse(
            s.file,
            points ? "it is tied to the ground by control points only"
                   : "it does not say where on Earth it lies",
            points
                ? "straighten it first: gdalwarp -t_srs EPSG:4326 IN OUT"
                : "georeference it (QGIS, or gdal_translate -a_ullr WEST NORTH EAST SOUTH -a_srs EPSG:...)");
    }
    for (const double v : t)
        if (!std::isfinite(v)) return refuse(s.file, "its georeference is no number", "georeference it anew");
    const double det = t[1] * t[5] - t[2] * t[4];
    if (det == 0 || GDALInvGeoTransform(t.data(), s.to_pixel.data()) == 0)
        return refuse(s.file, "its pixels have no size", "georeference it anew");
    return {};
}

base::Result<SourceRaster> open_gdal_source(const std::string& file, What what, const Request& request) {
    SourceRaster s;
    s.file = file;
    (void)talk();
    s.dataset.reset(GDALOpenEx(file.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                               nullptr, nullptr, nullptr));
    if (s.dataset == nullptr) {
        const std::string said = talk();
        return base::Error{base::ErrorCode::corrupt, file,
                           "it cannot be read as a raster" + (said.empty() ? "" : ": " + said),
                           "is it a raster that gdalinfo can read? If it is damaged, take another copy"};
    }
    if (const auto driver = GDALGetDatasetDriver(s.dataset.get())) s.format = GDALGetDriverShortName(driver);
    s.width = GDALGetRasterXSize(s.dataset.get()), s.height = GDALGetRasterYSize(s.dataset.get());
    if (s.width < 1 || s.height < 1) return refuse(file, "it holds no pixel", "name a raster of heights");
    LINGHE_CHECK_OK(take_band(what, request, s));
    LINGHE_CHECK_OK(take_frame(s));
    if (const auto srs = GDALGetSpatialRef(s.dataset.get())) s.srs = copy_of(srs);
    return s;
}

base::Result<void> take_srs(const Request& request, SourceRaster& s) {
    if (s.srs != nullptr && OSRIsLocal(s.srs.get()) != 0) s.srs.reset();
    if (s.srs == nullptr) {
        if (request.source_crs.empty())
            return refuse(s.file, "it does not name its reference system",
                          "say which it is: --source-crs EPSG:4326 (or another code)");
        LINGHE_TRY(s.srs, srs_of(request.source_crs, "--source-crs"));
        s.note +=
            (s.note.empty() ? "" : "; ") + std::string("its reference system was given by --source-crs");
    }
    if (OSRIsGeographic(s.srs.get()) == 0 && OSRIsProjected(s.srs.get()) == 0)
        return refuse(s.file, "its reference system " + told(s.srs.get()) + " has no place on Earth",
                      "say which it is: --source-crs EPSG:...");
    return {};
}

}  // namespace

double SourceRaster::turn_px() const noexcept {
    return srs != nullptr && geographic(srs.get()) && to_map[2] == 0 && to_map[4] == 0
               ? 360.0 / std::fabs(to_map[1])
               : 0;
}

base::Result<SourceRaster> open_source(base::FileSystem& fs, const std::string& file, What what,
                                       const Request& request) {
    LINGHE_CHECK_OK(is_plain(fs, file));
    SourceRaster s;
    std::string head(64, '\0');
    LINGHE_TRY(auto handle, fs.open_read(file));
    const auto n = fs.sys_read_at(handle.handle, 0, std::as_writable_bytes(std::span<char>(head)));
    head.resize(n > 0 ? static_cast<std::size_t>(n) : 0);  // a folder has no bytes; some rasters are folders
    LINGHE_CHECK_OK(fs.close(handle));
    const bool text = looks_like_text_grid(head);
    if (text) {
        LINGHE_TRY(const std::string bytes, fs.read_text(file, kMostTextBytes));
        LINGHE_TRY(s, read_text_grid(file, bytes));
        const std::string prj = std::filesystem::path(file).replace_extension(".prj").string();
        if (fs.exists(prj)) {
            LINGHE_TRY(const std::string words, fs.read_text(prj, 100'000));
            LINGHE_TRY(s.srs, srs_of(words, prj));
        }
        if (what == What::elevation) {
            s.factor = metres_in(request.units);
            if (!(s.factor > 0))
                return base::Error{base::ErrorCode::usage, "--units",
                                   "'" + request.units + "' is no unit of height known here",
                                   "say m, ft, us-ft or cm"};
        }
    } else {
        LINGHE_TRY(s, open_gdal_source(file, what, request));
    }
    LINGHE_CHECK_OK(take_srs(request, s));
    if (what == What::elevation && !request.nodata.empty()) {
        const auto v = base::parse_double(request.nodata);
        if (!v.ok())
            return base::Error{base::ErrorCode::usage, "--nodata", "'" + request.nodata + "' is no number",
                               "as in --nodata -9999"};
        s.more_nodata = v.value(), s.has_more_nodata = true;
    }
    return s;
}

base::Result<Window> read_window(const SourceRaster& s, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                                 std::int64_t y1) {
    Window w;
    w.x0 = std::clamp<std::int64_t>(x0, 0, s.width), w.y0 = std::clamp<std::int64_t>(y0, 0, s.height);
    w.width = std::clamp<std::int64_t>(x1, 0, s.width) - w.x0,
    w.height = std::clamp<std::int64_t>(y1, 0, s.height) - w.y0;
    if (w.width < 1 || w.height < 1) return w;
    if (w.width > kMostPixels / w.height)
        return base::Error{
            base::ErrorCode::limit, s.file,
            base::to_text(w.width) + " x " + base::to_text(w.height) + " pixels of it would be needed",
            "at most 67108864: give a smaller --extent, or thin the file with gdalwarp -tr"};
    const auto pixels = static_cast<std::size_t>(w.width * w.height);
    std::vector<double> row(static_cast<std::size_t>(w.width));
    w.value.resize(pixels);
    (void)talk();
    for (std::int64_t y = 0; y < w.height; ++y) {
        if (s.dataset == nullptr) {
            for (std::int64_t x = 0; x < w.width; ++x)
                row[static_cast<std::size_t>(x)] =
                    static_cast<double>(s.text[static_cast<std::size_t>((w.y0 + y) * s.width + w.x0 + x)]);
        } else if (GDALRasterIO(GDALGetRasterBand(s.dataset.get(), s.band), GF_Read, static_cast<int>(w.x0),
                                static_cast<int>(w.y0 + y), static_cast<int>(w.width), 1, row.data(),
                                static_cast<int>(w.width), 1, GDT_Float64, 0, 0) != CE_None) {
            return base::Error{base::ErrorCode::corrupt, s.file,
                               "it breaks off in row " + base::to_text(w.y0 + y + 1) + ": " + talk(),
                               "take another copy of the file"};
        }
        for (std::int64_t x = 0; x < w.width; ++x) {
            const double v = row[static_cast<std::size_t>(x)];
            // Some writers store the number as a float and declare it as a double.
            const bool hole =
                !std::isfinite(v) ||
                (s.has_nodata && (v == s.nodata || static_cast<float>(v) == static_cast<float>(s.nodata))) ||
                (s.has_more_nodata && v == s.more_nodata);
            w.value[static_cast<std::size_t>(y * w.width + x)] =
                hole ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(v * s.factor + s.offset);
        }
    }
    return w;
}

}  // namespace linghe::atlas
