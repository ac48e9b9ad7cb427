// The figures of a map, and the map in words for programs.
#include <cmath>

#include "linghe/base/text.hpp"
#include "linghe/draw/map_sheet.hpp"
#include "linghe/ground/sight.hpp"

namespace linghe::draw {
namespace {

std::string json_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += std::string("\\") + c;
        else if (c == '\n')
            out += "\\n";
        else if (u >= 32)
            out += c;
    }
    return out + "\"";
}
std::string field(const char* key, const std::string& value) {
    return "\"" + std::string(key) + "\":" + value;
}
std::string field(const char* key, double value) { return field(key, base::to_text(value)); }
std::string field(const char* key, float value) { return field(key, base::to_text(value)); }
std::string point(double x, double y) { return "[" + base::to_text(x) + "," + base::to_text(y) + "]"; }
std::string line(const std::vector<ground::PointM>& points) {
    std::string out = "[";
    for (const auto& p : points)
        out += (out.size() > 1 ? "," : "") + ("[" + base::to_text(p.x_m) + "," + base::to_text(p.y_m) + "]");
    return out + "]";
}
template <class T, class F>
std::string list(const char* key, const std::vector<T>& items, F one) {
    std::string out = "\"" + std::string(key) + "\":[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "{" : ",{") + one(items[i]) + "}";
    return out + "]";
}

std::string vectors_json(const ground::Ground& g) {
    std::string out = list("rivers", g.rivers, [](const ground::River& r) {
        return field("id", json_text(r.id)) + "," + field("water_width_m", r.water_width_m) + "," +
               field("depth_m", r.depth_m) + "," + field("channel_width_m", r.channel_width_m) + "," +
               field("bank_height_m", r.bank_height_m) + "," + field("line", line(r.centre));
    });
    out += "," + list("fords", g.ramps, [](const ground::Ramp& r) {
               return field("id", json_text(r.id)) + "," + field("at", line({r.at})) + "," +
                      field("width_m", r.width_m) + "," + field("depth_m", r.depth_m);
           });
    out += "," + list("walls", g.walls, [](const ground::Wall& w) {
               return field("id", json_text(w.id)) + "," + field("height_m", w.height_m) + "," +
                      field("thickness_m", w.thickness_m) + "," + field("line", line(w.line)) + "," +
                      list("gates", w.gates, [](const ground::Gate& gate) {
                          return field("id", json_text(gate.id)) + "," + field("at", line({gate.at})) + "," +
                                 field("width_m", gate.width_m) + "," +
                                 field("open", gate.open ? "true" : "false");
                      });
           });
    out += "," + list("ditches", g.ditches, [](const ground::Ditch& d) {
               return field("id", json_text(d.id)) + "," + field("width_m", d.width_m) + "," +
                      field("depth_m", d.depth_m) + "," + field("line", line(d.line));
           });
    out += "," + list("roads", g.roads, [](const ground::Road& r) {
               return field("id", json_text(r.id)) + "," + field("width_m", r.width_m);
           });
    return out + "," + list("hills", g.hills, [](const ground::Hill& h) {
               return field("radius_m", h.radius_m) + "," + field("height_m", h.height_m);
           });
}

std::string provenance_json(const scenario::Provenance& p) {
    if (!p.imported) return field("provenance", "null");
    std::string out =
        "\"provenance\":{" + field("crs", json_text(p.crs)) + "," + field("crs_name", json_text(p.crs_name)) +
        "," + field("origin_m", point(p.origin_east_m, p.origin_north_m)) + "," +
        field("centre_lat_lon", point(p.centre_lat, p.centre_lon)) + "," +
        field("scale_factor", p.scale_factor) + "," + field("resampling", json_text(p.resampling)) + "," +
        field("gdal", json_text(p.gdal)) + "," + field("holes_percent", p.holes_percent) + "," +
        field("notes", json_text(p.notes)) + ",";
    out += list("sources", p.sources, [](const auto& s) {
        return field("file", json_text(s.file)) + "," + field("role", json_text(s.role)) + "," +
               field("sha256", json_text(s.sha256)) + "," + field("crs", json_text(s.crs)) + "," +
               field("licence", json_text(s.licence)) + "," + field("note", json_text(s.note));
    });
    return out + "," +
           list("edits", p.edits,
                [](const auto& e) {
                    return field("what", json_text(e.what)) + "," + field("source", json_text(e.source)) +
                           "," + field("cells", base::to_text(e.cells));
                }) +
           "}";
}

}  // namespace

LandFacts facts_of(const ground::Ground& g) {
    LandFacts f;
    const auto n = static_cast<double>(g.height_mm.size());
    if (g.height_mm.empty()) return f;
    std::size_t low = 0, high = 0;
    for (std::int32_t y = 0; y < g.ny; ++y)
        for (std::int32_t x = 0; x < g.nx; ++x) {
            const auto c =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(x);
            if (g.height_mm[c] < g.height_mm[low]) low = c;
            if (g.height_mm[c] > g.height_mm[high]) high = c;
            const double slope = ground::slope_at(g, x, y);
            f.mean_slope += slope / n;
            f.steepest = slope > f.steepest ? slope : f.steepest;
            std::size_t band = 0;
            while (band < kSlopeBounds.size() && slope > kSlopeBounds[band]) ++band;
            f.slope_share[band] += 1 / n;
            if (g.cover[c] < f.cover_share.size()) f.cover_share[g.cover[c]] += 1 / n;
            if (g.water_mm[c] > 0) f.water_share += 1 / n;
            if (g.speed_q8[0][c] == 0) f.closed_foot_share += 1 / n;
            if (g.speed_q8[1][c] == 0) f.closed_horse_share += 1 / n;
        }
    const auto place = [&](std::size_t c) {
        const auto nx = static_cast<std::size_t>(g.nx);
        return std::array<double, 2>{(g.x0_mm + (static_cast<double>(c % nx) + 0.5) * g.cell_mm) * 0.001,
                                     (g.y0_mm + (static_cast<double>(c / nx) + 0.5) * g.cell_mm) * 0.001};
    };
    f.low_m = g.height_mm[low] * 0.001, f.high_m = g.height_mm[high] * 0.001;
    f.low_at_m = place(low), f.high_at_m = place(high);
    return f;
}

std::string map_json(const std::string& name, const scenario::MapLand& land) {
    const ground::Ground& g = land.ground;
    const LandFacts f = facts_of(g);
    static constexpr const char* kCovers[] = {"bare", "dry_grass", "burnt", "sand", "water",
                                              "crop", "reed",      "wood",  "road"};
    std::string slopes, covers;
    for (std::size_t i = 0; i < kSlopeBands; ++i)
        slopes += (i == 0 ? "{" : ",{") +
                  field("to", i < kSlopeBounds.size() ? base::to_text(kSlopeBounds[i]) : "null") + "," +
                  field("share", f.slope_share[i]) + "}";
    for (std::size_t i = 0; i < f.cover_share.size(); ++i)
        if (f.cover_share[i] > 0) covers += (covers.empty() ? "" : ",") + field(kCovers[i], f.cover_share[i]);
    return "{\"schema_version\":1," + field("map", json_text(name)) + "," +
           field("box_m", "[" + base::to_text(g.x0_mm * 0.001) + "," + base::to_text(g.y0_mm * 0.001) + "," +
                              base::to_text(g.x0_mm * 0.001 + g.nx * (g.cell_mm * 0.001)) + "," +
                              base::to_text(g.y0_mm * 0.001 + g.ny * (g.cell_mm * 0.001)) + "]") +
           "," + field("cell_m", g.cell_mm * 0.001) + "," + field("nx", base::to_text(g.nx)) + "," +
           field("ny", base::to_text(g.ny)) + "," + field("low_m", f.low_m) + "," +
           field("low_at_m", point(f.low_at_m[0], f.low_at_m[1])) + "," + field("high_m", f.high_m) + "," +
           field("high_at_m", point(f.high_at_m[0], f.high_at_m[1])) + "," +
           field("mean_slope", f.mean_slope) + "," + field("steepest", f.steepest) + ",\"slopes\":[" +
           slopes + "],\"cover\":{" + covers + "}," + field("water_share", f.water_share) + "," +
           field("closed_foot_share", f.closed_foot_share) + "," +
           field("closed_horse_share", f.closed_horse_share) + "," +
           field("regions", base::to_text(std::int32_t{g.regions})) + "," + vectors_json(g) + "," +
           provenance_json(land.provenance) + "}";
}

}  // namespace linghe::draw
