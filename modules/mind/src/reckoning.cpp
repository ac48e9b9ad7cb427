// How a commander thinks the battle stands: how strong the enemy's whole host is, and who will win.
// The host: before he sees anything he takes its strength to be log-normal about what he was told, or about his own. That he
// has known of S men at one time says that there are at least so many, and nothing more: the posterior is the prior cut off
// below S, and he goes by its mean in the logarithm, mu + s phi(a) / Q(a) with a = (ln S - mu) / s (N. L. Johnson, S. Kotz,
// N. Balakrishnan, Continuous Univariate Distributions 1, 2nd ed. (Wiley 1994), ch. 13: truncated normal).
// The outcome: a logit in the ratio of strengths as he believes them and in how many of his own body run, shrunk towards
// one half as his news of his own side grows old: who has heard of nobody knows nothing.
#include <limits>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using belief::Source;
using belief::Subject;

/// phi(a) / Q(a), the mean of a standard normal above a. Q by formula 26.2.17 of M. Abramowitz, I. A. Stegun, Handbook of
/// Mathematical Functions (1964), error below 7.5e-8; far out by its asymptote.
double mean_above(double a) {
    constexpr double kFar = 5.0;
    if (a > kFar) return a + 1.0 / a;
    if (a < -kFar) return 0.0;
    const double x = a < 0 ? -a : a, t = 1.0 / (1.0 + 0.2316419 * x);
    const double phi = 0.3989422804014327 * det::exp(-0.5 * x * x);
    const double tail =
        phi * t *
        (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return phi / (a < 0 ? 1.0 - tail : tail);
}

double host_of_enemy(const Office& o, std::uint32_t who) {
    const auto& me = o.model.persons[who];
    const double told = me.enemy_reckoned > 0 ? static_cast<double>(me.enemy_reckoned) : roll_of(o, who);
    if (!(told >= 1.0)) return 0.0;
    const double most = o.beliefs.self.enemy_most[who];
    if (!(most >= 1.0)) return told;
    const double s = static_cast<double>(o.p().host_ln_sd);
    return told * det::exp(s * mean_above((det::log(most) - det::log(told)) / s));
}

/// How much of what he could know of the others of his side he does know, 0..1: by the named ones and the age of his news.
double knowledge(const Office& o, std::uint32_t who) {
    double could = 0, knows = 0;
    for (std::uint32_t other = 0; other < o.persons(); ++other) {
        const auto& person = o.model.persons[other];
        if (other == who || !person.named || person.side != o.model.persons[who].side) continue;
        ++could;
        const std::int64_t row = o.beliefs.find(who, Subject::person, other);
        if (row < 0) continue;
        const auto r = static_cast<std::size_t>(row);
        const auto source = static_cast<Source>(o.beliefs.rows.source[r]);
        if (source == Source::none || source == Source::prior) continue;
        knows += static_cast<double>(math::from_q16(o.beliefs.rows.confidence_q16[r]));
    }
    return could > 0 ? knows / could : 1.0;
}

double chance_to_win(const Office& o, std::uint32_t who) {
    const auto& self = o.beliefs.self;
    const Losses losses = believed_losses(o, who, chief_of(o, who));
    const double left = roll_of(o, who) - losses.lost * static_cast<double>(losses.confidence);
    const double host = self.enemy_host[who];
    double z = 0;
    if (left >= 1.0 && host >= 1.0)
        z += static_cast<double>(o.p().outcome_strength) * (det::log(left) - det::log(host));
    const double about = static_cast<double>(self.in_hand[who]) + static_cast<double>(self.fleeing[who]);
    if (about >= 1.0)
        z -= static_cast<double>(o.p().outcome_flight) * static_cast<double>(self.fleeing[who]) / about;
    return 1.0 / (1.0 + det::exp(-z * knowledge(o, who)));
}

}  // namespace

double enemies_within(const Office& o, std::uint32_t who, math::Vec2i at, double metres) {
    const auto& rows = o.beliefs.rows;
    double men = 0;
    for (std::size_t r = o.beliefs.first[who]; r < o.beliefs.first[who + 1]; ++r) {
        if (rows.subject_kind[r] != static_cast<std::uint8_t>(Subject::enemy_area)) continue;
        const double far_m = math::length(math::Vec2i{rows.x_mm[r], rows.y_mm[r]} - at) * 0.001;
        if (far_m > metres || rows.men[r] == 0xffffffffu) continue;
        men += static_cast<double>(rows.men[r]) * static_cast<double>(math::from_q16(rows.confidence_q16[r]));
    }
    return men;
}

std::optional<math::Vec2i> nearest_enemy(const Office& o, std::uint32_t who, math::Vec2i to,
                                         double within_m) {
    const auto& rows = o.beliefs.rows;
    std::optional<math::Vec2i> best;
    double least_m = within_m;
    for (std::size_t r = o.beliefs.first[who]; r < o.beliefs.first[who + 1]; ++r) {
        if (rows.subject_kind[r] != static_cast<std::uint8_t>(Subject::enemy_area)) continue;
        if (math::from_q16(rows.confidence_q16[r]) < o.p().belief_enough) continue;
        const math::Vec2i at{rows.x_mm[r], rows.y_mm[r]};
        const double far_m = math::length(at - to) * 0.001;
        if (far_m > least_m || (best && far_m >= least_m)) continue;
        least_m = far_m;
        best = at;
    }
    return best;
}

double roll_of(const Office& o, std::uint32_t who) {
    double men = 0;
    for (const auto& unit : o.model.units)
        men += unit.side == o.model.persons[who].side ? static_cast<double>(unit.men) : 0.0;
    return men;
}

void reckon(Office& o, std::uint32_t who) {
    if (!o.model.persons[who].named) return;
    const auto period = static_cast<base::Tick>(o.p().reckon_period_s);
    auto& self = o.beliefs.self;
    // Each in his own second; the first time at once.
    if (self.outcome_q16[who] != 0 && (period <= 0 || (o.now / base::kTicksPerSecond + who) % period != 0))
        return;
    const auto known = math::round_to<std::uint32_t>(
        enemies_within(o, who, o.place(who), std::numeric_limits<double>::infinity()));
    if (known > self.enemy_most[who]) self.enemy_most[who] = known;
    self.enemy_host[who] = math::round_to<std::uint32_t>(host_of_enemy(o, who));
    constexpr double kNeverNothing = 1.0 / 65536.0;
    const double chance = chance_to_win(o, who);
    self.outcome_q16[who] = math::to_q16_u16(chance > kNeverNothing ? chance : kNeverNothing);
}

}  // namespace linghe::mind
