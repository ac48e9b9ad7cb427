// linghe-facts: fights one synthetic battle under one seed and tells its measures as a JSON object.
// Called by tools/suite_facts.py and by whoever wants to see one run: linghe-facts --battle foot --seed 3.
// Exit codes: 0 told, 2 usage, 1 the battle could not be fought.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "battle.hpp"

int main(int argc, char** argv) {
    using namespace linghe::facts;
    CLI::App app{"Fights small synthetic battles for the stylised facts."};
    std::string name, seeds = "1";
    std::vector<std::string> set;
    Ask ask;
    bool list = false;
    app.add_option("--battle", name, "which battle; --list names them");
    app.add_option("--seed", ask.seed, "seed");
    app.add_option("--men", ask.men, "men of each side");
    app.add_option("--set", set, "PATH=VALUE, as linghe run takes it");
    app.add_flag("--list", list, "names of the battles");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    for (const auto& s : set) {
        const auto at = s.find('=');
        if (at == std::string::npos) {
            fmt::print(stderr, "linghe-facts: --set wants PATH=VALUE, not '{}'\n", s);
            return 2;
        }
        ask.set.emplace_back(s.substr(0, at), s.substr(at + 1));
    }
    std::vector<Battle> all;
    for (const auto& some : {fields(), fronts(), crowds(), leaders()})
        all.insert(all.end(), some.begin(), some.end());
    for (const auto& b : all) {
        if (list) fmt::print("{:16} {}\n", b.name, b.what);
        if (list || b.name != name) continue;
        try {
            const auto begin = std::chrono::steady_clock::now();
            auto told = b.run(ask);
            told["battle"] = b.name, told["seed"] = ask.seed, told["men"] = ask.men;
            told["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            fmt::print("{}\n", told.dump());
            return 0;
        } catch (const std::exception& e) {
            fmt::print(stderr, "linghe-facts: {}: {}\n", b.name, e.what());
            return 1;
        }
    }
    if (list) return 0;
    fmt::print(stderr, "linghe-facts: there is no battle '{}'; --list names them\n", name);
    return 2;
}
