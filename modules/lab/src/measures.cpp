#include "linghe/lab/measures.hpp"

#include <utility>

#include "linghe/model/verbs.hpp"
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
void set_field(const model::Model& model, const sim::State& state, Field& field) {
    field.set = true;
    field.t0 = state.world.tick();
    if (field.chief >= model.persons.size()) return;
    const auto& men = state.world.men;
    const std::size_t him = model.persons[field.chief].man;
    const auto region = [&](std::size_t i) { return region_at(model, state, i); };
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
}

/// He has his drum beaten, or resolves to gather (in an arm without drums nothing else marks the moment).
bool calls_to_gather(const world::EventTable& events, std::uint32_t chief) {
    for (std::size_t row = 0; row < events.size(); ++row) {
        const auto kind = static_cast<world::EventKind>(events.kind[row]);
        if (events.subject[row] != chief) continue;
        if (kind == world::EventKind::drum_begins) return true;
        if (kind == world::EventKind::decides &&
            events.value[row] == static_cast<std::int32_t>(model::Verb::gather))
            return true;
    }
    return false;
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

bool awaits_drum(const model::Model& model) noexcept {
    const std::uint32_t chief = chief_of(model);
    if (chief >= model.persons.size() || model.persons[chief].drums == 0) return false;
    if (model.persons[chief].first_order.verb == model::Verb::gather) return false;
    for (const auto& told : model.interventions)
        if (told.kind == model::Intervention::Kind::give_order && told.person.valid() &&
            told.person.v == chief && told.order.verb == model::Verb::gather)
            return false;
    return true;
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
    bool by_drum = false, begun = false;
    std::vector<std::unique_ptr<Observer>> observers;  // null: unknown to this model

    [[nodiscard]] std::int64_t zero() const { return field.set ? field.t0 : model->clock_zero; }
    void begin(const sim::State& state) {
        begun = true;
        if (field.chief < model->persons.size())
            field.bank_at_start = region_at(*model, state, model->persons[field.chief].man);
    }
};

Observation::Observation(const model::Model& model, const std::vector<std::string>& names)
    : inside_(std::make_unique<Inside>()) {
    inside_->model = &model;
    inside_->field.chief = chief_of(model);
    inside_->by_drum = awaits_drum(model);
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
    const auto& events = state.world.events;
    if (!in.begun) in.begin(state);
    if (!in.field.set &&
        (in.by_drum ? calls_to_gather(events, in.field.chief) : state.world.tick() >= in.model->clock_zero))
        set_field(*in.model, state, in.field);
    const Scene scene{*in.model, state, in.field, state.world.tick() - in.zero()};
    for (std::size_t row = 0; row < events.size(); ++row) {
        if (events.kind[row] < static_cast<std::uint8_t>(world::EventKind::order_given))
            continue;  // soldiers' and units': none asks
        for (const auto& observer : in.observers)
            if (observer) observer->event(scene, events, row);
    }
    if (scene.run_tick() % base::kTicksPerSecond == 0)
        for (const auto& observer : in.observers)
            if (observer) observer->run_second(scene);
    if (!in.field.set || scene.tick % base::kTicksPerSecond != 0) return;
    for (const auto& observer : in.observers)
        if (observer) observer->second(scene);
}

std::vector<Value> Observation::values(const sim::State& state) {
    auto& in = *inside_;
    const Scene scene{*in.model, state, in.field, state.world.tick() - in.zero()};
    const char* no_t0 = in.by_drum ? "the chief's drum was never beaten" : "the run ended before T0";
    std::vector<Value> out;
    for (const auto& observer : in.observers)
        out.push_back(!observer                                  ? Value::none("this arm has no such measure")
                      : !in.field.set && !observer->without_t0() ? Value::none(no_t0)
                                                                 : observer->value(scene));
    return out;
}

}  // namespace linghe::lab
