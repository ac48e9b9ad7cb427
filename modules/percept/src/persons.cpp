// What a person perceives of himself and about him: the only view mind has of his own body and surroundings.
#include <algorithm>
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/world/events.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

constexpr std::uint8_t kSubjectPerson = 2;
constexpr base::Tick kDrumForgottenTicks =
    600;  // heard again after a minute of silence: worth a line in the record
constexpr int kOctants = 8;

struct Counts {
    float friends = 0, formed = 0, enemies = 0, nearest_m = 1e9F;
    PointF nearest;
};

// Everybody within his sight, by blocks of 50 m.
Counts look_about(const Room& room, std::uint32_t person, float sight_m) noexcept {
    const auto& s = room.s();
    const std::size_t side = room.model.persons[person].side;
    const PointF here{s.person_x_m[person], s.person_y_m[person]};
    const float most = room.p.person_sight_m * room.acuity, range = sight_m < most ? sight_m : most;
    const float extinction = room.extinction(here.x, here.y);
    const float block_m = static_cast<float>(kSectorsPerBlock * world::kSectorMm) * kMmToM;
    const auto reach = static_cast<std::int32_t>(room.p.person_sight_m / block_m) + 1;
    const auto bx = static_cast<std::int32_t>((here.x - room.x0_m) / block_m),
               by = static_cast<std::int32_t>((here.y - room.y0_m) / block_m);
    Counts counts;
    for (std::int32_t y = by - reach; y <= by + reach; ++y) {
        if (y < 0 || y >= room.blocks_y) continue;
        for (std::int32_t x = bx - reach; x <= bx + reach; ++x) {
            if (x < 0 || x >= room.blocks_x) continue;
            for (std::size_t k = 0; k < kSides; ++k) {
                const auto& b = s.blocks[static_cast<std::size_t>(y * room.blocks_x + x) * kSides + k];
                if (b.men == 0.0F) continue;
                const PointF there{b.x_m / b.men, b.y_m / b.men};
                const float d = distance(here, there);
                // His sight is a mean over all directions; whether these can be seen depends on the air
                // between.
                const float depth = 0.5F * d * (extinction + room.extinction(there.x, there.y));
                if (d > range + block_m || depth > room.most_depth) continue;
                if (k == side) {
                    counts.friends += b.men;
                    counts.formed += b.steady;
                } else {
                    counts.enemies += b.men;
                    if (d < counts.nearest_m) {
                        counts.nearest_m = d;
                        counts.nearest = there;
                    }
                }
            }
        }
    }
    return counts;
}

// Enemies outweigh steady friends in most of the eight directions about him.
bool cut_off(const Room& room, std::uint32_t person) noexcept {
    const auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const std::size_t side = room.model.persons[person].side;
    const PointF here{s.person_x_m[person], s.person_y_m[person]};
    float enemies[kOctants] = {}, friends[kOctants] = {};
    const auto reach = static_cast<std::int32_t>(room.p.cut_off_range_m * 1000.0F) / world::kSectorMm;
    const std::int32_t at = sectors.sector_of(static_cast<std::int32_t>(here.x * 1000.0F),
                                              static_cast<std::int32_t>(here.y * 1000.0F));
    const std::int32_t sx = at % sectors.nx, sy = at / sectors.nx;
    for (std::int32_t y = sy - reach; y <= sy + reach; ++y) {
        for (std::int32_t x = sx - reach; x <= sx + reach; ++x) {
            if (x < 0 || y < 0 || x >= sectors.nx || y >= sectors.ny) continue;
            const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(y * sectors.nx + x)];
            if (e < 0 || (x == sx && y == sy)) continue;
            const math::Vec2f to{static_cast<float>(x - sx), static_cast<float>(y - sy)};
            const auto octant = static_cast<std::size_t>(math::turn_add(math::turn_of(to), 4096) >> 13);
            for (std::size_t k = 0; k < kSides; ++k) {
                const auto& c = s.crowds[static_cast<std::size_t>(e) * kSides + k];
                (k == side ? friends : enemies)[octant] += k == side ? c.steady : c.standing;
            }
        }
    }
    float shut = 0;
    for (int o = 0; o < kOctants; ++o)
        shut += enemies[o] >= room.p.cut_off_least_men && enemies[o] > friends[o] ? 1.0F : 0.0F;
    return shut >= room.p.cut_off_octants;
}

bool in_river(const Room& room, std::int32_t x_mm, std::int32_t y_mm) noexcept {
    const auto& g = room.model.ground;
    const auto c = static_cast<std::size_t>(g.cell(x_mm, y_mm));
    const bool wet = c < g.water_mm.size() && g.water_mm[c] > 0;
    return wet || (c < g.cover.size() && g.cover[c] == static_cast<std::uint8_t>(ground::Cover::water));
}

// Men of his own unit whom he has before his eyes: all when he is among them, none when he has ridden away.
float share_in_view(const Room& room, std::uint32_t person, std::size_t unit, float sight_m) noexcept {
    const auto& units = room.world.units;
    const PointF here{room.s().person_x_m[person], room.s().person_y_m[person]};
    const float d = distance(
        here, {static_cast<float>(units.x_mm[unit]) * kMmToM, static_cast<float>(units.y_mm[unit]) * kMmToM});
    const float most = room.p.recognise_person_m * room.acuity, range = sight_m < most ? sight_m : most;
    return d <= range ? 1.0F : range / d * (range / d);
}

void notice_drum(Room& room, std::uint32_t person, std::uint32_t row, const world::PerceptView& v) {
    auto& self = room.beliefs.self;
    const auto& men = room.world.men;
    if (men.drum_tick[row] != static_cast<std::int32_t>(room.now) || v.drum_person == kNoPerson) return;
    const std::int32_t before = self.drum_tick[person];
    self.drum_tick[person] = men.drum_tick[row];
    self.drum_owner[person] = v.drum_person;
    self.drum_bearing[person] = men.drum_bearing[row];
    self.drum_range_m[person] = men.drum_range_m[row];
    if (v.drum_person == person) return;  // his own
    if (before < 0 || room.now - before > kDrumForgottenTicks) {
        world::Event event;
        event.kind = world::EventKind::drum_heard;
        event.subject_kind = kSubjectPerson;
        event.subject = person;
        event.other = v.drum_person;
        event.x_mm = men.x_mm[row];
        event.y_mm = men.y_mm[row];
        event.value = static_cast<std::int32_t>(math::radians_of(men.drum_bearing[row]) * 180.0 / math::kPi);
        event.cause_1 = world::Cause::drum;
        event.share_1 = 255;
        event.parent = room.world.persons.last_event[v.drum_person];
        world::write_event(room.world.events, room.world.clock, event);
    }
    const std::uint32_t luck = room.model.men.luck[row];
    if (before >= 0 && attention(room, luck, before) == attention(room, luck, room.now))
        return;  // the same evidence
    // The beat is known for whose it is; the place comes from bearing and loudness, with the spread of both.
    const auto& p = room.p;
    const float range = men.drum_range_m[row];
    const float sd =
        bearing_sd_deg(p, static_cast<float>(men.drum_snr_db[row])) * static_cast<float>(math::kPi / 180.0);
    const math::Vec2f to = math::unit_of(men.drum_bearing[row]);
    belief::News news;
    news.kind = belief::Subject::person;
    news.subject = v.drum_person;
    news.x_mm = men.x_mm[row] + math::round_to<std::int32_t>(range * to.x * 1000.0F);
    news.y_mm = men.y_mm[row] + math::round_to<std::int32_t>(range * to.y * 1000.0F);
    news.spread_mm = math::round_to<std::uint32_t>(
        range * std::sqrt(0.5F * (sd * sd + p.range_ln_sd * p.range_ln_sd)) * 1000.0F);
    news.likelihood = p.drum_likelihood;
    news.tick = room.now;
    news.source = belief::Source::ears;
    take(room, person, news, world::Cause::drum);
}

// A chief is no chief to himself: the nearest other one of his side counts.
void see_other_chiefs(const Room& room, std::uint32_t person, std::uint32_t row) noexcept {
    auto& men = room.world.men;
    float best = 0, calm = 0;
    for (const auto& chief : room.s().chiefs) {
        if (chief.side != room.model.persons[person].side || chief.person == person) continue;
        const PointF here{room.s().person_x_m[person], room.s().person_y_m[person]};
        const float d = distance(here, {chief.x_m, chief.y_m});
        const float near = det::exp(-d * (1.0F / room.p.chief_distance_m + room.extinction(here.x, here.y)));
        if (near <= best) continue;
        best = near;
        calm = 1.0F - chief.shown;
    }
    men.chief_near_q8[row] = to_q8(best);
    men.chief_calm_q8[row] = to_q8(calm);
}

void fill_self(Room& room, std::uint32_t person) {
    auto& self = room.beliefs.self;
    auto& world = room.world;
    const auto& men = world.men;
    const std::uint32_t row = world.persons.man[person];
    self.alive[person] = world.persons.alive[person];
    room.s().person_voice_m[person] = 0;
    if (self.alive[person] == 0) return;
    self.x_mm[person] = men.x_mm[row];
    self.y_mm[person] = men.y_mm[row];
    const math::Vec2i going{men.vx_mm_s[row], men.vy_mm_s[row]};
    self.heading[person] = math::turn_of(going, men.facing[row]);
    self.fear_q16[person] = men.fear_q16[row];
    self.morale[person] = men.morale[row];
    self.in_water[person] = in_river(room, men.x_mm[row], men.y_mm[row]) ? 1 : 0;
    const std::int32_t entry =
        world.sectors
            .entry_of[static_cast<std::size_t>(world.sectors.sector_of(men.x_mm[row], men.y_mm[row]))];
    const std::uint8_t side = room.model.persons[person].side;
    if (entry < 0 || side >= kSides) return;
    const auto& place = room.s().places[static_cast<std::size_t>(entry)];
    const auto& v = room.s().views[static_cast<std::size_t>(entry) * kSides + side];
    self.sight_m[person] = men.sight_m[row];
    self.battle_noise_db[person] = math::round_to<std::uint8_t>(place.noise_voice_db);
    // As far as a shout is still understood in this noise.
    const float spare_db = room.p.voice_at_1m_db - place.noise_voice_db - room.p.voice_snr_db;
    const float reach = det::exp2(spare_db * (1.0F / 6.0206F));
    room.s().person_voice_m[person] = reach < room.p.voice_most_m ? reach : room.p.voice_most_m;
    const Counts seen = look_about(room, person, place.sight_m);
    const float others = seen.friends > 1.0F ? seen.friends - 1.0F : 0.0F;
    self.friends[person] = counted(room, person, others, 0, 1.0F);
    self.friends_formed[person] = counted(room, person, seen.formed < others ? seen.formed : others, 0, 1.0F);
    self.enemies[person] = counted(room, person, seen.enemies, 1, 1.0F);
    if (men.enemy_range_m[row] != world::kFar && v.enemy_known != 0) {
        self.enemy_range_m[person] = men.enemy_range_m[row];
        self.enemy_bearing[person] = men.enemy_bearing[row];
    } else if (seen.nearest_m < 1e8F) {
        self.enemy_range_m[person] = math::round_to<std::uint32_t>(seen.nearest_m);
        self.enemy_bearing[person] = math::turn_of(math::Vec2f{seen.nearest.x - room.s().person_x_m[person],
                                                               seen.nearest.y - room.s().person_y_m[person]});
    } else {
        self.enemy_range_m[person] = world::kFar;
    }
    self.cut_off[person] = v.enemy_known != 0 && cut_off(room, person) ? 1 : 0;
    const std::size_t unit = men.unit[row];
    if (unit < world.units.size()) {
        const float share = share_in_view(room, person, unit, place.sight_m);
        self.in_hand[person] =
            math::round_to<std::uint32_t>(static_cast<float>(world.units.in_hand[unit]) * share);
        self.fleeing[person] =
            math::round_to<std::uint32_t>(static_cast<float>(world.units.fleeing[unit]) * share);
        count_own_losses(room, person, static_cast<std::uint32_t>(unit), share >= 1.0F);
    } else {
        self.in_hand[person] = self.fleeing[person] = 0;
    }
    notice_drum(room, person, row, v);
    if (room.model.persons[person].named && room.model.persons[person].commands.valid())
        see_other_chiefs(room, person, row);
}

}  // namespace

std::uint32_t counted(const Room& room, std::uint32_t owner, float truth, std::uint16_t salt,
                      float sd_factor) noexcept {
    if (!(truth > 0)) return 0;
    const auto period =
        static_cast<base::Tick>(room.p.count_period_s * static_cast<float>(base::kTicksPerSecond));
    const base::Tick spell = period > 0 ? room.now / period : 0;
    const math::Rng rng{room.model.seed};
    const std::uint32_t luck = room.model.men.luck[room.model.persons[owner].man];
    const float error =
        room.p.count_ln_sd * sd_factor * rng.normal(luck, spell, math::Purpose::report_error, salt);
    return math::round_to<std::uint32_t>(truth * det::exp(error));
}

bool take(Room& room, std::uint32_t owner, const belief::News& news, world::Cause cause) {
    const auto& persons = room.model.persons;
    const bool told = persons[owner].named && news.kind == belief::Subject::person &&
                      news.subject < persons.size() && persons[news.subject].named;
    const std::int64_t before = told ? room.beliefs.find(owner, news.kind, news.subject) : -1;
    math::Vec2i was{};
    if (before >= 0)
        was = {room.beliefs.rows.x_mm[static_cast<std::size_t>(before)],
               room.beliefs.rows.y_mm[static_cast<std::size_t>(before)]};
    const bool moved = belief::take_in(room.beliefs, owner, news);
    if (!moved || !told) return moved;
    const auto after = static_cast<std::size_t>(room.beliefs.find(owner, news.kind, news.subject));
    const math::Vec2i is{room.beliefs.rows.x_mm[after], room.beliefs.rows.y_mm[after]};
    world::Event event;
    event.kind = world::EventKind::belief_changes;
    event.subject_kind = kSubjectPerson;
    event.subject = owner;
    event.other = news.subject;
    event.x_mm = is.x;
    event.y_mm = is.y;
    event.value = before < 0 ? 0 : math::round_to<std::int32_t>(math::length(is - was) * 0.001);
    event.cause_1 = cause;
    event.share_1 = 255;
    world::write_event(room.world.events, room.world.clock, event);
    return moved;
}

void fill_selves(Room& room) {
    room.s().person_voice_m.resize(room.model.persons.size());
    for (std::uint32_t person = 0; person < room.model.persons.size(); ++person) fill_self(room, person);
}

}  // namespace linghe::percept
