// linghe info: what a run folder holds.
#include <cstdio>

#include "commands.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/hash.hpp"
#include "run_source.hpp"

namespace linghe::app {
namespace {

std::string strings_json(const std::vector<std::string>& list) {
    std::string out = "[";
    for (const auto& s : list) out += (out.size() > 1 ? "," : "") + json_text(s);
    return out + "]";
}

void print_json(const record::Manifest& m, const std::vector<std::string>& damage) {
    std::string files;
    for (const auto& f : m.files) {
        files += (files.empty() ? "" : ",") +
                 ("{\"name\":" + json_text(f.name) + ",\"bytes\":" + std::to_string(f.bytes) +
                  ",\"crc32c\":" + json_text(f.crc32c) + "}");
    }
    std::printf(
        "{\"schema_version\":1,\"state\":%s,\"release\":%s,\"build\":%s,\"scenario\":%s,\"scenario_path\":%s,"
        "\"title_en\":%s,\"title_zh\":%s,"
        "\"scenario_hash\":\"%s\",\"seed\":%llu,\"without\":%s,\"settings\":%s,\"interventions\":%s,\"men\":%"
        "u,\"units\":%u,\"persons\":%u,"
        "\"end_tick\":%lld,\"tick\":%lld,\"seconds\":%u,\"root_hash\":\"%s\",\"record_hash\":\"%s\","
        "\"warnings\":%s,\"damage\":%s,\"files\":[%s]}\n",
        json_text(m.state).c_str(), json_text(m.release).c_str(), json_text(m.build).c_str(),
        json_text(m.scenario_id).c_str(), json_text(m.scenario_path).c_str(), json_text(m.title_en).c_str(),
        json_text(m.title_zh).c_str(), base::hex16(m.scenario_hash).c_str(),
        static_cast<unsigned long long>(m.seed), strings_json(m.without).c_str(),
        strings_json(m.settings).c_str(), strings_json(m.interventions).c_str(), m.men, m.units, m.persons,
        static_cast<long long>(m.end_tick), static_cast<long long>(m.tick), m.seconds,
        base::hex16(m.root_hash).c_str(), base::hex16(m.record_hash).c_str(),
        strings_json(m.warnings).c_str(), strings_json(damage).c_str(), files.c_str());
}

void print_text(const std::string& folder, const record::Manifest& m) {
    const auto shown = [](const std::string& text) { return printable(text); };
    std::printf("%s  %s\n", shown(m.title_en).c_str(), shown(m.title_zh).c_str());
    std::printf("  run          %s, %s\n", shown(folder).c_str(), shown(m.state).c_str());
    std::printf("  scenario     %s, seed %llu, hash %s\n", shown(m.scenario_path).c_str(),
                static_cast<unsigned long long>(m.seed), base::hex16(m.scenario_hash).c_str());
    for (const auto& s : m.settings) std::printf("  set          %s\n", shown(s).c_str());
    for (const auto& s : m.without) std::printf("  without      %s\n", shown(s).c_str());
    for (const auto& s : m.interventions) std::printf("  intervention %s\n", shown(s).c_str());
    std::printf("  men          %u in %u units\n", m.men, m.units);
    std::printf("  fought       %.0f of %.0f s\n", static_cast<double>(m.tick) / 10.0,
                static_cast<double>(m.end_tick) / 10.0);
    std::printf("  state hash   %s\n  record hash  %s\n", base::hex16(m.root_hash).c_str(),
                base::hex16(m.record_hash).c_str());
    std::printf("  release      %s (%s)\n", shown(m.release).c_str(), shown(m.build).c_str());
    for (const auto& f : m.files)
        std::printf("  file         %-14s %12llu bytes\n", shown(f.name).c_str(),
                    static_cast<unsigned long long>(f.bytes));
    for (const auto& w : m.warnings) std::printf("  warning      %s\n", shown(w).c_str());
}

}  // namespace

void add_info(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("info", "what a run folder holds");
    auto folder = std::make_shared<std::string>();
    verb->add_option("run", *folder, "folder of the run")->required();
    add_manners(*verb, desk);
    verb->callback([&desk, folder] {
        base::RealFileSystem fs;
        const auto manifest = manifest_of(fs, *folder);
        if (!manifest.ok()) {
            desk.code = complain(desk.voice(), manifest.error());
            return;
        }
        const auto damage = damage_of(fs, *folder, manifest.value());
        if (desk.json) {
            print_json(manifest.value(), damage);
        } else {
            print_text(*folder, manifest.value());
        }
        if (damage.empty()) return;
        std::string all;
        for (const auto& d : damage) all += (all.empty() ? "" : "; ") + d;
        // The object on standard output has told it to programs already: this is for the person.
        desk.code = complain(voice_of(desk.quiet, false),
                             {base::ErrorCode::corrupt, *folder, all,
                              "what is whole can still be drawn; to have all of it, fight the battle again"});
    });
}

}  // namespace linghe::app
