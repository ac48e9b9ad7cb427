// linghe-verify: measures the reference points and prints each one's value, target and tolerance.
// Called by tools/suite_verify.py and by whoever wants to see one group: linghe-verify --group NAME.
// Exit codes: 0 every point holds, 1 one does not, 2 usage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verify.hpp"

namespace linghe::verify {

std::vector<Group>& groups() {
    static std::vector<Group> all;
    return all;
}

bool Point::holds() const {
    if (!std::isfinite(value)) return false;
    switch (tolerance.kind) {
        case Tolerance::Kind::relative: return std::fabs(value - target) <= tolerance.a * std::fabs(target);
        case Tolerance::Kind::absolute: return std::fabs(value - target) <= tolerance.a;
        case Tolerance::Kind::range: return value >= tolerance.a && value <= tolerance.b;
    }
    return false;
}

void Points::formula(std::string id, std::string what, std::string unit, double target, Tolerance t,
                     double value) {
    points.push_back({std::move(id), In::formula, std::move(what), std::move(unit), target, t, value});
}
void Points::step(std::string id, std::string what, std::string unit, double target, Tolerance t,
                  double value) {
    points.push_back({std::move(id), In::step, std::move(what), std::move(unit), target, t, value});
}

namespace {

const char* name_of(In in) { return in == In::formula ? "formula" : "in the step"; }

std::string told(const Tolerance& t) {
    switch (t.kind) {
        case Tolerance::Kind::relative: return t.a <= kExact ? "exact" : fmt::format("{:.4g} %", 100.0 * t.a);
        case Tolerance::Kind::absolute: return fmt::format("+-{:.4g}", t.a);
        case Tolerance::Kind::range: return fmt::format("{:.4g} to {:.4g}", t.a, t.b);
    }
    return {};
}

nlohmann::json json_of(const Group& group, const Points& found, double seconds) {
    nlohmann::json points = nlohmann::json::array();
    for (const Point& p : found.points) {
        points.push_back({{"id", p.id},
                          {"in", p.in == In::formula ? "formula" : "step"},
                          {"what", p.what},
                          {"unit", p.unit},
                          {"target", p.target},
                          {"tolerance", told(p.tolerance)},
                          {"value", p.value},
                          {"holds", p.holds()}});
    }
    return {{"group", group.name},
            {"source", group.source},
            {"seconds", seconds},
            {"points", points},
            {"notes", found.notes}};
}

void print(const Group& group, const Points& found) {
    fmt::print("{}   ({})\n", group.name, group.source);
    for (const Point& p : found.points) {
        const bool range = p.tolerance.kind == Tolerance::Kind::range;
        fmt::print("  {:6} {:8} {:11} {:>11.5g} {:>11} {:<14} {:10} {}\n", p.holds() ? "holds" : "MISSES",
                   p.id, name_of(p.in), p.value, range ? std::string{} : fmt::format("{:.5g}", p.target),
                   told(p.tolerance), p.unit, p.what);
    }
    for (const auto& note : found.notes) fmt::print("  note   {}\n", note);
}

}  // namespace
}  // namespace linghe::verify

int main(int argc, char** argv) {
    using namespace linghe::verify;
    CLI::App app{"Measures Linghe's models against published numbers."};
    bool as_json = false, quick = false, list = false;
    std::vector<std::string> wanted;
    app.add_flag("--json", as_json, "one JSON object a group and line");
    app.add_flag("--quick", quick, "only the groups that take seconds");
    app.add_flag("--list", list, "names of the groups");
    app.add_option("--group", wanted, "only these groups");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    auto& all = groups();
    std::sort(all.begin(), all.end(), [](const Group& a, const Group& b) { return a.name < b.name; });
    for (const auto& name : wanted) {
        if (std::none_of(all.begin(), all.end(), [&](const Group& g) { return g.name == name; })) {
            fmt::print(stderr, "linghe-verify: there is no group '{}'; --list names them\n", name);
            return 2;
        }
    }
    bool good = true;
    for (const Group& group : all) {
        if (quick && group.length != Length::quick) continue;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), group.name) == wanted.end()) continue;
        if (list) {
            fmt::print("{}\n", group.name);
            continue;
        }
        Points found;
        const auto begin = std::chrono::steady_clock::now();
        group.measure(found);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        for (const Point& p : found.points) good = good && p.holds();
        good = good && !found.points.empty();
        if (as_json) {
            fmt::print("{}\n", json_of(group, found, seconds).dump());
        } else {
            print(group, found);
        }
        std::fflush(stdout);
    }
    return good ? 0 : 1;
}
