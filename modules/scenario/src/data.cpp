// Troop types of data/arms.toml and the parameters of data/parameters/*.toml into the Model.
#include <algorithm>

#include "builder.hpp"
#include "linghe/base/text.hpp"

namespace linghe::scenario {
namespace {

struct Slot {
    std::string group, name;
    float* target = nullptr;
};

/// Every number the models wait for, in fixed order.
std::vector<Slot> slots_of(Builder& b) {
    std::vector<Slot> slots;
    const auto take = [&](std::string_view group, auto& parameters) {
        parameters.visit([&](std::string_view name, float& value) {
            // A room that has no parameters yet declares one called "reserved"; it means nothing.
            if (name != "reserved") slots.push_back({std::string{group}, std::string{name}, &value});
        });
    };
    take("ground", b.figures);
    take("setup", b.setup);
    b.model.parameters.visit_groups(take);
    return slots;
}

std::string near_slot(const std::vector<Slot>& slots, std::string_view group, const std::string& name) {
    std::vector<std::string> full;
    for (const Slot& s : slots)
        if (group.empty() || s.group == group)
            full.push_back(group.empty() ? s.group + "." + s.name : s.name);
    std::vector<std::string_view> known(full.begin(), full.end());
    const auto near = base::did_you_mean(name, known);
    if (near) return "did you mean \"" + *near + "\"?";
    // Of the group meant, its parameters; where no such group is, the groups.
    const std::string meant = group.empty() ? name.substr(0, name.find('.')) : std::string{group};
    std::string names, groups, last;
    for (const Slot& s : slots) {
        if (s.group == meant) names += (names.empty() ? "" : ", ") + s.name;
        if (s.group != last) groups += (groups.empty() ? "" : ", ") + s.group;
        last = s.group;
    }
    return names.empty() ? "groups of parameters: " + groups : "parameters of " + meant + ": " + names;
}

/// One file of data/parameters: every entry has its slot, is well-formed and lies between its bounds.
void check_group(const std::string& group, const Value& file, const std::vector<Slot>& slots,
                 Problems& problems) {
    for (const auto& [name, entry] : file.fields) {
        const std::string path = group + "." + name;
        bool known = false;
        for (const Slot& s : slots) known = known || (s.group == group && s.name == name);
        if (!known) problems.error(entry, path, "unknown parameter", near_slot(slots, group, name));
        if (entry.kind != Value::Kind::table) {
            problems.error(entry, path, "is " + std::string{name_of(entry.kind)},
                           "give a table with value, unit, low, high, source, guess, en, zh");
            continue;
        }
        const std::size_t before = problems.errors();
        check_table(entry, parameter_table(), path, problems);
        if (problems.errors() != before) continue;
        const Node node{entry, parameter_table(), path};
        if (!(node.number("low") <= node.number("value") && node.number("value") <= node.number("high")))
            problems.error(node.at("value"), node.path("value"), "not between low and high",
                           "let low <= value <= high");
        const bool inner = (!node.has("least") || node.number("least") <= node.number("low")) &&
                           (!node.has("most") || node.number("high") <= node.number("most"));
        if (!inner)
            problems.error(entry, path, "the plausible range passes the bounds",
                           "let least <= low and high <= most");
        if (node.text("source").empty() || node.text("en").empty() || node.text("zh").empty())
            problems.error(entry, path, "an empty source, en or zh",
                           "say where the figure comes from, and what it is in both languages");
    }
}

bool has_file(const DataFiles& data, const std::string& group) {
    for (const auto& [name, file] : data.groups)
        if (name == group) return true;
    return false;
}

using Groups = std::vector<std::pair<std::string, Value>>;
const Value* entry_of(const Groups& groups, const Slot& slot) {
    for (const auto& [group, file] : groups)
        if (group == slot.group) return file.find(slot.name);
    return nullptr;
}

/// How far beyond the plausible range a value may lie, in widths of that range. What lies further is a slip of
/// the pen, and no model is held to it.
constexpr double kWidthsBeyond = 10.0;

struct Bounds {
    float least = 0, most = 0;
};
/// Bounds no value may pass: `least` and `most` of the entry; where they are missing, the plausible range widened
/// on both sides, but not below 0 where it does not reach below 0 itself.
Bounds bounds_of(const Node& n) {
    const double low = n.number("low"), high = n.number("high");
    const double wide = kWidthsBeyond * (high - low);
    double least = low - wide, most = high + wide;
    if (low >= 0.0 && least < 0.0) least = 0.0;
    if (n.has("least")) least = n.number("least");
    if (n.has("most")) most = n.number("most");
    return {static_cast<float>(least), static_cast<float>(most)};
}

/// What the data say of a parameter. A scenario may bring its own value and range, but the bounds are those of the
/// shipped entry, where there is one: they belong to the model, not to the scenario.
ParameterInfo info_of(const Slot& slot, const Value& entry, const Value* shipped) {
    const std::string path = slot.group + "." + slot.name;
    const Node node{entry, parameter_table(), path};
    const Bounds bounds = bounds_of(Node{shipped != nullptr ? *shipped : entry, parameter_table(), path});
    return {slot.group,           slot.name,          node.text("unit"),
            node.text("source"),  node.text("en"),    node.text("zh"),
            node.number("value"), node.number("low"), node.number("high"),
            node.number("value"), node.flag("guess"), bounds.least,
            bounds.most};
}

/// "0.5 to 2 m", of double or of float.
template <class T>
std::string range_words(T low, T high, const std::string& unit) {
    return base::to_text(low) + " to " + base::to_text(high) +
           (unit.empty() || unit == "1" ? "" : " " + unit);
}

/// Takes a value into `info`: an error beyond the bounds, a warning beyond the plausible range.
void take_value(ParameterInfo& info, const Value& value, const std::string& path, Problems& problems) {
    if (value.kind != Value::Kind::number && value.kind != Value::Kind::integer) {
        problems.error(value, path, shown(value) + " is " + std::string{name_of(value.kind)},
                       "give a number");
        return;
    }
    const std::string plausible = "plausible: " + range_words(info.low, info.high, info.unit);
    const auto number = static_cast<float>(value.number);
    if (!(number >= info.least && number <= info.most)) {
        problems.error(value, path, shown(value) + " is out of bounds",
                       "give " + range_words(info.least, info.most, info.unit) + "; " + plausible);
        return;
    }
    info.value = value.number;
    if (info.value < info.low || info.value > info.high)
        problems.warning(value, path, shown(value) + " is outside its plausible range", plausible);
}

/// The figures of a troop type whose form has been checked.
model::TroopType read_troop(const std::string& id, const Node& n) {
    model::TroopType t;
    t.id = id;
    constexpr std::string_view arms_names[] = {"horse_heavy", "horse_light", "foot",  "archers",
                                               "firearms",    "guns",        "wagons"};
    t.name = n.name("name");
    for (std::size_t i = 0; i < 7; ++i)
        if (arms_names[i] == n.text("arm")) t.arm = static_cast<std::uint8_t>(i);
    t.mounted = n.flag("mounted");
    t.mass_kg = n.real("mass_kg");
    t.body_length_m = n.real("body_length_m");
    t.body_half_width_m = n.real("body_half_width_m");
    t.walk_m_s = n.real("walk_m_s");
    t.trot_m_s = n.real("trot_m_s");
    t.run_m_s = n.real("run_m_s");
    t.critical_power_share = n.real("critical_power_share");
    t.anaerobic_distance_m = n.real("anaerobic_distance_m");
    t.wade_limit_m = n.real("wade_limit_m");
    t.reach_m = n.real("reach_m");
    t.blows_per_min = n.real("blows_per_min");
    t.blow_energy_j = n.real("blow_energy_j");
    t.melee_skill_elo = n.real("melee_skill_elo");
    t.armour_e50_j = n.real("armour_e50_j");
    t.armour_cover = n.real("armour_cover");
    t.helmet_e50_j = n.real("helmet_e50_j");
    t.part_cover = {n.real("cover_head"), n.real("cover_trunk"), n.real("cover_arm"), n.real("cover_leg")};
    t.shield_width_m = n.real("shield_width_m");
    t.shield_height_m = n.real("shield_height_m");
    t.shield_e50_j = n.real("shield_e50_j");
    t.weapon_breaks = n.real("weapon_breaks");
    t.side_reach_m = n.real("side_reach_m");
    t.side_energy_j = n.real("side_energy_j");
    constexpr std::string_view bow_names[] = {"bow", "crossbow_hand", "crossbow_foot"};
    for (std::size_t i = 0; i < 3; ++i)
        if (bow_names[i] == n.text("bow_kind")) t.bow_kind = static_cast<std::uint8_t>(i);
    t.draw_weight_n = n.real("draw_weight_n");
    t.draw_length_m = n.real("draw_length_m");
    t.has_bow = n.flag("has_bow");
    t.arrow_mass_kg = n.real("arrow_mass_kg");
    t.arrow_speed_m_s = n.real("arrow_speed_m_s");
    t.arrow_drag_per_m = n.real("arrow_drag_per_m");
    t.shots_per_min = n.real("shots_per_min");
    t.aim_sigma_mrad = n.real("aim_sigma_mrad");
    t.bow_range_m = n.real("bow_range_m");
    t.arrows = static_cast<std::uint16_t>(n.integer("arrows"));
    t.experience = n.real("experience");
    t.composure = n.real("composure");
    t.loyalty = n.real("loyalty");
    return t;
}

}  // namespace

void build_parameters(Builder& b, const DataFiles& data, const Trees& trees,
                      std::vector<ParameterInfo>& infos) {
    std::vector<Slot> slots = slots_of(b);
    for (const auto& [group, file] : data.groups) check_group(group, file, slots, b.problems);
    std::string missing_group;
    for (Slot& slot : slots) {
        if (!has_file(data, slot.group)) {  // one problem for a whole file
            if (slot.group == missing_group) continue;
            missing_group = slot.group;
            b.problems.add({Severity::error, "data/parameters/" + slot.group + ".toml", 0, 0, "",
                            "the file is missing", "it holds the parameters of \"" + slot.group + "\""});
            continue;
        }
        const Value* entry = entry_of(data.groups, slot);
        if (entry == nullptr || entry->kind != Value::Kind::table) {
            Problem missing;
            missing.file = "data/parameters/" + slot.group + ".toml";
            missing.key = slot.group + "." + slot.name;
            missing.reason = "missing parameter";
            missing.remedy = "add [" + slot.name + "] with value, unit, low, high, source, guess, en, zh";
            b.problems.add(std::move(missing));
            continue;
        }
        ParameterInfo info = info_of(slot, *entry, entry_of(data.shipped, slot));
        // Of a file the scenario brings: check_group holds its value to its own range, this to the model's bounds.
        const Value* own = entry->find("value");
        const bool number =
            own != nullptr && (own->kind == Value::Kind::number || own->kind == Value::Kind::integer);
        const bool sound = number && info.low <= info.value && info.value <= info.high;
        if (sound) take_value(info, *own, slot.group + "." + slot.name + ".value", b.problems);
        for (const auto& [name, value] : trees.parameters)
            if (name == slot.group + "." + slot.name)
                take_value(info, value, "parameters." + name, b.problems);
        *slot.target = static_cast<float>(info.value);
        infos.push_back(std::move(info));
    }
    for (const auto& [name, value] : trees.parameters) {
        bool known = false;
        for (const Slot& s : slots) known = known || name == s.group + "." + s.name;
        if (!known)
            b.problems.error(value, "parameters." + name, "unknown parameter", near_slot(slots, "", name));
    }
}

void build_troops(Builder& b, const Value& arms) {
    for (const auto& [id, entry] : arms.fields) {
        const std::string path = "troop." + id;
        if (entry.kind != Value::Kind::table || !good_id(id)) {
            b.problems.error(entry, path, "no troop type", "give a table whose name is an id");
            continue;
        }
        const std::size_t before = b.problems.errors();
        check_table(entry, troop_table(), path, b.problems);
        if (b.problems.errors() != before) continue;
        const Node n{entry, troop_table(), path};
        model::TroopType t = read_troop(id, n);
        if (!(t.walk_m_s <= t.trot_m_s && t.trot_m_s <= t.run_m_s))
            b.problems.error(entry, path, "paces out of order", "let walk_m_s <= trot_m_s <= run_m_s");
        if (t.has_bow &&
            !(t.arrow_mass_kg > 0 && t.arrow_speed_m_s > 0 && t.shots_per_min > 0 && t.bow_range_m > 0))
            b.problems.error(entry, path, "a bow without figures",
                             "give arrow_mass_kg, arrow_speed_m_s, shots_per_min, bow_range_m");
        const int told = static_cast<int>(
            std::count_if(t.part_cover.begin(), t.part_cover.end(), [](float c) { return c >= 0; }));
        if (told != 0 && told != 4)
            b.problems.error(entry, path, "cover of some parts of the body only",
                             "give cover_head, cover_trunk, cover_arm and cover_leg, or none of them");
        if ((t.shield_width_m > 0) != (t.shield_height_m > 0) ||
            (t.shield_width_m > 0 && !(t.shield_e50_j > 0)))
            b.problems.error(entry, path, "a shield without figures",
                             "give shield_width_m, shield_height_m and shield_e50_j");
        if (t.weapon_breaks > 0 && !(t.side_reach_m > 0 && t.side_energy_j > 0))
            b.problems.error(entry, path, "a weapon that breaks and no side arm",
                             "give side_reach_m and side_energy_j");
        if (t.mounted && t.has_bow && t.bow_kind == static_cast<std::uint8_t>(model::BowKind::crossbow_foot))
            b.problems.error(entry, path, "a crossbow drawn by foot in the saddle",
                             "let mounted men carry a bow or crossbow_hand");
        b.troops.emplace(id, static_cast<std::uint32_t>(b.model.troops.size()));
        b.model.troops.push_back(std::move(t));
    }
    if (b.model.troops.size() > 255)
        b.problems.error(arms, "troop", "more than 255 troop types", "leave some out");
}

}  // namespace linghe::scenario
