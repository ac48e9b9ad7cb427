#include "watch.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/math/angle.hpp"

namespace linghe::facts {

using world::EventKind;
using world::Status;
using world::Wound;

namespace {
constexpr double kNeighbour_m = 150;  // a unit of one's own that broke within it is a neighbour that gave way
constexpr double kFlankRange_m = 30;  // threats nearer than this count for the flank
constexpr double kContactShare = 0.02;   // of its men strike: the unit is in close contact
constexpr double kContactPause_s = 20;   // contact that comes back within it was not interrupted
constexpr std::uint16_t kZone_cm = 350;  // front and second rank
constexpr double kLeader_m = 10;
}  // namespace

Watch::Watch(const verify::FieldScene& scene) : scene_(scene) {
    for (const auto& u : scene.model().units) {
        UnitWatch w;
        w.side = u.side, w.men = static_cast<int>(u.men);
        men_[u.side] += w.men;
        units_.push_back(w);
    }
    morale_before_.assign(scene.world().men.morale.begin(), scene.world().men.morale.end());
    acted_.assign(scene.size(), 0);
}

void Watch::look() {
    felled();
    first_runners();
    breaks();
    for (std::size_t r = 0; r < acted_.size(); ++r)
        if (scene_.world().men.in_bout[r] != 0) acted_[r] = 1;
    if (scene_.world().tick() % 10 == 0) each_second();
    const auto& now = scene_.world().men.morale;
    std::copy(now.begin(), now.end(), morale_before_.begin());
}

void Watch::felled() {
    const auto& e = scene_.world().events;
    for (std::size_t i = 0; i < e.size(); ++i) {
        const auto kind = static_cast<EventKind>(e.kind[i]);
        if (kind != EventKind::man_disabled && kind != EventKind::man_captured && kind != EventKind::man_dead)
            continue;
        const std::size_t side = scene_.model().men.side[e.subject[i]];
        // Killed where he lay, of a wound he would have lived with.
        if (kind == EventKind::man_dead && static_cast<world::Cause>(e.cause_1[i]) == world::Cause::blow &&
            scene_.world().men.severity[e.subject[i]] != static_cast<std::uint8_t>(Wound::mortal))
            ++killed_[side];
        if (kind == EventKind::man_dead) continue;
        ++out_[side];
        if (kind == EventKind::man_disabled && e.value[i] == static_cast<int>(Wound::mortal)) ++killed_[side];
    }
}

/// Share of the unit's men before him, 0 the foremost, along the way the unit faces.
double Watch::depth_of(std::size_t man, std::uint16_t unit) const {
    const auto& men = scene_.world().men;
    const math::Vec2f ahead = math::unit_of(scene_.world().units.heading[unit]);
    const auto along = [&](std::size_t r) {
        return static_cast<double>(ahead.x) * men.x_mm[r] + static_cast<double>(ahead.y) * men.y_mm[r];
    };
    const double his = along(man);
    int before = 0, all = 0;
    for (std::size_t r = 0; r < men.size(); ++r) {
        if (men.unit[r] != unit || !scene_.fit(r) || r == man || !world::in_ranks(morale_before_[r]))
            continue;
        ++all, before += along(r) > his ? 1 : 0;
    }
    return all > 0 ? static_cast<double>(before) / all : 0.5;
}

void Watch::first_runners() {
    const auto& men = scene_.world().men;
    for (std::size_t r = 0; r < men.size(); ++r) {
        if (!world::fleeing(men.morale[r]) || !world::in_ranks(morale_before_[r])) continue;
        auto& u = units_[men.unit[r]];
        if (u.ran || scene_.world().units.formed[men.unit[r]] == 0) continue;
        u.ran = true;
        u.first_depth = depth_of(r, men.unit[r]);
    }
}

double Watch::flanked_share(std::uint16_t unit) const {
    const auto& men = scene_.world().men;
    const auto& heading = scene_.world().units.heading[unit];
    double threatened = 0, flanked = 0;
    for (std::size_t r = 0; r < men.size(); ++r) {
        if (men.unit[r] != unit || !scene_.fit(r) || men.enemy_range_m[r] > kFlankRange_m) continue;
        const auto off = std::abs(static_cast<int>(math::turn_diff(heading, men.enemy_bearing[r])));
        threatened += 1, flanked += off > 65536 / 6 ? 1 : 0;  // more than 60 degrees off the unit's front
    }
    return threatened > 0 ? flanked / threatened : 0;
}

void Watch::breaks() {
    const auto& e = scene_.world().events;
    const auto& units = scene_.world().units;
    for (std::size_t i = 0; i < e.size(); ++i) {
        if (static_cast<EventKind>(e.kind[i]) != EventKind::unit_breaks) continue;
        auto& u = units_[e.subject[i]];
        if (u.broke) continue;
        u.broke = true;
        u.broke_s = scene_.now_s();
        u.loss_share = static_cast<double>(units.fallen[e.subject[i]]) / u.men;
        u.flanked = flanked_share(static_cast<std::uint16_t>(e.subject[i]));
        u.causes = {e.cause_1[i], e.cause_2[i], e.cause_3[i]};
        u.shares = {e.share_1[i], e.share_2[i], e.share_3[i]};
        for (std::size_t o = 0; o < units_.size(); ++o) {
            if (o == e.subject[i] || units_[o].side != u.side || units.broken[o] == 0) continue;
            u.neighbour_broke = u.neighbour_broke ||
                                std::hypot(units_[o].at_x - u.at_x, units_[o].at_y - u.at_y) < kNeighbour_m;
        }
    }
}

void Watch::each_second() {
    const auto& men = scene_.world().men;
    const auto& units = scene_.world().units;
    for (std::size_t u = 0; u < units_.size(); ++u)
        if (units.in_hand[u] > 0)
            units_[u].at_x = units.x_mm[u] * 0.001, units_[u].at_y = units.y_mm[u] * 0.001;
    contacts();
    const auto s = static_cast<int>(scene_.now_s() + 0.5);
    if (s % 60 == 0) participation();
    if (s % 10 == 0)
        curve_.push_back(
            {scene_.now_s(), static_cast<double>(out_[0]) / men_[0], static_cast<double>(out_[1]) / men_[1]});
    if (loser_ >= 0) return;
    std::array<int, 2> gone{}, there{};
    for (std::size_t r = 0; r < men.size(); ++r) {
        const std::size_t side = scene_.model().men.side[r];
        const bool left = men.status[r] == static_cast<std::uint8_t>(Status::left_field);
        if (!left && !scene_.fit(r)) continue;
        ++there[side];
        gone[side] += left || !world::in_ranks(men.morale[r]) ? 1 : 0;
    }
    for (int side = 0; side < 2; ++side) {
        const auto k = static_cast<std::size_t>(side);
        if (loser_ >= 0 || there[k] == 0 || 2 * gone[k] <= there[k]) continue;
        loser_ = side, broken_s_ = scene_.now_s();
        killed_at_break_ = killed_, out_at_break_ = out_;
    }
}

void Watch::contacts() {
    const auto& men = scene_.world().men;
    for (auto& u : units_) u.striking = 0;
    for (std::size_t r = 0; r < men.size(); ++r)
        if (scene_.fit(r) && men.in_bout[r] != 0) ++units_[men.unit[r]].striking;
    const double now = scene_.now_s();
    for (std::size_t i = 0; i < units_.size(); ++i) {
        auto& u = units_[i];
        if (scene_.world().units.broken[i] != 0) continue;
        const bool close = u.striking >= std::max(2.0, kContactShare * u.men);
        if (close) {
            if (u.contact_since < 0) {
                if (u.contact_last >= 0) u.gaps.push_back(now - u.contact_last);
                u.contact_since = now;
            }
            u.contact_last = now;
        } else if (u.contact_since >= 0 && now - u.contact_last > kContactPause_s) {
            u.bouts.push_back(u.contact_last - u.contact_since + 1);
            u.contact_since = -1;
        }
    }
}

void Watch::participation() {
    const auto& men = scene_.world().men;
    const auto& units = scene_.world().units;
    for (std::size_t r = 0; r < men.size(); ++r) {
        const bool acted = acted_[r] != 0;
        acted_[r] = 0;
        if (!scene_.fit(r) || !world::in_ranks(men.morale[r]) || men.near_enemy_cm[r] > kZone_cm) continue;
        if (loser_ >= 0) continue;
        zone_ += 1, zone_acted_ += acted ? 1 : 0;
        const std::uint32_t leader = units.leader[men.unit[r]];
        const bool led =
            leader != world::kNobody && leader != r &&
            std::hypot(men.x_mm[leader] - men.x_mm[r], men.y_mm[leader] - men.y_mm[r]) < kLeader_m * 1000;
        (led ? led_ : unled_) += 1;
        (led ? led_acted_ : unled_acted_) += acted ? 1 : 0;
    }
}

nlohmann::json Watch::told() const {
    nlohmann::json j;
    j["loser"] = loser_, j["break_s"] = broken_s_, j["end_s"] = scene_.now_s();
    j["side_men"] = men_, j["out"] = out_, j["killed"] = killed_;
    j["killed_at_break"] = killed_at_break_, j["out_at_break"] = out_at_break_;
    j["curve"] = curve_;
    j["units"] = nlohmann::json::array();
    for (const auto& u : units_) {
        auto bouts = u.bouts;
        if (u.contact_since >= 0) bouts.push_back(u.contact_last - u.contact_since + 1);
        j["units"].push_back({{"side", u.side},
                              {"men", u.men},
                              {"broke", u.broke},
                              {"broke_s", u.broke_s},
                              {"loss_share", u.loss_share},
                              {"flanked", u.flanked},
                              {"neighbour", u.neighbour_broke},
                              {"causes", u.causes},
                              {"shares", u.shares},
                              {"first_depth", u.first_depth},
                              {"bouts", bouts},
                              {"gaps", u.gaps}});
    }
    j["participation"] = {{"zone", zone_},           {"acted", zone_acted_}, {"led", led_},
                          {"led_acted", led_acted_}, {"unled", unled_},      {"unled_acted", unled_acted_}};
    return j;
}

}  // namespace linghe::facts
