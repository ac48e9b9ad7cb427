// linghe serve: the viewer on this machine. linghe export web: one run as a folder that plays from any file server.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "build_string.hpp"
#include "commands.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/serve/server.hpp"
#include "linghe/serve/static_export.hpp"
#include "option_words.hpp"

extern char** environ;

namespace linghe::app {
namespace {

struct Words {
    std::vector<std::string> folders;
    std::string web, runs = "runs", scenarios = "scenarios";
    unsigned port = 0, jobs = 1;
    bool no_open = false;
};

std::string own_program() {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string("linghe") : path.string();
}

/// A page that leads a browser to the address. Not the address itself on its command line: every user of the machine could
/// read the token there.
class Opener {
public:
    ~Opener() {
        if (!page_.empty()) ::unlink(page_.c_str());
    }
    void open(const std::string& url) {
        const char* x = std::getenv("DISPLAY");
        const char* wayland = std::getenv("WAYLAND_DISPLAY");
        if ((x == nullptr || *x == 0) && (wayland == nullptr || *wayland == 0)) return;
        const char* place = std::getenv("XDG_RUNTIME_DIR");
        std::string path =
            std::string(place != nullptr && *place != 0 ? place : "/tmp") + "/linghe-XXXXXX.html";
        const int fd = ::mkstemps(path.data(), 5);  // for this user only
        if (fd < 0) return;
        page_ = path;
        const std::string text =
            "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=" + url +
            "\"><title>Linghe</title>";
        const bool whole = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::close(fd);
        if (!whole) return;
        std::string program = "xdg-open";
        char* words[] = {program.data(), page_.data(), nullptr};
        pid_t child = -1;
        (void)::posix_spawnp(&child, "xdg-open", nullptr, nullptr, words, environ);
    }

private:
    std::string page_;
};

int serve(const Voice& voice, const Words& words) {
    base::RealFileSystem fs;
    for (const auto& folder : words.folders) {
        std::error_code ignored;
        if (std::filesystem::is_directory(folder, ignored)) continue;
        return complain(voice,
                        {base::ErrorCode::usage, folder, "there is no such folder",
                         "name folders that hold runs or battles, or none: then this one is looked into"});
    }
    serve::Options options;
    options.folders = words.folders.empty() ? std::vector<std::string>{"."} : words.folders;
    options.runs = words.runs;
    options.scenarios = words.scenarios;
    options.program = own_program();
    options.web = words.web.empty() ? serve::web_folder_of(options.program) : words.web;
    options.release = LINGHE_VERSION;
    options.build = build_string();
    options.port = static_cast<std::uint16_t>(words.port);
    options.jobs = words.jobs;
    Opener opener;
    const auto ended = serve::serve(fs, options, [&](const serve::Address& address) {
        if (voice.json) {
            std::printf("{\"schema_version\":1,\"url\":%s,\"port\":%u,\"token\":%s}\n",
                        json_text(address.url).c_str(), static_cast<unsigned>(address.port),
                        json_text(address.token).c_str());
        } else {
            std::printf("%s\n", address.url.c_str());
        }
        std::fflush(stdout);
        say(voice, "The viewer is served to this machine only, at the address above. Ctrl-C ends it.");
        if (options.web.empty())
            say(voice,
                "The viewer's own files were not found: build them in web/, or name their folder with "
                "--web.");
        if (!words.no_open && isatty(STDOUT_FILENO) == 1) opener.open(address.url);
    });
    if (!ended.ok()) return complain(voice, ended.error());
    if (ended.value() == kOk) say(voice, "Ended. Battles that were under way can be resumed.");
    return ended.value();
}

struct ExportWords {
    std::string run, out, web;
};

int export_web(const Voice& voice, const ExportWords& words) {
    base::RealFileSystem fs;
    const std::string folder = words.web.empty() ? serve::web_folder_of(own_program()) : words.web;
    if (folder.empty())
        return complain(voice,
                        {base::ErrorCode::usage, "linghe export web", "the viewer's own files were not found",
                         "build them in web/ (npm run build), or name their folder with --web"});
    const auto web = serve::WebFiles::read(folder);
    if (!web.ok()) return complain(voice, web.error());
    const auto size = serve::export_web(fs, words.run, web.value(), words.out);
    if (!size.ok()) return complain(voice, size.error());
    say(voice, "The run lies in " + words.out + ", " + std::to_string(size.value().bytes / 1'000'000 + 1) +
                   " MB. Put it on any file server; to try: python3 -m http.server -d " +
                   lab::shell_word(words.out));
    if (voice.json)
        std::printf("{\"schema_version\":1,\"folder\":%s,\"files\":%llu,\"bytes\":%llu}\n",
                    json_text(words.out).c_str(), static_cast<unsigned long long>(size.value().files),
                    static_cast<unsigned long long>(size.value().bytes));
    return kOk;
}

}  // namespace

void add_serve(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand(
        "serve", "open the viewer: gallery, replays, live battles, in a browser on this machine");
    auto words = std::make_shared<Words>();
    verb->add_option("folders", words->folders,
                     "folders that hold runs or battles, three levels deep (default: this one)");
    verb->add_option("--runs", words->runs, "folder in which new runs are kept (default: runs)");
    verb->add_option("--scenarios", words->scenarios,
                     "folder in which battles made in the browser are kept (default: scenarios)");
    verb->add_option("--port", words->port, "port to listen on, on 127.0.0.1 only (default: a free one)")
        ->check(whole_number(1, 65535));
    verb->add_option("--web", words->web, "folder of the viewer's own files (default: beside the program)");
    verb->add_option("--jobs", words->jobs, "battles fought at once (default: 1)")
        ->check(whole_number(1, 64));
    verb->add_flag("--no-open", words->no_open, "do not open a browser");
    add_manners(*verb, desk);
    verb->callback([&desk, words] { desk.code = serve(desk.voice(), *words); });
}

void add_export(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("export", "write a run in another form");
    verb->require_subcommand(1);
    auto* web = verb->add_subcommand("web", "a folder that plays in a browser from any file server");
    auto words = std::make_shared<ExportWords>();
    web->add_option("run", words->run, "folder of the run")->required();
    web->add_option("--out", words->out, "folder to write; must not be there yet, or be empty")->required();
    web->add_option("--web", words->web, "folder of the viewer's own files (default: beside the program)");
    add_manners(*web, desk);
    web->callback([&desk, words] { desk.code = export_web(desk.voice(), *words); });
}

}  // namespace linghe::app
