// Losses as they are believed: the law of weigh_place without a place. See take_losses in beliefs.hpp.
#include "linghe/belief/beliefs.hpp"
#include "linghe/belief/laws.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::belief {
namespace {

constexpr double kAgreeShare = 0.5, kAgreeMen = 5.0;  // two counts of one loss differ by so much at most
constexpr double kMovedShare = 0.2, kMovedConfidence = 0.1;  // what counts as a change worth recording
constexpr double kWhole = 65536.0;

double held(double odds) noexcept { return math::clamp(odds, 1.0 / kMostOdds, kMostOdds); }

/// Both may be counts of the same loss: within half the larger, or a handful of men.
bool agree(double mine, double told) noexcept {
    const double apart = mine > told ? mine - told : told - mine, larger = mine > told ? mine : told;
    return apart <= kAgreeMen || apart <= kAgreeShare * larger;
}

struct Weighed {
    double lost = 0, confidence = 0;
    bool taken = false;  ///< the news is now what he goes by
};

Weighed weigh(double mine, double confidence, const LossNews& news, double likelihood, bool newer) noexcept {
    const double told = news.lost;
    if (!(confidence > 0)) return {told, probability_of(held(kPriorOdds * likelihood)), true};
    const double odds = held(odds_of(confidence));
    if (agree(mine, told)) {
        const double sure = probability_of(held(odds * likelihood));
        if (newer && news.source == Source::eyes) return {told, sure, true};
        const double theirs = probability_of(kPriorOdds * likelihood);
        return {(confidence * mine + theirs * told) / (confidence + theirs), sure, newer};
    }
    // Three hypotheses: what he thought, what the news says, neither.
    const double all = odds + likelihood + 1.0;
    if (likelihood > odds || (newer && news.source == Source::eyes))
        return {told, (likelihood > odds ? likelihood : odds) / all, true};
    return {mine, odds / all, false};
}

}  // namespace

bool take_losses(Beliefs& beliefs, std::uint32_t owner, const LossNews& news) noexcept {
    if (news.kind == Subject::none || owner + std::size_t{1} >= beliefs.first.size()) return false;
    auto& rows = beliefs.rows;
    const std::size_t r = beliefs.find_or_make(owner, news.kind, news.subject);
    const double before = rows.lost[r], confidence = rows.lost_q16[r] / kWhole;
    const bool known = rows.lost_q16[r] > 0;
    const bool newer = !known || news.tick >= rows.lost_tick[r];
    const double older_s = newer ? 0.0 : base::seconds_of(rows.lost_tick[r] - news.tick);
    const double likelihood = stale(static_cast<double>(news.likelihood), older_s);
    const Weighed after = weigh(before, confidence, news, likelihood, newer);
    rows.lost[r] = math::round_to<std::uint32_t>(after.lost);
    rows.lost_q16[r] = math::to_q16_u16(after.confidence);
    if (after.taken && newer) {
        rows.lost_tick[r] = static_cast<std::int32_t>(news.tick);
        rows.lost_source[r] = static_cast<std::uint8_t>(news.source);
    }
    const double moved = after.lost > before ? after.lost - before : before - after.lost;
    const double turned =
        after.confidence > confidence ? after.confidence - confidence : confidence - after.confidence;
    return moved > kMovedShare * before || turned > kMovedConfidence;
}

}  // namespace linghe::belief
