// Talk: two who stand within a voice's reach tell each other what they are surest of, at most once in a
// while. Only news newer than what the other has is taken: so a rumour does not confirm itself by coming
// back.
#include <array>

#include "linghe/math/fixed.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using belief::News;
using belief::Subject;

constexpr std::size_t kMostTold = 16;
constexpr std::uint16_t kBelievedDead = 19'661;  // 0.3

// The rows a teller is surest of, best first; of equals the lower row.
std::size_t surest(const Room& room, std::uint32_t teller,
                   std::array<std::uint32_t, kMostTold>& best) noexcept {
    const auto& rows = room.beliefs.rows;
    const auto least = math::to_q16_u16(static_cast<double>(room.p.exchange_least_confidence));
    const auto wanted = static_cast<std::size_t>(room.p.exchange_most_rows);
    const std::size_t most = wanted < kMostTold ? wanted : kMostTold;
    std::size_t n = 0;
    for (std::uint32_t r = room.beliefs.first[teller]; r < room.beliefs.first[teller + 1]; ++r) {
        const std::uint16_t sure = rows.confidence_q16[r];
        if (rows.subject_kind[r] == 0 || sure < least) continue;
        if (rows.source[r] == static_cast<std::uint8_t>(belief::Source::prior)) continue;  // that is no news
        std::size_t at = n;
        while (at > 0 && rows.confidence_q16[best[at - 1]] < sure) --at;
        if (at >= most) continue;
        if (n < most) ++n;
        for (std::size_t k = n - 1; k > at; --k) best[k] = best[k - 1];
        best[at] = r;
    }
    return n;
}

void tell(Room& room, std::uint32_t teller, std::uint32_t listener) {
    const auto& rows = room.beliefs.rows;
    std::array<std::uint32_t, kMostTold> best{};
    const std::size_t n = surest(room, teller, best);
    const float trust = trust_in(room, listener, teller, true);
    for (std::size_t k = 0; k < n; ++k) {
        const std::uint32_t r = best[k];
        News news;
        news.kind = static_cast<Subject>(rows.subject_kind[r]);
        news.subject = rows.subject[r];
        if (news.kind == Subject::person && news.subject == listener) continue;
        news.tick = rows.tick[r];
        const std::int64_t his = room.beliefs.find(listener, news.kind, news.subject);
        if (his >= 0 &&
            rows.source[static_cast<std::size_t>(his)] != static_cast<std::uint8_t>(belief::Source::prior) &&
            rows.tick[static_cast<std::size_t>(his)] >= news.tick) {
            continue;
        }
        news.x_mm = rows.x_mm[r];
        news.y_mm = rows.y_mm[r];
        news.spread_mm = rows.spread_mm[r];
        news.men = rows.men[r];
        news.gone = rows.alive_q16[r] < kBelievedDead;
        news.likelihood =
            likelihood_told(room.p.told_likelihood, trust, math::from_q16(rows.confidence_q16[r]));
        news.source = belief::Source::told;
        news.told_by = static_cast<std::uint16_t>(teller);
        take(room, listener, news, world::Cause::report);
    }
}

}  // namespace

void tell_each_other(Room& room) {
    const auto& s = room.s();
    const auto& persons = room.model.persons;
    const auto period = static_cast<std::uint32_t>(room.p.exchange_period_s);
    if (period == 0) return;
    const auto second = static_cast<std::uint32_t>(room.now / base::kTicksPerSecond);
    for (std::uint32_t i = 0; i < persons.size(); ++i) {
        if (room.beliefs.self.alive[i] == 0) continue;
        for (std::uint32_t j = i + 1; j < persons.size(); ++j) {
            // Every pair has its own second in the period, so that talk is spread over time.
            if ((second + i * 7 + j * 11) % period != 0) continue;
            if (persons[j].side != persons[i].side || room.beliefs.self.alive[j] == 0) continue;
            const float reach =
                s.person_voice_m[i] < s.person_voice_m[j] ? s.person_voice_m[i] : s.person_voice_m[j];
            if (distance({s.person_x_m[i], s.person_y_m[i]}, {s.person_x_m[j], s.person_y_m[j]}) > reach)
                continue;
            tell(room, i, j);
            tell(room, j, i);
            pass_on_fire(room, i, j, static_cast<std::int32_t>(room.now));
            pass_on_fire(room, j, i, static_cast<std::int32_t>(room.now));
            tell_losses(room, i, j);
            tell_losses(room, j, i);
        }
    }
}

}  // namespace linghe::percept
