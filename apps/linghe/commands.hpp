// commands: one function per verb of the command line; each registers itself and leaves its exit code.
// Called by main.
// Never shares state but the Voice.
#pragma once
#include <CLI/CLI.hpp>

#include "terminal.hpp"

namespace linghe::app {

/// Options that every verb takes, and the code it ends with.
struct Desk {
    bool quiet = false, json = false;
    int code = kOk;
    [[nodiscard]] Voice voice() const { return voice_of(quiet, json); }
};
/// --quiet and --json on a verb.
void add_manners(CLI::App& verb, Desk& desk);

void add_check(CLI::App& app, Desk& desk);
void add_new(CLI::App& app, Desk& desk);
void add_list(CLI::App& app, Desk& desk);
void add_schema(CLI::App& app, Desk& desk);
void add_limits(CLI::App& app, Desk& desk);
void add_run(CLI::App& app, Desk& desk);
void add_render(CLI::App& app, Desk& desk);
void add_report(CLI::App& app, Desk& desk);
void add_info(CLI::App& app, Desk& desk);
void add_batch(CLI::App& app, Desk& desk);
void add_terrain(CLI::App& app, Desk& desk);
void add_serve(CLI::App& app, Desk& desk);
void add_export(CLI::App& app, Desk& desk);
void add_fork(CLI::App& app, Desk& desk);
void add_compare(CLI::App& app, Desk& desk);
void add_why(CLI::App& app, Desk& desk);

}  // namespace linghe::app
