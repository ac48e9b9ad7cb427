// Builder: what the parts of the reader share while a Model grows: the document, the ids, the problems.
// Used inside this module only. Each build_ function is one chapter of a scenario and runs in the order of reader.cpp.
// Never read a chapter that stands later in that order.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "keys.hpp"
#include "linghe/scenario/map.hpp"
#include "linghe/scenario/scenario.hpp"
#include "node.hpp"

namespace linghe::scenario {

/// Spread of traits over men and traits of nameless leaders; data/parameters/setup.toml.
struct SetupFigures {
    float composure_sd = 0, experience_sd = 0;
    float openness_mean = 0, openness_sd = 0, expressiveness_mean = 0, expressiveness_sd = 0;
    float leader_latency_s = 0, leader_honour = 0, leader_fear_of_superior = 0, leader_experience_gain = 0;
    template <class V>
    void visit(V&& v) {
        v(std::string_view{"composure_sd"}, composure_sd);
        v(std::string_view{"experience_sd"}, experience_sd);
        v(std::string_view{"openness_mean"}, openness_mean);
        v(std::string_view{"openness_sd"}, openness_sd);
        v(std::string_view{"expressiveness_mean"}, expressiveness_mean);
        v(std::string_view{"expressiveness_sd"}, expressiveness_sd);
        v(std::string_view{"leader_latency_s"}, leader_latency_s);
        v(std::string_view{"leader_honour"}, leader_honour);
        v(std::string_view{"leader_fear_of_superior"}, leader_fear_of_superior);
        v(std::string_view{"leader_experience_gain"}, leader_experience_gain);
    }
};

using Ids = std::map<std::string, std::uint32_t, std::less<>>;

struct Builder {
    Problems& problems;
    model::Model& model;
    SetupFigures setup{};
    ground::Figures figures{};
    Ids troops{}, sides{}, colours{}, forces{}, places{}, persons{}, units{}, fuels{};
    std::array<std::uint8_t, ground::kCovers>
        fuel_of_cover{};  ///< what a cover bears where the map says nothing
    const std::string* grid_bytes =
        nullptr;              ///< of the file that map.raster names; null when it is not there
    std::string grid_name{};  ///< how problems name it
    float wetness = 0;
    std::map<std::string, std::string, std::less<>> first_unit_of_bodies{};  ///< "plain_red" -> "plain_red.1"
    /// Where each unit, force and person stands in the document, for problems found late.
    std::vector<Node> unit_nodes{}, force_nodes{}, person_nodes{};
    std::vector<bool> unit_has_order{};

    /// The number of what a reference names; false, and a problem with did-you-mean, when there is none.
    bool resolve(const Node& node, std::string_view key, const Ids& ids, std::string_view what,
                 std::uint32_t& out);
    /// Enters an id; false and a problem when it is taken.
    bool enter(const Node& node, Ids& ids, std::uint32_t number);
};

struct DataFiles {
    Value arms, fuels;
    std::vector<std::pair<std::string, Value>> groups;   ///< group name, its file
    std::vector<std::pair<std::string, Value>> shipped;  ///< the program's own, of groups a scenario brings
};
/// --set: changes the trees before anything reads them.
struct Trees {
    Value *scenario, *map, *arms;
    std::vector<std::pair<std::string, Value>>
        parameters;  ///< "morale.x", value: from the scenario, then from --set
};
void apply_sets(const Options& options, Trees& trees, Problems& problems);
void take_scenario_parameters(const Value& scenario, Trees& trees);
void add_interventions(const Options& options, Value& scenario, Problems& problems);
[[nodiscard]] std::uint32_t without_bits(const Options& options, Problems& problems);

[[nodiscard]] model::Verb verb_of(std::string_view word) noexcept;
/// Compass degrees (0 north, clockwise) to turn16 (0 east, anticlockwise).
[[nodiscard]] std::uint16_t turn_of_compass(double degrees) noexcept;

void build_parameters(Builder& b, const DataFiles& data, const Trees& trees,
                      std::vector<ParameterInfo>& infos);
void build_troops(Builder& b, const Value& arms);
void build_fuels(Builder& b, const Value& fuels);
void build_land(Builder& b, const Node& map);
[[nodiscard]] Provenance provenance_of(const Node& map);
void build_sides(Builder& b, const Node& scenario);
void build_forces(Builder& b, const Node& scenario);
void build_units(Builder& b, const Node& scenario);
void build_persons(Builder& b, const Node& scenario);
void build_orders(Builder& b, const Node& scenario);
void build_weather(Builder& b, const Node& scenario);
void build_interventions(Builder& b, const Node& scenario);
void build_ignitions(Builder& b, const Node& scenario);
[[nodiscard]] std::string_view cover_word(ground::Cover cover) noexcept;
/// Features of the map that could change nothing; after build_land.
void check_land(Builder& b, const Node& map);
/// Places, retreats, boxes and lines to burn of the scenario; after build_land.
void check_whereabouts(Builder& b, const Node& scenario);
/// What begins only after the end of the run.
void check_times(Builder& b, const Node& scenario);
/// Whom an order sends a man to: not to himself, nor to join an enemy. @param who  has the order; none of unit orders
void check_company(Builder& b, const Node& order, const model::FirstOrder& o, base::PersonId who);
/// The aim of an order. @param by  who has it, or will be given it; null where nobody of that name is.
void check_aim(Builder& b, const Node& order, const model::FirstOrder& o, const model::Person* by);
/// Whether anything burns along the line that `key` (at, line or place) of a node names; else a problem.
void check_burns(Builder& b, const Node& n, std::string_view key);
void build_men(Builder& b);
void check_stands(Builder& b);

}  // namespace linghe::scenario
