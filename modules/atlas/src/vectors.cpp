#include "vectors.hpp"

#include <ogr_api.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "geometry.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/sketch.hpp"

namespace linghe::atlas {
namespace {

using base::Error;
using base::ErrorCode;
using base::to_text;
using ground::PointM;

constexpr double kBeyondM = 300;  // lines run so far beyond the map's edge
constexpr std::size_t kMostFeatures = 20'000;
constexpr int kMostPoints = 2'000'000;
// After thinning out. A line of 4000 points follows 40 km of bank cell by cell; the reader of maps and the sheet go
// through all of them for every row of the grid.
constexpr int kMostLinePoints = 4'000;
constexpr int kMostKeptPoints = 100'000;
constexpr std::size_t kMostHills = 500;
constexpr std::size_t kMostName = 200;  // bytes of a name

struct FeatureEnd {
    void operator()(void* f) const noexcept { OGR_F_Destroy(static_cast<OGRFeatureH>(f)); }
};
using Feature = std::unique_ptr<void, FeatureEnd>;

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// Attributes of a feature by lower-case name; the tags that the OSM driver packs into other_tags among them.
using Tags = std::map<std::string, std::string>;
Tags tags_of(OGRFeatureH f) {
    Tags tags;
    for (int i = 0; i < OGR_F_GetFieldCount(f); ++i) {
        if (OGR_F_IsFieldSetAndNotNull(f, i) == 0) continue;
        const std::string name = lower(OGR_Fld_GetNameRef(OGR_F_GetFieldDefnRef(f, i)));
        const std::string value = OGR_F_GetFieldAsString(f, i);
        tags[name] = value;
        if (name != "other_tags") continue;
        for (std::size_t at = 0; (at = value.find('"', at)) != std::string::npos;) {
            const std::size_t key_end = value.find("\"=>\"", at + 1);
            if (key_end == std::string::npos) break;
            const std::size_t end = value.find('"', key_end + 4);
            if (end == std::string::npos) break;
            tags[lower(value.substr(at + 1, key_end - at - 1))] =
                value.substr(key_end + 4, end - key_end - 4);
            at = end + 1;
        }
    }
    return tags;
}
std::string text_in(const Tags& tags, std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const auto it = tags.find(name); it != tags.end() && !it->second.empty()) return it->second;
    return {};
}
/// A length: "12", "12.5 m"; nothing where there is none, nan where it is no number.
std::optional<double> length_in(const Tags& tags, std::initializer_list<const char*> names) {
    std::string word = text_in(tags, names);
    if (word.empty()) return std::nullopt;
    if (word.size() > 1 && word.back() == 'm') word.pop_back();
    while (!word.empty() && word.back() == ' ') word.pop_back();
    const auto v = base::parse_double(word);
    return v.ok() ? v.value() : std::nan("");
}

/// "river", "ford" ...; empty when nothing says what it is.
std::string kind_of(const Tags& tags, const std::string& layer) {
    static const std::set<std::string> kinds = {"river", "ford",  "ramp", "road", "wall",
                                                "gate",  "ditch", "hill", "cover"};
    const std::string own = lower(text_in(tags, {"kind", "linghe", "type"}));
    if (kinds.count(own) != 0) return own;
    const std::string water = lower(text_in(tags, {"waterway"})), barrier = lower(text_in(tags, {"barrier"}));
    if (lower(text_in(tags, {"ford"})) == "yes" || lower(text_in(tags, {"highway"})) == "ford") return "ford";
    if (water == "river" || water == "stream" || water == "canal") return "river";
    if (water == "ditch" || water == "drain" || barrier == "ditch") return "ditch";
    if (barrier == "wall" || barrier == "city_wall") return "wall";
    if (barrier == "gate" || barrier == "sally_port") return "gate";
    if (!text_in(tags, {"highway"}).empty()) return "road";
    if (!text_in(tags, {"cover"}).empty()) return "cover";
    std::string name = lower(layer);
    if (!name.empty() && name.back() == 's') name.pop_back();
    return kinds.count(name) != 0 ? name : "";
}

std::string id_from(const std::string& wish, const std::string& kind, std::set<std::string>& taken) {
    std::string id;
    for (const char c : lower(wish)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')
            id += c;
        else if (!id.empty() && id.back() != '-' && static_cast<unsigned char>(c) < 128)
            id += '-';
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    if (id.empty() || id[0] < 'a' || id[0] > 'z') id = kind + (id.empty() ? "" : "-" + id);
    id = id.substr(0, 48);
    std::string unique = id;
    for (int n = 2; !taken.insert(unique).second; ++n) unique = id + "-" + to_text(n);
    return unique;
}

/// One vector file while it is read.
class Reader {
public:
    Reader(const std::string& file, const Frame& frame, const Request& request, Features& into,
           std::vector<std::string>& notes)
        : file_(file), frame_(frame), request_(request), into_(into), notes_(notes) {
        for (const auto& r : into.rivers) taken_.insert(r.id);
        for (const auto& r : into.ramps) taken_.insert(r.id);
        for (const auto& r : into.roads) taken_.insert(r.id);
        for (const auto& w : into.walls) {
            taken_.insert(w.id);
            for (const auto& g : w.gates) taken_.insert(g.id);
        }
        for (const auto& d : into.ditches) taken_.insert(d.id);
    }
    base::Result<void> layer(OGRLayerH layer);
    void sum_up();

private:
    [[nodiscard]] Error wrong(const std::string& what, const std::string& mend) const {
        return {ErrorCode::invalid,
                file_ + ": layer " + layer_ + ", feature " + to_text(static_cast<std::int64_t>(fid_)), what,
                mend};
    }
    base::Result<void> feature(OGRFeatureH f, const Mapper& mapper);
    base::Result<Geometry> thinned(OGRGeometryH g);
    base::Result<Geometry> placed(OGRGeometryH g, const Mapper& mapper);
    base::Result<void> use(const std::string& kind, const Tags& tags, OGRGeometryH g);
    base::Result<void> point(const std::string& kind, const Tags& tags, PointM at);
    base::Result<void> line(const std::string& kind, const Tags& tags, std::vector<PointM> points);
    base::Result<void> river(const Tags& tags, std::vector<PointM> points);
    base::Result<void> ring(const std::string& kind, const Tags& tags, std::vector<PointM> points);
    base::Result<double> length(const Tags& tags, std::initializer_list<const char*> names, double otherwise,
                                double low, double high);
    [[nodiscard]] bool on_map(PointM p) const {
        return p.x_m >= 0 && p.y_m >= 0 &&
               static_cast<double>(p.x_m) <= frame_.cell * static_cast<double>(frame_.nx) &&
               static_cast<double>(p.y_m) <= frame_.cell * static_cast<double>(frame_.ny);
    }
    std::string id(const Tags& tags, const std::string& kind) {
        return id_from(text_in(tags, {"id", "name:en", "name_en", "name"}), kind, taken_);
    }

    std::string file_, layer_;
    const Frame& frame_;
    const Request& request_;
    Features& into_;
    std::vector<std::string>& notes_;
    std::set<std::string> taken_;
    std::int64_t fid_ = 0;
    std::size_t used_ = 0, outside_ = 0, unknown_ = 0, guessed_widths_ = 0, guessed_depths_ = 0;
    std::size_t thinned_ = 0, cut_names_ = 0;
    int points_ = 0;
};

std::vector<PointM> points_of(OGRGeometryH g) {
    std::vector<PointM> out;
    for (int i = 0; i < OGR_G_GetPointCount(g); ++i) {
        const PointM p{static_cast<float>(OGR_G_GetX(g, i)), static_cast<float>(OGR_G_GetY(g, i))};
        if (out.empty() || p.x_m != out.back().x_m || p.y_m != out.back().y_m) out.push_back(p);
    }
    return out;
}

bool shorter_than(const std::vector<PointM>& line, double m) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < line.size() && sum < m; ++i)
        sum += static_cast<double>(std::hypot(line[i + 1].x_m - line[i].x_m, line[i + 1].y_m - line[i].y_m));
    return sum < m;
}

void note_name(const Tags& tags, std::string& en, std::string& zh, std::size_t& cut) {
    const std::string plain = text_in(tags, {"name"});
    en = text_in(tags, {"name:en", "name_en"}), zh = text_in(tags, {"name:zh", "name_zh"});
    if (en.empty()) en = plain;
    if (zh.empty()) zh = plain;
    std::size_t here = 0;
    en = fit_name(en, kMostName, here), zh = fit_name(zh, kMostName, here);
    if (here > 0) ++cut;
}

base::Result<double> Reader::length(const Tags& tags, std::initializer_list<const char*> names,
                                    double otherwise, double low, double high) {
    const auto found = length_in(tags, names);
    if (!found) return otherwise;
    if (std::isnan(*found) || *found < low || *found > high)
        return wrong(std::string(*names.begin()) + " = '" + text_in(tags, names).substr(0, 30) +
                         "' is no length from " + to_text(low) + " to " + to_text(high) + " m",
                     "give metres as a number");
    return *found;
}

base::Result<void> Reader::layer(OGRLayerH l) {
    layer_ = OGR_L_GetName(l);
    Srs own;
    if (const auto srs = OGR_L_GetSpatialRef(l)) own = copy_of(srs);
    if (own == nullptr) {
        if (request_.source_crs.empty())
            return Error{ErrorCode::invalid, file_ + ": layer " + layer_,
                         "it does not name its reference system",
                         "say which it is: --source-crs EPSG:4326 (or another code)"};
        LINGHE_TRY(own, srs_of(request_.source_crs, "--source-crs"));
    }
    into_.crs = told(own.get());
    LINGHE_TRY(const auto mapper, Mapper::between(own.get(), frame_.srs.get()));
    OGR_L_ResetReading(l);
    while (true) {
        const Feature f(OGR_L_GetNextFeature(l));
        if (f == nullptr) break;
        if (used_ + outside_ + unknown_ > kMostFeatures * 50)
            return Error{ErrorCode::limit, file_, "it holds more than a million features",
                         "cut it to the map first: ogr2ogr -spat"};
        fid_ = OGR_F_GetFID(static_cast<OGRFeatureH>(f.get()));
        LINGHE_CHECK_OK(feature(static_cast<OGRFeatureH>(f.get()), mapper));
    }
    return {};
}

base::Result<Geometry> Reader::placed(OGRGeometryH g, const Mapper& mapper) {
    // Every point by our own mapper; then from the system's metres to the map's.
    Geometry copy(OGR_G_Clone(g));
    const std::function<bool(OGRGeometryH)> move = [&](OGRGeometryH part) {
        for (int i = 0; i < OGR_G_GetGeometryCount(part); ++i)
            if (!move(OGR_G_GetGeometryRef(part, i))) return false;
        for (int i = 0; i < OGR_G_GetPointCount(part); ++i) {
            double x = OGR_G_GetX(part, i), y = OGR_G_GetY(part, i);
            if (++points_ > kMostPoints || !std::isfinite(x) || !std::isfinite(y) || !mapper.map(x, y))
                return false;
            OGR_G_SetPoint_2D(part, i, x - frame_.west, y - frame_.south);
        }
        return true;
    };
    OGR_G_FlattenTo2D(raw(copy));
    if (move(raw(copy))) return copy;
    if (points_ > kMostPoints)
        return Error{ErrorCode::limit, file_, "it holds more than two million points",
                     "cut it to the map first: ogr2ogr -spat"};
    return Geometry();  // beyond what the grid's system can say: it is not near the map
}

/// Points that lie within a quarter of a cell of the line are left out; of a very long line, more, and that is told.
base::Result<Geometry> Reader::thinned(OGRGeometryH g) {
    Geometry simple;
    int found = 0;
    for (const double cells : {0.25, 0.5, 1.0}) {
        simple.reset(OGR_G_Simplify(g, frame_.cell * cells));
        if (simple == nullptr || OGR_G_IsEmpty(raw(simple)) != 0) simple.reset(OGR_G_Clone(g));
        found = longest_line(raw(simple));
        if (found > kMostLinePoints) continue;
        if (cells > 0.25) ++thinned_;
        into_.points += points_in(raw(simple));
        if (into_.points <= kMostKeptPoints) return simple;
        return Error{ErrorCode::limit, file_,
                     "the features on the map have more than " + to_text(kMostKeptPoints) + " points",
                     "leave out what the battle does not need, or thin them out: ogr2ogr -simplify 10"};
    }
    Error error = wrong(
        "a line of " + to_text(found) + " points, thinned out to a cell",
        "at most " + to_text(kMostLinePoints) + ": cut it into pieces, or thin it out: ogr2ogr -simplify 20");
    error.code = ErrorCode::limit;
    return error;
}

base::Result<void> Reader::feature(OGRFeatureH f, const Mapper& mapper) {
    OGRGeometryH g = OGR_F_GetGeometryRef(f);
    if (g == nullptr || OGR_G_IsEmpty(g) != 0) return {};
    const Tags tags = tags_of(f);
    const std::string kind = kind_of(tags, layer_);
    if (kind.empty()) {
        ++unknown_;
        return {};
    }
    LINGHE_TRY(const Geometry here, placed(g, mapper));
    if (here == nullptr) {
        ++outside_;
        return {};
    }
    const auto type = wkbFlatten(OGR_G_GetGeometryType(raw(here)));
    if (type == wkbPolygon || type == wkbMultiPolygon) {
        (void)talk();
        if (OGR_G_IsValid(raw(here)) == 0)
            return wrong("a broken outline (" + talk() + ")",
                         "mend it: ogr2ogr -makevalid OUT IN, or fix geometries in QGIS");
    }
    const Geometry inner =
        within_box(raw(here), -kBeyondM, frame_.cell * static_cast<double>(frame_.nx) + kBeyondM,
                   frame_.cell * static_cast<double>(frame_.ny) + kBeyondM);
    if (inner == nullptr || OGR_G_IsEmpty(raw(inner)) != 0) {
        ++outside_;
        return {};
    }
    ++used_;
    if (used_ > kMostFeatures)
        return Error{ErrorCode::limit, file_, "more than 20000 features lie on the map",
                     "leave out what the battle does not need"};
    LINGHE_TRY(const Geometry simple, thinned(raw(inner)));
    return use(kind, tags, raw(simple));
}

base::Result<void> Reader::use(const std::string& kind, const Tags& tags, OGRGeometryH g) {
    switch (wkbFlatten(OGR_G_GetGeometryType(g))) {
        case wkbPoint:
            return point(kind, tags,
                         {static_cast<float>(OGR_G_GetX(g, 0)), static_cast<float>(OGR_G_GetY(g, 0))});
        case wkbLineString: return line(kind, tags, points_of(g));
        case wkbPolygon: return ring(kind, tags, points_of(OGR_G_GetGeometryRef(g, 0)));
        default: break;
    }
    for (int i = 0; i < OGR_G_GetGeometryCount(g); ++i)
        LINGHE_CHECK_OK(use(kind, tags, OGR_G_GetGeometryRef(g, i)));
    return {};
}

base::Result<void> Reader::point(const std::string& kind, const Tags& tags, PointM at) {
    if (!on_map(at)) return {};
    std::string en, zh;
    note_name(tags, en, zh, cut_names_);
    if (kind == "ford" || kind == "ramp") {
        ground::Ramp r;
        r.id = id(tags, kind), r.name_en = en.empty() ? r.id : en, r.name_zh = zh.empty() ? r.name_en : zh,
        r.at = at;
        LINGHE_TRY(const double width, length(tags, {"width_m", "width"}, 2 * frame_.cell, 1, 5000));
        LINGHE_TRY(const double depth, length(tags, {"depth_m", "depth"}, -1, 0, 30));
        r.width_m = static_cast<float>(std::max(width, frame_.cell)), r.depth_m = static_cast<float>(depth);
        into_.ramps.push_back(std::move(r));
    } else if (kind == "hill") {
        LINGHE_TRY(const double radius, length(tags, {"radius_m", "radius"}, std::nan(""), 1, 50'000));
        LINGHE_TRY(const double height, length(tags, {"height_m", "height"}, std::nan(""), -200, 3000));
        if (std::isnan(radius) || std::isnan(height))
            return wrong("a hill without radius_m and height_m", "give both, in metres");
        if (radius < frame_.cell)
            return wrong("a hill of " + to_text(radius) + " m, less than a cell: nothing of it would be seen",
                         "at least " + to_text(frame_.cell) + " m, or a smaller --cell");
        if (into_.hills.size() >= kMostHills)
            return Error{ErrorCode::limit, file_,
                         "more than " + to_text(std::uint64_t{kMostHills}) + " hills",
                         "put so many into the elevation raster"};
        into_.hills.push_back({at, static_cast<float>(radius), static_cast<float>(height)});
    } else if (kind == "gate") {
        ground::Wall alone;  // tidy() hands it to its wall
        ground::Gate gate{id(tags, kind), en, zh, at, 4, true};
        if (gate.name_en.empty()) gate.name_en = gate.id;
        if (gate.name_zh.empty()) gate.name_zh = gate.name_en;
        LINGHE_TRY(const double width, length(tags, {"width_m", "width"}, 4, 0.5, 100));
        gate.width_m = static_cast<float>(width);
        const std::string open = lower(text_in(tags, {"open"}));
        gate.open = !(open == "0" || open == "no" || open == "false" || open == "shut");
        alone.gates.push_back(std::move(gate));
        into_.walls.push_back(std::move(alone));
    } else {
        return wrong("a " + kind + " that is a point", "a " + kind + " needs a line");
    }
    return {};
}

base::Result<void> Reader::river(const Tags& tags, std::vector<PointM> points) {
    ground::River r;
    note_name(tags, r.name_en, r.name_zh, cut_names_);
    const bool small = lower(text_in(tags, {"waterway"})) == "stream";
    guessed_widths_ += length_in(tags, {"width_m", "width"}) ? 0 : 1;
    guessed_depths_ += length_in(tags, {"depth_m", "depth"}) ? 0 : 1;
    LINGHE_TRY(const double width,
               length(tags, {"width_m", "width"}, small ? 3 : request_.river_width_m, 0.2, 20'000));
    LINGHE_TRY(const double depth,
               length(tags, {"depth_m", "depth"}, small ? 0.3 : request_.river_depth_m, 0, 30));
    LINGHE_TRY(const double bank, length(tags, {"bank_height_m", "bank_height", "bank"}, 0, 0, 30));
    LINGHE_TRY(const double channel, length(tags, {"channel_width_m", "channel_width"}, width, 0.2, 20'000));
    r.id = id(tags, "river");
    r.centre = std::move(points);
    r.water_width_m = static_cast<float>(width), r.depth_m = static_cast<float>(depth),
    r.bank_height_m = static_cast<float>(bank);
    r.channel_width_m = static_cast<float>(std::max({channel, width, 1.0}));
    into_.rivers.push_back(std::move(r));
    return {};
}

base::Result<void> Reader::line(const std::string& kind, const Tags& tags, std::vector<PointM> points) {
    if (points.size() < 2 || shorter_than(points, 0.1)) return {};  // the map's text tells centimetres
    if (kind == "river") return river(tags, std::move(points));
    if (kind == "ford" || kind == "ramp" || kind == "gate")
        return point(kind, tags, points[points.size() / 2]);
    if (kind == "road") {
        LINGHE_TRY(const double width, length(tags, {"width_m", "width"}, 6, 1, 100));
        into_.roads.push_back({id(tags, kind), std::move(points), static_cast<float>(width)});
    } else if (kind == "ditch") {
        LINGHE_TRY(const double width, length(tags, {"width_m", "width"}, 3, 0.5, 200));
        LINGHE_TRY(const double depth, length(tags, {"depth_m", "depth"}, 1.5, 0.2, 30));
        LINGHE_TRY(const double water, length(tags, {"water_m", "water"}, 0, 0, 30));
        into_.ditches.push_back({id(tags, kind), std::move(points), static_cast<float>(width),
                                 static_cast<float>(depth), static_cast<float>(water)});
    } else if (kind == "wall") {
        ground::Wall w;
        LINGHE_TRY(const double height, length(tags, {"height_m", "height"}, 3, 0.1, 60));
        LINGHE_TRY(const double thick, length(tags, {"thickness_m", "thickness", "width_m"}, 1, 0.1, 50));
        note_name(tags, w.name_en, w.name_zh, cut_names_);
        w.id = id(tags, kind), w.line = std::move(points), w.height_m = static_cast<float>(height),
        w.thickness_m = static_cast<float>(thick);
        into_.walls.push_back(std::move(w));
    } else {
        return wrong("a " + kind + " that is a line", kind == "hill"
                                                          ? "a hill is a point with radius_m and height_m"
                                                          : "a cover needs an outline");
    }
    return {};
}

base::Result<void> Reader::ring(const std::string& kind, const Tags& tags, std::vector<PointM> points) {
    if (points.size() < 4) return {};
    if (kind == "wall" || kind == "ditch" || kind == "road") return line(kind, tags, std::move(points));
    if (kind == "cover" || kind == "river") {
        ground::Cover cover = ground::Cover::water;
        if (kind == "cover") {
            LINGHE_TRY(cover,
                       cover_word(lower(text_in(tags, {"cover"})), file_ + ": layer " + layer_ + ", cover"));
        }
        into_.covers.push_back({cover, std::move(points)});
        return {};
    }
    return wrong(
        "a " + kind + " that is an area",
        "give it as a " + std::string(kind == "hill" || kind == "gate" || kind == "ford" ? "point" : "line"));
}

void Reader::sum_up() {
    const std::string name = file_.substr(file_.rfind('/') == std::string::npos ? 0 : file_.rfind('/') + 1);
    std::string note = name + ": " + to_text(std::uint64_t{used_}) + " features on the map";
    if (outside_ > 0) note += ", " + to_text(std::uint64_t{outside_}) + " outside it";
    if (unknown_ > 0) note += ", " + to_text(std::uint64_t{unknown_}) + " of no known kind left out";
    notes_.push_back(note);
    if (thinned_ > 0)
        notes_.push_back(name + ": " + to_text(std::uint64_t{thinned_}) + " lines of more than " +
                         to_text(kMostLinePoints) + " points were thinned out, by " + to_text(frame_.cell) +
                         " m at most");
    if (cut_names_ > 0)
        notes_.push_back(name + ": " + to_text(std::uint64_t{cut_names_}) + " names were cut to " +
                         to_text(std::uint64_t{kMostName}) + " bytes or rid of signs that are no writing");
    if (guessed_widths_ > 0 || guessed_depths_ > 0)
        notes_.push_back(to_text(std::uint64_t{guessed_widths_}) + " rivers without width and " +
                         to_text(std::uint64_t{guessed_depths_}) + " without depth were taken as " +
                         to_text(request_.river_width_m) + " m wide and " + to_text(request_.river_depth_m) +
                         " m deep (streams 3 m and 0.3 m): a guess");
}

}  // namespace

base::Result<void> take_vectors(base::FileSystem& fs, const std::string& file, const Frame& frame,
                                const Request& request, Features& into, std::vector<std::string>& notes) {
    if (file.rfind("/vsi", 0) == 0 || file.find("://") != std::string::npos)
        return Error{ErrorCode::usage, file, "is no file of this machine", "download it, and name the file"};
    if (!fs.exists(file)) return Error{ErrorCode::io, file, "there is no such file", "is the path right?"};
    (void)talk();
    const Dataset d(GDALOpenEx(file.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                               nullptr, nullptr, nullptr));
    if (d == nullptr) {
        const std::string said = talk();
        return Error{ErrorCode::corrupt, file,
                     "it cannot be read as vectors" + (said.empty() ? "" : ": " + said),
                     "is it a file that ogrinfo can read? If it is damaged, take another copy"};
    }
    Reader reader(file, frame, request, into, notes);
    for (int i = 0; i < GDALDatasetGetLayerCount(d.get()); ++i)
        LINGHE_CHECK_OK(reader.layer(GDALDatasetGetLayer(d.get(), i)));
    if (const std::string said = talk(); !said.empty())
        notes.push_back("GDAL said of " + file.substr(file.rfind('/') + 1) + ": " + said);
    reader.sum_up();
    return {};
}

}  // namespace linghe::atlas
