// The summary as CSV (long form), JSON and Markdown.
#include <nlohmann/json.hpp>

#include "linghe/base/hash.hpp"
#include "linghe/lab/summary.hpp"
#include "writing.hpp"

namespace linghe::lab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kDigits = 9, kShort = 4;

Json json_of(const std::optional<Interval>& i) {
    if (!i) return nullptr;
    return Json::array({Json::parse(figure(i->low, kDigits)), Json::parse(figure(i->high, kDigits))});
}
Json number(double value) { return Json::parse(figure(value, kDigits)); }

Json json_of(const MeanOf& m) {
    if (m.n == 0) return nullptr;
    return {{"mean", number(m.mean)}, {"sd", number(m.sd)}, {"interval_95", json_of(m.interval)}};
}
Json json_of(const MedianOf& m) {
    if (m.n == 0) return nullptr;
    return {{"median", number(m.median)},
            {"interval_95", json_of(m.interval)},
            {"coverage", number(m.coverage)},
            {"least", number(m.low)},
            {"most", number(m.high)}};
}
Json json_of(const ShareOf& s) {
    if (s.n == 0) return nullptr;
    return {{"yes", s.yes}, {"of", s.n}, {"share", number(s.share)}, {"interval_95", json_of(s.interval)}};
}

std::string between(const std::optional<Interval>& i) {
    return i ? "[" + figure(i->low, kShort) + ", " + figure(i->high, kShort) + "]" : "–";
}
std::string low_high(const std::optional<Interval>& i) {
    return i ? figure(i->low, kDigits) + "," + figure(i->high, kDigits) : ",";
}

std::string arm_markdown(const Summary& s, std::size_t arm) {
    std::string out = "\n## " + s.arms[arm] +
                      "\n\n| measure 量度 | unit 单位 | runs 局数 | mean 均值 | 95% | median 中位 | 95% | "
                      "least–most 最小–最大 |\n"
                      "|---|---|---|---|---|---|---|---|\n";
    for (const auto& f : s.figures) {
        if (f.arm != arm) continue;
        const auto& info = s.measures[f.measure];
        out += "| `" + info.name + "` | " + info.unit + " | " + std::to_string(f.mean.n) + "/" +
               std::to_string(f.known.n) + " | ";
        if (f.mean.n == 0) {
            out += "– | – | – | – | – |\n";
        } else if (info.yes_no) {
            out += figure(f.yes.share, kShort) + " | " + between(f.yes.interval) +
                   " (Clopper–Pearson) | | | |\n";
        } else {
            out += figure(f.mean.mean, kShort) + " | " + between(f.mean.interval) + " | " +
                   figure(f.median.median, kShort) + " | " + between(f.median.interval) + " | " +
                   figure(f.median.low, kShort) + "–" + figure(f.median.high, kShort) + " |\n";
        }
    }
    return out;
}

std::string pair_markdown(const Summary& s, std::size_t arm) {
    std::string out = "\n## base − " + s.arms[arm] +
                      "\n\nThe same seeds, the same luck; a positive difference is what base has more. "
                      "同一种子、同一运数；正差为原样所多。\n\n"
                      "| measure 量度 | pairs 对 | mean difference 均差 | 95% | median 中位差 | 95% | + / − "
                      "/ = | sign test 符号检验 p | |\n"
                      "|---|---|---|---|---|---|---|---|---|\n";
    for (const auto& p : s.pairs) {
        if (p.arm != arm) continue;
        const auto& d = p.paired;
        out += "| `" + s.measures[p.measure].name + "` | " + std::to_string(d.mean.n) + " | ";
        if (d.mean.n == 0) {
            out += "– | – | – | – | – | – | ";
        } else {
            out += figure(d.mean.mean, kShort) + " | " + between(d.mean.interval) + " | " +
                   figure(d.median.median, kShort) + " | " + between(d.median.interval) + " | " +
                   std::to_string(d.above) + " / " + std::to_string(d.below) + " / " +
                   std::to_string(d.equal) + " | " + (d.sign_p ? figure(*d.sign_p, 2) : "–") + " | ";
        }
        out += std::string{word_of(p.verdict)} + " " + zh_of(p.verdict) + " |\n";
    }
    return out;
}

}  // namespace

std::string summary_csv(const Summary& s) {
    std::string out =
        "kind,arm,measure,unit,n,mean,mean_low,mean_high,sd,median,median_low,median_high,share,share_low,"
        "share_high,"
        "above,below,equal,sign_p,verdict\n";
    const auto numbers = [](const MeanOf& mean, const MedianOf& median) {
        if (mean.n == 0) return std::string{",,,,,,"};
        return figure(mean.mean, kDigits) + "," + low_high(mean.interval) + "," + figure(mean.sd, kDigits) +
               "," + figure(median.median, kDigits) + "," + low_high(median.interval);
    };
    for (const auto& f : s.figures) {
        const auto& info = s.measures[f.measure];
        const ShareOf& share = info.yes_no ? f.yes : f.known;
        out += std::string{info.yes_no ? "share" : "figure"} + "," + s.arms[f.arm] + "," +
               csv_field(info.name) + "," + info.unit + "," + std::to_string(f.mean.n) + "," +
               numbers(f.mean, f.median) + ",";
        out += (share.n == 0 ? std::string{",,"}
                             : figure(share.share, kDigits) + "," + low_high(share.interval)) +
               ",,,,,\n";
    }
    for (const auto& p : s.pairs) {
        const auto& info = s.measures[p.measure];
        out += "base_less_arm," + s.arms[p.arm] + "," + csv_field(info.name) + "," + info.unit + "," +
               std::to_string(p.paired.mean.n) + "," + numbers(p.paired.mean, p.paired.median) + ",,,," +
               std::to_string(p.paired.above) + "," + std::to_string(p.paired.below) + "," +
               std::to_string(p.paired.equal) + "," +
               (p.paired.sign_p ? figure(*p.paired.sign_p, kDigits) : std::string{}) + "," +
               word_of(p.verdict) + "\n";
    }
    return out;
}

std::string summary_json(const Summary& s) {
    Json measures = Json::object(), arms = Json::array(), pairs = Json::array(), failures = Json::array();
    for (const auto& info : s.measures)
        measures[info.name] = {{"unit", info.unit},
                               {"en", info.en},
                               {"zh", info.zh},
                               {"serves", info.serves},
                               {"yes_no", info.yes_no}};
    for (std::size_t arm = 0; arm < s.arms.size(); ++arm) {
        Json figures = Json::object();
        for (const auto& f : s.figures) {
            if (f.arm != arm) continue;
            Json one{{"n", f.mean.n},
                     {"mean", json_of(f.mean)},
                     {"median", json_of(f.median)},
                     {"known", json_of(f.known)}};
            if (s.measures[f.measure].yes_no) one["share"] = json_of(f.yes);
            figures[s.measures[f.measure].name] = std::move(one);
        }
        arms.push_back({{"name", s.arms[arm]}, {"failed", s.failed[arm]}, {"figures", std::move(figures)}});
    }
    for (const auto& p : s.pairs)
        pairs.push_back({{"arm", s.arms[p.arm]},
                         {"measure", s.measures[p.measure].name},
                         {"pairs", p.paired.mean.n},
                         {"mean", json_of(p.paired.mean)},
                         {"median", json_of(p.paired.median)},
                         {"above", p.paired.above},
                         {"below", p.paired.below},
                         {"equal", p.paired.equal},
                         {"sign_p", p.paired.sign_p ? number(*p.paired.sign_p) : Json(nullptr)},
                         {"verdict", word_of(p.verdict)}});
    for (const auto& [command, why] : s.failures) failures.push_back({{"command", command}, {"reason", why}});
    const Json all{{"schema_version", 1},
                   {"scenario", s.scenario},
                   {"fingerprint", base::hex16(s.fingerprint)},
                   {"men", s.men},
                   {"seeds", s.seeds},
                   {"until_s", s.until_s > 0 ? number(s.until_s) : Json(nullptr)},
                   {"measures", std::move(measures)},
                   {"arms", std::move(arms)},
                   {"base_less_arm", std::move(pairs)},
                   {"failures", std::move(failures)}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary_markdown(const Summary& s) {
    std::string out = "# " + s.scenario + "\n\n" + std::to_string(s.men) + " men, " +
                      std::to_string(s.seeds) + (s.seeds == 1 ? " seed, arms:" : " seeds, arms:");
    for (std::size_t arm = 0; arm < s.arms.size(); ++arm)
        out += " " + s.arms[arm] +
               (s.failed[arm] > 0 ? " (" + std::to_string(s.failed[arm]) + " failed 失败)" : "") +
               (arm + 1 < s.arms.size() ? "," : ".\n");
    out +=
        "\nIntervals are meant one by one: of twenty measures that do not differ, about one will seem to. A "
        "mean has Student's t "
        "interval, cut to what the measure can be, a median that of order statistics, a share that of "
        "Clopper and Pearson. \"Runs\" are "
        "those with a figure, of those "
        "that did not fail; why the others have none is in missing.csv. A verdict needs six pairs; "
        "\"undecided\" is not \"equal\".\n"
        "\n区间各自而论：二十项本无差别之量，约有一项貌似有别。均值用学生 t "
        "区间（截至该量之可能范围），中位数用次序统计量区间，比例用克洛珀–皮尔逊区间。"
        "“局数”为有数值者与未失败者之比，无数值之缘由见 missing.csv。断语至少须六对；“未定”不是“相等”。\n";
    for (std::size_t arm = 1; arm < s.arms.size(); ++arm) out += pair_markdown(s, arm);
    for (std::size_t arm = 0; arm < s.arms.size(); ++arm) out += arm_markdown(s, arm);
    if (!s.failures.empty()) {
        out += "\n## Failed 失败\n\n";
        for (const auto& [command, why] : s.failures) out += "- `" + command + "`: " + why + "\n";
    }
    out += "\n## What they are 量度释义\n\n";
    for (const auto& info : s.measures)
        out += "- `" + info.name + "`: " + info.en + (info.serves.empty() ? "" : " (" + info.serves + ")") +
               ". " + info.zh + "。\n";
    return out;
}

}  // namespace linghe::lab
