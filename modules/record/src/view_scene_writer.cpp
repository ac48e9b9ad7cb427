#include "view_scene_writer.hpp"

#include <algorithm>
#include <span>

namespace linghe::record {
namespace {

constexpr std::int32_t kArrowCellMm = 50'000;

std::int32_t cells_of(std::int64_t extent_mm) {
    return static_cast<std::int32_t>(
        std::max<std::int64_t>(1, (extent_mm + kArrowCellMm - 1) / kArrowCellMm));
}

/// Appends the levels of a plane less those before, modulo 256; cells of the view that the field lacks stay as they were.
void put_plane(Stream& s, std::span<const std::int32_t> per_m_millionths, std::span<std::uint8_t> before) {
    const std::size_t from = s.size();
    s.resize(from + before.size());
    for (std::size_t c = 0; c < std::min(per_m_millionths.size(), before.size()); ++c) {
        const std::uint8_t level = smoke_level(per_m_millionths[c]);
        s[from + c] = static_cast<std::uint8_t>(level - before[c]);
        before[c] = level;
    }
}

}  // namespace

WrittenBelief written_belief(const belief::BeliefTable& rows, std::size_t row) noexcept {
    return {rows.subject_kind[row], rows.subject[row],        rows.x_mm[row],     rows.y_mm[row],
            rows.men[row],          rows.confidence_q16[row], rows.alive_q16[row]};
}

bool belief_moved(const WrittenBelief& before, const belief::BeliefTable& rows, std::size_t row) noexcept {
    const std::int64_t dx = static_cast<std::int64_t>(rows.x_mm[row]) - before.x_mm;
    const std::int64_t dy = static_cast<std::int64_t>(rows.y_mm[row]) - before.y_mm;
    if (dx * dx + dy * dy > std::int64_t{100'000} * 100'000) return true;
    const auto apart = [](std::int32_t a, std::int32_t b) { return a > b ? a - b : b - a; };
    if (apart(rows.confidence_q16[row], before.confidence_q16) > 6'553) return true;
    if (apart(rows.alive_q16[row], before.alive_q16) > 6'553) return true;
    const std::int64_t men = rows.men[row], was = before.men;
    if ((men == 0xffffffff) != (was == 0xffffffff)) return true;
    return (men > was ? men - was : was - men) * 5 > std::max<std::int64_t>(men, was);
}

SceneWriter::SceneWriter(const model::Model& model, const sim::State& state, const ViewGrid& smoke)
    : sky_known_(model.sky.known),
      smoke_cells_(static_cast<std::size_t>(smoke.nx) * static_cast<std::size_t>(smoke.ny)),
      x0_mm_(model.ground.x0_mm),
      y0_mm_(model.ground.y0_mm),
      events_(kEventColumns) {
    for (const auto& p : model.persons) named_ = static_cast<std::uint16_t>(named_ + (p.named ? 1 : 0));
    arrow_nx_ = cells_of(static_cast<std::int64_t>(model.ground.nx) * model.ground.cell_mm);
    arrow_ny_ = cells_of(static_cast<std::int64_t>(model.ground.ny) * model.ground.cell_mm);
    for (const auto& p : model.persons) person_man_.push_back(p.man);
    smoke_before_.resize(2 * smoke_cells_);
    dust_before_.resize(smoke_cells_);
    fire_before_.resize(state.world.fire.size());
    unit_before_.resize(state.world.units.size() * kUnitColumns);
    person_before_.resize(state.world.persons.size() * kPersonColumns);
    beliefs_.resize(state.beliefs.rows.size());
}

void SceneWriter::sample(const sim::State& state, std::uint32_t second, bool first) {
    if (first) {
        std::fill(smoke_before_.begin(), smoke_before_.end(), std::uint8_t{0});
        std::fill(dust_before_.begin(), dust_before_.end(), std::uint8_t{0});
        std::fill(fire_before_.begin(), fire_before_.end(), std::uint8_t{0});
        std::fill(unit_before_.begin(), unit_before_.end(), 0);
        std::fill(person_before_.begin(), person_before_.end(), 0);
        std::fill(beliefs_.begin(), beliefs_.end(), WrittenBelief{});
    }
    const auto& clock = state.world.clock;
    put_zigzag(wind_, clock.wind_x_mm_s[0] / 10);
    put_zigzag(wind_, clock.wind_y_mm_s[0] / 10);
    if (second % kViewSceneSeconds == 0) {
        sample_smoke(state.world.smoke);
        sample_dust(state.world.smoke);
        sample_weather(clock);
        sample_fire(state.world.fire);
        sample_units(state);
    }
    sample_persons(state);
    sample_couriers(state.world.couriers);
    sample_errands(state.world.couriers, state.intents.orders);
    sample_arrows(state.world.arrows);
    sample_beliefs(state.beliefs.rows);
}

void SceneWriter::sample_smoke(const world::SmokeTable& smoke) {
    const std::span<std::uint8_t> before(smoke_before_);
    put_plane(smoke_, {smoke.black_um.data(), smoke.size()}, before.first(smoke_cells_));
    put_plane(smoke_, {smoke.white_um.data(), smoke.size()}, before.subspan(smoke_cells_));
}

// Most minutes of most battles have no dust: planes begin to be kept with the first cloud of a chunk.
void SceneWriter::sample_dust(const world::SmokeTable& smoke) {
    const std::span<const std::int32_t> dust(smoke.dust_um.data(), smoke.size());
    if (dust_.empty()) {
        const auto shown = dust.first(std::min(smoke_cells_, dust.size()));
        if (std::none_of(shown.begin(), shown.end(), [](std::int32_t k) { return smoke_level(k) > 0; })) {
            ++clear_samples_;
            return;
        }
        dust_.resize(clear_samples_ * smoke_cells_);
    }
    put_plane(dust_, dust, dust_before_);
}

void SceneWriter::sample_weather(const world::ClockTable& clock) {
    const std::int32_t rain = std::max(0, clock.rain_um_h[0]);
    const std::int64_t light = sky_known_ ? std::int64_t{clock.light_mlx[0]} : -1;
    put_varint(weather_, static_cast<std::uint64_t>(rain));
    put_zigzag(weather_, light);
    weather_told_ = weather_told_ || rain > 0 || light >= 0;
}

void SceneWriter::sample_fire(const world::FireTable& fire) {
    const std::size_t cells = std::min(fire_before_.size(), fire.size());
    if (cells == 0) return;
    std::uint32_t count = 0;
    for (std::size_t c = 0; c < cells; ++c) count += fire.state[c] != fire_before_[c] ? 1u : 0u;
    put_varint(fire_, count);
    std::size_t next = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        if (fire.state[c] == fire_before_[c]) continue;
        put_varint(fire_, c - next);
        put_u8(fire_, fire.state[c]);
        fire_before_[c] = fire.state[c];
        next = c + 1;
    }
}

void SceneWriter::sample_units(const sim::State& state) {
    const auto& u = state.world.units;
    const auto& goals = state.intents.units;
    for (std::size_t k = 0; k < u.size(); ++k) {
        const bool has_goal = k < goals.size();
        const bool collecting = u.collecting[k] != 0 || (has_goal && goals.collecting[k] != 0);
        const int flags = (u.broken[k] != 0 ? 1 : 0) | (u.formed[k] != 0 ? 2 : 0) | (collecting ? 4 : 0);
        const std::int32_t now[kUnitColumns] = {dm_of_mm(u.x_mm[k]),
                                                dm_of_mm(u.y_mm[k]),
                                                static_cast<std::int32_t>(u.in_hand[k]),
                                                static_cast<std::int32_t>(u.fleeing[k]),
                                                static_cast<std::int32_t>(u.fallen[k]),
                                                u.mean_fear_q16[k] >> 8,
                                                heading_of(u.heading[k]),
                                                has_goal ? goals.verb[k] : 0,
                                                flags,
                                                has_goal ? goals.commander[k] : 0xffff};
        for (std::size_t c = 0; c < kUnitColumns; ++c)
            put_delta(units_, unit_before_, k * kUnitColumns + c, now[c]);
    }
}

void SceneWriter::sample_persons(const sim::State& state) {
    const auto& p = state.world.persons;
    const auto& men = state.world.men;
    const auto& will = state.intents.persons;
    for (std::size_t k = 0; k < p.size(); ++k) {
        const std::uint32_t man = k < person_man_.size() ? person_man_[k] : p.man[k];
        const bool there = man < men.size();
        const bool has_will = k < will.size();
        const int flags =
            (p.alive[k] != 0 ? 1 : 0) | (p.drum_on[k] != 0 ? 2 : 0) | (p.banner_up[k] != 0 ? 4 : 0);
        const std::int32_t now[kPersonColumns] = {
            there ? dm_of_mm(men.x_mm[man]) : 0, there ? dm_of_mm(men.y_mm[man]) : 0,
            there ? men.fear_q16[man] >> 8 : 0,  there ? men.shown_q16[man] >> 8 : 0,
            has_will ? will.verb[k] : 0,         flags,
            has_will ? will.person[k] : 0xffff};
        for (std::size_t c = 0; c < kPersonColumns; ++c) {
            put_delta(persons_, person_before_, k * kPersonColumns + c, now[c]);
        }
    }
}

void SceneWriter::sample_couriers(const world::CourierTable& c) {
    put_varint(couriers_, c.size());
    for (std::size_t k = 0; k < c.size(); ++k) {
        put_varint(couriers_, c.id[k]);
        put_varint(couriers_, static_cast<std::uint32_t>(c.order[k] + 1u));
        put_varint(couriers_, static_cast<std::uint16_t>(c.from_person[k] + 1u));
        put_varint(couriers_, static_cast<std::uint16_t>(c.to_person[k] + 1u));
        put_zigzag(couriers_, dm_of_mm(c.x_mm[k]));
        put_zigzag(couriers_, dm_of_mm(c.y_mm[k]));
        put_zigzag(couriers_, dm_of_mm(c.goal_x_mm[k]));
        put_zigzag(couriers_, dm_of_mm(c.goal_y_mm[k]));
        put_u8(couriers_, c.state[k]);
    }
}

// The table of orders is not recorded; the event of an order's giving is, and that is what a viewer can show.
void SceneWriter::sample_errands(const world::CourierTable& c, const intent::OrderTable& orders) {
    for (const std::uint32_t order : c.order) {
        const bool known = order < orders.size();
        const std::uint64_t event = known ? orders.event[order] : 0;
        put_varint(errands_, 2 * event + (known && orders.is_report[order] != 0 ? 1u : 0u));
    }
}

void SceneWriter::sample_arrows(const world::ArrowTable& arrows) {
    arrow_cells_.clear();
    for (std::size_t k = 0; k < arrows.size(); ++k) {
        const std::int32_t cx = std::clamp((arrows.x_mm[k] - x0_mm_) / kArrowCellMm, 0, arrow_nx_ - 1);
        const std::int32_t cy = std::clamp((arrows.y_mm[k] - y0_mm_) / kArrowCellMm, 0, arrow_ny_ - 1);
        arrow_cells_.push_back(static_cast<std::uint32_t>(cy * arrow_nx_ + cx));
    }
    std::sort(arrow_cells_.begin(), arrow_cells_.end());
    std::size_t distinct = 0;
    for (std::size_t k = 0; k < arrow_cells_.size(); ++k) {
        distinct += k == 0 || arrow_cells_[k] != arrow_cells_[k - 1] ? 1u : 0u;
    }
    put_varint(arrows_, distinct);
    std::uint32_t before = 0;
    for (std::size_t k = 0; k < arrow_cells_.size();) {
        std::size_t same = k;
        while (same < arrow_cells_.size() && arrow_cells_[same] == arrow_cells_[k]) ++same;
        put_varint(arrows_, arrow_cells_[k] - before);
        put_varint(arrows_, same - k);
        before = arrow_cells_[k];
        k = same;
    }
}

void SceneWriter::put_belief(Stream& s, const belief::BeliefTable& b, std::size_t row) const {
    put_varint(s, row);
    put_u8(s, b.subject_kind[row]);
    if (b.subject_kind[row] == 0) return;
    put_varint(s, b.owner[row]);
    put_varint(s, b.subject[row]);
    put_zigzag(s, dm_of_mm(b.x_mm[row]));
    put_zigzag(s, dm_of_mm(b.y_mm[row]));
    put_varint(s, b.spread_mm[row] / 100);
    put_varint(s, static_cast<std::uint32_t>(b.men[row] + 1u));
    put_u8(s, static_cast<std::uint8_t>(b.confidence_q16[row] >> 8));
    put_u8(s, static_cast<std::uint8_t>(b.alive_q16[row] >> 8));
    put_zigzag(s, b.tick[row]);
    put_u8(s, b.source[row]);
    put_varint(s, static_cast<std::uint16_t>(b.told_by[row] + 1u));
}

void SceneWriter::sample_beliefs(const belief::BeliefTable& b) {
    Stream changed;
    std::uint32_t count = 0;
    for (std::size_t row = 0; row < std::min(b.size(), beliefs_.size()); ++row) {
        if (b.owner[row] >= named_) continue;
        const WrittenBelief& was = beliefs_[row];
        if (b.subject_kind[row] == 0 && was.kind == 0) continue;
        if (b.subject_kind[row] == was.kind && b.subject[row] == was.subject && !belief_moved(was, b, row))
            continue;
        beliefs_[row] = written_belief(b, row);
        put_belief(changed, b, row);
        ++count;
    }
    put_varint(belief_stream_, count);
    put_bytes(belief_stream_, changed);
}

void SceneWriter::take_events(const world::EventTable& e) {
    for (std::size_t k = 0; k < e.size(); ++k) {
        const auto delta = [](Stream& s, std::int64_t& before, std::int64_t now) {
            put_zigzag(s, now - before);
            before = now;
        };
        delta(events_[0], last_id_, e.id[k]);
        delta(events_[1], last_tick_, e.tick[k]);
        put_u8(events_[2], e.kind[k]);
        put_u8(events_[3], e.subject_kind[k]);
        delta(events_[4], last_subject_, e.subject[k]);
        put_varint(events_[5], static_cast<std::uint32_t>(e.other[k] + 1u));
        delta(events_[6], last_x_, dm_of_mm(e.x_mm[k]));
        delta(events_[7], last_y_, dm_of_mm(e.y_mm[k]));
        put_zigzag(events_[8], e.value[k]);
        const std::uint8_t causes[6] = {e.cause_1[k], e.cause_2[k], e.cause_3[k],
                                        e.share_1[k], e.share_2[k], e.share_3[k]};
        for (std::size_t c = 0; c < 6; ++c) put_u8(events_[9 + c], causes[c]);
        put_zigzag(events_[15], e.parent[k] == 0 ? 0 : static_cast<std::int64_t>(e.id[k]) - e.parent[k]);
    }
    event_count_ += static_cast<std::uint32_t>(e.size());
}

void SceneWriter::take(Stream& chunk) {
    const std::pair<Section, Stream*> parts[] = {
        {Section::wind, &wind_},
        {Section::smoke, &smoke_},
        {Section::units, &units_},
        {Section::persons, &persons_},
        {Section::couriers, &couriers_},
        {Section::arrows, &arrows_},
        {Section::beliefs, &belief_stream_},
    };
    for (const auto& [id, stream] : parts) {
        put_section(chunk, id, *stream);
        stream->clear();
    }
    Stream all;
    put_varint(all, event_count_);
    for (Stream& column : events_) {
        put_block(all, column);
        column.clear();
    }
    put_section(chunk, Section::events, all);
    if (!weather_told_) weather_.clear();
    const std::pair<Section, Stream*> at_need[] = {{Section::fire, &fire_},
                                                   {Section::weather, &weather_},
                                                   {Section::dust, &dust_},
                                                   {Section::errands, &errands_}};
    for (const auto& [id, stream] : at_need) {
        if (!stream->empty()) put_section(chunk, id, *stream);
        stream->clear();
    }
    weather_told_ = false;
    clear_samples_ = 0;
    event_count_ = 0;
    last_id_ = last_tick_ = last_subject_ = last_x_ = last_y_ = 0;
}

void SceneWriter::save(Stream& to) const {
    for (const Stream* s : {&smoke_before_, &dust_before_, &fire_before_, &wind_, &smoke_, &fire_, &units_,
                            &persons_, &couriers_, &arrows_, &belief_stream_, &weather_, &dust_, &errands_}) {
        put_block(to, *s);
    }
    put_u8(to, weather_told_ ? 1 : 0);
    put_varint(to, clear_samples_);
    for (const Stream& s : events_) put_block(to, s);
    put_varint(to, event_count_);
    for (const std::int64_t v : {last_id_, last_tick_, last_subject_, last_x_, last_y_}) put_zigzag(to, v);
    for (const auto* column : {&unit_before_, &person_before_}) {
        put_varint(to, column->size());
        for (const std::int32_t v : *column) put_zigzag(to, v);
    }
    put_varint(to, beliefs_.size());
    for (const WrittenBelief& b : beliefs_) {
        put_u8(to, b.kind);
        if (b.kind == 0) continue;
        put_varint(to, b.subject);
        put_zigzag(to, b.x_mm);
        put_zigzag(to, b.y_mm);
        put_varint(to, b.men);
        put_u16(to, b.confidence_q16);
        put_u16(to, b.alive_q16);
    }
}

bool SceneWriter::load(Cursor& from) {
    const std::size_t smoke = smoke_before_.size(), dust = dust_before_.size(), fire = fire_before_.size();
    for (Stream* s : {&smoke_before_, &dust_before_, &fire_before_, &wind_, &smoke_, &fire_, &units_,
                      &persons_, &couriers_, &arrows_, &belief_stream_, &weather_, &dust_, &errands_}) {
        const auto b = from.block();
        s->assign(b.begin(), b.end());
    }
    weather_told_ = from.u8() != 0;
    clear_samples_ = static_cast<std::uint32_t>(from.varint());
    if (clear_samples_ > kViewChunkSeconds / kViewSceneSeconds) return false;
    for (Stream& s : events_) {
        const auto b = from.block();
        s.assign(b.begin(), b.end());
    }
    event_count_ = static_cast<std::uint32_t>(from.varint());
    for (std::int64_t* v : {&last_id_, &last_tick_, &last_subject_, &last_x_, &last_y_}) *v = from.zigzag();
    for (auto* column : {&unit_before_, &person_before_}) {
        column->resize(from.count());
        for (std::int32_t& v : *column) v = static_cast<std::int32_t>(from.zigzag());
    }
    beliefs_.resize(from.count());
    for (WrittenBelief& b : beliefs_) {
        b = {};
        b.kind = from.u8();
        if (b.kind == 0) continue;
        b.subject = static_cast<std::uint32_t>(from.varint());
        b.x_mm = static_cast<std::int32_t>(from.zigzag());
        b.y_mm = static_cast<std::int32_t>(from.zigzag());
        b.men = static_cast<std::uint32_t>(from.varint());
        b.confidence_q16 = from.u16();
        b.alive_q16 = from.u16();
    }
    return from.ok && smoke_before_.size() == smoke && dust_before_.size() == dust &&
           fire_before_.size() == fire;
}

}  // namespace linghe::record
