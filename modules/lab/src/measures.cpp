#include "linghe/lab/measures.hpp"

#include <utility>

#include "linghe/world/states.hpp"
#include "observers.hpp"

namespace linghe::lab {
namespace {

constexpr double kDiscM = 1200;

bool fugitive(std::uint8_t morale) {
    return morale == static_cast<std::uint8_t>(world::Morale::routing) ||
           morale == static_cast<std::uint8_t>(world::Morale::rallying);
}

/// What is fixed at T0; the chief's place is where he stands then.
Field field_at(const model::Model& model, const sim::State& state, std::uint32_t chief) {
    Field field;
    field.chief = chief;
    if (chief >= model.persons.size()) return field;
    const auto& men = state.world.men;
    const auto& g = model.ground;
    const std::size_t him = model.persons[chief].man;
    const auto region = [&](std::size_t i) -> std::uint8_t {
        return g.region.empty() ? std::uint8_t{255}
                                : g.region[static_cast<std::size_t>(g.cell(men.x_mm[i], men.y_mm[i]))];
    };
    field.side = model.persons[chief].side;
    field.bank = region(him);
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (i == him || !world::active(men.status[i]) || model.men.side[i] != field.side ||
            !fugitive(men.morale[i]))
            continue;
        if (region(i) != field.bank) continue;
        const double dx = static_cast<double>(men.x_mm[him]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[him]) - men.y_mm[i];
        field.fugitives.push_back(static_cast<std::uint32_t>(i));
        field.in_disc.push_back(dx * dx + dy * dy <= kDiscM * 1000 * kDiscM * 1000 ? 1 : 0);
    }
    return field;
}

}  // namespace

std::uint32_t chief_of(const model::Model& model) noexcept {
    const auto first = [&model](auto&& fits) {
        for (std::uint32_t p = 0; p < model.persons.size(); ++p)
            if (model.persons[p].named && fits(model.persons[p])) return p;
        return world::kNobody;
    };
    std::uint32_t chief =
        first([](const model::Person& p) { return p.first_order.verb == model::Verb::gather; });
    if (chief == world::kNobody) chief = first([](const model::Person& p) { return p.sounds(); });
    if (chief == world::kNobody) chief = first([](const model::Person& p) { return p.great_banner; });
    return chief;
}

std::vector<MeasureInfo> measures_of(const model::Model& model, double lasts_s) {
    std::vector<MeasureInfo> out;
    for (auto& entry : registry(model))
        if (entry.info.needs_s <= lasts_s) out.push_back(std::move(entry.info));
    return out;
}

struct Observation::Inside {
    const model::Model* model;
    Field field;
    bool begun = false;
    std::vector<std::unique_ptr<Observer>> observers;  // null: unknown to this model
};

Observation::Observation(const model::Model& model, const std::vector<std::string>& names)
    : inside_(std::make_unique<Inside>()) {
    inside_->model = &model;
    inside_->field.chief = chief_of(model);
    if (inside_->field.chief < model.persons.size())
        inside_->field.side = model.persons[inside_->field.chief].side;
    auto known = registry(model);
    for (const auto& name : names) {
        inside_->observers.emplace_back();
        for (const auto& entry : known)
            if (entry.info.name == name) inside_->observers.back() = entry.make();
    }
}
Observation::~Observation() = default;
Observation::Observation(Observation&&) noexcept = default;

void Observation::look(const sim::State& state) {
    auto& in = *inside_;
    const std::int64_t tick = state.world.tick() - in.model->clock_zero;
    if (!in.begun && tick >= 0) {
        in.field = field_at(*in.model, state, in.field.chief);
        in.begun = true;
    }
    const Scene scene{*in.model, state, in.field, tick};
    const auto& events = state.world.events;
    for (std::size_t row = 0; row < events.size(); ++row) {
        if (events.kind[row] < static_cast<std::uint8_t>(world::EventKind::order_given))
            continue;  // soldiers' and units': none asks
        for (const auto& observer : in.observers)
            if (observer) observer->event(scene, events, row);
    }
    if (!in.begun || tick % base::kTicksPerSecond != 0) return;
    for (const auto& observer : in.observers)
        if (observer) observer->second(scene);
}

std::vector<Value> Observation::values(const sim::State& state) {
    auto& in = *inside_;
    const Scene scene{*in.model, state, in.field, state.world.tick() - in.model->clock_zero};
    std::vector<Value> out;
    for (const auto& observer : in.observers)
        out.push_back(!observer   ? Value::none("this arm has no such measure")
                      : !in.begun ? Value::none("the run ended before T0")
                                  : observer->value(scene));
    return out;
}

}  // namespace linghe::lab
