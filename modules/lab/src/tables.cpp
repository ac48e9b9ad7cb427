// rows.csv, missing.csv, timings.csv, and datapackage.json that tells what stands in them.
#include <charconv>
#include <nlohmann/json.hpp>

#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"
#include "linghe/lab/batch.hpp"
#include "writing.hpp"

namespace linghe::lab {

using Json = nlohmann::ordered_json;

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string{text};
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

std::string figure(double value, int digits) {
    if (value == 0) return "0";
    const double size = value < 0 ? -value : value;
    char buffer[64];
    const bool plain = size >= 1e-4 && size < 1e9;
    int decimals = digits - 1;
    for (double d = 10; plain && d <= size; d *= 10) --decimals;
    for (double d = 1; plain && d > size; d /= 10) ++decimals;
    if (decimals < 0) decimals = 0;
    const auto end =
        plain ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals)
              : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
    std::string out(buffer, end.ptr);
    if (plain && out.find('.') != std::string::npos) {
        out.erase(out.find_last_not_of('0') + 1);
        if (out.back() == '.') out.pop_back();
    }
    return out;
}

std::string rows_csv(const Prepared& p, const std::vector<Row>& rows) {
    std::string out = "run,arm,seed,status,hash";
    for (const auto& info : p.measures) out += "," + csv_field(info.name);
    out += ",command\n";
    for (const Row& row : rows) {
        const std::size_t arm = p.arm_of(row.run);
        out += std::to_string(row.run) + "," + p.plan.arms[arm].name + "," +
               std::to_string(p.seed_of(row.run)) + ",";
        out += (row.ok() ? "ok" : csv_field("failed: " + row.failure)) + "," +
               (row.ok() ? base::hex16(row.hash) : "");
        for (const Value& v : row.values) out += "," + (v.known ? base::to_text(v.number) : std::string{});
        out += "," + csv_field(command_of(p.plan, arm, p.seed_of(row.run))) + "\n";
    }
    return out;
}

std::string missing_csv(const Prepared& p, const std::vector<Row>& rows) {
    std::string out = "run,measure,reason\n";
    for (const Row& row : rows)
        for (std::size_t m = 0; m < row.values.size(); ++m)
            if (!row.values[m].known)
                out += std::to_string(row.run) + "," + csv_field(p.measures[m].name) + "," +
                       csv_field(row.values[m].why) + "\n";
    return out;
}

std::string timings_csv(const Prepared&, const std::vector<Row>& rows) {
    std::string out = "run,wall_s\n";
    for (const Row& row : rows)
        out += std::to_string(row.run) + "," + base::to_text_fixed(row.wall_s, 3) + "\n";
    return out;
}

namespace {

Json field(const char* name, const char* type, const char* unit, const std::string& en,
           const std::string& zh) {
    return Json{{"name", name}, {"type", type}, {"unit", unit}, {"description", en}, {"description_zh", zh}};
}

Json resource(const char* name, const char* path, Json fields, Json key) {
    return Json{
        {"name", name},
        {"path", path},
        {"format", "csv"},
        {"mediatype", "text/csv"},
        {"encoding", "utf-8"},
        {"schema", {{"fields", std::move(fields)}, {"primaryKey", std::move(key)}, {"missingValues", {""}}}}};
}

Json row_fields(const Prepared& p) {
    Json fields = Json::array();
    fields.push_back(
        field("run", "integer", "", "index of the run: seed by seed, arm by arm", "序号：依种子，再依条件"));
    fields.push_back(
        field("arm", "string", "", "condition; base has no change of its own", "条件；base 为原样"));
    fields.push_back(field("seed", "integer", "", "seed; the same in every arm", "种子；各条件相同"));
    fields.push_back(field("status", "string", "", "ok, or failed: why", "ok 或 failed: 缘由"));
    fields.push_back(field("hash", "string", "", "hash of the state at the end, hexadecimal",
                           "终局状态的散列值（十六进制）"));
    for (const auto& info : p.measures) {
        Json f = field(info.name.c_str(), "number", info.unit.c_str(), info.en, info.zh);
        if (!info.serves.empty()) f["serves"] = info.serves;
        fields.push_back(std::move(f));
    }
    fields.push_back(field("command", "string", "", "runs this run again, alone, and keeps its record",
                           "单独重推此局并留存记录的命令"));
    return fields;
}

}  // namespace

std::string datapackage_json(const Prepared& p) {
    Json resources = Json::array();
    resources.push_back(resource("rows", "rows.csv", row_fields(p), "run"));
    Json missing = Json::array();
    missing.push_back(field("run", "integer", "", "index of the run", "序号"));
    missing.push_back(field("measure", "string", "", "measure without a figure", "无数值的量度"));
    missing.push_back(field("reason", "string", "", "why it has none", "缘由"));
    resources.push_back(resource("missing", "missing.csv", std::move(missing), Json{"run", "measure"}));
    Json timings = Json::array();
    timings.push_back(field("run", "integer", "", "index of the run", "序号"));
    timings.push_back(field("wall_s", "number", "s", "time it took on this machine", "本机所用时间"));
    resources.push_back(resource("timings", "timings.csv", std::move(timings), "run"));
    Json arms = Json::array();
    for (std::size_t a = 0; a < p.plan.arms.size(); ++a) {
        const auto options = options_of(p.plan, a, 1);
        Json set = Json::object();
        for (const auto& [path, value] : options.set) set[path] = value;
        arms.push_back({{"name", p.plan.arms[a].name},
                        {"set", set},
                        {"without", options.without},
                        {"interventions", options.interventions}});
    }
    const Json package{{"profile", "tabular-data-package"},
                       {"name", "linghe-batch"},
                       {"title", "Batch of " + p.plan.scenario},
                       {"linghe",
                        {{"release", p.plan.release},
                         {"scenario", p.plan.scenario},
                         {"fingerprint", base::hex16(p.fingerprint)},
                         {"end_tick", p.end_tick},
                         {"men", p.men},
                         {"arms", std::move(arms)}}},
                       {"resources", std::move(resources)}};
    return package.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace linghe::lab
