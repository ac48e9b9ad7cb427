#include "map_text.hpp"

#include "linghe/base/text.hpp"

namespace linghe::atlas {
namespace {

using base::to_text_fixed;

/// Signs that are no writing: controls, and marks that turn the direction of reading. Bytes of the one at i, else 0.
std::size_t unfit(const std::string& text, std::size_t i) {
    const auto at = [&](std::size_t k) {
        return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
    };
    const unsigned c = at(0), next = at(1), third = at(2);
    if (c < 32 || c == 127) return c == '\n' ? 0 : 1;
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) return 2;
    const bool turns =
        c == 0xe2 &&
        ((next == 0x80 && ((third >= 0x8e && third <= 0x8f) || (third >= 0xa8 && third <= 0xae))) ||
         (next == 0x81 && third >= 0xa6 && third <= 0xa9));
    const bool none = c == 0xef && next == 0xbf && third >= 0xbe;
    return turns || none ? 3 : 0;
}

/// A TOML string; what a terminal should not see is left out, and what is longer than the reader takes is cut.
std::string quoted(const std::string& given) {
    constexpr std::size_t kMost = 4000;
    std::string text = given;
    if (text.size() > kMost) {
        std::size_t end = kMost;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
        text.resize(end);
    }
    if (!base::utf8_valid(text)) return "\"(a name that is not UTF-8)\"";
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const std::size_t bytes = unfit(text, i); bytes > 0) {
            i += bytes - 1;
            continue;
        }
        const char c = text[i];
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}
/// Centimetres are enough for a line.
std::string metres(double v) {
    std::string s = to_text_fixed(v, 2);
    while (s.back() == '0') s.pop_back();
    if (s.back() == '.') s.pop_back();
    return s;
}
std::string metres(float v) { return metres(static_cast<double>(v)); }
std::string point(ground::PointM p) { return "[" + metres(p.x_m) + ", " + metres(p.y_m) + "]"; }
std::string line(const std::vector<ground::PointM>& points) {
    std::string out = "[";
    for (std::size_t i = 0; i < points.size(); ++i)
        out += (i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ") + point(points[i]);
    return out + "]";
}
std::string key(const char* name, const std::string& value) {
    return std::string(name) + " = " + value + "\n";
}
std::string name_of(const std::string& en, const std::string& zh) {
    return en.empty() && zh.empty() ? ""
                                    : key("name", "{ en = " + quoted(en) + ", zh = " + quoted(zh) + " }");
}

std::string water_text(const Features& f) {
    std::string out;
    for (const ground::River& r : f.rivers)
        out += "\n[[river]]\n" + key("id", quoted(r.id)) + name_of(r.name_en, r.name_zh) +
               key("line", line(r.centre)) + key("channel_width_m", metres(r.channel_width_m)) +
               key("water_width_m", metres(r.water_width_m)) + key("depth_m", metres(r.depth_m)) +
               key("bank_height_m", metres(r.bank_height_m));
    for (const ground::Ramp& r : f.ramps)
        out += "\n[[ramp]]\n" + key("id", quoted(r.id)) + name_of(r.name_en, r.name_zh) +
               key("at", point(r.at)) + key("width_m", metres(r.width_m)) +
               (r.depth_m >= 0 ? key("depth_m", metres(r.depth_m)) : "");
    for (const ground::Ditch& d : f.ditches)
        out += "\n[[ditch]]\n" + key("id", quoted(d.id)) + key("line", line(d.line)) +
               key("width_m", metres(d.width_m)) + key("depth_m", metres(d.depth_m)) +
               key("water_m", metres(d.water_m));
    return out;
}

std::string works_text(const Features& f) {
    std::string out;
    for (const ground::Hill& h : f.hills)
        out += "\n[[hill]]\n" + key("at", point(h.at)) + key("radius_m", metres(h.radius_m)) +
               key("height_m", metres(h.height_m));
    for (const ground::Road& r : f.roads)
        out += "\n[[road]]\n" + key("id", quoted(r.id)) + key("line", line(r.line)) +
               key("width_m", metres(r.width_m));
    for (const ground::Wall& w : f.walls) {
        out += "\n[[wall]]\n" + key("id", quoted(w.id)) + name_of(w.name_en, w.name_zh) +
               key("line", line(w.line)) + key("height_m", metres(w.height_m)) +
               key("thickness_m", metres(w.thickness_m));
        for (const ground::Gate& g : w.gates)
            out += "\n[[wall.gate]]\n" + key("id", quoted(g.id)) + name_of(g.name_en, g.name_zh) +
                   key("at", point(g.at)) + key("width_m", metres(g.width_m)) +
                   key("open", g.open ? "true" : "false");
    }
    return out;
}

std::string provenance_text(const scenario::Provenance& p) {
    std::string out =
        "\n# Where this map comes from; nothing of the battle reads it. 地图来历。\n[provenance]\n";
    out += key("made_by", quoted(p.made_by)) + key("crs", quoted(p.crs)) +
           key("crs_name", quoted(p.crs_name)) + key("origin_east_m", metres(p.origin_east_m)) +
           key("origin_north_m", metres(p.origin_north_m)) +
           key("centre_lat_lon",
               "[" + to_text_fixed(p.centre_lat, 6) + ", " + to_text_fixed(p.centre_lon, 6) + "]") +
           key("scale_factor", to_text_fixed(p.scale_factor, 6)) + key("resampling", quoted(p.resampling)) +
           key("gdal", quoted(p.gdal)) + key("holes_percent", to_text_fixed(p.holes_percent, 3)) +
           key("notes", quoted(p.notes));
    for (const auto& s : p.sources)
        out += "\n[[provenance.source]]\n" + key("file", quoted(s.file)) + key("role", quoted(s.role)) +
               key("sha256", quoted(s.sha256)) + key("crs", quoted(s.crs)) +
               key("licence", quoted(s.licence)) + key("note", quoted(s.note));
    for (const auto& e : p.edits)
        out += "\n[[provenance.edit]]\n" + key("what", quoted(e.what)) + key("source", quoted(e.source)) +
               key("cells", base::to_text(e.cells));
    return out;
}

}  // namespace

std::string map_text(const Frame& f, const Features& features, const scenario::Provenance& provenance,
                     const std::string& grid_file) {
    const double w = f.cell * static_cast<double>(f.nx), h = f.cell * static_cast<double>(f.ny);
    std::string out =
        "# An imported map. Metres; x east, y north; 0, 0 is its south-west corner. Vectors may be changed "
        "and added by hand.\n"
        "# 导入的地图。单位米，x 向东，y 向北，原点为西南角。线状地物可手工增改。\n";
    out += key("format", "1") + key("box", "[0, 0, " + metres(w) + ", " + metres(h) + "]") +
           key("cell_m", metres(f.cell)) + key("raster", quoted(grid_file));
    return out + water_text(features) + works_text(features) + provenance_text(provenance);
}

}  // namespace linghe::atlas
