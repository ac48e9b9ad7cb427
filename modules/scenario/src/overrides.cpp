// What the command line and the scenario's own [parameters] change: --set path=value, --without, --intervention.
#include <array>

#include "builder.hpp"
#include "linghe/base/text.hpp"

namespace linghe::scenario {
namespace {

constexpr std::array<std::string_view, 14> kWithout = {
    "drum", "banner", "smoke", "contagion", "leader",   "joining",      "couriers",
    "wind", "shoot",  "fight", "fatigue",   "crowding", "social_proof", "fire"};

/// The command line has no lines and columns.
void forget_place(Value& v) {
    v.line = v.column = 0;
    for (Value& item : v.items) forget_place(item);
    for (auto& [name, child] : v.fields) forget_place(child);
}

Value from_command_line(std::string_view text, const std::string& file, bool& fine) {
    std::vector<Problem> found;
    Problems trial{found};
    Value tree = parse_toml("v = " + std::string{text}, file, trial);
    fine = trial.errors() == 0 && tree.fields.size() == 1;
    if (fine) {
        Value v = std::move(tree.fields[0].second);
        forget_place(v);
        return v;
    }
    Value plain;  // a bare word is a text: --set unit.a.troop=ming_foot
    plain.kind = Value::Kind::text;
    plain.file = std::make_shared<const std::string>(file);
    plain.text = std::string{text};
    return plain;
}

std::vector<std::string> steps_of(std::string_view path) {
    std::vector<std::string> steps;
    for (;;) {
        const std::size_t dot = path.find('.');
        steps.emplace_back(path.substr(0, dot));
        if (dot == std::string_view::npos) return steps;
        path = path.substr(dot + 1);
    }
}

/// The item of an array which the steps from `i` on name: by number, or by id (which may itself hold dots).
Value* item_of(Value& array, const std::vector<std::string>& steps, std::size_t& i) {
    if (const auto n = base::parse_int(steps[i]); n.ok()) {
        if (n.value() < 0 || n.value() >= static_cast<std::int64_t>(array.items.size())) return nullptr;
        return &array.items[static_cast<std::size_t>(n.value())];
    }
    std::string id;
    for (std::size_t end = i; end < steps.size(); ++end) {
        id += (end == i ? "" : ".") + steps[end];
        for (Value& item : array.items)
            if (const Value* name = item.find("id"); name != nullptr && name->text == id) {
                i = end;
                return &item;
            }
    }
    return nullptr;
}

std::string near_key(const Value& value, const std::string& step) {
    std::vector<std::string_view> known;
    for (const auto& [name, child] : value.fields) known.push_back(name);
    for (const Value& item : value.items)
        if (const Value* id = item.find("id")) known.push_back(id->text);
    const auto near = base::did_you_mean(step, known);
    return near ? "did you mean \"" + *near + "\"?"
                : "paths go by keys, by ids (person.dodo.traits.composure), numbers (wind.0.speed_m_s) or * "
                  "for each "
                  "(map.ramp.*.width_m)";
}

bool set_in(Value& root, const std::vector<std::string>& steps, std::size_t first, Value value,
            const std::string& path, Problems& problems);

/// "map.ramp.*.width_m": the same value in every item; the first that cannot take it is told.
bool set_in_each(Value& array, const std::vector<std::string>& steps, std::size_t first, const Value& value,
                 const std::string& path, Problems& problems) {
    if (first == steps.size()) {
        problems.error(value, path, "\"*\" names all of them, and no value in each",
                       "go on to a key: wind.*.speed_m_s=7");
        return false;
    }
    for (Value& item : array.items)
        if (!set_in(item, steps, first, value, path, problems)) return false;
    return true;
}

bool set_in(Value& root, const std::vector<std::string>& steps, std::size_t first, Value value,
            const std::string& path, Problems& problems) {
    Value* here = &root;
    for (std::size_t i = first; i < steps.size(); ++i) {
        Value* next = nullptr;
        if (here->kind == Value::Kind::array && steps[i] == "*")
            return set_in_each(*here, steps, i + 1, value, path, problems);
        if (here->kind == Value::Kind::array)
            next = item_of(*here, steps, i);
        else if (here->kind == Value::Kind::table) {
            next = here->find(steps[i]);
            if (next == nullptr &&
                i + 1 == steps.size()) {  // a key left at its default: given now, checked later
                here->fields.emplace_back(steps[i], std::move(value));
                return true;
            }
            if (next == nullptr && steps[i].size() > 1 &&
                steps[i].back() == 's')  // "units.yoto": people write plurals
                next = here->find(std::string_view{steps[i]}.substr(0, steps[i].size() - 1));
            if (next == nullptr && (steps[i] == "traits" || steps[i] == "weather")) {
                Value table;
                table.file = here->file;
                here->fields.emplace_back(steps[i], std::move(table));
                next = &here->fields.back().second;
            }
        }
        if (next == nullptr) {
            problems.error(value, path, "nothing is called \"" + steps[i] + "\" here",
                           near_key(*here, steps[i]));
            return false;
        }
        here = next;
    }
    if (here->kind == Value::Kind::table || here->kind == Value::Kind::array) {
        if (here->kind != value.kind) {
            problems.error(value, path, "is " + std::string{name_of(here->kind)}, "name one value in it");
            return false;
        }
    }
    *here = std::move(value);
    return true;
}

}  // namespace

const std::vector<std::string_view>& without_names() {
    static const std::vector<std::string_view> names(kWithout.begin(), kWithout.end());
    return names;
}

std::uint32_t without_bits(const Options& options, Problems& problems) {
    std::uint32_t bits = 0;
    for (const std::string& name : options.without) {
        std::uint32_t bit = 0;
        for (std::size_t i = 0; i < kWithout.size(); ++i)
            if (kWithout[i] == name) bit = 1u << i;
        if (bit == 0) {
            const auto near = base::did_you_mean(name, without_names());
            std::string all;
            for (const auto w : kWithout) all += (all.empty() ? "" : ", ") + std::string{w};
            problems.add({Severity::error, "--without", 0, 0, "", "no model is called \"" + name + "\"",
                          (near ? "did you mean \"" + *near + "\"? " : "") + "models: " + all});
        }
        bits |= bit;
    }
    return bits;
}

void apply_sets(const Options& options, Trees& trees, Problems& problems) {
    for (const auto& [path, text] : options.set) {
        bool fine = false;
        Value value = from_command_line(text, "--set", fine);
        const auto steps = steps_of(path);
        if (value.kind == Value::Kind::text && !fit_for_print(value.text)) {
            problems.error(value, path, "a text that is not UTF-8, or has control characters",
                           "write letters, digits and signs");
            continue;
        }
        const bool whole_file =
            steps[0] == "parameters" || steps[0] == "map" || steps[0] == "troop" || steps[0] == "troops";
        if (path.empty() || (whole_file && steps.size() < 2)) {
            problems.error(value, path, "is no path",
                           "write --set wind.0.speed_m_s=7 or --set parameters.GROUP.NAME=0.5");
            continue;
        }
        if (steps[0] == "parameters")
            trees.parameters.emplace_back(path.substr(11), std::move(value));
        else if (steps[0] == "map")
            (void)set_in(*trees.map, steps, 1, std::move(value), path, problems);
        else if (steps[0] == "troop" || steps[0] == "troops")
            (void)set_in(*trees.arms, steps, 1, std::move(value), path, problems);
        else
            (void)set_in(*trees.scenario, steps, 0, std::move(value), path, problems);
    }
}

void take_scenario_parameters(const Value& scenario, Trees& trees) {
    const Value* table = scenario.find("parameters");
    if (table == nullptr || table->kind != Value::Kind::table) return;
    for (const auto& [name, value] : table->fields) {
        if (value.kind != Value::Kind::table) {
            trees.parameters.emplace_back(name, value);
            continue;
        }
        for (const auto& [inner, number] : value.fields)
            trees.parameters.emplace_back(name + "." + inner, number);
    }
}

void add_interventions(const Options& options, Value& scenario, Problems& problems) {
    for (const std::string& text : options.interventions) {
        bool fine = false;
        Value value = from_command_line(text, "--intervention", fine);
        if (!fine || value.kind != Value::Kind::table) {
            problems.error(value, "intervention", shown(value) + " is no inline table",
                           "write { id = \"x\", at_s = 60, kind = \"silence_drum\", person = \"khan\" }");
            continue;
        }
        Value* list = scenario.find("intervention");
        if (list == nullptr) {
            Value array;
            array.kind = Value::Kind::array;
            array.file = value.file;
            scenario.fields.emplace_back("intervention", std::move(array));
            list = &scenario.fields.back().second;
        }
        if (list->kind == Value::Kind::array) list->items.push_back(std::move(value));
    }
}

}  // namespace linghe::scenario
