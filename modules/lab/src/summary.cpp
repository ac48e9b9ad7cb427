#include "linghe/lab/summary.hpp"

#include <algorithm>

namespace linghe::lab {
namespace {

constexpr std::size_t kFewestPairs = 6;  // with fewer even all signs alike are no rarer than 1 in 16
constexpr std::size_t kMostFailures = 20;

Verdict verdict_of(const PairedOf& paired) {
    const std::size_t n = paired.mean.n;
    if (n < kFewestPairs || !paired.mean.interval) return Verdict::too_few;
    if (paired.equal == n) return Verdict::no_difference;
    if (paired.mean.interval->low > 0) return Verdict::base_higher;
    if (paired.mean.interval->high < 0) return Verdict::base_lower;
    return Verdict::undecided;
}

/// rows[arm][seed], null where the run is not there.
std::vector<std::vector<const Row*>> by_arm(const Prepared& p, const std::vector<Row>& rows) {
    const std::size_t arms = p.plan.arms.size();
    std::vector<std::vector<const Row*>> out(arms, std::vector<const Row*>(p.plan.seeds.size()));
    for (const Row& row : rows) out[row.run % arms][row.run / arms] = &row;
    return out;
}

bool known(const Row* row, std::size_t measure) {
    return row != nullptr && row->ok() && row->values[measure].known;
}

/// What the measure cannot be is cut off: that takes nothing from what the interval covers.
void cut_to(std::optional<Interval>& interval, double least, double most) {
    if (!interval) return;
    interval->low = std::max(interval->low, least);
    interval->high = std::min(interval->high, most);
}
double least_of(const MeasureInfo& info) { return info.yes_no ? std::max(info.least, 0.0) : info.least; }
double most_of(const MeasureInfo& info) { return info.yes_no ? std::min(info.most, 1.0) : info.most; }

OfMeasure figures_of(const std::vector<const Row*>& rows, std::size_t arm, std::size_t measure,
                     const MeasureInfo& info) {
    std::vector<double> values;
    std::size_t sound = 0, yes = 0;
    for (const Row* row : rows) {
        if (row == nullptr || !row->ok()) continue;
        ++sound;
        if (!known(row, measure)) continue;
        values.push_back(row->values[measure].number);
        yes += row->values[measure].number != 0 ? 1 : 0;
    }
    OfMeasure out;
    out.arm = arm;
    out.measure = measure;
    out.mean = mean_of(values);
    cut_to(out.mean.interval, least_of(info), most_of(info));
    out.known = share_of(values.size(), sound);
    if (info.yes_no) out.yes = share_of(yes, values.size());
    out.median = median_of(std::move(values));
    return out;
}

OfPair pair_of(const std::vector<const Row*>& base_rows, const std::vector<const Row*>& arm_rows,
               std::size_t arm, std::size_t measure, const MeasureInfo& info) {
    std::vector<double> differences;
    for (std::size_t s = 0; s < base_rows.size(); ++s)
        if (known(base_rows[s], measure) && known(arm_rows[s], measure))
            differences.push_back(base_rows[s]->values[measure].number - arm_rows[s]->values[measure].number);
    OfPair out;
    out.arm = arm;
    out.measure = measure;
    out.paired = paired_of(differences);
    out.verdict = verdict_of(out.paired);
    const double reach = most_of(info) - least_of(info);
    cut_to(out.paired.mean.interval, -reach, reach);
    return out;
}

}  // namespace

const char* word_of(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::too_few: return "too few pairs";
        case Verdict::no_difference: return "no pair differs";
        case Verdict::undecided: return "undecided";
        case Verdict::base_higher: return "base higher";
        case Verdict::base_lower: return "base lower";
    }
    return "";
}

const char* zh_of(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::too_few: return "对数太少";
        case Verdict::no_difference: return "各对全同";
        case Verdict::undecided: return "未定";
        case Verdict::base_higher: return "原样较高";
        case Verdict::base_lower: return "原样较低";
    }
    return "";
}

Summary summarize(const Prepared& p, const std::vector<Row>& rows) {
    Summary out;
    out.scenario = p.plan.scenario;
    out.fingerprint = p.fingerprint;
    out.until_s = p.plan.until_s;
    out.seeds = p.plan.seeds.size();
    out.men = p.men;
    out.measures = p.measures;
    out.failed.resize(p.plan.arms.size());
    for (const auto& arm : p.plan.arms) out.arms.push_back(arm.name);
    for (const Row& row : rows) {
        if (row.ok()) continue;
        ++out.failed[p.arm_of(row.run)];
        if (out.failures.size() < kMostFailures)
            out.failures.emplace_back(command_of(p.plan, p.arm_of(row.run), p.seed_of(row.run)), row.failure);
    }
    const auto table = by_arm(p, rows);
    for (std::size_t arm = 0; arm < table.size(); ++arm)
        for (std::size_t m = 0; m < p.measures.size(); ++m) {
            out.figures.push_back(figures_of(table[arm], arm, m, p.measures[m]));
            if (arm > 0) out.pairs.push_back(pair_of(table[0], table[arm], arm, m, p.measures[m]));
        }
    return out;
}

}  // namespace linghe::lab
