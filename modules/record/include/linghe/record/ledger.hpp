// What: the book of a run: minute tables, events of units and persons, beliefs, tracks, measures, gathered as
// columns.
// Who: RunFolder keeps one and writes it as results.gpkg; batch keeps one without files.
// Never: writes State; holds single men's events (they are in the view file).
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "linghe/model/model.hpp"
#include "linghe/record/probes.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::record {

struct UnitMinute {
    std::int32_t minute = 0;  ///< since clock zero; may be negative before it
    std::uint16_t unit = 0;
    std::uint32_t in_hand = 0, fleeing = 0, fallen = 0;
    std::uint16_t mean_fear_q16 = 0;
    std::int32_t x_mm = 0, y_mm = 0;
    std::uint8_t broken = 0;
};
struct SideMinute {
    std::int32_t minute = 0;
    std::uint8_t side = 0;
    std::uint32_t status[7] = {};  ///< by world::Status
    std::uint32_t morale[8] = {};  ///< of the fit, by world::Morale
    std::uint64_t fear_sum = 0;    ///< of the fit, fear_q16
};
struct BeliefRow {
    std::int32_t tick = 0;  ///< when it changed
    std::uint16_t owner = 0;
    std::uint8_t subject_kind = 0, source = 0;
    std::uint32_t subject = 0;
    std::int32_t x_mm = 0, y_mm = 0;
    std::uint32_t spread_mm = 0, men = 0;
    std::uint16_t confidence_q16 = 0, alive_q16 = 0, told_by = 0xffff;
    std::int32_t info_tick = 0;  ///< of the information
};
struct TrackPoint {
    std::int32_t tick = 0;
    std::uint16_t person = 0;
    std::int32_t x_mm = 0, y_mm = 0;
};
/// Single men's events of one unit, minute, kind, new state and chief cause.
struct CauseKey {
    std::int32_t minute = 0;
    std::uint16_t unit = 0;  ///< in which the man was mustered
    std::uint8_t kind = 0, state = 0, cause = 0;
    friend auto operator<=>(const CauseKey&, const CauseKey&) = default;
};

class Ledger {
public:
    Ledger() = default;
    /// Takes the state at tick 0 as well. `model` outlives the ledger.
    Ledger(const model::Model& model, const sim::State& start, std::vector<Probe> probes);
    void after_step(const sim::State& state);
    /// Closes the measures; call once at the end of the run.
    void finish(const sim::State& state);
    [[nodiscard]] std::vector<std::byte> save() const;
    /// Into a ledger made with the same model and probes. False: the bytes do not fit.
    [[nodiscard]] bool load(std::span<const std::byte> bytes);

    std::vector<UnitMinute> unit_minutes;
    std::vector<SideMinute> side_minutes;
    world::EventTable events;  ///< of units, persons, couriers and sources
    std::vector<BeliefRow> beliefs;
    std::vector<TrackPoint> tracks;  ///< in order of time, then person; at least 10 s and 10 m apart
    std::map<CauseKey, std::uint32_t> causes;
    Measures measures;
    std::int64_t last_tick = 0;
    std::uint64_t men_events = 0;  ///< single men's events seen

private:
    void observe(const sim::State& state);
    void minute(const sim::State& state, std::int32_t minute);
    void take_events(const sim::State& state);
    void take_beliefs(const sim::State& state);
    void take_tracks(const sim::State& state);

    struct Seen {  ///< a belief as last written
        std::uint8_t kind = 0;
        std::uint32_t subject = 0;
        std::int32_t x_mm = 0, y_mm = 0;
        std::uint32_t men = 0;
        std::uint16_t confidence_q16 = 0, alive_q16 = 0;
    };
    const model::Model* model_ = nullptr;
    std::uint16_t named_ = 0;
    std::vector<Seen> seen_;
    std::vector<TrackPoint> last_point_;
};

}  // namespace linghe::record
