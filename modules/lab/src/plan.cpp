#include "linghe/lab/plan.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"

namespace linghe::lab {
namespace {

base::Error wrong(std::string where, std::string message, std::string hint) {
    return {base::ErrorCode::usage, std::move(where), std::move(message), std::move(hint)};
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Parted at ';' outside of braces, brackets and quotes: an intervention is an inline table with texts of
/// its own.
std::vector<std::string_view> parted(std::string_view text) {
    std::vector<std::string_view> parts;
    int depth = 0;
    char quote = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == '\\' && quote == '"')
                ++i;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '{' || c == '[')
            ++depth;
        else if (c == '}' || c == ']')
            --depth;
        else if (c == ';' && depth == 0) {
            parts.push_back(trimmed(text.substr(from, i - from)));
            from = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(from)));
    return parts;
}

bool good_name(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

base::Result<void> add_change(Change& change, std::string_view words) {
    const auto space = words.find(' ');
    const std::string_view verb = words.substr(0, space);
    const std::string_view rest =
        space == std::string_view::npos ? std::string_view{} : trimmed(words.substr(space));
    if (rest.empty())
        return wrong("--arm", "\"" + std::string{words} + "\" says not what to change",
                     "see linghe batch --help");
    if (verb == "set") {
        LINGHE_TRY(auto pair, parse_set(rest));
        change.set.push_back(std::move(pair));
    } else if (verb == "without") {
        change.without.emplace_back(rest);
    } else if (verb == "intervention") {
        change.interventions.emplace_back(rest);
    } else {
        const auto near = base::did_you_mean(verb, {"set", "without", "intervention"});
        return wrong("--arm", "\"" + std::string{verb} + "\" is no way to change a battle",
                     near ? "did you mean \"" + *near + "\"?"
                          : "use set PATH=VALUE, without MODEL or intervention { ... }");
    }
    return {};
}

}  // namespace

base::Result<std::vector<std::uint64_t>> parse_seeds(std::string_view text) {
    std::vector<std::uint64_t> seeds;
    constexpr std::int64_t kMost =
        9'000'000'000'000'000;  // as in a scenario: exact in every tool that reads numbers as doubles
    std::size_t from = 0;
    for (;;) {
        const std::size_t comma = text.find(',', from);
        const std::string_view part =
            trimmed(text.substr(from, comma == std::string_view::npos ? comma : comma - from));
        const std::size_t dash = part.find('-');
        const auto first = base::parse_int(trimmed(part.substr(0, dash)));
        const auto last =
            dash == std::string_view::npos ? first : base::parse_int(trimmed(part.substr(dash + 1)));
        if (!first.ok() || !last.ok() || first.value() < 1 || last.value() < first.value() ||
            last.value() > kMost)
            return wrong("--seeds", "\"" + std::string{part} + "\" is no range of seeds",
                         "seeds are numbers from 1, as in 1-40 or 1,2,10-19");
        const auto count = static_cast<std::uint64_t>(last.value() - first.value()) + 1;
        if (count > base::limits::kStudyRuns)
            return base::within_limit("study_runs", count, "--seeds").error();
        LINGHE_CHECK_OK(base::within_limit("study_runs", seeds.size() + count, "--seeds"));
        for (auto s = first.value(); s <= last.value(); ++s) seeds.push_back(static_cast<std::uint64_t>(s));
        if (comma == std::string_view::npos) break;
        from = comma + 1;
    }
    auto sorted = seeds;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twin = std::adjacent_find(sorted.begin(), sorted.end()); twin != sorted.end())
        return wrong("--seeds", "seed " + std::to_string(*twin) + " stands there twice",
                     "the same seed is the same battle; name it once");
    return seeds;
}

base::Result<std::pair<std::string, std::string>> parse_set(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return wrong("--set", "\"" + std::string{text} + "\" has no path=value",
                     "as in parameters.morale.drum_calm_per_s=0.5");
    if (trimmed(text.substr(0, equals)) == "seed")
        return wrong("--set", "a batch takes its seeds from --seeds",
                     "leave this out, and give --seeds 1-40");
    return std::pair{std::string{trimmed(text.substr(0, equals))},
                     std::string{trimmed(text.substr(equals + 1))}};
}

base::Result<void> add_arm(std::vector<Arm>& arms, std::string_view text) {
    const auto colon = text.find(':');
    const std::string_view name = trimmed(text.substr(0, colon));
    if (colon == std::string_view::npos || !good_name(name))
        return wrong("--arm", "\"" + std::string{text} + "\" does not begin with a name and ':'",
                     "as in --arm no-drum:\"without drum\"; names are made of a-z, 0-9, '-' and '_'");
    if (name == "base")
        return wrong("--arm", "\"base\" is the arm without changes", "give this arm another name");
    Change change;
    for (const std::string_view part : parted(text.substr(colon + 1)))
        LINGHE_CHECK_OK(add_change(change, part));
    auto at = std::find_if(arms.begin(), arms.end(), [name](const Arm& arm) { return arm.name == name; });
    if (at == arms.end()) at = arms.insert(arms.end(), Arm{std::string{name}, {}});
    at->change.set.insert(at->change.set.end(), change.set.begin(), change.set.end());
    at->change.without.insert(at->change.without.end(), change.without.begin(), change.without.end());
    at->change.interventions.insert(at->change.interventions.end(), change.interventions.begin(),
                                    change.interventions.end());
    return {};
}

base::Result<double> parse_until_s(std::string_view text) {
    const auto bad = [text] {
        return wrong("--until", "\"" + std::string{text} + "\" is no time",
                     "write MM:SS, as in 06:00, or seconds");
    };
    const auto colon = text.find(':');
    double seconds = 0;
    if (colon == std::string_view::npos) {
        const auto plain = base::parse_double(text);
        if (!plain.ok()) return bad();
        seconds = plain.value();
    } else {
        const auto minutes = base::parse_int(text.substr(0, colon)),
                   rest = base::parse_int(text.substr(colon + 1));
        if (!minutes.ok() || !rest.ok() || minutes.value() < 0 || minutes.value() > 1'000'000 ||
            rest.value() < 0 || rest.value() > 59)
            return bad();
        seconds = static_cast<double>(minutes.value() * 60 + rest.value());
    }
    if (!(seconds > 0) || seconds > 1e8) return bad();
    return seconds;
}

scenario::Options options_of(const Plan& plan, std::size_t arm, std::uint64_t seed) {
    scenario::Options options;
    options.seed = seed;
    for (const Change* change : {&plan.common, &plan.arms[arm].change}) {
        options.set.insert(options.set.end(), change->set.begin(), change->set.end());
        options.without.insert(options.without.end(), change->without.begin(), change->without.end());
        options.interventions.insert(options.interventions.end(), change->interventions.begin(),
                                     change->interventions.end());
    }
    return options;
}

std::string shell_word(const std::string& word) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
               c == '_' || c == '/' || c == '-' || c == '=' || c == ':' || c == ',';
    });
    if (plain) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return out + "'";
}

std::string command_of(const Plan& plan, std::size_t arm, std::uint64_t seed) {
    const auto options = options_of(plan, arm, seed);
    std::string out = "linghe run " + shell_word(plan.scenario) + " --seed " + std::to_string(seed);
    for (const auto& [path, value] : options.set) out += " --set " + shell_word(path + "=" + value);
    for (const auto& name : options.without) out += " --without " + shell_word(name);
    for (const auto& table : options.interventions) out += " --intervention " + shell_word(table);
    if (plan.until_s > 0) {
        const auto whole = static_cast<std::int64_t>(plan.until_s);
        if (static_cast<double>(whole) != plan.until_s)
            return out + " --until " + base::to_text(plan.until_s);
        std::string mm = std::to_string(whole / 60), ss = std::to_string(whole % 60);
        out +=
            " --until " + std::string(mm.size() < 2 ? "0" : "") + mm + ":" + (ss.size() < 2 ? "0" : "") + ss;
    }
    return out;
}

}  // namespace linghe::lab
