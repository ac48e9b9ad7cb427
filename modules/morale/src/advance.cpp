#include "bodies.hpp"
#include "callers.hpp"
#include "carrying.hpp"
#include "fear.hpp"
#include "linghe/morale/laws.hpp"
#include "linghe/morale/morale.hpp"
#include "news.hpp"
#include "states.hpp"

namespace linghe::morale {
namespace {

constexpr std::int64_t kSlowTicks = 10, kRestTicks = 50;

/// The great banner and drum of each side: the first person who has one, else the first who obeys nobody.
void find_voices(Round& round) {
    const auto& persons = round.model.persons;
    for (std::size_t pass = 0; pass < 2; ++pass) {
        for (std::size_t i = 0; i < persons.size(); ++i) {
            const auto& person = persons[i];
            if (person.side >= round.voices.size() || round.voices[person.side].person != kNoPerson) continue;
            const bool speaks = pass == 0 ? person.great_banner || person.sounds()
                                          : !person.superior.valid() && person.commands.valid();
            if (speaks) round.voices[person.side] = {static_cast<std::uint16_t>(i), person.traits.reputation};
        }
    }
}

void know_persons(const model::Model& model, world::World& world) {
    auto& person_of = world.scratch_morale.person_of;
    person_of.assign(world.men.size(), kNoPerson);
    for (std::size_t i = 0; i < model.persons.size(); ++i) {
        if (model.persons[i].man < person_of.size())
            person_of[model.persons[i].man] = static_cast<std::uint16_t>(i);
    }
}

/// Seconds this man's resolve advances on this slow tick; 0: not due. At rest he is reviewed every five
/// seconds.
float due_s(std::uint8_t level, std::int64_t tick) noexcept {
    if (level < static_cast<std::uint8_t>(world::Level::rest)) return 1.0F;
    return tick % kRestTicks == 0 ? 5.0F : 0.0F;
}

}  // namespace

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs) {
    const std::int64_t tick = world.tick();
    if (tick % kSlowTicks != 0) return;
    Round round{model, world, intents, model.parameters.morale, tick, dither(tick / kSlowTicks), {}};
    find_voices(round);
    know_persons(model, world);
    gather_callers(round);
    auto& chunks = world.scratch_morale.chunks;
    if (chunks.size() != jobs::chunks_of(world.men.size(), kChunk)) {
        chunks.resize(jobs::chunks_of(world.men.size(), kChunk));
        for (auto& chunk : chunks) chunk.events.reserve(kChunk / 4), chunk.dress.reserve(kChunk / 4);
    }
    jobs.for_chunks(world.men.size(), kChunk, [&](std::size_t index, std::size_t begin, std::size_t end) {
        auto& chunk = world.scratch_morale.chunks[index];
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = static_cast<std::uint32_t>(i);
            if (!world::active(world.men.status[row])) continue;
            const float dt_s = due_s(world.men.level[row], tick);
            if (dt_s <= 0.0F) continue;
            View view = look(round, row);
            learn(round, view, dt_s);
            feel(round, view, dt_s);
            resolve(round, view, dt_s, chunk);
        }
    });
    settle_chunks(round);
    review_units(round);
    carry_wounded(round);
}

}  // namespace linghe::morale
