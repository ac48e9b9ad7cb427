#include "census.hpp"

#include "linghe/world/states.hpp"
#include "observers.hpp"

namespace linghe::lab {
namespace {

constexpr double kNearM = 300, kNearishM = 500;

double sum(const std::vector<std::uint32_t>& of, const Group& group) noexcept {
    double n = 0;
    for (const std::uint32_t unit : group) n += of[unit];
    return n;
}

template <class Fits>
Group units_where(const model::Model& model, Fits&& fits) {
    Group out;
    for (std::uint32_t u = 0; u < model.units.size(); ++u)
        if (fits(model.units[u])) out.push_back(u);
    return out;
}

}  // namespace

Census::Census(const model::Model& model) : regions_(std::size_t{model.ground.regions} + 1) {
    reset(model.units.size(), regions_);
}

void Census::reset(std::size_t units, std::size_t regions) {
    there_.assign(units * regions, 0);
    living_.assign(units, 0);
    out_.assign(units, 0);
    gone_.assign(units, 0);
    near_.assign(units, 0);
    nearish_.assign(units, 0);
}

void Census::count(const Scene& s) {
    if (s.run_tick() == tick_) return;
    tick_ = s.run_tick();
    reset(s.model.units.size(), regions_);
    const auto& men = s.state.world.men;
    const bool led = s.field.chief < s.model.persons.size();
    const std::size_t chief = led ? s.model.persons[s.field.chief].man : 0;
    const std::uint8_t his = led ? region_at(s.model, s.state, chief) : std::uint8_t{255};
    const double x = led ? men.x_mm[chief] : 0, y = led ? men.y_mm[chief] : 0;
    constexpr double kNear2 = kNearM * kNearM * 1e6, kNearish2 = kNearishM * kNearishM * 1e6;
    for (std::size_t i = 0; i < men.size(); ++i) {
        const std::size_t unit = s.model.men.home_unit[i];
        const bool fit = world::active(men.status[i]);
        const bool gone = men.status[i] == static_cast<std::uint8_t>(world::Status::left_field);
        if (!fit && !gone) {
            ++out_[unit];
            continue;
        }
        const std::uint8_t at = region_at(s.model, s.state, i);
        ++there_[unit * regions_ + (at + std::size_t{1} < regions_ ? at : regions_ - 1)];
        ++living_[unit];
        if (gone) ++gone_[unit];
        if (!fit || !led || at != his || s.model.men.side[i] != s.field.side) continue;
        const double dx = men.x_mm[i] - x, dy = men.y_mm[i] - y, d2 = dx * dx + dy * dy;
        if (d2 <= kNearish2) ++nearish_[unit];
        if (d2 <= kNear2) ++near_[unit];
    }
}

double Census::there(const Group& group, std::uint8_t region) const noexcept {
    if (region + std::size_t{1} >= regions_) return 0;
    double n = 0;
    for (const std::uint32_t unit : group) n += there_[unit * regions_ + region];
    return n;
}
double Census::living(const Group& group) const noexcept { return sum(living_, group); }
double Census::out(const Group& group) const noexcept { return sum(out_, group); }
double Census::gone(const Group& group) const noexcept { return sum(gone_, group); }
double Census::within_300(const Group& group) const noexcept { return sum(near_, group); }
double Census::within_500(const Group& group) const noexcept { return sum(nearish_, group); }

Group units_of_side(const model::Model& model, std::uint8_t side) {
    return units_where(model, [side](const model::Unit& u) { return u.side == side; });
}
Group units_of_colours(const model::Model& model, std::uint8_t colours) {
    return units_where(model, [colours](const model::Unit& u) { return u.colours == colours; });
}
Group units_of_troop(const model::Model& model, std::uint8_t colours, std::uint8_t troop) {
    return units_where(model, [=](const model::Unit& u) { return u.colours == colours && u.troop == troop; });
}

Group units_of_person(const model::Model& model, std::uint32_t person) {
    const auto& p = model.persons[person];
    if (!p.commands.valid()) return {p.rides_with.v};
    return units_where(model, [&](const model::Unit& u) {
        for (base::ForceId f = u.force; f.valid(); f = model.forces[f.v].parent)
            if (f.v == p.commands.v) return true;
        return false;
    });
}

}  // namespace linghe::lab
