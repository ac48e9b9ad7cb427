// linghe compare: what differs between two runs. linghe why: the causes behind an event, as the record holds them.
#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/text.hpp"
#include "linghe/record/compare.hpp"
#include "linghe/record/why.hpp"
#include "option_words.hpp"
#include "run_source.hpp"

namespace linghe::app {
namespace {

using base::to_text;

struct OpenRun {
    record::Manifest manifest;
    record::ViewReader view;
};

base::Result<OpenRun> open_run(base::FileSystem& fs, const std::string& folder) {
    LINGHE_TRY(record::Manifest manifest, manifest_of(fs, folder));
    LINGHE_TRY(record::ViewReader view, record::ViewReader::open(fs, folder + "/" + record::kViewName));
    return OpenRun{std::move(manifest), std::move(view)};
}

std::string clock_of(std::int64_t tick, std::int64_t zero) {
    const std::int64_t s = (tick - zero) / base::kTicksPerSecond, whole = s < 0 ? -s : s;
    char text[32];
    std::snprintf(text, sizeof text, "%c%02lld:%02lld", s < 0 ? '-' : '+', static_cast<long long>(whole / 60),
                  static_cast<long long>(whole % 60));
    return text;
}

std::string words_json(const std::string& en, const std::string& zh) {
    return "{\"en\":" + json_text(en) + ",\"zh\":" + json_text(zh) + "}";
}
std::string strength_json(const record::Strength& s) {
    return "[" + to_text(s.in_hand) + "," + to_text(s.fleeing) + "," + to_text(s.fallen) + "]";
}
const char* bool_json(bool b) { return b ? "true" : "false"; }
/// -1 becomes null.
std::string tick_json(std::int64_t tick) { return tick < 0 ? "null" : to_text(tick); }

template <class List, class Item>
std::string list_json(const List& list, Item item) {
    std::string out = "[";
    for (const auto& i : list) out += (out.size() > 1 ? "," : "") + item(i);
    return out + "]";
}

std::string comparison_json(const record::Comparison& c) {
    const auto strengths = list_json(c.strengths, [](const auto& r) {
        return "[" + to_text(r.second) + "," + to_text(static_cast<std::uint32_t>(r.side)) + "," +
               strength_json(r.a) + "," + strength_json(r.b) + "]";
    });
    const auto units = list_json(c.units, [](const auto& u) {
        return "{\"id\":" + json_text(u.id) + ",\"name\":" + words_json(u.name.en, u.name.zh) +
               ",\"apart_s\":" + tick_json(u.apart_second) + ",\"a\":" + strength_json(u.a) +
               ",\"b\":" + strength_json(u.b) + ",\"broken\":[" + bool_json(u.broken_a) + "," +
               bool_json(u.broken_b) +
               "],\"distance_m\":" + base::to_text_fixed(static_cast<double>(u.distance_m), 1) + "}";
    });
    const auto persons = list_json(c.persons, [](const auto& p) {
        return "{\"id\":" + json_text(p.id) + ",\"name\":" + words_json(p.name.en, p.name.zh) +
               ",\"apart_s\":" + tick_json(p.apart_second) + ",\"alive\":[" + bool_json(p.alive_a) + "," +
               bool_json(p.alive_b) +
               "],\"distance_m\":" + base::to_text_fixed(static_cast<double>(p.distance_m), 1) + "}";
    });
    const auto events = list_json(c.events, [](const auto& e) {
        return "{\"kind\":" + json_text(e.kind) + ",\"tick\":[" + tick_json(e.tick_a) + "," +
               tick_json(e.tick_b) + "],\"id\":[" + (e.tick_a < 0 ? "null" : to_text(e.id_a)) + "," +
               (e.tick_b < 0 ? "null" : to_text(e.id_b)) +
               "],\"words\":" + words_json(e.words.en, e.words.zh) + "}";
    });
    return std::string("{\"schema_version\":1,\"alike\":") + bool_json(c.alike) +
           ",\"same_order\":" + bool_json(c.same_order) + ",\"parted_tick\":" + tick_json(c.parted_tick) +
           ",\"seconds\":" + to_text(c.seconds) +
           ",\"changes\":" + list_json(c.changes, [](const auto& t) { return json_text(t); }) +
           ",\"sides\":" + list_json(c.sides, [](const auto& t) { return words_json(t.en, t.zh); }) +
           ",\"strengths\":" + strengths + ",\"units\":" + units + ",\"persons\":" + persons +
           ",\"events\":" + events +
           ",\"events_left_out\":" + to_text(static_cast<std::uint64_t>(c.events_left_out)) + "}";
}

void print_strengths(const record::Comparison& c, std::int64_t zero) {
    const std::size_t sides = c.sides.size();
    if (sides == 0 || c.strengths.size() < sides) return;
    std::printf("\n  in hand / in flight / fallen\n");
    const std::size_t seconds = c.strengths.size() / sides, step = seconds > 12 ? (seconds - 1) / 10 : 1;
    for (std::size_t k = 0; k < seconds; k = k + 1 == seconds ? seconds : std::min(k + step, seconds - 1)) {
        for (std::size_t s = 0; s < sides; ++s) {
            const auto& r = c.strengths[k * sides + s];
            std::printf("  %-8s %-18s  a %6u /%6u /%6u   b %6u /%6u /%6u\n",
                        s == 0 ? clock_of(std::int64_t{r.second} * base::kTicksPerSecond, zero).c_str() : "",
                        printable(c.sides[s].en).c_str(), r.a.in_hand, r.a.fleeing, r.a.fallen, r.b.in_hand,
                        r.b.fleeing, r.b.fallen);
        }
    }
}

void print_comparison(const record::Comparison& c, std::int64_t zero) {
    for (const auto& change : c.changes) std::printf("  %s\n", printable(change).c_str());
    if (c.alike) {
        std::printf("  The two are alike to the last bit.\n");
        return;
    }
    if (c.parted_tick >= 0) std::printf("  They part before %s.\n", clock_of(c.parted_tick, zero).c_str());
    print_strengths(c, zero);
    std::printf("\n  units that fared otherwise (the twenty most)\n");
    auto units = c.units;
    const auto gap = [](const record::UnitPair& u) {
        return u.a.in_hand > u.b.in_hand ? u.a.in_hand - u.b.in_hand : u.b.in_hand - u.a.in_hand;
    };
    std::stable_sort(units.begin(), units.end(),
                     [&](const auto& x, const auto& y) { return gap(x) > gap(y); });
    for (std::size_t i = 0; i < units.size() && i < 20 && gap(units[i]) > 0; ++i)
        std::printf("  %-32s in hand a %5u, b %5u%s\n", printable(units[i].name.en).c_str(),
                    units[i].a.in_hand, units[i].b.in_hand,
                    units[i].broken_a == units[i].broken_b
                        ? ""
                        : (units[i].broken_a ? "; broken in a" : "; broken in b"));
    std::printf("\n  persons\n");
    for (const auto& p : c.persons) {
        if (p.apart_second < 0 || (p.alive_a == p.alive_b && p.distance_m < 200)) continue;
        std::printf("  %-32s %s, %.0f m apart at the end\n", printable(p.name.en).c_str(),
                    p.alive_a == p.alive_b ? (p.alive_a ? "alive in both" : "fallen in both")
                                           : (p.alive_a ? "alive in a only" : "alive in b only"),
                    static_cast<double>(p.distance_m));
    }
    std::printf("\n  events (the first forty)\n");
    for (std::size_t i = 0; i < c.events.size() && i < 40; ++i) {
        const auto& e = c.events[i];
        const std::string a = e.tick_a < 0 ? "-" : clock_of(e.tick_a, zero),
                          b = e.tick_b < 0 ? "-" : clock_of(e.tick_b, zero);
        std::printf("  a %-7s b %-7s %s\n", a.c_str(), b.c_str(), printable(e.words.en).c_str());
    }
}

int compare(const Voice& voice, const std::string& first, const std::string& second) {
    base::RealFileSystem fs;
    auto a = open_run(fs, first);
    if (!a.ok()) return complain(voice, a.error());
    auto b = open_run(fs, second);
    if (!b.ok()) return complain(voice, b.error());
    const auto found = record::compare(a->manifest, a->view, b->manifest, b->view);
    if (!found.ok()) return complain(voice, found.error());
    if (voice.json) {
        std::printf("%s\n", comparison_json(found.value()).c_str());
    } else {
        std::printf("a %s\nb %s\n", printable(first).c_str(), printable(second).c_str());
        print_comparison(found.value(), a->manifest.clock_zero_tick);
    }
    return kOk;
}

struct WhyWords {
    std::string run, what, at;
    double at_s = -1;
};

std::string causes_json(const record::ViewEvent& e) {
    std::string out = "[";
    for (std::size_t i = 0; i < 3; ++i) {
        if (e.cause[i] == 0) continue;
        const auto words = record::cause_words(e.cause[i]);
        out += (out.size() > 1 ? "," : "") + ("{\"cause\":" + json_text(record::cause_name(e.cause[i])) +
                                              ",\"words\":" + words_json(words.en, words.zh) + ",\"share\":" +
                                              base::to_text_fixed(e.share[i] / 255.0, 3) + "}");
    }
    return out + "]";
}

std::string link_json(const record::WhyLink& link) {
    static constexpr const char* kKinds[] = {"man", "unit", "person", "courier", "source", "fire"};
    const auto& e = link.event;
    return "{\"id\":" + to_text(e.id) + ",\"tick\":" + to_text(e.tick) + ",\"kind\":" + json_text(link.kind) +
           ",\"subject_kind\":" + json_text(e.subject_kind < 6 ? kKinds[e.subject_kind] : "other") +
           ",\"subject\":" + to_text(e.subject) +
           ",\"other\":" + (e.other == record::kNoRow ? "null" : to_text(e.other)) +
           ",\"x_m\":" + base::to_text_fixed(static_cast<double>(e.x_m), 1) +
           ",\"y_m\":" + base::to_text_fixed(static_cast<double>(e.y_m), 1) +
           ",\"words\":" + words_json(link.words.en, link.words.zh) + ",\"causes\":" + causes_json(e) +
           ",\"parent\":" + (e.parent == 0 ? "null" : to_text(e.parent)) + "}";
}

void print_chain(const record::WhyChain& chain, std::int64_t zero) {
    for (std::size_t i = 0; i < chain.links.size(); ++i) {
        const auto& link = chain.links[i];
        std::printf("%s%s  %s  (event %u)\n", i == 0 ? "" : "  because  ",
                    clock_of(link.event.tick, zero).c_str(), printable(link.words.en).c_str(), link.event.id);
    }
    if (chain.broken_off) std::printf("  (what lies behind that is not in this record)\n");
    if (!chain.effects.empty()) std::printf("  of it came\n");
    for (const auto& link : chain.effects)
        std::printf("    %s  %s  (event %u)\n", clock_of(link.event.tick, zero).c_str(),
                    printable(link.words.en).c_str(), link.event.id);
    if (chain.effects_left_out > 0) std::printf("    and %zu more\n", chain.effects_left_out);
}

int why(const Voice& voice, const WhyWords& words) {
    base::RealFileSystem fs;
    auto run = open_run(fs, words.run);
    if (!run.ok()) return complain(voice, run.error());
    std::int64_t until = INT64_MAX;
    if (!words.at.empty()) {
        const auto at = clock_s("--at", words.at);
        if (!at.ok()) return complain(voice, at.error());
        until = run->manifest.clock_zero_tick + base::ticks_from_s(at.value());
    }
    if (words.at_s >= 0) until = base::ticks_from_s(words.at_s);
    const auto number = base::parse_int(words.what);
    const bool event = number.ok() && number.value() > 0 && number.value() <= 0xffffffffLL;
    const auto chain = event ? record::why_event(run->view, static_cast<std::uint32_t>(number.value()))
                             : record::why_subject(run->view, words.what, until);
    if (!chain.ok()) return complain(voice, chain.error());
    if (voice.json) {
        std::printf(
            "{\"schema_version\":1,\"links\":%s,\"broken_off\":%s,\"effects\":%s,\"effects_left_out\":%zu}\n",
            list_json(chain->links, link_json).c_str(), bool_json(chain->broken_off),
            list_json(chain->effects, link_json).c_str(), chain->effects_left_out);
    } else {
        print_chain(chain.value(), run->manifest.clock_zero_tick);
    }
    return kOk;
}

}  // namespace

void add_compare(CLI::App& app, Desk& desk) {
    auto* verb =
        app.add_subcommand("compare", "what differs between two runs: strengths, units, persons, events");
    auto runs = std::make_shared<std::pair<std::string, std::string>>();
    verb->add_option("a", runs->first, "folder of the first run")->required();
    verb->add_option("b", runs->second, "folder of the second run")->required();
    add_manners(*verb, desk);
    verb->callback([&desk, runs] { desk.code = compare(desk.voice(), runs->first, runs->second); });
}

void add_why(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("why", "why an event came about: its causes, and what lies behind it");
    auto words = std::make_shared<WhyWords>();
    verb->add_option("run", words->run, "folder of the run")->required();
    verb->add_option("what", words->what,
                     "number of an event, or id of a unit or person (then its last event)")
        ->required();
    verb->add_option("--at", words->at,
                     "of a unit or person: the last event up to here, MM:SS after the start");
    verb->add_option("--at-s", words->at_s, "the same in seconds since the first of the record")
        ->check(CLI::Range(0.0, 1e7));
    add_manners(*verb, desk);
    verb->callback([&desk, words] { desk.code = why(desk.voice(), *words); });
}

}  // namespace linghe::app
