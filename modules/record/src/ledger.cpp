#include "linghe/record/ledger.hpp"

#include <algorithm>
#include <type_traits>

#include "codec.hpp"
#include "linghe/world/states.hpp"
#include "view_scene_writer.hpp"

namespace linghe::record {
namespace {

constexpr std::int64_t kMinuteTicks = 600;
constexpr std::int64_t kTrackTicks = 100;                // 10 s
constexpr std::int64_t kTrackMm2 = 10'000LL * 10'000LL;  // 10 m
constexpr std::uint8_t kFirstUnitEvent = 20;             // EventKind below it are single men's

std::int32_t floor_minute(std::int64_t ticks) {
    return static_cast<std::int32_t>(ticks >= 0 ? ticks / kMinuteTicks
                                                : -((-ticks + kMinuteTicks - 1) / kMinuteTicks));
}

template <class T>
void put_rows(Stream& s, const std::vector<T>& rows) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_varint(s, rows.size());
    put_bytes(s, {reinterpret_cast<const std::uint8_t*>(rows.data()), rows.size() * sizeof(T)});
}
template <class T>
void get_rows(Cursor& c, std::vector<T>& rows) {
    const std::size_t n = c.count(sizeof(T));
    const auto bytes = c.bytes(n * sizeof(T));
    rows.resize(c.ok ? n : 0);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::uint8_t*>(rows.data()));
}

}  // namespace

Ledger::Ledger(const model::Model& model, const sim::State& start, std::vector<Probe> probes)
    : measures(model, std::move(probes)),
      model_(&model),
      seen_(start.beliefs.rows.size()),
      last_point_(model.persons.size()) {
    for (const auto& p : model.persons) named_ = static_cast<std::uint16_t>(named_ + (p.named ? 1 : 0));
    for (TrackPoint& p : last_point_) p.tick = -1;
    observe(start);
}

void Ledger::after_step(const sim::State& state) {
    take_events(state);
    observe(state);
}

void Ledger::observe(const sim::State& state) {
    last_tick = state.world.tick();
    const std::int64_t since = last_tick - model_->clock_zero;
    if (since % kMinuteTicks == 0) minute(state, floor_minute(since));
    if (last_tick % base::kTicksPerSecond == 0) take_beliefs(state);
    if (last_tick % kTrackTicks == 0) take_tracks(state);
    measures.after_step(state);
}

void Ledger::minute(const sim::State& state, std::int32_t now) {
    const auto& u = state.world.units;
    for (std::size_t k = 0; k < u.size(); ++k) {
        unit_minutes.push_back({now, static_cast<std::uint16_t>(k), u.in_hand[k], u.fleeing[k], u.fallen[k],
                                u.mean_fear_q16[k], u.x_mm[k], u.y_mm[k], u.broken[k]});
    }
    std::vector<SideMinute> sides(model_->sides.size());
    for (std::size_t s = 0; s < sides.size(); ++s) {
        sides[s].minute = now;
        sides[s].side = static_cast<std::uint8_t>(s);
    }
    const auto& men = state.world.men;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (model_->men.side[i] >= sides.size()) continue;
        SideMinute& s = sides[model_->men.side[i]];
        ++s.status[std::min<std::size_t>(men.status[i], 6)];
        if (men.status[i] != 0) continue;
        ++s.morale[men.morale[i] & 7u];
        s.fear_sum += men.fear_q16[i];
    }
    side_minutes.insert(side_minutes.end(), sides.begin(), sides.end());
}

void Ledger::take_events(const sim::State& state) {
    const auto& e = state.world.events;
    for (std::size_t k = 0; k < e.size(); ++k) {
        if (e.kind[k] >= kFirstUnitEvent) {
            const std::size_t to = events.size();
            events.resize(to + 1);
            events.id[to] = e.id[k];
            events.tick[to] = e.tick[k];
            events.kind[to] = e.kind[k];
            events.subject_kind[to] = e.subject_kind[k];
            events.subject[to] = e.subject[k];
            events.other[to] = e.other[k];
            events.x_mm[to] = e.x_mm[k];
            events.y_mm[to] = e.y_mm[k];
            events.value[to] = e.value[k];
            events.cause_1[to] = e.cause_1[k];
            events.share_1[to] = e.share_1[k];
            events.cause_2[to] = e.cause_2[k];
            events.share_2[to] = e.share_2[k];
            events.cause_3[to] = e.cause_3[k];
            events.share_3[to] = e.share_3[k];
            events.parent[to] = e.parent[k];
            continue;
        }
        ++men_events;
        if (e.subject_kind[k] != 0 || e.subject[k] >= model_->men.size()) continue;
        const bool change = e.kind[k] == static_cast<std::uint8_t>(world::EventKind::man_state);
        const CauseKey key{floor_minute(e.tick[k] - model_->clock_zero), model_->men.home_unit[e.subject[k]],
                           e.kind[k], static_cast<std::uint8_t>(change ? e.value[k] & 0xff : 0),
                           e.cause_1[k]};
        ++causes[key];
    }
}

void Ledger::take_beliefs(const sim::State& state) {
    const auto& b = state.beliefs.rows;
    for (std::size_t r = 0; r < std::min(b.size(), seen_.size()); ++r) {
        if (b.owner[r] >= named_) continue;
        Seen& was = seen_[r];
        if (b.subject_kind[r] == 0) {
            was.kind = 0;
            continue;
        }
        const WrittenBelief before{was.kind, was.subject,        was.x_mm,     was.y_mm,
                                   was.men,  was.confidence_q16, was.alive_q16};
        if (b.subject_kind[r] == was.kind && b.subject[r] == was.subject && !belief_moved(before, b, r))
            continue;
        was = {b.subject_kind[r], b.subject[r],        b.x_mm[r],     b.y_mm[r],
               b.men[r],          b.confidence_q16[r], b.alive_q16[r]};
        beliefs.push_back({static_cast<std::int32_t>(last_tick), b.owner[r], b.subject_kind[r], b.source[r],
                           b.subject[r], b.x_mm[r], b.y_mm[r], b.spread_mm[r], b.men[r], b.confidence_q16[r],
                           b.alive_q16[r], b.told_by[r], b.tick[r]});
    }
}

void Ledger::take_tracks(const sim::State& state) {
    const auto& men = state.world.men;
    for (std::size_t p = 0; p < last_point_.size(); ++p) {
        const std::uint32_t man = model_->persons[p].man;
        if (man >= men.size()) continue;
        TrackPoint& last = last_point_[p];
        const std::int64_t dx = std::int64_t{men.x_mm[man]} - last.x_mm,
                           dy = std::int64_t{men.y_mm[man]} - last.y_mm;
        if (last.tick >= 0 && dx * dx + dy * dy < kTrackMm2) continue;
        last = {static_cast<std::int32_t>(last_tick), static_cast<std::uint16_t>(p), men.x_mm[man],
                men.y_mm[man]};
        tracks.push_back(last);
    }
}

void Ledger::finish(const sim::State& state) { measures.finish(state); }

std::vector<std::byte> Ledger::save() const {
    Stream s;
    put_u64(s, static_cast<std::uint64_t>(last_tick));
    put_u64(s, men_events);
    put_rows(s, unit_minutes);
    put_rows(s, side_minutes);
    put_rows(s, beliefs);
    put_rows(s, tracks);
    put_rows(s, seen_);
    put_rows(s, last_point_);
    put_varint(s, events.size());
    events.visit([&s](const base::ColumnInfo&, const auto& column) {
        put_bytes(s,
                  {reinterpret_cast<const std::uint8_t*>(column.data()), column.size() * sizeof(column[0])});
    });
    put_varint(s, causes.size());
    for (const auto& [key, count] : causes) {
        put_zigzag(s, key.minute);
        put_varint(s, key.unit);
        put_u8(s, key.kind);
        put_u8(s, key.state);
        put_u8(s, key.cause);
        put_varint(s, count);
    }
    measures.save(s);
    const auto bytes = as_bytes_of(s);
    return {bytes.begin(), bytes.end()};
}

bool Ledger::load(std::span<const std::byte> bytes) {
    Cursor c(as_u8(bytes));
    const std::size_t beliefs_seen = seen_.size(), points = last_point_.size();
    last_tick = static_cast<std::int64_t>(c.u64());
    men_events = c.u64();
    get_rows(c, unit_minutes);
    get_rows(c, side_minutes);
    get_rows(c, beliefs);
    get_rows(c, tracks);
    get_rows(c, seen_);
    get_rows(c, last_point_);
    const std::size_t n = c.count(world::EventTable::kBytesPerRow);
    events.resize(n);
    events.visit([&c](const base::ColumnInfo&, auto& column) {
        const auto b = c.bytes(column.size() * sizeof(column[0]));
        std::copy(b.begin(), b.end(), reinterpret_cast<std::uint8_t*>(column.data()));
    });
    causes.clear();
    for (std::size_t k = c.count(6); k > 0 && c.ok; --k) {
        CauseKey key;
        key.minute = static_cast<std::int32_t>(c.zigzag());
        key.unit = static_cast<std::uint16_t>(c.varint());
        key.kind = c.u8();
        key.state = c.u8();
        key.cause = c.u8();
        causes[key] = static_cast<std::uint32_t>(c.varint());
    }
    std::span<const std::uint8_t> rest(c.at, c.left());
    return c.ok && seen_.size() == beliefs_seen && last_point_.size() == points && measures.load(rest) &&
           rest.empty();
}

}  // namespace linghe::record
