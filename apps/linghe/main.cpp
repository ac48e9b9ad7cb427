// linghe: pre-modern battles, man by man. `linghe --help` lists the verbs.
#include "commands.hpp"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <exception>
#include <optional>

#include "linghe/base/text.hpp"

namespace linghe::app {

void add_manners(CLI::App& verb, Desk& desk) {
    verb.add_flag("-q,--quiet", desk.quiet, "say nothing but errors");
    verb.add_flag("--json", desk.json, "the result as one JSON object on standard output");
}

namespace {

/// An error when the first word is no verb; the parser would only say that one is missing.
std::optional<base::Error> unknown_verb(const CLI::App& app, const std::string& verb) {
    std::vector<std::string> names;
    for (const auto* known : app.get_subcommands(nullptr)) names.push_back(known->get_name());
    if (verb.empty() || verb[0] == '-' || std::find(names.begin(), names.end(), verb) != names.end())
        return std::nullopt;
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
    const auto near = base::did_you_mean(verb, {names.begin(), names.end()});
    return base::Error{base::ErrorCode::usage, "linghe", "there is no verb \"" + verb + "\"",
                       (near ? "did you mean \"" + *near + "\"? " : "") + "verbs: " + all};
}

int run(int argc, char** argv) {
    CLI::App app{
        "Linghe 凌河: pre-modern battles, man by man.\n"
        "Begin with:  linghe run xiaoling-rally --out runs/first\n"
        "then:        linghe render runs/first --out first.mp4 ;  linghe report runs/first --out first.html"};
    app.name("linghe");
    app.set_version_flag("--version", "linghe " LINGHE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 ok, 1 run failed, 2 usage, 3 scenario invalid, 5 results differ, 6 limit, 7 damaged "
        "file,\n"
        "74 input/output, 75 stopped and resumable, 130 second Ctrl-C (docs/exit-codes.md).");
    Desk desk;
    add_list(app, desk);
    add_new(app, desk);
    add_check(app, desk);
    add_run(app, desk);
    add_batch(app, desk);
    add_render(app, desk);
    add_report(app, desk);
    add_info(app, desk);
    add_schema(app, desk);
    add_limits(app, desk);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (const auto wrong = unknown_verb(app, argc > 1 ? argv[1] : ""))
            return complain(voice_of(false, false), *wrong);
        const int code = app.exit(error);
        return code == 0 ? kOk : static_cast<int>(base::ErrorCode::usage);
    }
    return desk.code;
}

}  // namespace
}  // namespace linghe::app

int main(int argc, char** argv) {
    try {
        return linghe::app::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr,
                     "linghe: a fault of the program itself: %s\n  hint: please report it with the command "
                     "and the scenario\n",
                     error.what());
        return 1;
    }
}
