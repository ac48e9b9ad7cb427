#include "results_schema.hpp"

#include <string_view>

namespace linghe::record {
namespace {

constexpr ResultColumn kRuns[] = {
    {"key", "TEXT", "", "what", "项目"},
    {"value", "TEXT", "", "its value", "内容"},
};
constexpr ResultColumn kUnits[] = {
    {"unit_id", "TEXT", "", "immutable id", "编号"},
    {"name_en", "TEXT", "", "name", "英文名"},
    {"name_zh", "TEXT", "", "name", "中文名"},
    {"side", "TEXT", "", "id of its side", "阵营"},
    {"force", "TEXT", "", "id of the force it belongs to", "所属"},
    {"colours", "TEXT", "", "id of its colours", "旗色"},
    {"troop", "TEXT", "", "id of its kind of men", "兵种"},
    {"leader", "TEXT", "", "id of its leader", "统领"},
    {"men", "INTEGER", "men", "strength at the start", "起始人数"},
};
constexpr ResultColumn kPersons[] = {
    {"person_id", "TEXT", "", "immutable id", "编号"},
    {"name_en", "TEXT", "", "name", "英文名"},
    {"name_zh", "TEXT", "", "name", "中文名"},
    {"named", "INTEGER", "0/1", "1 when he is known by name", "是否具名"},
    {"side", "TEXT", "", "id of his side", "阵营"},
    {"unit_id", "TEXT", "", "unit he rides with", "所随之队"},
    {"superior", "TEXT", "", "id of his superior", "上官"},
};
constexpr ResultColumn kUnitMinutes[] = {
    {"unit_id", "TEXT", "", "unit", "队"},
    {"minute", "INTEGER", "min", "since clock zero", "自零时起分钟"},
    {"in_hand_men", "INTEGER", "men", "men who keep to its ranks", "在列人数"},
    {"fleeing_men", "INTEGER", "men", "men in flight", "奔逃人数"},
    {"fallen_men", "INTEGER", "men", "dead, disabled or taken so far", "死伤被俘"},
    {"mean_fear", "REAL", "0..1", "mean fear felt", "平均恐惧"},
    {"x_m", "REAL", "m", "mean place of the men in hand, east", "在列者平均位置，东"},
    {"y_m", "REAL", "m", "mean place of the men in hand, north", "在列者平均位置，北"},
    {"broken", "INTEGER", "0/1", "1 when it has broken", "是否溃散"},
};
constexpr ResultColumn kSideMinutes[] = {
    {"side", "TEXT", "", "side", "阵营"},
    {"minute", "INTEGER", "min", "since clock zero", "自零时起分钟"},
    {"fit_men", "INTEGER", "men", "on the field and able", "可战"},
    {"disabled_men", "INTEGER", "men", "disabled", "重伤"},
    {"dead_men", "INTEGER", "men", "dead of wounds", "战死"},
    {"captured_men", "INTEGER", "men", "taken", "被俘"},
    {"drowned_men", "INTEGER", "men", "drowned", "溺死"},
    {"left_men", "INTEGER", "men", "gone from the map", "离场"},
    {"burnt_men", "INTEGER", "men", "dead by fire", "烧死"},
    {"steady_men", "INTEGER", "men", "of the fit: steady", "镇定"},
    {"shaken_men", "INTEGER", "men", "shaken", "动摇"},
    {"wavering_men", "INTEGER", "men", "wavering", "欲溃"},
    {"routing_men", "INTEGER", "men", "routing", "溃逃"},
    {"rallying_men", "INTEGER", "men", "rallying", "回聚"},
    {"resigned_men", "INTEGER", "men", "resigned", "绝望"},
    {"surrendered_men", "INTEGER", "men", "surrendered", "投降"},
    {"last_stand_men", "INTEGER", "men", "in a last stand", "死战"},
    {"mean_fear", "REAL", "0..1", "mean fear of the fit", "可战者平均恐惧"},
};
constexpr ResultColumn kEvents[] = {
    {"event", "INTEGER", "", "number of the event", "事件号"},
    {"second", "REAL", "s", "since clock zero", "自零时起秒"},
    {"kind", "TEXT", "", "kind of event", "种类"},
    {"unit_id", "TEXT", "", "unit it concerns", "队"},
    {"person_id", "TEXT", "", "person it concerns", "人"},
    {"other_person_id", "TEXT", "", "the other person", "另一人"},
    {"value", "INTEGER", "depends on kind", "men, metres or number of a verb", "人数、米数或动词号"},
    {"cause_1", "TEXT", "", "chief cause", "首因"},
    {"share_1", "REAL", "0..1", "its share", "所占"},
    {"cause_2", "TEXT", "", "second cause", "次因"},
    {"share_2", "REAL", "0..1", "its share", "所占"},
    {"cause_3", "TEXT", "", "third cause", "三因"},
    {"share_3", "REAL", "0..1", "its share", "所占"},
    {"parent_event", "INTEGER", "", "event behind it", "前因事件"},
    {"words_en", "TEXT", "", "in words", "英文叙述"},
    {"words_zh", "TEXT", "", "in words", "中文叙述"},
};
constexpr ResultColumn kCauses[] = {
    {"unit_id", "TEXT", "", "unit in which the men were mustered", "原队"},
    {"minute", "INTEGER", "min", "since clock zero", "自零时起分钟"},
    {"kind", "TEXT", "", "kind of single men's events", "个人事件种类"},
    {"new_state", "TEXT", "", "state of heart taken on, for man_state", "新心志"},
    {"cause", "TEXT", "", "chief cause", "首因"},
    {"events", "INTEGER", "events", "how many", "次数"},
};
constexpr ResultColumn kBeliefs[] = {
    {"second", "REAL", "s", "when it changed, since clock zero", "变更之时"},
    {"person_id", "TEXT", "", "whose belief", "何人之见"},
    {"about_kind", "TEXT", "", "person, unit or enemy_area", "所指种类"},
    {"about", "TEXT", "", "id of the person or unit; number of a 500 m square", "所指"},
    {"x_m", "REAL", "m", "estimated place, east", "所估位置，东"},
    {"y_m", "REAL", "m", "estimated place, north", "所估位置，北"},
    {"spread_m", "REAL", "m", "standard deviation of the place", "位置标准差"},
    {"men", "INTEGER", "men", "estimated strength, NULL unknown", "所估人数"},
    {"confidence", "REAL", "0..1", "that the place is right within twice the spread", "把握"},
    {"alive", "REAL", "0..1", "that he lives or that it exists", "以为尚在"},
    {"source", "TEXT", "", "where it came from", "来源"},
    {"told_by", "TEXT", "", "id of who told", "告者"},
    {"info_second", "REAL", "s", "time of the information", "消息之时"},
};
constexpr ResultColumn kTracks[] = {
    {"person_id", "TEXT", "", "leader", "将领"},
    {"named", "INTEGER", "0/1", "1 when he is known by name", "是否具名"},
    {"points", "INTEGER", "", "points of the line", "点数"},
    {"length_m", "REAL", "m", "length of the line", "路程"},
    {"from_second", "REAL", "s", "first point, since clock zero", "起"},
    {"to_second", "REAL", "s", "last point, since clock zero", "止"},
};
constexpr ResultColumn kTrackPoints[] = {
    {"person_id", "TEXT", "", "leader", "将领"},
    {"second", "REAL", "s", "since clock zero", "自零时起秒"},
};
constexpr ResultColumn kMeasures[] = {
    {"name", "TEXT", "", "probe and what it measures", "量名"},
    {"second", "REAL", "s", "since clock zero; NULL for the whole run", "自零时起秒；空为全程"},
    {"value", "REAL", "men, share or s", "the figure", "数值"},
};
constexpr ResultColumn kColumns[] = {
    {"table_name", "TEXT", "", "table", "表"},
    {"column_name", "TEXT", "", "column", "列"},
    {"unit", "TEXT", "", "unit", "单位"},
    {"meaning_en", "TEXT", "", "meaning", "英文释义"},
    {"meaning_zh", "TEXT", "", "meaning", "中文释义"},
};

const ResultTable kTables[] = {
    {"runs", nullptr, "what was run, with what", "本次推演", kRuns},
    {"units", nullptr, "units", "各队", kUnits},
    {"persons", nullptr, "leaders", "将领", kPersons},
    {"unit_minutes", nullptr, "each unit at each minute", "各队逐分钟", kUnitMinutes},
    {"side_minutes", nullptr, "each side at each minute", "各方逐分钟", kSideMinutes},
    {"events", "POINT", "events of units and commanders", "各队与将领之事", kEvents},
    {"causes_by_unit_minute", nullptr, "single men's events counted by cause", "个人事件按因计数", kCauses},
    {"beliefs", "POINT", "what named persons believed, when it changed", "具名者所信之变", kBeliefs},
    {"tracks", "LINESTRING", "ways of the leaders", "将领行迹", kTracks},
    {"track_points", "POINT", "points of the ways, with their times", "行迹各点", kTrackPoints},
    {"measures", nullptr, "figures asked for by probes", "所求诸量", kMeasures},
    {"columns", nullptr, "unit and meaning of each column", "各列单位与释义", kColumns},
};

}  // namespace

std::span<const ResultTable> result_tables() { return kTables; }

const ResultTable& result_table(const char* name) {
    for (const ResultTable& t : kTables) {
        if (std::string_view(t.name) == name) return t;
    }
    return kTables[0];
}

std::string create_sql(const ResultTable& table) {
    std::string sql = std::string("CREATE TABLE ") + table.name + " (fid INTEGER PRIMARY KEY NOT NULL";
    if (table.geometry != nullptr) sql += std::string(", geom ") + table.geometry;
    for (const ResultColumn& c : table.columns) sql += std::string(", ") + c.name + " " + c.type;
    return sql + ");";
}

std::string insert_sql(const ResultTable& table) {
    std::string names = table.geometry != nullptr ? "geom" : "", marks = table.geometry != nullptr ? "?" : "";
    for (const ResultColumn& c : table.columns) {
        names += (names.empty() ? "" : ", ") + std::string(c.name);
        marks += marks.empty() ? "?" : ", ?";
    }
    return std::string("INSERT INTO ") + table.name + " (" + names + ") VALUES (" + marks + ");";
}

}  // namespace linghe::record
