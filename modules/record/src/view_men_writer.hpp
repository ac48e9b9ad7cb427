// What: the men's part of a view chunk: a full row of each at its beginning, then those who left their
// prediction.
// Who: ViewWriter.
// Never: a float decides what is written except through + and * of whole numbers; the same bytes on every
// machine.
#pragma once
#include <cstdint>
#include <vector>

#include "codec.hpp"
#include "linghe/world/tables.hpp"

namespace linghe::record {

class MenWriter {
public:
    explicit MenWriter(std::size_t men = 0);
    /// Begins a chunk: every man is written whole.
    void key(const world::SoldierTable& men);
    /// One second later: writes those who left their prediction or changed.
    void update(const world::SoldierTable& men);
    /// Appends the sections of this chunk and forgets them.
    void take(Stream& chunk);
    void save(Stream& to) const;
    bool load(Cursor& from);

private:
    void mark(const world::SoldierTable& men, std::size_t from, std::size_t until);
    void write_man(const world::SoldierTable& men, std::size_t row, std::uint8_t why);

    std::size_t n_ = 0;
    // what a reader knows by now
    std::vector<std::int32_t> x_dm_, y_dm_;
    std::vector<std::int8_t> vx_, vy_;
    std::vector<std::uint8_t> heading_, a_, b_, c_;
    std::vector<std::uint16_t> unit_;
    // of the open chunk
    Stream key_, counts_;
    Stream rows_, flags_, dx_, dy_, dvx_, dvy_, dheading_, sa_, sb_, sc_, sunit_, wide_;
    std::vector<std::uint8_t> why_;  ///< scratch of one block of men
    std::size_t last_row_ = 0;
    std::uint32_t written_ = 0;
};

}  // namespace linghe::record
