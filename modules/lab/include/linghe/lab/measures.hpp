// Measures: what the umpire reads off each run of a batch: one number by name, or none with the reason.
// Used by batch.hpp and tests; a new measure is one entry in the registry of measures.cpp.
// Never writes State, never looks more than once a second, never tells anybody in the battle.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/model/model.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::lab {

/// A measure of one run: a number, or none (why says so).
struct Value {
    bool known = false;
    double number = 0;
    std::string why;  ///< where none: "she never came within 100 m"
    [[nodiscard]] static Value of(double number) { return {true, number, {}}; }
    [[nodiscard]] static Value none(std::string why) { return {false, 0, std::move(why)}; }
};

struct MeasureInfo {
    std::string name;                     ///< [a-z0-9_.]+; a person or side is named by id after the dot
    std::string unit;                     ///< "s", "min", "men", "1" (a share), "m", "" (a count)
    std::string en, zh;                   ///< what it is
    std::string serves;                   ///< the claims of an account it was made for; may be empty
    bool yes_no = false;                  ///< 1 or 0 a run: summed up as a share of runs
    double needs_s = 0;                   ///< seconds after T0 that a run must last, if T0 is its clock zero
    double least = -1e300, most = 1e300;  ///< what the measure can be: a share 0 to 1
};
/// A share of men: 0 to 1.
[[nodiscard]] inline MeasureInfo share(MeasureInfo info) {
    info.least = 0, info.most = 1;
    return info;
}

/// What all measures of one run share: the chief, his bank, the fugitives of T0. The chief and his side stand from the
/// start, all else from T0 on (set).
struct Field {
    std::uint32_t chief = 0xffffffffu;  ///< person row; none when nobody gathers
    std::uint8_t side = 0;              ///< his side, else side 0
    std::uint8_t bank = 255;            ///< region of ground on which he stands at T0
    std::vector<std::uint32_t>
        fugitives;                      ///< rows: fit men of his side on his bank, routing or rallying at T0
    std::vector<std::uint8_t> in_disc;  ///< of each fugitive: 1 within 1,200 m of the chief at T0
    bool set = false;                   ///< T0 has come
    std::uint8_t bank_at_start = 255;   ///< region of ground on which the chief stood when the run began
    std::int64_t t0 = 0;                ///< tick of the run at T0
};

/// What a measure sees when it looks.
struct Scene {
    const model::Model& model;
    const sim::State& state;
    const Field& field;
    std::int64_t tick;  ///< since T0; before it came, since the clock's zero

    /// Ticks since the start of the run.
    [[nodiscard]] std::int64_t run_tick() const noexcept { return state.world.tick(); }
};

/// The chief of a battle: the first named person whose first order is to gather; else the first with a
/// great drum; else the
/// first with a great banner. 4294967295 when there is none.
[[nodiscard]] std::uint32_t chief_of(const model::Model& model) noexcept;
/// T0 of the measures is the clock's zero; but where the chief has a drum and the scenario does not have him gather (by his
/// first order or by an intervention), it is the first beat of his drum, whenever that comes. True in the second case.
[[nodiscard]] bool awaits_drum(const model::Model& model) noexcept;

/// All measures that this battle allows, in fixed order. `lasts_s`: those that need more are left out.
[[nodiscard]] std::vector<MeasureInfo> measures_of(const model::Model& model, double lasts_s);

/// The chosen measures of one run. Not copyable; belongs to one run.
class Observation {
public:
    /// Names that this model does not know give none.
    Observation(const model::Model& model, const std::vector<std::string>& names);
    ~Observation();
    Observation(Observation&&) noexcept;
    Observation(const Observation&) = delete;

    /// Call at tick 0 and after every step, with the events of that step.
    void look(const sim::State& state);
    /// Call once at the end.
    [[nodiscard]] std::vector<Value> values(const sim::State& state);

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace linghe::lab
