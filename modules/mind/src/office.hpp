// office: a commander's desk: what he believes, what he has resolved, and the pen with which he gives orders.
// Used by the files of mind only.
// Never reaches past beliefs, intents and the model.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "linghe/base/units.hpp"
#include "linghe/belief/beliefs.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/math/vec.hpp"
#include "linghe/model/model.hpp"

namespace linghe::mind {

inline constexpr std::uint16_t kNoPerson = 0xffff;
inline constexpr std::uint32_t kNoOrder = 0xffffffffu;
inline constexpr std::uint32_t kNoPlace = 0xffffffffu;

/// Numbers of world::EventKind and world::Cause that mind may note (it cannot link world; a test compares them).
enum class NoteKind : std::uint8_t {
    order_given = 30,
    order_done = 32,
    order_failed = 33,
    order_refused = 35,
    order_doubted = 36,
    order_silent = 37,
    persuaded = 38,
    belief_changes = 50,
    decides = 51,
    turns_back = 52,
    meets = 53
};
enum class NoteCause : std::uint8_t {
    none = 0,
    drum = 10,
    order = 13,
    belief = 21,
    sight = 22,
    report = 23,
    deadline = 24,
    enemy = 1,
    fire = 26,
    losses = 27,
    example = 28,
    persuasion = 29,
    kin = 30
};

/// Everything a step of mind works with.
struct Office {
    const model::Model& model;
    belief::Beliefs& beliefs;
    intent::Intents& intents;
    base::Tick now;

    [[nodiscard]] const model::MindParameters& p() const { return model.parameters.mind; }
    [[nodiscard]] std::uint32_t persons() const { return static_cast<std::uint32_t>(model.persons.size()); }
    [[nodiscard]] bool alive(std::uint32_t who) const { return beliefs.self.alive[who] != 0; }
    [[nodiscard]] math::Vec2i place(std::uint32_t who) const {
        return {beliefs.self.x_mm[who], beliefs.self.y_mm[who]};
    }
    /// Strength of his bond to another, 0 none.
    [[nodiscard]] float bond(std::uint32_t who, std::uint32_t to) const {
        return model.persons[who].bond_to(to);
    }
    [[nodiscard]] double seconds_since(base::Tick then) const { return base::seconds_of(now - then); }
};

/// Where `who` thinks `whom` is, when he is sure enough to act on it.
struct Fix {
    math::Vec2i at;
    float confidence = 0;
    base::Tick tick = 0;
    belief::Source source = belief::Source::none;
};
[[nodiscard]] std::optional<Fix> where(const Office& o, std::uint32_t who, std::uint32_t whom,
                                       float at_least);
/// Metres between a person's own place and another place.
[[nodiscard]] double metres_to(const Office& o, std::uint32_t who, math::Vec2i at);
/// He believes the other within earshot, and has seen or heard him just now.
[[nodiscard]] bool in_earshot(const Office& o, std::uint32_t who, const Fix& fix);
/// Unless he has had news of the man's death: forgetting alone never brings that belief below one half.
[[nodiscard]] bool holds_alive(const Office& o, std::uint32_t who, std::uint32_t whom);
/// The drum of his own chief, heard within living memory.
[[nodiscard]] bool hears_chief(const Office& o, std::uint32_t who, std::uint32_t chief);
/// More afraid than one may be who is to answer a drum or a question.
[[nodiscard]] bool beside_himself(const Office& o, std::uint32_t who);
/// The piece of ground, between rivers and ditches, in which a place lies; 0 where nothing parts it.
[[nodiscard]] std::uint8_t region_of(const Office& o, math::Vec2i at);
/// Chance of a choice by its logit.
[[nodiscard]] float logistic(float logit) noexcept;
/// Direction from a place to where his side would withdraw to: its rear. North when the place lies there itself.
[[nodiscard]] math::Vec2d rear_of(const Office& o, std::uint32_t who, math::Vec2i at);
/// The point so many metres from a place towards the rear of his side.
[[nodiscard]] math::Vec2i rearward(const Office& o, std::uint32_t who, math::Vec2i at, double metres);
/// First in command on his side (nobody above him).
[[nodiscard]] std::uint32_t chief_of(const Office& o, std::uint32_t who);
/// Time he takes to decide, drawn once per decision (lognormal about his trait).
[[nodiscard]] base::Tick latency(const Office& o, std::uint32_t who, float share);

/// True once a decision that ripens is ripe; begins it when it is new. The share is of his time to decide.
[[nodiscard]] bool ripe(Office& o, std::uint32_t who, model::Verb verb, float latency_share);
/// A lasting or single turn of his mind, standard normal; addressed by him, what it is about, and which it is.
[[nodiscard]] float mood(const Office& o, std::uint32_t who, base::Tick when, math::Purpose what,
                         std::uint16_t which);

/// Leaves a note for the ledger.
void note(Office& o, NoteKind kind, std::uint32_t who, std::uint32_t other, std::int32_t value,
          std::uint32_t order, NoteCause cause);

/// What he thinks of an order's chances, 0..1, and what speaks most against it.
struct Chances {
    float feasible = 1.0F;
    NoteCause against = NoteCause::none;
};
[[nodiscard]] Chances judge(const Office& o, std::uint32_t who, std::size_t order);
/// What he does with an order he has got, and whether he says what he thinks of it.
struct Answer {
    bool obeys = true, doubts = false, speaks = false;
    NoteCause against = NoteCause::none;
};
[[nodiscard]] Answer answer_to(const Office& o, std::uint32_t who, std::size_t order);
/// Sends word of it to the one who gave the order, if he has an idea where he is; notes what he did.
void reply(Office& o, std::uint32_t who, std::size_t order, intent::Reply word, NoteKind kind,
           NoteCause cause);
/// A reply has come: the order stands, is given anew, changed, given to another, or dropped.
void weigh_reply(Office& o, std::size_t report);

/// A resolve taken at once.
struct Resolve {
    model::Verb verb = model::Verb::none;
    math::Vec2i at;
    std::uint16_t person = kNoPerson;
    std::uint32_t order = kNoOrder;
    std::uint32_t place = kNoPlace;  ///< burn: the line
};
void resolve(Office& o, std::uint32_t who, const Resolve& r, NoteCause cause);

/// An order out: by voice when the addressee is believed within earshot, else by rider to where he is believed to be.
struct Command {
    std::uint32_t to = 0;
    model::Verb verb = model::Verb::none;
    math::Vec2i at;
    std::uint16_t person = kNoPerson;
    base::Tick deadline = 0;
    bool at_all_cost = false;
    std::uint32_t place = kNoPlace;
    std::uint8_t urged = 0;  ///< how often it has been given anew
};
void give(Office& o, std::uint32_t from, const Command& c);

/// A report out, by voice or rider: where the sender is, and what he thinks he has lost.
struct Report {
    std::uint32_t from = 0, to = 0;
    math::Vec2i seek;  ///< where the rider is to look
    intent::Channel channel = intent::Channel::rider;
    bool question = false;  ///< he is to bring word back
};
/// @return its row in the table of orders
std::uint32_t send_report(Office& o, const Report& r);

/// What he thinks all that `of` leads has lost, of the men on its roll.
struct Losses {
    double lost = 0, roll = 0;
    float confidence = 0;
    [[nodiscard]] double share() const { return roll > 0 ? lost / roll : 0.0; }
};
[[nodiscard]] Losses believed_losses(const Office& o, std::uint32_t who, std::uint32_t of);
/// What these losses weigh with him: his doctrine's weight times confidence times share.
[[nodiscard]] float burden_of_losses(const Office& o, std::uint32_t who, std::uint32_t of);
/// True when a commander thinks a body of a subordinate too worn to be sent to hold or to strike.
[[nodiscard]] bool spent(const Office& o, std::uint32_t who, std::uint32_t of);
/// A subordinate whom he sees or believes beside him, and who may be sent.
struct AtHand {
    std::uint32_t who = 0;
    std::uint32_t men = 0;
    std::uint32_t rank = 0;  ///< order in the scenario: seniors stand first
};
/// The free ones near him, most men first; with troops, or officers alone; on request none too worn to hold or strike.
[[nodiscard]] std::vector<AtHand> at_hand(const Office& o, std::uint32_t chief, bool with_troops, bool fresh);
/// Men he thinks a person has with him; 0 when he has no idea.
[[nodiscard]] std::uint32_t men_believed(const Office& o, std::uint32_t chief, std::uint32_t who);
/// Row of the last order that one gave another and does not know to have been refused or given up; kNoOrder none.
[[nodiscard]] std::uint32_t last_order(const Office& o, std::uint32_t from, std::uint32_t to);
/// Another subordinate at hand for an order that `not_him` will not carry out; kNoPerson when there is none.
[[nodiscard]] std::uint32_t another_at_hand(const Office& o, std::uint32_t chief, std::uint32_t not_him,
                                            model::Verb verb, bool at_all_cost);
/// Time he takes over one silence, question or reply, drawn once for it (lognormal about his trait, as `latency`).
[[nodiscard]] base::Tick ponders(const Office& o, std::uint32_t who, float share, base::Tick since,
                                 std::uint32_t about);
/// Men he thinks to have in hand under him.
[[nodiscard]] double men_under(const Office& o, std::uint32_t who);

/// Enemies he believes within metres of a place.
[[nodiscard]] double enemies_within(const Office& o, std::uint32_t who, math::Vec2i at, double metres);
/// The nearest of them; nothing when he knows of none there.
[[nodiscard]] std::optional<math::Vec2i> nearest_enemy(const Office& o, std::uint32_t who, math::Vec2i to,
                                                       double within_m);
/// Men of his side as the roll has them; a commander knows what was led out.
[[nodiscard]] double roll_of(const Office& o, std::uint32_t who);

// --- the parts of a commander's work, one file each ---------------------------------------------------------------
/// Orders that have reached him: latency, feasibility, obedience.
void receive_orders(Office& o);
/// A commander below the first: where is my superior, what does the drum mean, am I beside him.
void subordinate(Office& o, std::uint32_t who);
/// A commander whom a fire comes at takes his men out of its way; true while he is about it.
bool heed_fire(Office& o, std::uint32_t who);
/// The first in command, come out of a flight with few men about him, gathers them; true while he is about it.
bool stop_and_gather(Office& o, std::uint32_t who);
/// A commander whose losses outweigh what he is about breaks off; true while he is about it.
bool weigh_losses(Office& o, std::uint32_t who);
/// What a named commander makes of the enemy's whole strength and of how the battle will end (beliefs.self).
void reckon(Office& o, std::uint32_t who);
/// A leader whom no order binds does as those about him; true while he is about it.
bool imitate(Office& o, std::uint32_t who);
/// A commander who gathers: watches the men come in, then does what his doctrine asks for.
void gathering(Office& o, std::uint32_t who);
/// A named commander sends word to his superior, where he believes him and out of earshot (of a fire: the rider tells of it).
void report_to_superior(Office& o, std::uint32_t who);
/// Riders who have come: a question is answered after thought, an answer is taken note of.
void receive_riders(Office& o);
/// Of whom nothing is heard any more, he takes his superior to be where his side's doctrine looks for him (once).
void presume_superior(Office& o, std::uint32_t who);
/// A commander who misses somebody sends a rider to where he believes him to be (one a second, one to a man).
void ask_after_missing(Office& o, std::uint32_t who);
/// A first in command with his men in hand: whoever is to be covered, a post that wants a reserve, a man to be replaced, an
/// enemy to be struck back at.
void further_orders(Office& o, std::uint32_t who);
/// Goals of the units from the resolves of those who lead them and of the commanders they follow.
void set_unit_goals(Office& o);

}  // namespace linghe::mind
