// What: measures of a run: figures that a scenario, an account or a batch asks for, taken while it runs.
// Who: Ledger (in every run folder), lab (in every run of a batch).
// Never: writes State; a measure is read off the truth by the umpire, nobody in the battle knows it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/model/model.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::record {

enum class ProbeKind : std::uint8_t {
    /// each minute: fugitives of `side` in the region; share of them moving within 45 degrees of `person`
    heading,
    /// each minute: fit men of `side` within radius_m of `person`, and how many of them stand steady
    gathered,
    arrival,    ///< when `person` first comes within radius_m of `other`
    turn_back,  ///< when `person`, who was moving away from `other`, has moved towards him for 10 s
    losses,     ///< each minute: men of `side` out of action, by kind
    steady,     ///< each minute: share of the fit men of `side` in the region who stand steady or shaken
};

/// A request for one measure. Rows are rows of the Model; kNone where it has none.
struct Probe {
    std::string name;  ///< [a-z0-9_]+, unique
    ProbeKind kind{};
    std::uint8_t side = 0;
    std::uint32_t person = 0xffffffffu, other = 0xffffffffu;
    float radius_m = 300;
    bool same_ground = false;  ///< region: the connected piece of open ground on which `person` stands
    bool boxed = false;        ///< region: the box below (and both, when both are set)
    float x0_m = 0, y0_m = 0, x1_m = 0, y1_m = 0;
};

/// One figure. second: since clock zero; NaN for a figure of the whole run.
struct Measure {
    std::string name;  ///< probe name, dot, what ("khan_heading.share")
    double second = 0;
    double value = 0;
};

/// What every run is asked: for each side with a great banner or drum (its chief): heading and gathered;
/// arrivals and
/// turns of his named fellows; losses and steadiness of each side.
[[nodiscard]] std::vector<Probe> builtin_probes(const model::Model& model);

class Measures {
public:
    Measures() = default;
    Measures(const model::Model& model, std::vector<Probe> probes);
    /// Call at tick 0 and after every step.
    void after_step(const sim::State& state);
    /// Figures of the whole run; call once at its end.
    void finish(const sim::State& state);

    [[nodiscard]] const std::vector<Measure>& all() const noexcept { return measures_; }
    [[nodiscard]] const std::vector<Probe>& probes() const noexcept { return probes_; }
    /// The figure of that name at that second (NaN: of the whole run); NaN when there is none.
    [[nodiscard]] double value(const std::string& name, double second) const noexcept;
    void save(std::vector<std::uint8_t>& to) const;
    bool load(std::span<const std::uint8_t>& from);

private:
    struct Watch {                ///< of arrival and turn_back
        std::int64_t done = -1;   ///< tick, -1 not yet
        std::int64_t since = -1;  ///< tick since which he has moved towards the other
        bool was_away = false;
    };
    void minute(const sim::State& state, double second);
    void heading(const Probe& probe, const sim::State& state, double second);
    void gathered(const Probe& probe, const sim::State& state, double second);
    void losses(const Probe& probe, const sim::State& state, double second);
    void steady(const Probe& probe, const sim::State& state, double second);
    void watch(const Probe& probe, Watch& watch, const sim::State& state);
    [[nodiscard]] bool in_region(const Probe& probe, const sim::State& state, std::size_t man,
                                 std::uint8_t region) const;
    [[nodiscard]] std::uint8_t region_of(const Probe& probe, const sim::State& state) const;
    void put(const Probe& probe, const char* what, double second, double value) {
        measures_.push_back({probe.name + "." + what, second, value});
    }

    const model::Model* model_ = nullptr;
    std::vector<Probe> probes_;
    std::vector<Watch> watches_;
    std::vector<Measure> measures_;
};

}  // namespace linghe::record
