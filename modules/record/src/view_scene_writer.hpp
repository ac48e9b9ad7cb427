// What: all of a view chunk but the men: air, fire, units, persons, couriers, arrows, beliefs, events.
// Who: ViewWriter.
// Never: keeps anything that save() does not save; the bytes after a resume are those without it.
#pragma once
#include <cstdint>
#include <vector>

#include "codec.hpp"
#include "linghe/model/model.hpp"
#include "linghe/record/view_types.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::record {

/// What a belief looked like when it was last written.
struct WrittenBelief {
    std::uint8_t kind = 0;
    std::uint32_t subject = 0;
    std::int32_t x_mm = 0, y_mm = 0;
    std::uint32_t men = 0;
    std::uint16_t confidence_q16 = 0, alive_q16 = 0;
};

/// True when the estimate has moved by more than 100 m, 20 % in strength or 0.1 in confidence.
[[nodiscard]] bool belief_moved(const WrittenBelief& before, const belief::BeliefTable& rows,
                                std::size_t row) noexcept;
[[nodiscard]] WrittenBelief written_belief(const belief::BeliefTable& rows, std::size_t row) noexcept;

/// Level 0..255 of an extinction coefficient: 255 k / (k + 0.05/m).
[[nodiscard]] constexpr std::uint8_t smoke_level(std::int32_t per_m_millionths) noexcept {
    if (per_m_millionths <= 0) return 0;
    const std::int64_t k = per_m_millionths;
    return static_cast<std::uint8_t>((255 * k + (k + 50'000) / 2) / (k + 50'000));
}

class SceneWriter {
public:
    SceneWriter() = default;
    SceneWriter(const model::Model& model, const sim::State& state, const ViewGrid& smoke);
    /// @param first true for the first sample of a chunk: everything is written whole.
    void sample(const sim::State& state, std::uint32_t second, bool first);
    /// Takes the events of the step just done.
    void take_events(const world::EventTable& events);
    void take(Stream& chunk);
    void save(Stream& to) const;
    bool load(Cursor& from);

private:
    void sample_smoke(const world::SmokeTable& smoke);
    void sample_dust(const world::SmokeTable& smoke);
    void sample_weather(const world::ClockTable& clock);
    void sample_fire(const world::FireTable& fire);
    void sample_units(const sim::State& state);
    void sample_persons(const sim::State& state);
    void sample_couriers(const world::CourierTable& couriers);
    void sample_errands(const world::CourierTable& couriers, const intent::OrderTable& orders);
    void sample_arrows(const world::ArrowTable& arrows);
    void sample_beliefs(const belief::BeliefTable& rows);
    void put_belief(Stream& s, const belief::BeliefTable& rows, std::size_t row) const;
    void put_delta(Stream& s, std::vector<std::int32_t>& before, std::size_t k, std::int32_t now) {
        put_zigzag(s, static_cast<std::int64_t>(now) - before[k]);
        before[k] = now;
    }

    std::uint16_t named_ = 0;  ///< persons 0..named_-1 are named
    bool sky_known_ = false;   ///< place and date are given, so that there is a light to tell
    std::size_t smoke_cells_ = 0;
    std::int32_t x0_mm_ = 0, y0_mm_ = 0, arrow_nx_ = 0, arrow_ny_ = 0;
    std::vector<std::uint32_t> person_man_;
    // last written values
    std::vector<std::uint8_t> smoke_before_, dust_before_, fire_before_;
    std::vector<std::int32_t> unit_before_, person_before_;
    std::vector<WrittenBelief> beliefs_;
    // of the open chunk
    Stream wind_, smoke_, fire_, units_, persons_, couriers_, arrows_, belief_stream_;
    Stream weather_, dust_, errands_;
    bool weather_told_ = false;        ///< a sample of weather_ says more than "dry, light not known"
    std::uint32_t clear_samples_ = 0;  ///< samples before the first dust of the chunk: not in dust_ yet
    std::vector<Stream> events_;       ///< one stream a column
    std::uint32_t event_count_ = 0;
    std::int64_t last_id_ = 0, last_tick_ = 0, last_subject_ = 0, last_x_ = 0, last_y_ = 0;
    std::vector<std::uint32_t> arrow_cells_;  ///< scratch
};

inline constexpr std::size_t kEventColumns = 16;
inline constexpr std::size_t kUnitColumns = 10;
inline constexpr std::size_t kPersonColumns = 7;

}  // namespace linghe::record
