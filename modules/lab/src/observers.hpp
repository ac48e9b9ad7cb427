// Observers: the small machines behind the measures, and the registry's entries.
// Used by measures.cpp, registry.cpp and the room's tests.
// Never keep a reference to State between two looks.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/units.hpp"
#include "linghe/lab/measures.hpp"
#include "linghe/world/events.hpp"
#include "linghe/world/states.hpp"

namespace linghe::lab {

class Observer {
public:
    virtual ~Observer() = default;
    /// Once a simulated second from T0 on, T0 itself included.
    virtual void second(const Scene&) {}
    /// Once a simulated second of the run from its start on, before T0 too.
    virtual void run_second(const Scene&) {}
    /// Every event since the start of the run.
    virtual void event(const Scene&, const world::EventTable&, std::size_t) {}
    [[nodiscard]] virtual Value value(const Scene&) = 0;
    /// True where it has a value also in a run in which T0 never came.
    [[nodiscard]] virtual bool without_t0() const { return false; }
};

struct Entry {
    MeasureInfo info;
    std::function<std::unique_ptr<Observer>()> make;
};
/// Every measure of this model, whatever its length.
[[nodiscard]] std::vector<Entry> registry(const model::Model& model);

// --- reading a scene
// ----------------------------------------------------------------------------------------------
/// The event in which this person resolves to withdraw.
[[nodiscard]] bool resolves_to_withdraw(const world::EventTable& events, std::size_t row,
                                        std::uint32_t person) noexcept;
/// Going at 0.3 m/s or more within 45 degrees of (dx, dy).
[[nodiscard]] bool heads_towards(double vx, double vy, double dx, double dy) noexcept;
/// Among the fugitives of T0 who are not fallen or taken: the share that heads for the chief or is within
/// there_m of him.
/// Who has left the field counts as not heading. `of`: all, or those within (beyond) 1,200 m of him at T0.
enum class Reach { all, disc, beyond };
[[nodiscard]] Value heading_share(const Scene& scene, Reach of, double there_m);
[[nodiscard]] double men_near_chief(const Scene& scene, double radius_m);
[[nodiscard]] double enemies_on_bank(const Scene& scene);
[[nodiscard]] Value in_ranks_share(const Scene& scene);
[[nodiscard]] double men_of_status(const Scene& scene, std::uint8_t side, world::Status status);
/// Fit men under units that obey `person`, within 200 m of him, himself included.
[[nodiscard]] double group_of(const Scene& scene, std::uint32_t person);
[[nodiscard]] double metres_between(const Scene& scene, std::uint32_t person, std::uint32_t other);
/// Region of ground on which a man stands, 255 none.
[[nodiscard]] std::uint8_t region_at(const model::Model& model, const sim::State& state,
                                     std::size_t man) noexcept;

// --- the machines
// -------------------------------------------------------------------------------------------------
using Look = std::function<Value(const Scene&)>;
/// Looks once, so many seconds after T0.
[[nodiscard]] std::unique_ptr<Observer> at_second(double second, Look look);
/// The later look less the earlier.
[[nodiscard]] std::unique_ptr<Observer> gain(double from_s, double to_s, Look look);
/// Looks when the run has ended, T0 or none.
[[nodiscard]] std::unique_ptr<Observer> at_end(Look look);
/// The most (the least) that the looks of T0 .. until_s gave, one every ten seconds; none when the run
/// ended before.
[[nodiscard]] std::unique_ptr<Observer> most_until(double until_s, std::function<double(const Scene&)> look);
[[nodiscard]] std::unique_ptr<Observer> least_until(double until_s, std::function<double(const Scene&)> look);
/// Seconds after T0 (over `divide`) when `holds` first holds; none when never.
[[nodiscard]] std::unique_ptr<Observer> first_time(std::function<bool(const Scene&)> holds, double divide,
                                                   std::string why);
/// `what` at the first second in which `holds` holds.
[[nodiscard]] std::unique_ptr<Observer> when_first(std::function<bool(const Scene&)> holds, Look what,
                                                   std::string why);
/// From the chief's first drum beat to this person's first turn or decision with the drum as its cause,
/// seconds.
[[nodiscard]] std::unique_ptr<Observer> turn_delay(std::uint32_t person);
/// Named persons of the chief's side with such a turn.
[[nodiscard]] std::unique_ptr<Observer> turned_persons();
/// From the event that he hears the chief's drum to the first of ten seconds in a row in which he rides
/// towards the chief.
[[nodiscard]] std::unique_ptr<Observer> hear_to_reversal(std::uint32_t person);

}  // namespace linghe::lab
