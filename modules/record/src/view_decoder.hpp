// What: one uncompressed chunk of a view file, walked second by second into a Frame.
// Who: ViewReader.
// Never: trusts a number of the chunk; a fault ends the walk with an error.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "codec.hpp"
#include "linghe/record/view_types.hpp"

namespace linghe::record {

class ChunkDecoder {
public:
    /// @param header outlives the decoder. `raw` is the uncompressed chunk; the decoder keeps it.
    base::Result<void> begin(const ViewHeader& header, Stream raw, std::uint32_t first_second,
                             std::uint32_t seconds);
    /// Fills the frame of the next second of the chunk; the first call gives its first second.
    base::Result<void> next(Frame& frame);
    [[nodiscard]] std::uint32_t next_second() const noexcept { return first_ + done_; }
    [[nodiscard]] std::uint32_t first_second() const noexcept { return first_; }
    [[nodiscard]] bool at_end() const noexcept { return done_ >= seconds_; }

private:
    [[nodiscard]] Cursor& part(Section id) noexcept { return parts_[static_cast<std::size_t>(id)]; }
    base::Result<void> fault(const char* what) const;
    bool key_men(Frame& f);
    bool update_men(Frame& f, std::uint32_t count);
    bool update_man(Frame& f, std::size_t row);
    bool read_smoke(Frame& f);
    bool read_dust(Frame& f);
    bool read_weather(Frame& f);
    bool read_fire(Frame& f);
    bool read_units(Frame& f);
    bool read_persons(Frame& f);
    bool read_couriers(Frame& f);
    bool read_errands(Frame& f);
    bool read_arrows(Frame& f);
    bool read_beliefs(Frame& f);

    const ViewHeader* header_ = nullptr;
    Stream raw_;
    std::array<Cursor, 64> parts_{};
    std::uint32_t first_ = 0, seconds_ = 0, done_ = 0;
    std::vector<std::int32_t> x_dm_, y_dm_;
    std::vector<std::uint32_t> unit_before_, person_before_;
    std::vector<ViewBelief> belief_slots_;
    bool beliefs_changed_ = true;
    bool weather_told_ = false, dust_told_ = false, errands_told_ = false;  ///< the chunk has the section
};

/// The events of an uncompressed chunk, in order.
[[nodiscard]] base::Result<std::vector<ViewEvent>> decode_events(std::span<const std::uint8_t> raw);

}  // namespace linghe::record
