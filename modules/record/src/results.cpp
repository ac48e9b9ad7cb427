#include "linghe/record/results.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "codec.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/record/words.hpp"
#include "linghe/world/events.hpp"
#include "results_schema.hpp"
#include "sqlite_box.hpp"

namespace linghe::record {
namespace {

constexpr std::int32_t kSrs =
    -1;  // GeoPackage: undefined cartesian; metres, x east, y north of the scenario's map

double m_of(std::int32_t mm) { return mm / 1000.0; }
double share16(std::uint32_t q16) { return q16 / 65535.0; }

void put_f64(Stream& s, double v) { put_u64(s, std::bit_cast<std::uint64_t>(v)); }

/// GeoPackage binary (OGC 12-128r15, 2.1.3): "GP", version 0, flags, srs, envelope, then WKB.
void gp_head(Stream& s, std::uint8_t flags) {
    put_u8(s, 'G');
    put_u8(s, 'P');
    put_u8(s, 0);
    put_u8(s, flags);
    put_u32(s, static_cast<std::uint32_t>(kSrs));
}
Stream point(std::int32_t x_mm, std::int32_t y_mm) {
    Stream s;
    gp_head(s, 0x01);  // little-endian, no envelope
    put_u8(s, 1);
    put_u32(s, 1);
    put_f64(s, m_of(x_mm));
    put_f64(s, m_of(y_mm));
    return s;
}
struct Box {
    double x0 = std::numeric_limits<double>::max(), y0 = x0, x1 = -x0, y1 = -x0;
    void add(std::int32_t x_mm, std::int32_t y_mm) {
        x0 = std::min(x0, m_of(x_mm));
        x1 = std::max(x1, m_of(x_mm));
        y0 = std::min(y0, m_of(y_mm));
        y1 = std::max(y1, m_of(y_mm));
    }
};
Stream line(const std::vector<TrackPoint>& points) {
    Stream s;
    Box box;
    for (const TrackPoint& p : points) box.add(p.x_mm, p.y_mm);
    gp_head(s, 0x03);  // little-endian, envelope of x and y
    for (const double v : {box.x0, box.x1, box.y0, box.y1}) put_f64(s, v);
    put_u8(s, 1);
    put_u32(s, 2);
    const std::size_t n = std::max<std::size_t>(points.size(), 2);  // a line has two points, if the same
    put_u32(s, static_cast<std::uint32_t>(n));
    for (std::size_t k = 0; k < n; ++k) {
        const TrackPoint& p = points[std::min(k, points.size() - 1)];
        put_f64(s, m_of(p.x_mm));
        put_f64(s, m_of(p.y_mm));
    }
    return s;
}

const char* belief_source(std::uint8_t source) {
    static constexpr const char* kNames[] = {"none", "prior", "eyes",     "ears",
                                             "told", "rider", "fugitive", "absence"};
    return source < std::size(kNames) ? kNames[source] : "unknown";
}
const char* morale_name(std::uint8_t morale) {
    static constexpr const char* kNames[] = {"steady",   "shaken",   "wavering",    "routing",
                                             "rallying", "resigned", "surrendered", "last_stand"};
    return kNames[morale & 7u];
}

/// Fills the tables of one database.
class Book {
public:
    Book(Sqlite& db, const model::Model& model, const Ledger& ledger) : db_(db), m_(model), l_(ledger) {}

    void frame();
    void about(const Manifest& manifest);
    void people();
    void minutes();
    void events();
    void causes();
    void beliefs();
    void tracks(std::int64_t nameless_spacing_ticks);  ///< < 0: named persons only
    void measures();
    void contents();

private:
    double second(std::int64_t tick) const { return static_cast<double>(tick - m_.clock_zero) / 10.0; }
    std::string unit_id(std::uint32_t u) const {
        return u < m_.units.size() ? m_.units[u].id : std::string();
    }
    std::string person_id(std::uint32_t p) const {
        return p < m_.persons.size() ? m_.persons[p].id : std::string();
    }
    std::string side_id(std::uint32_t s) const {
        return s < m_.sides.size() ? m_.sides[s].id : std::string();
    }
    static void text_or_null(Sqlite::Insert& in, const std::string& text) {
        text.empty() ? in.null() : in.t(text);
    }

    Sqlite& db_;
    const model::Model& m_;
    const Ledger& l_;
    Box box_;
};

void Book::frame() {
    db_.run("PRAGMA page_size = 4096; PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;");
    db_.run("PRAGMA encoding = 'UTF-8'; BEGIN;");
    db_.run(
        "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, "
        "organization TEXT "
        "NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);"
        "INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', "
        "'map of the scenario: metres, x east, y north');"
        "INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', "
        "'undefined geographic coordinate reference system');"
        "INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS[\"WGS "
        "84\",DATUM["
        "\"WGS_1984\",SPHEROID[\"WGS "
        "84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],AUTHORITY[\"EPSG\","
        "\"6326\"]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433],AUTHORITY[\"EPSG\",\"4326\"]]"
        "', "
        "'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');");
    db_.run(
        "CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, "
        "identifier TEXT UNIQUE, "
        "description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT "
        "(strftime('%Y-%m-%dT%H:%M:%fZ','now')), "
        "min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id "
        "FOREIGN KEY "
        "(srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));");
    db_.run(
        "CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, "
        "geometry_type_name TEXT NOT "
        "NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols "
        "PRIMARY KEY "
        "(table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), CONSTRAINT fk_gc_tn "
        "FOREIGN KEY "
        "(table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) "
        "REFERENCES "
        "gpkg_spatial_ref_sys (srs_id));");
    for (const ResultTable& t : result_tables()) db_.run(create_sql(t));
    Sqlite::Insert in(db_, insert_sql(result_table("columns")));
    for (const ResultTable& t : result_tables()) {
        for (const ResultColumn& c : t.columns) in.t(t.name).t(c.name).t(c.unit).t(c.en).t(c.zh).row();
    }
}

void Book::about(const Manifest& m) {
    Sqlite::Insert in(db_, insert_sql(result_table("runs")));
    const auto put = [&in](const char* key, const std::string& value) { in.t(key).t(value).row(); };
    put("scenario_id", m.scenario_id);
    put("title_en", m.title_en);
    put("title_zh", m.title_zh);
    put("scenario_hash", base::hex16(m.scenario_hash));
    put("seed", std::to_string(m.seed));
    put("release", m.release);
    put("build", m.build);
    put("command", m.command);
    for (const auto& w : m.without) put("without", w);
    for (const auto& s : m.settings) put("set", s);
    for (const auto& i : m.interventions) put("intervention", i);
    put("men", std::to_string(m.men));
    put("seconds", base::to_text(base::seconds_of(m.tick)));
    put("clock_zero_s", base::to_text(base::seconds_of(m.clock_zero_tick)));
    put("root_hash", base::hex16(m.root_hash));
    put("record_hash", base::hex16(m.record_hash));
    put("coordinates", "metres in the map of the scenario, x east, y north");
}

void Book::people() {
    Sqlite::Insert units(db_, insert_sql(result_table("units")));
    for (const auto& u : m_.units) {
        units.t(u.id).t(u.name.en).t(u.name.zh).t(side_id(u.side));
        text_or_null(units, u.force.v < m_.forces.size() ? m_.forces[u.force.v].id : "");
        text_or_null(units, u.colours < m_.colours.size() ? m_.colours[u.colours].id : "");
        text_or_null(units, u.troop < m_.troops.size() ? m_.troops[u.troop].id : "");
        text_or_null(units, person_id(u.leader.v));
        units.i(u.men).row();
    }
    Sqlite::Insert persons(db_, insert_sql(result_table("persons")));
    for (const auto& p : m_.persons) {
        persons.t(p.id).t(p.name.en).t(p.name.zh).i(p.named ? 1 : 0).t(side_id(p.side));
        text_or_null(persons, unit_id(p.rides_with.v));
        text_or_null(persons, person_id(p.superior.v));
        persons.row();
    }
}

void Book::minutes() {
    Sqlite::Insert units(db_, insert_sql(result_table("unit_minutes")));
    for (const UnitMinute& u : l_.unit_minutes) {
        units.t(unit_id(u.unit))
            .i(u.minute)
            .i(u.in_hand)
            .i(u.fleeing)
            .i(u.fallen)
            .r(share16(u.mean_fear_q16));
        units.r(m_of(u.x_mm)).r(m_of(u.y_mm)).i(u.broken).row();
    }
    Sqlite::Insert sides(db_, insert_sql(result_table("side_minutes")));
    for (const SideMinute& s : l_.side_minutes) {
        sides.t(side_id(s.side)).i(s.minute);
        for (const std::uint32_t n : s.status) sides.i(n);
        for (const std::uint32_t n : s.morale) sides.i(n);
        if (s.status[0] > 0) {
            sides.r(static_cast<double>(s.fear_sum) / s.status[0] / 65535.0);
        } else {
            sides.null();
        }
        sides.row();
    }
}

void Book::events() {
    const WordNames names = word_names(m_);
    const auto& e = l_.events;
    Sqlite::Insert in(db_, insert_sql(result_table("events")));
    for (std::size_t k = 0; k < e.size(); ++k) {
        ViewEvent v;
        v.id = e.id[k];
        v.kind = e.kind[k];
        v.subject_kind = e.subject_kind[k];
        v.subject = e.subject[k];
        v.other = e.other[k];
        v.value = e.value[k];
        v.cause = {e.cause_1[k], e.cause_2[k], e.cause_3[k]};
        v.share = {e.share_1[k], e.share_2[k], e.share_3[k]};
        const Sentence words = sentence_of(names, v);
        box_.add(e.x_mm[k], e.y_mm[k]);
        in.b(point(e.x_mm[k], e.y_mm[k])).i(v.id).r(second(e.tick[k])).t(kind_name(v.kind));
        text_or_null(in, v.subject_kind == 1 ? unit_id(v.subject) : "");
        text_or_null(in, v.subject_kind == 2 ? person_id(v.subject) : "");
        const bool leader =
            v.kind == static_cast<std::uint8_t>(world::EventKind::unit_leader);  // there it is a soldier
        text_or_null(in, leader ? "" : person_id(v.other));
        in.i(v.value);
        for (std::size_t c = 0; c < 3; ++c) {
            if (v.cause[c] == 0) {
                in.null().null();
            } else {
                in.t(cause_name(v.cause[c])).r(v.share[c] / 255.0);
            }
        }
        if (e.parent[k] == 0) {
            in.null();
        } else {
            in.i(e.parent[k]);
        }
        in.t(words.en).t(words.zh).row();
    }
}

void Book::causes() {
    Sqlite::Insert in(db_, insert_sql(result_table("causes_by_unit_minute")));
    const auto change = static_cast<std::uint8_t>(world::EventKind::man_state);
    for (const auto& [key, count] : l_.causes) {
        in.t(unit_id(key.unit)).i(key.minute).t(kind_name(key.kind));
        text_or_null(in, key.kind == change ? morale_name(key.state) : "");
        in.t(cause_name(key.cause)).i(count).row();
    }
}

void Book::beliefs() {
    Sqlite::Insert in(db_, insert_sql(result_table("beliefs")));
    for (const BeliefRow& b : l_.beliefs) {
        static constexpr const char* kAbout[] = {"none", "person", "unit", "enemy_area"};
        std::string about = b.subject_kind == 1   ? person_id(b.subject)
                            : b.subject_kind == 2 ? unit_id(b.subject)
                                                  : "";
        if (about.empty()) about = std::to_string(b.subject);
        box_.add(b.x_mm, b.y_mm);
        in.b(point(b.x_mm, b.y_mm))
            .r(second(b.tick))
            .t(person_id(b.owner))
            .t(kAbout[b.subject_kind & 3u])
            .t(about);
        in.r(m_of(b.x_mm)).r(m_of(b.y_mm)).r(b.spread_mm / 1000.0);
        if (b.men == 0xffffffffu) {
            in.null();
        } else {
            in.i(b.men);
        }
        in.r(share16(b.confidence_q16)).r(share16(b.alive_q16)).t(belief_source(b.source));
        text_or_null(in, person_id(b.told_by));
        in.r(second(b.info_tick)).row();
    }
}

void Book::tracks(std::int64_t nameless_spacing_ticks) {
    std::vector<std::vector<TrackPoint>> ways(m_.persons.size());
    for (const TrackPoint& p : l_.tracks) {
        if (p.person >= ways.size()) continue;
        auto& way = ways[p.person];
        if (!m_.persons[p.person].named) {
            if (nameless_spacing_ticks < 0) continue;
            if (!way.empty() && p.tick - way.back().tick < nameless_spacing_ticks) continue;
        }
        way.push_back(p);
    }
    Sqlite::Insert lines(db_, insert_sql(result_table("tracks")));
    Sqlite::Insert points(db_, insert_sql(result_table("track_points")));
    for (std::size_t k = 0; k < ways.size(); ++k) {
        const auto& way = ways[k];
        if (way.empty()) continue;
        double length = 0;
        for (std::size_t i = 0; i < way.size(); ++i) {
            box_.add(way[i].x_mm, way[i].y_mm);
            points.b(point(way[i].x_mm, way[i].y_mm)).t(m_.persons[k].id).r(second(way[i].tick)).row();
            if (i == 0) continue;
            const double dx = m_of(way[i].x_mm - way[i - 1].x_mm), dy = m_of(way[i].y_mm - way[i - 1].y_mm);
            length += std::sqrt(dx * dx + dy * dy);
        }
        lines.b(line(way))
            .t(m_.persons[k].id)
            .i(m_.persons[k].named ? 1 : 0)
            .i(static_cast<std::int64_t>(way.size()));
        lines.r(length).r(second(way.front().tick)).r(second(way.back().tick)).row();
    }
}

void Book::measures() {
    Sqlite::Insert in(db_, insert_sql(result_table("measures")));
    for (const Measure& m : l_.measures.all()) in.t(m.name).r(m.second).r(m.value).row();
}

void Book::contents() {
    Sqlite::Insert in(
        db_,
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, min_x, "
        "min_y, "
        "max_x, max_y, srs_id) VALUES (?, ?, ?, ?, '1970-01-01T00:00:00.000Z', ?, ?, ?, ?, ?);");
    for (const ResultTable& t : result_tables()) {
        in.t(t.name)
            .t(t.geometry != nullptr ? "features" : "attributes")
            .t(t.name)
            .t(std::string(t.en) + " / " + t.zh);
        if (t.geometry != nullptr && box_.x0 <= box_.x1) {
            in.r(box_.x0).r(box_.y0).r(box_.x1).r(box_.y1).i(kSrs).row();
        } else {
            in.null().null().null().null();
            if (t.geometry != nullptr) {
                in.i(kSrs).row();
            } else {
                in.null().row();
            }
        }
    }
    Sqlite::Insert geometry(db_, "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0);");
    for (const ResultTable& t : result_tables()) {
        if (t.geometry != nullptr) geometry.t(t.name).t(t.geometry).i(kSrs).row();
    }
    db_.run("CREATE INDEX unit_minutes_by_unit ON unit_minutes (unit_id, minute); COMMIT;");
}

base::Result<std::vector<std::byte>> build(const model::Model& model, const Ledger& ledger,
                                           const Manifest& manifest, std::int64_t nameless_spacing_ticks) {
    Sqlite db;
    Book book(db, model, ledger);
    book.frame();
    book.about(manifest);
    book.people();
    book.minutes();
    book.events();
    book.causes();
    book.beliefs();
    book.tracks(nameless_spacing_ticks);
    book.measures();
    book.contents();
    return db.take();
}

}  // namespace

base::Result<std::vector<std::byte>> results_gpkg(const model::Model& model, const Ledger& ledger,
                                                  const Manifest& manifest, std::string* note) {
    LINGHE_TRY(auto bytes, build(model, ledger, manifest, 0));
    for (const std::int64_t spacing : {std::int64_t{300}, std::int64_t{-1}}) {
        if (bytes.size() <= base::limits::kResultsBytes) break;
        LINGHE_TRY(bytes, build(model, ledger, manifest, spacing));
        if (note == nullptr) continue;
        *note = spacing > 0
                    ? "results.gpkg: tracks of nameless leaders are thinned to 30 s, to stay within 25 MB"
                    : "results.gpkg: tracks of nameless leaders are left out, to stay within 25 MB";
    }
    return bytes;
}

base::Result<void> write_results(base::FileSystem& fs, const std::string& path, const model::Model& model,
                                 const Ledger& ledger, const Manifest& manifest, std::string* note) {
    LINGHE_TRY(const auto bytes, results_gpkg(model, ledger, manifest, note));
    return base::atomic_write(fs, path, bytes);
}

}  // namespace linghe::record
