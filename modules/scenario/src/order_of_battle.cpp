// Sides, places, flags, forces: who belongs to whom.
#include "builder.hpp"
#include "linghe/base/text.hpp"

namespace linghe::scenario {
namespace {

constexpr std::string_view kVerbNames[] = {
    "none", "hold",    "gather", "march",  "withdraw", "pursue", "attack",         "hold_line", "collect",
    "join", "stay_by", "fetch",  "report", "burn",     "cover",  "counter_attack", "lead"};

void build_places(Builder& b, const Node& scenario) {
    for (const Node& n : scenario.children("place")) {
        if (!b.enter(n, b.places, static_cast<std::uint32_t>(b.model.places.size()))) continue;
        const model::Name name = n.name("name");
        model::Place p;
        p.id = n.text("id");
        p.name_en = name.en;
        p.name_zh = name.zh;
        p.x_mm = n.mm("at", 0);
        p.y_mm = n.mm("at", 1);
        p.is_line = n.has("to");
        p.x1_mm = p.is_line ? n.mm("to", 0) : p.x_mm;
        p.y1_mm = p.is_line ? n.mm("to", 1) : p.y_mm;
        p.on_map = n.flag("on_map");
        p.has_reserve = n.flag("has_reserve");
        std::uint32_t side = 255;
        if (n.has("side") && b.resolve(n, "side", b.sides, "side", side))
            p.side = static_cast<std::uint8_t>(side);
        if (p.has_reserve && !n.has("side"))
            b.problems.error(n.value(), n.path("side"), "missing",
                             "has_reserve needs to know whose troops lie there");
        b.model.places.push_back(std::move(p));
    }
}

void build_doctrine(Builder& b, const Node& n, model::Doctrine& doctrine) {
    doctrine.enough_share = n.real("enough_share");
    doctrine.inflow_slow_per_min = n.real("inflow_slow_per_min");
    doctrine.gather_below_share = n.real("gather_below_share");
    doctrine.own_loss_weight = n.real("own_loss_weight");
    if (n.has("lost_chief_place"))
        (void)b.resolve(n, "lost_chief_place", b.places, "place", doctrine.lost_chief_place);
    doctrine.lost_chief_confidence = n.real("lost_chief_confidence");
    for (const Node& step : n.children("after_gather")) {
        model::PlanStep s;
        s.verb = verb_of(step.text("verb"));
        if (step.has("place")) (void)b.resolve(step, "place", b.places, "place", s.place);
        s.commanders = static_cast<std::uint8_t>(step.integer("commanders"));
        s.deadline_s = step.real("deadline_min") * 60.0F;
        s.at_all_cost = step.flag("at_all_cost");
        s.with_troops = step.flag("with_troops");
        const bool burns = s.verb == model::Verb::burn;
        if (burns) b.model.can_burn = true;
        const bool to_place = s.verb == model::Verb::hold_line || s.verb == model::Verb::fetch ||
                              s.verb == model::Verb::cover || s.verb == model::Verb::counter_attack ||
                              s.verb == model::Verb::lead || burns;
        if (to_place && !step.has("place"))
            b.problems.error(step.value(), step.path("place"), "missing",
                             step.text("verb") + " needs a place");
        doctrine.after_gather.push_back(s);
    }
}

}  // namespace

model::Verb verb_of(std::string_view word) noexcept {
    for (std::size_t i = 0; i < std::size(kVerbNames); ++i)
        if (kVerbNames[i] == word) return static_cast<model::Verb>(i);
    return model::Verb::none;
}

bool Builder::resolve(const Node& node, std::string_view key, const Ids& ids, std::string_view what,
                      std::uint32_t& out) {
    const std::string wanted = node.text(key);
    if (const auto it = ids.find(wanted); it != ids.end()) {
        out = it->second;
        return true;
    }
    std::vector<std::string_view> known;
    for (const auto& [id, number] : ids) known.push_back(id);
    const auto near = base::did_you_mean(wanted, known);
    std::string remedy = near ? "did you mean \"" + *near + "\"?" : std::string{};
    if (!near && !known.empty() && known.size() <= 12) {
        remedy = "there are: ";
        for (std::size_t i = 0; i < known.size(); ++i) remedy += (i == 0 ? "" : ", ") + std::string{known[i]};
    } else if (!near) {
        remedy = "declare it, or name one that is declared";
    }
    problems.error(node.at(key), node.path(key), "no " + std::string{what} + " is called \"" + wanted + "\"",
                   remedy);
    return false;
}

bool Builder::enter(const Node& node, Ids& ids, std::uint32_t number) {
    const std::string id = node.text("id");
    if (ids.emplace(id, number).second) return true;
    problems.error(node.at("id"), node.path("id"), "the id \"" + id + "\" is taken",
                   "ids are unique among their kind; choose another");
    return false;
}

void build_sides(Builder& b, const Node& scenario) {
    const auto nodes = scenario.children("side");
    if (nodes.empty() || nodes.size() > 8)
        b.problems.error(scenario.at("side"), "side", base::to_text(std::uint64_t{nodes.size()}) + " sides",
                         "give 1 to 8 [[side]]");
    for (const Node& n : nodes) {
        if (!b.enter(n, b.sides, static_cast<std::uint32_t>(b.model.sides.size()))) continue;
        b.model.sides.push_back({n.text("id"), n.name("name"), n.mm("retreat", 0), n.mm("retreat", 1), {}});
    }
    build_places(b, scenario);
    for (const Node& n : nodes)
        if (const auto it = b.sides.find(n.text("id")); it != b.sides.end())
            build_doctrine(b, n, b.model.sides[it->second].doctrine);
    for (const Node& n : scenario.children("colours")) {
        if (!b.enter(n, b.colours, static_cast<std::uint32_t>(b.model.colours.size()))) continue;
        std::uint32_t side = 0;
        (void)b.resolve(n, "side", b.sides, "side", side);
        b.model.colours.push_back({n.text("id"), n.name("name"), static_cast<std::uint8_t>(side),
                                   n.text("fill_light"), n.text("border_light"), n.text("fill_dusk"),
                                   n.text("border_dusk")});
    }
    if (b.model.colours.size() > 255)
        b.problems.error(scenario.at("colours"), "colours", "more than 255 flags", "let units share them");
}

void build_forces(Builder& b, const Node& scenario) {
    b.force_nodes = scenario.children("force");
    for (const Node& n : b.force_nodes) {
        (void)b.enter(n, b.forces, static_cast<std::uint32_t>(b.model.forces.size()));
        std::uint32_t side = 0;
        (void)b.resolve(n, "side", b.sides, "side", side);
        b.model.forces.push_back({n.text("id"), n.name("name"), {}, static_cast<std::uint8_t>(side), {}});
    }
    for (std::size_t i = 0; i < b.force_nodes.size(); ++i) {
        const Node& n = b.force_nodes[i];
        std::uint32_t parent = 0;
        if (!n.has("parent") || !b.resolve(n, "parent", b.forces, "force", parent)) continue;
        b.model.forces[i].parent = {parent};
        if (b.model.forces[parent].side != b.model.forces[i].side)
            b.problems.error(n.at("parent"), n.path("parent"), "belongs to another side",
                             "a force and its parent are of one side");
    }
    for (std::size_t i = 0; i < b.force_nodes.size(); ++i) {
        std::string round = b.model.forces[i].id;
        std::uint32_t up = b.model.forces[i].parent.v;
        for (std::size_t steps = 0; up != base::kNone && up != i && steps < b.model.forces.size(); ++steps) {
            round += " -> " + b.model.forces[up].id;
            up = b.model.forces[up].parent.v;
        }
        if (up != i) continue;
        const Node& n = b.force_nodes[i];
        b.problems.error(
            n.at("parent"), n.path("parent"),
            "the order of battle goes round in a circle: " + round + " -> " + b.model.forces[i].id,
            "give one of them no parent");
        break;  // once is enough: every member of the circle would say the same
    }
}

}  // namespace linghe::scenario
