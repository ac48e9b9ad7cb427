#include "linghe/atlas/raster_facts.hpp"

#include <bit>
#include <cmath>
#include <span>

#include "guard.hpp"
#include "linghe/base/bytes.hpp"
#include "source.hpp"

namespace linghe::atlas {
namespace {

base::Result<std::string> look(base::FileSystem& fs, const std::string& file) {
    open_gdal();
    Request request;
    request.source_crs = "EPSG:4326";  // files without a system are looked at as they are
    LINGHE_TRY(const SourceRaster s, open_source(fs, file, What::elevation, request));
    LINGHE_TRY(const Window w, read_window(s, 0, 0, s.width, s.height));
    base::ByteWriter out;
    out.string(s.format);
    const bool given = s.note.find("--source-crs") != std::string::npos;
    out.string(given ? "" : code_of(s.srs.get()));
    out.i64(s.width), out.i64(s.height);
    for (const double v : s.to_map) out.f64(v);
    for (const float v : w.value) out.u32(std::bit_cast<std::uint32_t>(v));
    const auto bytes = out.view();
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

base::Result<RasterFacts> raster_facts(base::FileSystem& fs, const std::string& file) {
    LINGHE_TRY(const std::string bytes, in_a_child(file, {}, [&] { return look(fs, file); }));
    base::ByteReader in(std::as_bytes(std::span<const char>(bytes)), file);
    RasterFacts f;
    f.format = in.string(), f.crs = in.string();
    f.width = in.i64(), f.height = in.i64();
    for (double& v : f.to_map) v = in.f64();
    double sum = 0, squares = 0, n = 0;
    f.low = 1e300, f.high = -1e300;
    for (std::int64_t i = 0; i < f.width * f.height && in.ok(); ++i) {
        const float v = std::bit_cast<float>(in.u32());
        f.value.push_back(v);
        if (std::isnan(v)) continue;
        const auto d = static_cast<double>(v);
        sum += d, squares += d * d, n += 1;
        f.low = std::fmin(f.low, d), f.high = std::fmax(f.high, d);
    }
    if (!in.ok()) return in.error();
    f.mean = n > 0 ? sum / n : 0;
    f.deviation = n > 0 ? std::sqrt(std::fmax(0, squares / n - f.mean * f.mean)) : 0;
    return f;
}

}  // namespace linghe::atlas
