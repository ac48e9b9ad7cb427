// Whom a man believes: his own eyes before any word, a rider of his superior before a comrade, a man in panic last.
// Credibility as a share of the weight of evidence: C. I. Hovland and W. Weiss, "The influence of source credibility on
// communication effectiveness", Public Opinion Quarterly 15 (1951) 635-650, found the same words to win 23 % from a trusted
// writer and 7 % from one who was not. The weights are guesses (data/parameters/percept.toml).
#include "room.hpp"

namespace linghe::percept {
float trust_in(const Room& room, std::uint32_t listener, std::uint32_t teller, bool seen) noexcept {
    const auto& p = room.p;
    const auto& who = room.model.persons[teller];
    float trust = p.trust_base + p.trust_name * who.traits.reputation +
                  p.trust_bond * room.model.persons[listener].bond_to(teller);
    if (room.model.serves(listener, teller)) trust += p.trust_superior;
    if (seen)
        trust -= p.trust_panic * static_cast<float>(room.world.men.shown_q16[who.man]) * (1.0F / 65536.0F);
    return trust < 0.0F ? 0.0F : trust > 1.0F ? 1.0F : trust;
}

}  // namespace linghe::percept
