// Bouts and lulls of whole bodies, and the chase: once a second, from what each body's men have before them.
//   apart -> bout     a share of its men has a foe in reach
//   bout  -> lull     its time is up, its breath is gone, or those it fights have drawn off
//   bout  -> apart    nobody is in reach any more
//   lull  -> apart    its time is up; it goes on as it was ordered
//   lull  -> bout     those it fought come on again
//   any   -> chase    it was sent to attack or pursue, and most of the enemies near its men run
// Standard name: dynamic stand-off with flurries (P. Sabin, The Face of Roman Battle, JRS 90 (2000) 1-17): a semi-Markov
// process of four states with log-normal times.
#include <algorithm>
#include <cmath>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
using world::Clash;

void tally(const world::World& world, std::vector<world::BodyTally>& bodies) {
    const auto& men = world.men;
    std::fill(bodies.begin(), bodies.end(), world::BodyTally{});
    const std::size_t n = men.size();
    for (std::size_t m = 0; m < n; ++m) {
        const std::uint32_t foe = men.foe[m], near = men.near_enemy[m];
        if ((foe == world::kNobody && near == world::kNobody) || !world::active(men.status[m])) continue;
        if (!world::in_ranks(men.morale[m]) || men.unit[m] >= bodies.size()) continue;
        auto& body = bodies[men.unit[m]];
        if (near != world::kNobody && world::active(men.status[near]))
            ++body.near, body.running += world::fleeing(men.morale[near]) ? 1U : 0U;
        if (foe == world::kNobody) continue;
        if (body.contact++ == 0) body.opponent = men.unit[foe];
        body.stamina += men.stamina_q16[m];
        body.drawn_off += drawn_off(world, men.unit[foe]) ? 1U : 0U;
    }
}

struct Body {
    const model::Model& model;
    world::World& world;
    const model::FightParameters& p;
    std::uint32_t u;
    world::BodyTally& now;

    [[nodiscard]] std::uint16_t spell_s(float median_s, float sigma, std::uint16_t k) const noexcept {
        const math::Rng rng{model.seed};
        // Its first man's luck; a body mustered empty has the last man's.
        const std::size_t last = model.men.size() - 1;
        const std::uint32_t luck = model.men.luck[std::min<std::size_t>(model.units[u].first_man, last)];
        const float z = rng.normal(luck, world.units.clash_no[u], Purpose::bout, k);
        return math::round_to<std::uint16_t>(std::clamp(median_s * det::exp(sigma * z), 1.0F, 60'000.0F));
    }
    void begin(Clash clash, std::uint16_t seconds) const noexcept {
        auto& units = world.units;
        units.clash[u] = static_cast<std::uint8_t>(clash);
        units.clash_s[u] = seconds;
        ++units.clash_no[u];
    }
    void draw_off() const noexcept {
        const float fear = math::from_q16(world.units.mean_fear_q16[u]);
        begin(Clash::lull, spell_s(p.body_lull_s * (1.0F + p.lull_fear_factor * fear), p.body_lull_sigma, 3));
    }
    /// After all bodies have gone through their second: who begins anew takes the one he fought along.
    void set_upon(const std::vector<world::BodyTally>& bodies) const noexcept {
        const bool rests = world.units.clash[u] == static_cast<std::uint8_t>(Clash::lull);
        if (rests && static_cast<float>(now.contact) >= share() && now.opponent < bodies.size() &&
            bodies[now.opponent].begins)
            begin(Clash::bout, spell_s(p.body_bout_s, p.body_bout_sigma, 2));
    }
    [[nodiscard]] float share() const noexcept {
        return std::max(2.0F, p.body_contact_share * static_cast<float>(world.units.in_hand[u]));
    }
    [[nodiscard]] bool spent() const noexcept {
        return now.contact > 0 &&
               static_cast<float>(now.stamina) < p.tired_stamina * 65535.0F * static_cast<float>(now.contact);
    }

    void second(bool sent) const noexcept {
        auto& units = world.units;
        auto& left = units.clash_s[u];
        const auto clash = static_cast<Clash>(units.clash[u]);
        const bool contact = static_cast<float>(now.contact) >= share();
        const bool they_run = static_cast<float>(now.near) >= share() && 2 * now.running > now.near;
        left = static_cast<std::uint16_t>(left > 0 ? left - 1 : 0);
        if (sent && they_run) {
            if (clash != Clash::chase)
                return begin(Clash::chase, math::round_to<std::uint16_t>(p.chase_give_up_s));
            left = math::round_to<std::uint16_t>(p.chase_give_up_s);
            return;
        }
        switch (clash) {
            case Clash::apart:
                now.begins = contact;
                if (contact) begin(Clash::bout, spell_s(p.body_bout_s, p.body_bout_sigma, 2));
                break;
            case Clash::bout:
                // By common consent: who finds most of his foes drawn off does not follow.
                if (now.contact == 0) {
                    begin(Clash::apart, 0);
                } else if (left == 0 || spent() || 2 * now.drawn_off > now.contact) {
                    draw_off();
                }
                break;
            case Clash::lull:
                if (left == 0) begin(Clash::apart, 0);
                break;
            case Clash::chase:
                if (left == 0 || !sent || static_cast<float>(now.near) >= share()) begin(Clash::apart, 0);
                break;
        }
    }
};

}  // namespace

void clash(const model::Model& model, world::World& world, const intent::Intents& intents) {
    auto& bodies = world.scratch_fight.bodies;
    const std::size_t n = std::min(world.units.size(), intents.units.size());
    bodies.resize(n);
    if (n == 0) return;
    tally(world, bodies);
    const auto& p = model.parameters.fight;
    for (std::uint32_t u = 0; u < n; ++u) {
        const auto verb = static_cast<model::Verb>(intents.units.verb[u]);
        const bool sent = verb == model::Verb::attack || verb == model::Verb::pursue;
        Body{model, world, p, u, bodies[u]}.second(sent);
    }
    for (std::uint32_t u = 0; u < n; ++u) Body{model, world, p, u, bodies[u]}.set_upon(bodies);
}

}  // namespace linghe::fight
