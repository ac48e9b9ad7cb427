// The table of keys as JSON Schema. Only words that draft 4 and draft 7 share, so that editors of either kind take it.
#include <set>

#include "keys.hpp"
#include "linghe/base/text.hpp"
#include "linghe/scenario/format.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::scenario {
namespace {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string bound(double v) {
    return v >= -9e15 && v <= 9e15 && v == static_cast<double>(static_cast<std::int64_t>(v))
               ? base::to_text(static_cast<std::int64_t>(v))
               : base::to_text(v);
}

std::string description(const Key& key) {
    std::string text{key.en};
    if (!key.unit.empty() && key.unit != "1") text += " [" + std::string{key.unit} + "]";
    return quoted(text + " · " + std::string{key.zh});
}

std::string coordinates(int count) {
    return "\"type\": \"array\", \"items\": { \"type\": \"number\" }, \"minItems\": " + base::to_text(count) +
           ", \"maxItems\": " + base::to_text(count);
}

/// What a value must be, without description and default.
std::string form(const Key& key) {
    switch (key.type) {
        case KeyType::text:
        case KeyType::reference: return "\"type\": \"string\"";
        case KeyType::id: return "\"type\": \"string\", \"pattern\": \"^[a-z][a-z0-9_.-]{0,63}$\"";
        case KeyType::colour: return "\"type\": \"string\", \"pattern\": \"^#[0-9a-fA-F]{6}$\"";
        case KeyType::name: return "\"$ref\": \"#/definitions/name\"";
        case KeyType::number:
        case KeyType::integer:
            return std::string{"\"type\": "} + (key.type == KeyType::number ? "\"number\"" : "\"integer\"") +
                   ", \"minimum\": " + bound(key.low) + ", \"maximum\": " + bound(key.high);
        case KeyType::boolean: return "\"type\": \"boolean\"";
        case KeyType::choice: {
            std::string list;
            std::string_view rest = key.choices;
            while (!rest.empty()) {
                const std::size_t space = rest.find(' ');
                list += (list.empty() ? "" : ", ") + quoted(rest.substr(0, space));
                rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
            }
            return "\"type\": \"string\", \"enum\": [" + list + "]";
        }
        case KeyType::point: return coordinates(2);
        case KeyType::box: return coordinates(4);
        case KeyType::line:
            return "\"type\": \"array\", \"minItems\": 2, \"items\": { " + coordinates(2) + " }";
        case KeyType::ring:
            return "\"type\": \"array\", \"minItems\": 3, \"items\": { " + coordinates(2) + " }";
        case KeyType::table: return "\"$ref\": \"#/definitions/" + std::string{key.table->id} + "\"";
        case KeyType::tables:
            return "\"type\": \"array\", \"items\": { \"$ref\": \"#/definitions/" +
                   std::string{key.table->id} + "\" }";
        case KeyType::parameters:
            return "\"type\": \"object\", \"additionalProperties\": { \"type\": [\"number\", \"object\"] }";
    }
    return "";
}

std::string properties(const Table& table, const std::string& indent) {
    std::string out = indent + "\"type\": \"object\",\n" + indent +
                      "\"description\": " + quoted(std::string{table.en} + " · " + std::string{table.zh}) +
                      ",\n" + indent + "\"additionalProperties\": false,\n" + indent + "\"properties\": {\n";
    std::string required;
    for (const Key& key : table.keys) {
        const std::string what = form(key);
        // Beside a $ref draft 4 ignores everything; allOf lets the description stand.
        const bool reference = what.find("\"$ref\"") == 0;
        out += indent + "  " + quoted(key.name) + ": { \"description\": " + description(key) + ", " +
               (reference ? "\"allOf\": [{ " + what + " }]" : what);
        if (!key.fallback.empty()) out += ", \"default\": " + std::string{key.fallback};
        out += " },\n";
        if (key.required) required += (required.empty() ? "" : ", ") + quoted(key.name);
    }
    // An editor's line "#:schema PATH" is a comment, but a "$schema" key is allowed in JSON twins.
    out += indent + "  \"$schema\": { \"type\": \"string\" }\n" + indent + "}";
    if (!required.empty()) out += ",\n" + indent + "\"required\": [" + required + "]";
    return out + "\n";
}

void collect(const Table& table, std::vector<const Table*>& out) {
    for (const Key& key : table.keys) {
        if (key.table == nullptr) continue;
        bool known = false;
        for (const Table* t : out) known = known || t == key.table;
        if (known) continue;
        out.push_back(key.table);
        collect(*key.table, out);
    }
}

std::string schema(const Table& table, std::string_view title) {
    std::string out =
        "{\n  \"$schema\": \"http://json-schema.org/draft-04/schema#\",\n  \"title\": " + quoted(title) +
        ",\n" + properties(table, "  ");
    out.pop_back();
    out +=
        ",\n  \"definitions\": {\n    \"name\": {\n      \"anyOf\": [\n        { \"type\": \"string\", "
        "\"minLength\": 1 },\n"
        "        { \"type\": \"object\", \"additionalProperties\": false, \"minProperties\": 1,\n"
        "          \"properties\": { \"en\": { \"type\": \"string\" }, \"zh\": { \"type\": \"string\" } } "
        "}\n      ]\n    }";
    std::vector<const Table*> tables;
    collect(table, tables);
    for (const Table* t : tables)
        out += ",\n    " + quoted(t->id) + ": {\n" + properties(*t, "      ") + "    }";
    return out + "\n  }\n}\n";
}

std::string form_word(const Key& key) {
    switch (key.type) {
        case KeyType::text: return "text";
        case KeyType::id: return "id";
        case KeyType::name: return "name";
        case KeyType::number: return "number";
        case KeyType::integer: return "whole number";
        case KeyType::boolean: return "true / false";
        case KeyType::choice: return "choice";
        case KeyType::colour: return "\"#RRGGBB\"";
        case KeyType::reference: return "id of a " + std::string{key.choices};
        case KeyType::point: return "[x, y]";
        case KeyType::box: return "[w, s, e, n]";
        case KeyType::line:
        case KeyType::ring: return "[[x, y], ...]";
        case KeyType::table:
            return "table [" + std::string{key.table->id} + "](#" + std::string{key.table->id} + ")";
        case KeyType::tables:
            return "tables [" + std::string{key.table->id} + "](#" + std::string{key.table->id} + ")";
        case KeyType::parameters: return "table";
    }
    return "";
}

std::string page_of(const Table& table, std::set<std::string_view>& done) {
    if (!done.insert(table.id).second) return "";
    std::string out = "\n### " + std::string{table.id} + "\n\n" + std::string{table.en} + " " +
                      std::string{table.zh} +
                      "\n\n| key | form | range, default | meaning | 含义 |\n|---|---|---|---|---|\n";
    for (const Key& key : table.keys) {
        std::string range;
        if (key.type == KeyType::number || key.type == KeyType::integer) {
            if (!(key.low <= -1e29 && key.high >= 1e29)) range = bound(key.low) + " .. " + bound(key.high);
            if (!key.unit.empty() && key.unit != "1")
                range += (range.empty() ? "" : " ") + std::string{key.unit};
        } else if (key.type == KeyType::choice) {
            range = std::string{key.choices};
        } else if (!key.unit.empty()) {
            range = std::string{key.unit};
        }
        if (key.required)
            range += std::string{range.empty() ? "" : "; "} + "**required**";
        else if (!key.fallback.empty())
            range += std::string{range.empty() ? "" : "; "} + "default " + std::string{key.fallback};
        out += "| `" + std::string{key.name} + "` | " + form_word(key) + " | " + range + " | " +
               std::string{key.en} + " | " + std::string{key.zh} + " |\n";
    }
    for (const Key& key : table.keys)
        if (key.table != nullptr) out += page_of(*key.table, done);
    return out;
}

}  // namespace

std::string scenario_schema_json() { return schema(scenario_table(), "Linghe scenario"); }
std::string map_schema_json() { return schema(map_table(), "Linghe map sketch"); }

std::string scenario_format_markdown() {
    std::set<std::string_view> done;
    std::string out =
        "# The scenario format / 想定格式\n\n"
        "A scenario is a folder: `scenario.toml` (people, forces, weather, orders) and the map it names, "
        "`map.toml`. Both are\n"
        "[TOML](https://toml.io). `linghe new NAME` writes a small commented one, `linghe check FOLDER` says "
        "what is wrong with\n"
        "one, by file, line, column, key, reason and remedy. This page is made from the table of keys which "
        "the reader itself\n"
        "uses; so are the schemas for editors, [scenario](../schema/scenario.schema.json) and "
        "[map](../schema/map.schema.json).\n"
        "A first line `#:schema PATH` makes editors with a TOML language server complete and check while you "
        "type.\n\n"
        "想定是一个文件夹：`scenario.toml`（人物、部队、天气、命令）和它所指的地图 `map.toml`。`linghe new "
        "NAME` 写出一份带注释的小想定，\n"
        "`linghe check` "
        "逐条指出错误的文件、行、列、键、原因与改法。本页与编辑器用的模式文件均由读取程序自身的键表生成。\n\n"
        "## Conventions / 约定\n\n"
        "- Metres, x east, y north; headings and winds by the compass: 0 north, 90 east. A wind is named by "
        "where it comes *from*.\n"
        "  单位米，x向东，y向北；方位按罗盘，0为北，90为东；风以来向计。\n"
        "- An `id` is for good: the luck of each man is addressed by his unit's id and his number. Names may "
        "change, order may\n"
        "  change, the luck stays. 代号不可更改：每个士兵的运气由部队代号与其编号决定；改名、换序都不影响。\n"
        "- A *name* is `{ en = \"...\", zh = \"...\" }` or one text for both. 名称可写双语，也可只写一个。\n"
        "- Exactly one of `at` (formed) and `box` (strewn) places a unit. `bodies` of 1,100 men with "
        "`unit_size = 275` become the units\n"
        "  `ID.1` to `ID.4`. 以 `at` 列阵或以 `box` 散布，二者择一；`bodies` 会分成若干部队。\n"
        "- Every unit has a leader, its man number 0: the first person who rides with it, else a nameless "
        "one.\n"
        "  每支部队都有头领（其第0号士兵）：首位随行人物，否则为无名头领。\n"
        "- Unknown keys, wrong types, values out of range, NaN, infinity and control characters in texts are "
        "errors,\n  all told at once.\n"
        "  未知的键、错误的类型、越界的值、NaN、无穷与文字中的控制字符皆为错误，一次全部列出。\n\n"
        "## Changes from the command line / 命令行改动\n\n"
        "`--set PATH=VALUE` changes one value before anything is read: `wind.0.speed_m_s=7`, "
        "`person.dodo.traits.composure=0.4`,\n"
        "`unit.khan_staff.men=150`, `map.river.0.depth_m=1.0`, `troop.mongol_horse.run_m_s=7`, "
        "`parameters.GROUP.NAME=0.5`.\n"
        "A `*` stands for each item of a list: `map.ramp.*.width_m=30`, `wind.*.from_deg=0`. `*` "
        "代表表中每一项。\n"
        "`--without MODEL` takes a model out: ";
    bool first = true;
    for (const auto name : without_names()) {
        out += (first ? "`" : ", `") + std::string{name} + "`";
        first = false;
    }
    out +=
        ".\n`--intervention '{ id = \"x\", at_s = 60, kind = \"silence_drum\", person = \"khan\" }'` adds an "
        "intervention.\n\n## scenario.toml\n";
    out += page_of(scenario_table(), done);
    out += "\n## map.toml\n" + page_of(map_table(), done);
    out += "\n## data/arms.toml\n" + page_of(troop_table(), done);
    out += "\n## data/fuels.toml\n" + page_of(fuel_table(), done);
    out +=
        "\n## data/parameters/GROUP.toml\n\n"
        "A value outside `low` to `high` is told and taken, so that a model can be tried beyond what is "
        "plausible. "
        "Beyond `least` and `most`\n"
        "it is refused: there the model divides by nothing, or the number is a slip of the pen. A scenario "
        "that "
        "brings its own file of\n"
        "parameters is held to the bounds of the shipped one.\n"
        "超出 `low`–`high` 的值只作提示，仍予采用；超出 `least`–`most` "
        "的值一律拒绝：或使模型除以零，或系笔误。\n"
        "想定自带的参数文件也受程序自带界限的约束。\n" +
        page_of(parameter_table(), done);
    return out;
}

}  // namespace linghe::scenario
