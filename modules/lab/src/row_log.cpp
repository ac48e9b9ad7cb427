#include "row_log.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "linghe/base/hash.hpp"

namespace linghe::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

base::Error corrupt(std::string message) {
    return {base::ErrorCode::corrupt, "runs.log", std::move(message),
            "begin the batch anew in another folder"};
}

}  // namespace

std::string plan_text(const Prepared& prepared) {
    return Json{{"schema_version", 1},
                {"fingerprint", base::hex16(prepared.fingerprint)},
                {"scenario", prepared.plan.scenario},
                {"runs", prepared.runs()}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string row_text(const Row& row) {
    Json values = Json::array(), why = Json::array();
    for (const Value& v : row.values) {
        values.push_back(v.known ? Json(v.number) : Json(nullptr));
        why.push_back(v.known ? Json("") : Json(v.why));
    }
    return Json{{"run", row.run},       {"hash", base::hex16(row.hash)}, {"failure", row.failure},
                {"wall_s", row.wall_s}, {"values", std::move(values)},   {"why", std::move(why)}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<Row> read_row(const Prepared& prepared, std::string_view text) {
    const Json j = Json::parse(text, nullptr, false);
    const auto field = [&j](const char* name, bool (Json::*is)() const noexcept) {
        return j.is_object() && j.contains(name) && (j[name].*is)();
    };
    if (!field("run", &Json::is_number_unsigned) || !field("hash", &Json::is_string) ||
        !field("failure", &Json::is_string) || !field("wall_s", &Json::is_number) ||
        !field("values", &Json::is_array) || !field("why", &Json::is_array))
        return corrupt("a row lacks its fields");
    Row row;
    row.run = j["run"].get<std::uint64_t>();
    row.failure = j["failure"].get<std::string>();
    row.wall_s = j["wall_s"].get<double>();
    LINGHE_TRY(row.hash, base::parse_hex16(j["hash"].get<std::string>()));
    const std::size_t n = prepared.measures.size();
    if (row.run >= prepared.runs() || j["values"].size() != n || j["why"].size() != n)
        return corrupt("a row is of another batch");
    for (std::size_t i = 0; i < n; ++i) {
        const Json &v = j["values"][i], &why = j["why"][i];
        if (!why.is_string() || !(v.is_number() || v.is_null()))
            return corrupt("a row holds what is no measure");
        row.values.push_back(v.is_number() ? Value::of(v.get<double>())
                                           : Value::none(why.get<std::string>()));
    }
    return row;
}

base::Result<std::vector<Row>> read_rows(base::FileSystem& fs, const std::string& path,
                                         const Prepared& prepared) {
    std::error_code ignored;
    if (dynamic_cast<base::RealFileSystem*>(&fs) != nullptr && std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored))  // a pipe would be waited for for ever
        return base::Error{base::ErrorCode::corrupt, path, "this is no file",
                           "put the log back, or choose another folder"};
    LINGHE_TRY(const auto log, base::read_log_file(fs, path));
    std::vector<Row> rows;
    const auto& blocks = log.contents.blocks;
    if (blocks.empty()) {
        // A cut may have left less than the first block; more than it is damage, or no log of ours, and is not cut off.
        if (log.contents.dropped_bytes > plan_text(prepared).size() + 64)
            return base::Error{
                base::ErrorCode::corrupt, path,
                "its first block is damaged, or it is no log of a batch (" + log.contents.dropped_why + ")",
                "put it back from a copy, or choose another folder"};
        return rows;
    }
    if (blocks.front().type != kPlanBlock || text_of(blocks.front().payload) != plan_text(prepared))
        return base::Error{
            base::ErrorCode::invalid, path,
            "is the log of another batch, or of another release of the program",
            "resume with the same scenario, seeds, arms, measures and end; or choose another folder"};
    std::vector<char> seen(prepared.runs());
    for (std::size_t i = 1; i < blocks.size(); ++i) {
        if (blocks[i].type != kRowBlock) return corrupt("a block of an unknown kind");
        LINGHE_TRY(auto row, read_row(prepared, text_of(blocks[i].payload)));
        if (seen[row.run] != 0) continue;
        seen[row.run] = 1;
        rows.push_back(std::move(row));
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.run < b.run; });
    return rows;
}

}  // namespace linghe::lab
