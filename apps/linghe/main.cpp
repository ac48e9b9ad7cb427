// linghe: pre-modern battles, man by man. `linghe --help` lists the verbs.
#include "commands.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

#include "option_words.hpp"

namespace linghe::app {

void add_manners(CLI::App& verb, Desk& desk) {
    verb.add_flag("-q,--quiet", desk.quiet, "say nothing but errors");
    verb.add_flag("--json", desk.json, "the result as one JSON object on standard output");
}

namespace {

int run(int argc, char** argv) {
    CLI::App app{
        "Linghe 凌河: pre-modern battles, man by man.\n"
        "Begin with:  linghe run xiaoling-rally --out runs/first\n"
        "then:        linghe render runs/first --out first.mp4 ;  linghe report runs/first --out first.html"};
    app.name("linghe");
    app.set_version_flag("--version", "linghe " LINGHE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 ok, 1 run failed, 2 usage, 3 scenario invalid, 6 limit, 7 damaged file,\n"
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
    add_serve(app, desk);
    add_export(app, desk);
    add_fork(app, desk);
    add_compare(app, desk);
    add_why(app, desk);
    add_terrain(app, desk);
    add_schema(app, desk);
    add_limits(app, desk);
    refuse_empty_words(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
        const bool json = std::any_of(argv, argv + argc, [](std::string_view w) { return w == "--json"; });
        return complain(voice_of(false, json), usage_error(app, error, argc, argv));
    }
    return desk.code;
}

}  // namespace
}  // namespace linghe::app

int main(int argc, char** argv) {
    linghe::app::hold_standard_descriptors();
    try {
        return linghe::app::close_output(linghe::app::run(argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs(
            "linghe: there is not enough memory\n  hint: make the battle or the picture smaller, use fewer "
            "--threads, or allow more memory (ulimit -v)\n",
            stderr);
        return static_cast<int>(linghe::base::ErrorCode::limit);
    } catch (const std::exception& error) {
        std::fprintf(stderr,
                     "linghe: a fault of the program itself: %s\n  hint: please report it with the command "
                     "and the scenario\n",
                     error.what());
        return 1;
    }
}
