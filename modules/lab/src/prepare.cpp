#include <algorithm>

#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/lab/batch.hpp"

namespace linghe::lab {
namespace {

base::Error usage(std::string where, std::string message, std::string hint) {
    return {base::ErrorCode::usage, std::move(where), std::move(message), std::move(hint)};
}

bool matches(const std::string& wanted, const std::string& name) {
    if (!wanted.empty() && wanted.back() == '*')
        return name.compare(0, wanted.size() - 1, wanted, 0, wanted.size() - 1) == 0;
    return name == wanted;
}

/// The wanted ones in the registry's order; every word must find something.
base::Result<std::vector<MeasureInfo>> choose(const std::vector<std::string>& wanted,
                                              const std::vector<MeasureInfo>& possible,
                                              const std::vector<MeasureInfo>& all) {
    if (wanted.empty()) return possible;
    std::vector<char> taken(possible.size());
    for (const auto& word : wanted) {
        bool found = false;
        for (std::size_t i = 0; i < possible.size(); ++i)
            if (matches(word, possible[i].name)) {
                taken[i] = 1;
                found = true;
            }
        if (found) continue;
        for (const auto& info : all)
            if (matches(word, info.name))
                return usage("--measure",
                             "\"" + word + "\" is read " + base::to_text(info.needs_s) +
                                 " s after T0, and the runs end before",
                             "let them run longer, or leave the measure out");
        std::vector<std::string_view> names;
        for (const auto& info : all) names.push_back(info.name);
        const auto near = base::did_you_mean(word, names);
        return usage("--measure", "no measure is called \"" + word + "\"",
                     near ? "did you mean \"" + *near + "\"?"
                          : "linghe batch SCENARIO --list-measures names them all");
    }
    std::vector<MeasureInfo> out;
    for (std::size_t i = 0; i < possible.size(); ++i)
        if (taken[i] != 0) out.push_back(possible[i]);
    return out;
}

class Fingerprint {
public:
    void add(std::string_view text) { hash_ = base::hash_mix(hash_, base::hash_text(text)); }
    void add(std::uint64_t number) { hash_ = base::hash_mix(hash_, number); }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

void add_change(Fingerprint& print, const Change& change) {
    print.add(change.set.size());
    for (const auto& [path, value] : change.set) {
        print.add(path);
        print.add(value);
    }
    print.add(change.without.size());
    for (const auto& name : change.without) print.add(name);
    print.add(change.interventions.size());
    for (const auto& table : change.interventions) print.add(table);
}

/// All that decides a result. The scenario's name stands in the rows (commands), so it counts too.
std::uint64_t fingerprint_of(const Prepared& p, std::uint64_t scenario_hash) {
    Fingerprint print;
    print.add(p.plan.release);
    print.add(p.plan.scenario);
    print.add(p.plan.sources.scenario_toml);
    for (const auto& [name, bytes] : p.plan.sources.files) {
        print.add(name);
        print.add(bytes);
    }
    print.add(scenario_hash);  // the program's own data, too
    add_change(print, p.plan.common);
    for (const auto& arm : p.plan.arms) {
        print.add(arm.name);
        add_change(print, arm.change);
    }
    print.add(p.plan.seeds.size());
    for (const auto seed : p.plan.seeds) print.add(seed);
    for (const auto& info : p.measures) print.add(info.name);
    print.add(static_cast<std::uint64_t>(p.end_tick));
    return print.value();
}

}  // namespace

base::Result<Prepared> prepare(Plan plan, std::vector<scenario::Problem>& problems) {
    if (plan.seeds.empty()) return usage("--seeds", "no seeds are given", "as in --seeds 1-40");
    if (plan.arms.empty() || plan.arms.front().name != "base")
        return usage("--arm", "the first arm is not \"base\"", "other arms are compared with it");
    std::uint64_t runs = 0;
    if (!base::checked_mul(plan.seeds.size(), plan.arms.size(), runs)) runs = UINT64_MAX;
    LINGHE_CHECK_OK(base::within_limit("study_runs", runs, "seeds times arms"));
    Prepared out;
    out.plan = std::move(plan);
    std::uint64_t scenario_hash = 0;
    std::vector<MeasureInfo> possible, all;
    for (std::size_t arm = 0; arm < out.plan.arms.size(); ++arm) {
        auto loaded = scenario::read_scenario(out.plan.sources,
                                              options_of(out.plan, arm, out.plan.seeds.front()), problems);
        if (!loaded.ok()) {
            auto error = loaded.error();
            error.where = "arm \"" + out.plan.arms[arm].name + "\": " + error.where;
            return error;
        }
        const auto& model = loaded.value().model;
        scenario_hash = base::hash_mix(scenario_hash, model.scenario_hash);
        const double most_s = base::seconds_of(model.end_tick - model.clock_zero);
        const double until_s = out.plan.until_s > 0 ? out.plan.until_s : most_s;
        if (until_s > most_s)
            return usage(
                "--until",
                "arm \"" + out.plan.arms[arm].name + "\" ends " + base::to_text(most_s) + " s after T0",
                "ask for an earlier end, or --set minutes=N");
        const std::int64_t end = model.clock_zero + base::ticks_from_s(until_s);
        if (arm > 0) {
            if (end != out.end_tick)
                return usage("--arm", "\"" + out.plan.arms[arm].name + "\" lasts otherwise than base",
                             "compare equal lengths: give --until");
            continue;
        }
        out.end_tick = end;
        out.men = model.men.size();
        possible = measures_of(model, until_s);
        all = measures_of(model, 1e12);
    }
    LINGHE_TRY(out.measures, choose(out.plan.measures, possible, all));
    out.fingerprint = fingerprint_of(out, scenario_hash);
    return out;
}

}  // namespace linghe::lab
