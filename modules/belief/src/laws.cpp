#include "linghe/belief/laws.hpp"

#include <cmath>

#include "linghe/belief/beliefs.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::belief {
namespace {

constexpr std::uint32_t kUnknownMen = 0xffffffffu;
constexpr double kAwayM = 100.0, kMenShare = 0.2,
                 kConfidenceStep = 0.1;    // what counts as a change worth recording
constexpr double kLeastConfidence = 0.01;  // an enemy area believed less than this is forgotten

double share(std::uint16_t q16) noexcept { return q16 / 65536.0; }
std::uint16_t whole(double probability) noexcept { return math::to_q16_u16(probability); }
double held(double odds) noexcept { return math::clamp(odds, 1.0 / kMostOdds, kMostOdds); }
double spread2(const Estimate& e) noexcept { return e.spread_m < 1.0 ? 1.0 : e.spread_m * e.spread_m; }

Estimate estimate_of(const BeliefTable& rows, std::size_t r) noexcept {
    return {rows.x_mm[r] * 0.001, rows.y_mm[r] * 0.001, rows.spread_mm[r] * 0.001};
}
void set_place(BeliefTable& rows, std::size_t r, const Estimate& e) noexcept {
    rows.x_mm[r] = math::round_to<std::int32_t>(e.x_m * 1000.0);
    rows.y_mm[r] = math::round_to<std::int32_t>(e.y_m * 1000.0);
    rows.spread_mm[r] = math::round_to<std::uint32_t>(e.spread_m * 1000.0);
}
void set_source(BeliefTable& rows, std::size_t r, const News& news) noexcept {
    rows.tick[r] = static_cast<std::int32_t>(news.tick);
    rows.source[r] = static_cast<std::uint8_t>(news.source);
    rows.told_by[r] = news.told_by;
}

// The place: news that agrees is joined; news that contradicts stands against what he had, and the stronger
// wins.
void weigh_place(BeliefTable& rows, std::size_t r, const News& news, double likelihood, bool newer) noexcept {
    const Estimate now = estimate_of(rows, r);
    const Estimate told{news.x_mm * 0.001, news.y_mm * 0.001, news.spread_mm * 0.001};
    const bool fresh = rows.confidence_q16[r] == 0;
    const double odds = fresh ? kPriorOdds : held(odds_of(share(rows.confidence_q16[r])));
    if (fresh || agree(now, told)) {
        set_place(rows, r, fresh ? told : joined(now, told));
        rows.confidence_q16[r] = whole(probability_of(held(odds * likelihood)));
        if (fresh || newer) set_source(rows, r, news);
        return;
    }
    // Three hypotheses: where he had it, where the news has it, neither.
    const double told_odds = likelihood, all = odds + told_odds + 1.0;
    if (told_odds > odds) {
        set_place(rows, r, told);
        rows.confidence_q16[r] = whole(told_odds / all);
        set_source(rows, r, news);
    } else {
        rows.confidence_q16[r] = whole(odds / all);
    }
}

void weigh_men(BeliefTable& rows, std::size_t r, const News& news, double likelihood, bool newer) noexcept {
    if (news.men == kUnknownMen) return;
    if (rows.men[r] == kUnknownMen || (newer && news.source == Source::eyes)) {
        rows.men[r] = news.men;
        return;
    }
    const double mine = share(rows.confidence_q16[r]), theirs = probability_of(kPriorOdds * likelihood);
    const double sum = mine + theirs;
    if (!(sum > 0)) return;
    const double mean = (mine * rows.men[r] + theirs * news.men) / sum;
    rows.men[r] = math::round_to<std::uint32_t>(mean);
}

}  // namespace

double odds_of(double probability) noexcept {
    if (probability >= 1.0) return kMostOdds;
    return probability <= 0.0 ? 0.0 : probability / (1.0 - probability);
}
double probability_of(double odds) noexcept { return odds / (1.0 + odds); }
double bayes(double probability, double likelihood) noexcept {
    return probability * likelihood / (probability * likelihood + (1.0 - probability));
}
double stale(double likelihood, double older_s) noexcept {
    if (!(older_s > 0)) return likelihood;
    return 1.0 + (likelihood - 1.0) * det::exp2(-older_s / kStaleHalfLifeS);
}
Estimate joined(const Estimate& a, const Estimate& b) noexcept {
    const double pa = 1.0 / spread2(a), pb = 1.0 / spread2(b), p = pa + pb;
    return {(pa * a.x_m + pb * b.x_m) / p, (pa * a.y_m + pb * b.y_m) / p, std::sqrt(1.0 / p)};
}
bool agree(const Estimate& a, const Estimate& b) noexcept {
    const double dx = a.x_m - b.x_m, dy = a.y_m - b.y_m;
    return dx * dx + dy * dy <= 4.0 * (spread2(a) + spread2(b));
}

bool take_in(Beliefs& beliefs, std::uint32_t owner, const News& news) noexcept {
    if (news.kind == Subject::none || owner + std::size_t{1} >= beliefs.first.size()) return false;
    auto& rows = beliefs.rows;
    const bool tells_place = news.source != Source::absence && !news.gone;
    if (!tells_place && beliefs.find(owner, news.kind, news.subject) < 0 && news.source == Source::absence)
        return false;
    const std::size_t r = beliefs.find_or_make(owner, news.kind, news.subject);
    const Estimate before = estimate_of(rows, r);
    const std::uint32_t men_before = rows.men[r];
    const double confidence_before = share(rows.confidence_q16[r]);
    const bool known = rows.source[r] != static_cast<std::uint8_t>(Source::none);
    const bool newer = !known || news.tick >= rows.tick[r];
    const double older_s = newer ? 0.0 : static_cast<double>(rows.tick[r] - news.tick) * 0.1;
    const double likelihood = stale(static_cast<double>(news.likelihood), older_s);
    if (news.gone) {
        rows.alive_q16[r] = whole(probability_of(held(odds_of(share(rows.alive_q16[r])) / likelihood)));
        if (newer) set_source(rows, r, news);
    } else if (!tells_place) {
        // He looked where he thought to find him, and did not: the place loses weight, and so, weakly, does
        // life.
        rows.confidence_q16[r] = whole(bayes(confidence_before, likelihood));
    } else {
        weigh_place(rows, r, news, likelihood, newer);
        weigh_men(rows, r, news, likelihood, newer);
        if (newer)
            rows.alive_q16[r] = whole(probability_of(held(odds_of(share(rows.alive_q16[r])) * likelihood)));
    }
    if (newer && tells_place && news.doing != 0) rows.doing[r] = news.doing;
    const Estimate after = estimate_of(rows, r);
    const double dx = after.x_m - before.x_m, dy = after.y_m - before.y_m;
    const double turn = share(rows.confidence_q16[r]) - confidence_before;
    const double men = men_before == kUnknownMen ? 0.0 : men_before;
    const double men_change = rows.men[r] == kUnknownMen ? 0.0 : static_cast<double>(rows.men[r]) - men;
    return dx * dx + dy * dy > kAwayM * kAwayM || turn > kConfidenceStep || turn < -kConfidenceStep ||
           men_change > kMenShare * men || men_change < -kMenShare * men;
}

void forget(Beliefs& beliefs, std::uint32_t owner, base::Tick now, float half_life_s) noexcept {
    if (owner + std::size_t{1} >= beliefs.first.size() || !(half_life_s > 0)) return;
    auto& rows = beliefs.rows;
    const double kept = det::exp2(-1.0 / static_cast<double>(half_life_s));
    constexpr double kIgnorance = 0.5;  // of life: as likely as not
    for (std::size_t r = beliefs.first[owner]; r < beliefs.first[owner + 1]; ++r) {
        if (rows.subject_kind[r] == static_cast<std::uint8_t>(Subject::none)) continue;
        if (rows.lost_q16[r] > 0 && now - rows.lost_tick[r] > base::kTicksPerSecond)
            rows.lost_q16[r] = static_cast<std::uint16_t>(rows.lost_q16[r] * kept);
        if (now - rows.tick[r] <= base::kTicksPerSecond) continue;  // of this second: nothing to forget yet
        // Truncated downwards, so that small confidences reach nothing.
        rows.confidence_q16[r] = static_cast<std::uint16_t>(rows.confidence_q16[r] * kept);
        const double alive = share(rows.alive_q16[r]);
        if (alive > kIgnorance) rows.alive_q16[r] = whole(kIgnorance + (alive - kIgnorance) * kept);
        const double spread = rows.spread_mm[r] * 0.001 + kDriftMPerS;
        rows.spread_mm[r] =
            math::round_to<std::uint32_t>((spread < kMostSpreadM ? spread : kMostSpreadM) * 1000.0);
        if (rows.subject_kind[r] == static_cast<std::uint8_t>(Subject::enemy_area) &&
            share(rows.confidence_q16[r]) < kLeastConfidence) {
            rows.subject_kind[r] = static_cast<std::uint8_t>(Subject::none);
            rows.subject[r] = 0;
            rows.confidence_q16[r] = 0;
        }
    }
}

}  // namespace linghe::belief
