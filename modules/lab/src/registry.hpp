// The parts of the registry, one file each by subject; registry.cpp puts them together.
// Used by the registry_*.cpp of this room.
// Never change a measure's name: rows and pages keep it.
#pragma once
#include "census.hpp"
#include "observers.hpp"

namespace linghe::lab {

/// What all parts of one registry share.
struct Registrar {
    const model::Model& model;
    std::vector<Entry>& out;
    std::uint32_t chief;  ///< none: 4294967295
    std::shared_ptr<Census> census;

    void add(MeasureInfo info, std::function<std::unique_ptr<Observer>()> make) const {
        out.push_back({std::move(info), std::move(make)});
    }
    [[nodiscard]] bool led() const { return chief < model.persons.size(); }
    [[nodiscard]] std::uint8_t side() const { return model.persons[chief].side; }
    /// Named persons of the chief's side, he himself not.
    [[nodiscard]] std::vector<std::uint32_t> named() const;
};

/// An id as it stands in a measure's name.
[[nodiscard]] std::string plain(const std::string& id);

void add_crossing(const Registrar& r);  ///< who is across when; the press in the river
void add_losses_by_time(const Registrar& r);
void add_fire(const Registrar& r);       ///< fire and smoke
void add_knowledge(const Registrar& r);  ///< what commanders believe, see, hear, and come near to
void add_heart(const Registrar& r);      ///< fear and calm
void add_orders(const Registrar& r);     ///< orders, obedience, the muster

}  // namespace linghe::lab
