#include "view_men_writer.hpp"

#include <algorithm>
#include <array>

#include "linghe/world/states.hpp"

namespace linghe::record {
namespace {

constexpr std::size_t kBlock = 2048;
constexpr float kLeaveMm2 = 500.0F * 500.0F;  // 0.5 m
constexpr int kTurn = 24;                     // of 256: 34 degrees

std::uint8_t pack_a(const world::SoldierTable& m, std::size_t i) {
    return static_cast<std::uint8_t>((m.status[i] & 7u) | ((m.morale[i] & 7u) << 3) |
                                     ((m.horse[i] & 3u) << 6));
}
std::uint8_t pack_b(const world::SoldierTable& m, std::size_t i) {
    return static_cast<std::uint8_t>((m.doing[i] & 15u) | ((m.goal_kind[i] & 15u) << 4));
}
std::uint8_t pack_c(const world::SoldierTable& m, std::size_t i) {
    return static_cast<std::uint8_t>((m.severity[i] & 3u) | ((m.fear_q16[i] >> 10) << 2));
}
std::int8_t speed_of(std::int16_t mm_s, std::uint8_t status) {
    if (status != 0 && status != static_cast<std::uint8_t>(world::Status::captured))
        return 0;  // the dead lie still
    const int v = mm_s >= 0 ? (mm_s + 50) / 100 : -((50 - mm_s) / 100);
    return static_cast<std::int8_t>(std::clamp(v, -127, 127));
}
template <class T>
void put_column(Stream& s, const std::vector<T>& column) {
    const auto* p = reinterpret_cast<const std::uint8_t*>(column.data());
    put_bytes(s, {p, column.size() * sizeof(T)});
}
template <class T>
bool get_column(Cursor& from, std::vector<T>& column) {
    const auto b = from.bytes(column.size() * sizeof(T));
    if (!from.ok) return false;
    std::copy(b.begin(), b.end(), reinterpret_cast<std::uint8_t*>(column.data()));
    return true;
}

}  // namespace

MenWriter::MenWriter(std::size_t men)
    : n_(men),
      x_dm_(men),
      y_dm_(men),
      vx_(men),
      vy_(men),
      heading_(men),
      a_(men),
      b_(men),
      c_(men),
      unit_(men),
      why_(kBlock) {}

void MenWriter::key(const world::SoldierTable& men) {
    for (std::size_t i = 0; i < n_; ++i) {
        x_dm_[i] = dm_of_mm(men.x_mm[i]);
        y_dm_[i] = dm_of_mm(men.y_mm[i]);
        vx_[i] = speed_of(men.vx_mm_s[i], men.status[i]);
        vy_[i] = speed_of(men.vy_mm_s[i], men.status[i]);
        heading_[i] = heading_of(men.facing[i]);
        a_[i] = pack_a(men, i);
        b_[i] = pack_b(men, i);
        c_[i] = pack_c(men, i);
        unit_[i] = men.unit[i];
    }
    put_column(key_, vx_);
    put_column(key_, vy_);
    put_column(key_, heading_);
    put_column(key_, a_);
    put_column(key_, b_);
    put_column(key_, c_);
    put_column(key_, unit_);
    for (const auto* place : {&x_dm_, &y_dm_}) {
        std::int32_t before = 0;
        for (const std::int32_t v : *place) {
            put_zigzag(key_, static_cast<std::int64_t>(v) - before);
            before = v;
        }
    }
    put_u32(counts_, 0);
}

// Three simple passes over a block, so that the compiler makes vectors of them: place, state, then unit.
void MenWriter::mark(const world::SoldierTable& men, std::size_t from, std::size_t until) {
    const std::size_t n = until - from;
    std::array<std::uint8_t, kBlock> moved, changed;
    const std::int32_t* x = men.x_mm.data() + from;
    const std::int32_t* y = men.y_mm.data() + from;
    std::int32_t* px = x_dm_.data() + from;
    std::int32_t* py = y_dm_.data() + from;
    const std::int8_t* vx = vx_.data() + from;
    const std::int8_t* vy = vy_.data() + from;
    for (std::size_t i = 0; i < n; ++i) {
        px[i] += vx[i];
        py[i] += vy[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
        const auto dx = static_cast<float>(x[i] - px[i] * 100), dy = static_cast<float>(y[i] - py[i] * 100);
        moved[i] = dx * dx + dy * dy > kLeaveMm2 ? kMoved : 0;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = from + i;
        const std::uint8_t differs = static_cast<std::uint8_t>(
            (pack_a(men, k) ^ a_[k]) | (pack_b(men, k) ^ b_[k]) | ((men.severity[k] ^ c_[k]) & 3u));
        changed[i] = differs != 0 ? kState : 0;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = from + i;
        const auto turn = static_cast<std::int8_t>(heading_of(men.facing[k]) - heading_[k]);
        const bool turned = (turn > kTurn || turn < -kTurn) && men.status[k] == 0;
        const bool joined = men.unit[k] != unit_[k];
        why_[i] =
            static_cast<std::uint8_t>(moved[i] | changed[i] | (turned ? kMoved : 0) | (joined ? kUnit : 0));
    }
}

void MenWriter::write_man(const world::SoldierTable& men, std::size_t row, std::uint8_t why) {
    std::uint8_t flags = why;
    std::int32_t dx = 0, dy = 0, x = 0, y = 0;
    if ((flags & kMoved) != 0) {
        x = dm_of_mm(men.x_mm[row]);
        y = dm_of_mm(men.y_mm[row]);
        dx = x - x_dm_[row];
        dy = y - y_dm_[row];
        if (dx < -128 || dx > 127 || dy < -128 || dy > 127) flags |= kWide;
        x_dm_[row] = x;
        y_dm_[row] = y;
    }
    put_varint(rows_, row - last_row_);
    last_row_ = row + 1;
    put_u8(flags_, flags);
    ++written_;
    if ((flags & kWide) != 0) {
        put_u32(wide_, static_cast<std::uint32_t>(x));
        put_u32(wide_, static_cast<std::uint32_t>(y));
    } else if ((flags & kMoved) != 0) {
        put_u8(dx_, static_cast<std::uint8_t>(dx));
        put_u8(dy_, static_cast<std::uint8_t>(dy));
    }
    if ((flags & kMoved) != 0) {
        const std::int8_t vx = speed_of(men.vx_mm_s[row], men.status[row]);
        const std::int8_t vy = speed_of(men.vy_mm_s[row], men.status[row]);
        const std::uint8_t heading = heading_of(men.facing[row]);
        put_u8(dvx_, static_cast<std::uint8_t>(vx - vx_[row]));
        put_u8(dvy_, static_cast<std::uint8_t>(vy - vy_[row]));
        put_u8(dheading_, static_cast<std::uint8_t>(heading - heading_[row]));
        vx_[row] = vx;
        vy_[row] = vy;
        heading_[row] = heading;
    }
    if ((flags & kState) != 0) {
        put_u8(sa_, a_[row] = pack_a(men, row));
        put_u8(sb_, b_[row] = pack_b(men, row));
        put_u8(sc_, c_[row] = pack_c(men, row));
    }
    if ((flags & kUnit) != 0) put_u16(sunit_, unit_[row] = men.unit[row]);
}

void MenWriter::update(const world::SoldierTable& men) {
    last_row_ = 0;
    written_ = 0;
    for (std::size_t from = 0; from < n_; from += kBlock) {
        const std::size_t until = std::min(n_, from + kBlock);
        mark(men, from, until);
        for (std::size_t row = from; row < until; ++row) {
            if (why_[row - from] != 0) write_man(men, row, why_[row - from]);
        }
    }
    put_u32(counts_, written_);
}

void MenWriter::take(Stream& chunk) {
    const std::pair<Section, Stream*> parts[] = {
        {Section::men_key, &key_},
        {Section::men_counts, &counts_},
        {Section::rows, &rows_},
        {Section::flags, &flags_},
        {Section::dx, &dx_},
        {Section::dy, &dy_},
        {Section::dvx, &dvx_},
        {Section::dvy, &dvy_},
        {Section::dheading, &dheading_},
        {Section::state_a, &sa_},
        {Section::state_b, &sb_},
        {Section::state_c, &sc_},
        {Section::unit, &sunit_},
        {Section::wide, &wide_},
    };
    for (const auto& [id, stream] : parts) {
        put_section(chunk, id, *stream);
        stream->clear();
    }
}

void MenWriter::save(Stream& to) const {
    put_varint(to, n_);
    put_column(to, x_dm_);
    put_column(to, y_dm_);
    put_column(to, vx_);
    put_column(to, vy_);
    put_column(to, heading_);
    put_column(to, a_);
    put_column(to, b_);
    put_column(to, c_);
    put_column(to, unit_);
    for (const Stream* s : {&key_, &counts_, &rows_, &flags_, &dx_, &dy_, &dvx_, &dvy_, &dheading_, &sa_,
                            &sb_, &sc_, &sunit_, &wide_}) {
        put_block(to, *s);
    }
}

bool MenWriter::load(Cursor& from) {
    if (from.varint() != n_) return false;
    bool ok =
        get_column(from, x_dm_) && get_column(from, y_dm_) && get_column(from, vx_) && get_column(from, vy_);
    ok = ok && get_column(from, heading_) && get_column(from, a_) && get_column(from, b_) &&
         get_column(from, c_);
    ok = ok && get_column(from, unit_);
    for (Stream* s : {&key_, &counts_, &rows_, &flags_, &dx_, &dy_, &dvx_, &dvy_, &dheading_, &sa_, &sb_,
                      &sc_, &sunit_, &wide_}) {
        const auto b = from.block();
        s->assign(b.begin(), b.end());
    }
    return ok && from.ok;
}

}  // namespace linghe::record
