#include "view_decoder.hpp"

#include <algorithm>
#include <string>

#include "view_scene_writer.hpp"

namespace linghe::record {
namespace {

constexpr std::uint32_t kMostBeliefSlots = 1u << 24;

// Places of a damaged file may be anything; they wrap instead of overflowing.
std::int32_t wrap_add(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
float m_of_dm(std::int32_t dm) { return static_cast<float>(dm) * 0.1F; }
std::int32_t small(std::int64_t v) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(v)); }

void unpack(Frame& f, std::size_t i, std::uint8_t a, std::uint8_t b, std::uint8_t c) {
    f.status[i] = a & 7u;
    f.morale[i] = (a >> 3) & 7u;
    f.horse[i] = static_cast<std::uint8_t>(a >> 6);
    f.doing[i] = b & 15u;
    f.goal[i] = static_cast<std::uint8_t>(b >> 4);
    f.wound[i] = c & 3u;
    f.fear[i] = static_cast<std::uint8_t>(c >> 2);
}

bool find_parts(std::span<const std::uint8_t> raw, std::array<Cursor, 64>& parts) {
    Cursor c(raw);
    while (c.ok && c.left() > 0) {
        const std::uint16_t id = c.u16();
        const auto body = c.bytes(c.u32());
        if (c.ok && id < parts.size()) parts[id] = Cursor(body);
    }
    return c.ok;
}

}  // namespace

base::Result<void> ChunkDecoder::fault(const char* what) const {
    return base::Error{base::ErrorCode::corrupt, "view chunk of second " + std::to_string(first_),
                       std::string("damaged: ") + what,
                       "take another copy of the file, or run the battle again"};
}

base::Result<void> ChunkDecoder::begin(const ViewHeader& header, Stream raw, std::uint32_t first_second,
                                       std::uint32_t seconds) {
    header_ = &header;
    raw_ = std::move(raw);
    parts_.fill(Cursor{});
    first_ = first_second;
    seconds_ = seconds;
    done_ = 0;
    if (!find_parts(raw_, parts_)) return fault("its sections do not fit");
    if (part(Section::men_counts).left() != std::size_t{4} * seconds)
        return fault("it has the wrong number of seconds");
    Cursor time = part(Section::time);
    if (time.u32() != first_ || time.u32() != seconds_) return fault("its time is not the one announced");
    unit_before_.assign(header.units.size() * kUnitColumns, 0);
    person_before_.assign(header.persons.size() * kPersonColumns, 0);
    belief_slots_.clear();
    weather_told_ = part(Section::weather).left() > 0;
    dust_told_ = part(Section::dust).left() > 0;
    errands_told_ = part(Section::errands).left() > 0;
    return {};
}

bool ChunkDecoder::key_men(Frame& f) {
    const std::size_t n = header_->men_count();
    Cursor& c = part(Section::men_key);
    const auto vx = c.bytes(n), vy = c.bytes(n), heading = c.bytes(n), a = c.bytes(n), b = c.bytes(n),
               s = c.bytes(n);
    const auto unit = c.bytes(2 * n);
    if (!c.ok) return false;
    for (auto* column : {&f.heading, &f.status, &f.morale, &f.doing, &f.horse, &f.goal, &f.wound, &f.fear})
        column->resize(n);
    f.vx_dm_s.resize(n);
    f.vy_dm_s.resize(n);
    f.unit.resize(n);
    f.x_m.resize(n);
    f.y_m.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        f.vx_dm_s[i] = static_cast<std::int8_t>(vx[i]);
        f.vy_dm_s[i] = static_cast<std::int8_t>(vy[i]);
        f.heading[i] = heading[i];
        unpack(f, i, a[i], b[i], s[i]);
        f.unit[i] = static_cast<std::uint16_t>(unit[2 * i] | unit[2 * i + 1] << 8);
    }
    for (auto* place : {&x_dm_, &y_dm_}) {
        place->resize(n);
        std::int32_t before = 0;
        for (std::int32_t& v : *place) v = before = wrap_add(before, small(c.zigzag()));
    }
    return c.ok;
}

bool ChunkDecoder::update_man(Frame& f, std::size_t row) {
    const std::uint8_t flags = part(Section::flags).u8();
    if ((flags & kMoved) != 0) {
        if ((flags & kWide) != 0) {
            x_dm_[row] = static_cast<std::int32_t>(part(Section::wide).u32());
            y_dm_[row] = static_cast<std::int32_t>(part(Section::wide).u32());
        } else {
            x_dm_[row] = wrap_add(x_dm_[row], static_cast<std::int8_t>(part(Section::dx).u8()));
            y_dm_[row] = wrap_add(y_dm_[row], static_cast<std::int8_t>(part(Section::dy).u8()));
        }
        f.vx_dm_s[row] = static_cast<std::int8_t>(f.vx_dm_s[row] + part(Section::dvx).u8());
        f.vy_dm_s[row] = static_cast<std::int8_t>(f.vy_dm_s[row] + part(Section::dvy).u8());
        f.heading[row] = static_cast<std::uint8_t>(f.heading[row] + part(Section::dheading).u8());
    }
    if ((flags & kState) != 0) {
        const std::uint8_t a = part(Section::state_a).u8(), b = part(Section::state_b).u8();
        unpack(f, row, a, b, part(Section::state_c).u8());
    }
    if ((flags & kUnit) != 0) f.unit[row] = part(Section::unit).u16();
    return part(Section::flags).ok;
}

bool ChunkDecoder::update_men(Frame& f, std::uint32_t count) {
    const std::size_t n = x_dm_.size();
    for (std::size_t i = 0; i < n; ++i) {
        x_dm_[i] = wrap_add(x_dm_[i], f.vx_dm_s[i]);
        y_dm_[i] = wrap_add(y_dm_[i], f.vy_dm_s[i]);
    }
    Cursor& rows = part(Section::rows);
    std::uint64_t row = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint64_t gap = rows.varint();
        if (!rows.ok || gap >= n || row + gap >= n) return false;
        row += gap;
        if (!update_man(f, static_cast<std::size_t>(row))) return false;
        ++row;
    }
    for (const Section id :
         {Section::dx, Section::dy, Section::dvx, Section::dvy, Section::dheading, Section::state_a,
          Section::state_b, Section::state_c, Section::unit, Section::wide}) {
        if (!part(id).ok) return false;
    }
    return true;
}

bool ChunkDecoder::read_smoke(Frame& f) {
    const std::size_t cells =
        static_cast<std::size_t>(header_->smoke.nx) * static_cast<std::size_t>(header_->smoke.ny);
    if (done_ == 0) {
        f.smoke_black.assign(cells, 0);
        f.smoke_white.assign(cells, 0);
    }
    for (auto* plane : {&f.smoke_black, &f.smoke_white}) {
        const auto delta = part(Section::smoke).bytes(cells);
        if (!part(Section::smoke).ok) return false;
        for (std::size_t c = 0; c < cells; ++c)
            (*plane)[c] = static_cast<std::uint8_t>((*plane)[c] + delta[c]);
    }
    return true;
}

bool ChunkDecoder::read_dust(Frame& f) {
    const std::size_t cells =
        dust_told_ ? static_cast<std::size_t>(header_->smoke.nx) * static_cast<std::size_t>(header_->smoke.ny)
                   : 0;
    if (done_ == 0) f.dust.assign(cells, 0);
    const auto delta = part(Section::dust).bytes(cells);
    if (!part(Section::dust).ok) return false;
    for (std::size_t c = 0; c < cells; ++c) f.dust[c] = static_cast<std::uint8_t>(f.dust[c] + delta[c]);
    return true;
}

bool ChunkDecoder::read_weather(Frame& f) {
    f.rain_mm_h = 0;
    f.light_lux = -1;
    if (!weather_told_) return true;
    Cursor& c = part(Section::weather);
    f.rain_mm_h = static_cast<float>(c.varint()) * 0.001F;
    const std::int64_t light = c.zigzag();
    if (light >= 0) f.light_lux = static_cast<float>(light) * 0.001F;
    return c.ok;
}

bool ChunkDecoder::read_fire(Frame& f) {
    Cursor& c = part(Section::fire);
    if (done_ == 0) {
        const std::size_t cells =
            static_cast<std::size_t>(header_->map.nx) * static_cast<std::size_t>(header_->map.ny);
        f.fire.assign(c.left() > 0 ? cells : 0, 0);
    }
    if (f.fire.empty()) return true;
    const std::size_t changes = c.count(2);
    std::uint64_t cell = 0;
    for (std::size_t k = 0; k < changes; ++k) {
        const std::uint64_t gap = c.varint();
        if (!c.ok || gap >= f.fire.size() || cell + gap >= f.fire.size()) return false;
        cell += gap;
        f.fire[static_cast<std::size_t>(cell)] = c.u8();
        ++cell;
    }
    return c.ok;
}

bool ChunkDecoder::read_units(Frame& f) {
    Cursor& c = part(Section::units);
    f.units.resize(header_->units.size());
    for (std::size_t k = 0; k < f.units.size(); ++k) {
        std::uint32_t* v = unit_before_.data() + k * kUnitColumns;
        for (std::size_t i = 0; i < kUnitColumns; ++i) v[i] += static_cast<std::uint32_t>(c.zigzag());
        ViewUnitRow& u = f.units[k];
        u.x_m = m_of_dm(static_cast<std::int32_t>(v[0]));
        u.y_m = m_of_dm(static_cast<std::int32_t>(v[1]));
        u.in_hand = v[2];
        u.fleeing = v[3];
        u.fallen = v[4];
        u.mean_fear = static_cast<std::uint8_t>(v[5]);
        u.heading = static_cast<std::uint8_t>(v[6]);
        u.verb = static_cast<std::uint8_t>(v[7]);
        u.broken = (v[8] & 1u) != 0;
        u.formed = (v[8] & 2u) != 0;
        u.collecting = (v[8] & 4u) != 0;
        u.commander = static_cast<std::uint16_t>(v[9]);
    }
    return c.ok;
}

bool ChunkDecoder::read_persons(Frame& f) {
    Cursor& c = part(Section::persons);
    f.persons.resize(header_->persons.size());
    for (std::size_t k = 0; k < f.persons.size(); ++k) {
        std::uint32_t* v = person_before_.data() + k * kPersonColumns;
        for (std::size_t i = 0; i < kPersonColumns; ++i) v[i] += static_cast<std::uint32_t>(c.zigzag());
        ViewPersonRow& p = f.persons[k];
        p.x_m = m_of_dm(static_cast<std::int32_t>(v[0]));
        p.y_m = m_of_dm(static_cast<std::int32_t>(v[1]));
        p.felt_fear = static_cast<std::uint8_t>(v[2]);
        p.shown_fear = static_cast<std::uint8_t>(v[3]);
        p.verb = static_cast<std::uint8_t>(v[4]);
        p.alive = (v[5] & 1u) != 0;
        p.drum_on = (v[5] & 2u) != 0;
        p.banner_up = (v[5] & 4u) != 0;
        p.towards = static_cast<std::uint16_t>(v[6]);
    }
    return c.ok;
}

bool ChunkDecoder::read_couriers(Frame& f) {
    Cursor& c = part(Section::couriers);
    f.couriers.resize(c.count(9));
    for (ViewCourier& r : f.couriers) {
        r.id = static_cast<std::uint32_t>(c.varint());
        r.order = static_cast<std::uint32_t>(c.varint()) - 1u;
        r.from_person = static_cast<std::uint16_t>(c.varint() - 1u);
        r.to_person = static_cast<std::uint16_t>(c.varint() - 1u);
        r.x_m = m_of_dm(small(c.zigzag()));
        r.y_m = m_of_dm(small(c.zigzag()));
        r.goal_x_m = m_of_dm(small(c.zigzag()));
        r.goal_y_m = m_of_dm(small(c.zigzag()));
        r.state = c.u8();
    }
    return c.ok;
}

bool ChunkDecoder::read_errands(Frame& f) {
    Cursor& c = part(Section::errands);
    for (ViewCourier& r : f.couriers) {
        const std::uint64_t v = errands_told_ ? c.varint() : 0;
        r.event = static_cast<std::uint32_t>(v >> 1);
        r.is_report = (v & 1u) != 0;
    }
    return c.ok;
}

bool ChunkDecoder::read_arrows(Frame& f) {
    Cursor& c = part(Section::arrows);
    const ViewMap& map = header_->map;
    const auto nx = std::max<std::uint64_t>(
        1, (static_cast<std::uint64_t>(map.nx) * static_cast<std::uint64_t>(map.cell_m * 1000.0F + 0.5F) +
            49'999) /
               50'000);
    f.arrows.resize(c.count(2));
    std::uint64_t cell = 0;
    for (ViewArrows& a : f.arrows) {
        cell += c.varint();
        a.x_m = map.x0_m + (static_cast<float>(cell % nx) + 0.5F) * kViewArrowCellM;
        a.y_m = map.y0_m + (static_cast<float>(cell / nx) + 0.5F) * kViewArrowCellM;
        a.count = static_cast<std::uint32_t>(c.varint());
    }
    return c.ok;
}

bool ChunkDecoder::read_beliefs(Frame& f) {
    Cursor& c = part(Section::beliefs);
    const std::size_t changes = c.count(2);
    for (std::size_t k = 0; k < changes && c.ok; ++k) {
        const std::uint64_t slot = c.varint();
        const std::uint8_t kind = c.u8();
        if (!c.ok || slot >= kMostBeliefSlots) return false;
        if (slot >= belief_slots_.size()) belief_slots_.resize(static_cast<std::size_t>(slot) + 1);
        ViewBelief& b = belief_slots_[static_cast<std::size_t>(slot)];
        b = {};
        b.subject_kind = kind;
        beliefs_changed_ = true;
        if (kind == 0) continue;
        b.owner = static_cast<std::uint16_t>(c.varint());
        b.subject = static_cast<std::uint32_t>(c.varint());
        b.x_m = m_of_dm(small(c.zigzag()));
        b.y_m = m_of_dm(small(c.zigzag()));
        b.spread_m = static_cast<float>(c.varint()) * 0.1F;
        b.men = static_cast<std::uint32_t>(c.varint()) - 1u;
        b.confidence = static_cast<float>(c.u8()) / 255.0F;
        b.alive = static_cast<float>(c.u8()) / 255.0F;
        b.tick = small(c.zigzag());
        b.source = c.u8();
        b.told_by = static_cast<std::uint16_t>(c.varint() - 1u);
    }
    if (beliefs_changed_ || done_ == 0) {
        f.beliefs.clear();
        for (const ViewBelief& b : belief_slots_) {
            if (b.subject_kind != 0) f.beliefs.push_back(b);
        }
        beliefs_changed_ = false;
    }
    return c.ok;
}

base::Result<void> ChunkDecoder::next(Frame& f) {
    if (at_end()) return fault("read beyond its end");
    const std::uint32_t updates = part(Section::men_counts).u32();
    if (done_ == 0 ? !key_men(f) : !update_men(f, updates)) return fault("the rows of men do not fit");
    for (std::size_t i = 0; i < x_dm_.size(); ++i) {
        f.x_m[i] = m_of_dm(x_dm_[i]);
        f.y_m[i] = m_of_dm(y_dm_[i]);
    }
    f.second = next_second();
    Cursor& wind = part(Section::wind);
    f.wind_x_m_s = static_cast<float>(wind.zigzag()) * 0.01F;
    f.wind_y_m_s = static_cast<float>(wind.zigzag()) * 0.01F;
    if (f.second % kViewSceneSeconds == 0) {
        if (!read_smoke(f)) return fault("the smoke does not fit");
        if (!read_dust(f)) return fault("the dust does not fit");
        if (!read_weather(f)) return fault("the weather does not fit");
        if (!read_fire(f)) return fault("the fire does not fit");
        if (!read_units(f)) return fault("the rows of units do not fit");
    }
    if (!read_persons(f)) return fault("the rows of persons do not fit");
    if (!read_couriers(f)) return fault("the couriers do not fit");
    if (!read_errands(f)) return fault("what couriers carry does not fit");
    if (!read_arrows(f)) return fault("the arrows do not fit");
    if (!read_beliefs(f)) return fault("the beliefs do not fit");
    if (!wind.ok) return fault("the wind does not fit");
    ++done_;
    return {};
}

base::Result<std::vector<ViewEvent>> decode_events(std::span<const std::uint8_t> raw) {
    std::array<Cursor, 64> parts{};
    const base::Error bad{base::ErrorCode::corrupt, "view chunk", "damaged: the events do not fit",
                          "take another copy of the file, or run the battle again"};
    if (!find_parts(raw, parts)) return bad;
    Cursor all = parts[static_cast<std::size_t>(Section::events)];
    const std::size_t n = all.count(kEventColumns);
    std::array<Cursor, kEventColumns> col{};
    for (Cursor& c : col) c = Cursor(all.block());
    if (!all.ok) return bad;
    std::vector<ViewEvent> events(n);
    std::int64_t id = 0, tick = 0, subject = 0, x = 0, y = 0;
    const auto step = [](std::int64_t& v, Cursor& c) {
        return v = static_cast<std::int64_t>(static_cast<std::uint64_t>(v) +
                                             static_cast<std::uint64_t>(c.zigzag()));
    };
    for (ViewEvent& e : events) {
        e.id = static_cast<std::uint32_t>(step(id, col[0]));
        e.tick = small(step(tick, col[1]));
        e.kind = col[2].u8();
        e.subject_kind = col[3].u8();
        e.subject = static_cast<std::uint32_t>(step(subject, col[4]));
        e.other = static_cast<std::uint32_t>(col[5].varint()) - 1u;
        e.x_m = m_of_dm(small(step(x, col[6])));
        e.y_m = m_of_dm(small(step(y, col[7])));
        e.value = small(col[8].zigzag());
        for (std::size_t k = 0; k < 3; ++k) e.cause[k] = col[9 + k].u8();
        for (std::size_t k = 0; k < 3; ++k) e.share[k] = col[12 + k].u8();
        const std::int64_t back = col[15].zigzag();
        e.parent = back == 0 ? 0 : e.id - static_cast<std::uint32_t>(back);
    }
    for (const Cursor& c : col) {
        if (!c.ok) return bad;
    }
    return events;
}

}  // namespace linghe::record
