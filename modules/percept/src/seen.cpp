// What persons see of other persons, of bodies and of the enemy, and what it tells them when a place is
// empty. Model: sight through smoke with Johnson's ranges; beliefs by the laws of belief (laws.hpp).
#include <array>
#include <cmath>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/percept/optics.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using belief::News;
using belief::Source;
using belief::Subject;
using world::Cause;

constexpr std::uint8_t kSubjectPerson = 2;
constexpr base::Tick kSlowLookTicks = 5;      // seconds between two looks at bodies, masses and empty places
constexpr base::Tick kMeetsAnewTicks = 1200;  // seen again after two minutes: a meeting worth a line
constexpr float kMeetM = 30.0F;
constexpr std::int32_t kAreaMm = 500'000;  // side of the squares by which enemy areas are numbered
constexpr std::size_t kMostAreas = 64;

struct Eye {
    std::uint32_t person = 0;
    PointF at;
    std::uint8_t side = 0;
    bool named = false;
};

bool sees(const Room& room, const Eye& eye, PointF there) noexcept {
    return optical_depth(room, eye.at, there) <= room.most_depth &&
           !hidden_by_ground(room, eye.at, room.p.eye_height_m, there, room.p.eye_height_m);
}

// How far off a person is told: by figure and dress, or by the device of a banner beside him.
float person_range(const Room& room, std::uint32_t who) noexcept {
    const auto& person = room.model.persons[who];
    float range = room.p.recognise_person_m * room.acuity;
    if (person.banner_side_m > 0 && room.world.persons.banner_up[who] != 0) {
        const auto by_banner = static_cast<float>(
            angular_range_m(static_cast<double>(person.banner_side_m * room.acuity),
                            static_cast<double>(room.p.recognise_cycles * room.p.eye_cycle_arcmin)));
        if (by_banner > range) range = by_banner;
    }
    return range;
}

News news_of(const Room& room, const Eye& eye, Subject kind, std::uint32_t subject, PointF there,
             float likelihood) noexcept {
    News news;
    news.kind = kind;
    news.subject = subject;
    news.x_mm = math::round_to<std::int32_t>(there.x * 1000.0F);
    news.y_mm = math::round_to<std::int32_t>(there.y * 1000.0F);
    news.spread_mm = math::round_to<std::uint32_t>(
        (room.p.eyes_spread_m + room.p.eyes_spread_share * distance(eye.at, there)) * 1000.0F);
    news.likelihood = likelihood;
    news.tick = room.now;
    news.source = Source::eyes;
    return news;
}

void note_meeting(Room& room, const Eye& eye, std::uint32_t other) {
    if (other < eye.person) return;  // told once, by the first of the two
    const std::int64_t row = room.beliefs.find(eye.person, Subject::person, other);
    const bool lately =
        row >= 0 &&
        room.beliefs.rows.source[static_cast<std::size_t>(row)] == static_cast<std::uint8_t>(Source::eyes) &&
        room.now - room.beliefs.rows.tick[static_cast<std::size_t>(row)] < kMeetsAnewTicks;
    if (lately) return;
    world::Event event;
    event.kind = world::EventKind::meets;
    event.subject_kind = kSubjectPerson;
    event.subject = eye.person;
    event.other = other;
    event.x_mm = math::round_to<std::int32_t>(eye.at.x * 1000.0F);
    event.y_mm = math::round_to<std::int32_t>(eye.at.y * 1000.0F);
    event.cause_1 = Cause::sight;
    event.share_1 = 255;
    world::write_event(room.world.events, room.world.clock, event);
}

void see_persons(Room& room, const Eye& eye) {
    const auto& persons = room.model.persons;
    const std::uint32_t superior = persons[eye.person].superior.v;
    for (std::uint32_t j = 0; j < persons.size(); ++j) {
        if (j == eye.person || persons[j].side != eye.side) continue;
        if (!eye.named && !persons[j].named && j != superior)
            continue;  // a captain looks out for his betters
        const PointF there{room.s().person_x_m[j], room.s().person_y_m[j]};
        const float d = distance(eye.at, there);
        if (d > person_range(room, j) || !sees(room, eye, there)) continue;
        if (room.world.persons.alive[j] == 0) {
            if (d > kMeetM) continue;  // a man on the ground is known only from close by
            News news = news_of(room, eye, Subject::person, j, there, room.p.eyes_likelihood);
            news.gone = true;
            take(room, eye.person, news, Cause::sight);
            continue;
        }
        if (eye.named && persons[j].named && d <= kMeetM) note_meeting(room, eye, j);
        News news = news_of(room, eye, Subject::person, j, there, room.p.eyes_likelihood);
        news.men = counted(room, eye.person, static_cast<float>(room.s().followers[j]), 2, 1.0F);
        take(room, eye.person, news, Cause::sight);
    }
}

/// More of it run than stand.
bool seen_to_run(const Room& room, std::uint32_t unit) noexcept {
    return room.world.units.fleeing[unit] > room.world.units.in_hand[unit];
}
/// What everybody sees a body be about: it runs, or does what it has been set on.
std::uint8_t seen_doing(const Room& room, std::uint32_t unit) noexcept {
    return seen_to_run(room, unit) ? static_cast<std::uint8_t>(model::Verb::withdraw)
                                   : room.intents.units.verb[unit];
}
/// The men who are about that: of a body that runs also those who run, or a rout would seem to be its few who stand.
float seen_men(const Room& room, std::uint32_t unit) noexcept {
    const auto& units = room.world.units;
    return static_cast<float>(units.in_hand[unit]) +
           (seen_to_run(room, unit) ? static_cast<float>(units.fleeing[unit]) : 0.0F);
}

void see_units(Room& room, const Eye& eye) {
    const auto& units = room.world.units;
    const float range = (eye.named ? room.p.recognise_unit_m : room.p.recognise_person_m) * room.acuity;
    for (std::uint32_t u = 0; u < units.size(); ++u) {
        if (room.model.units[u].side != eye.side || units.in_hand[u] == 0) continue;
        const PointF there{static_cast<float>(units.x_mm[u]) * kMmToM,
                           static_cast<float>(units.y_mm[u]) * kMmToM};
        if (distance(eye.at, there) > range || !sees(room, eye, there)) continue;
        News news = news_of(room, eye, Subject::unit, u, there, room.p.eyes_likelihood);
        news.men = counted(room, eye.person, seen_men(room, u), 3, 1.0F);
        news.doing = seen_doing(room, u);
        take(room, eye.person, news, Cause::sight);
        count_losses_of(room, eye.person, u);
    }
}

struct Area {
    std::uint32_t number = 0;
    float men = 0, x_m = 0, y_m = 0;
};

// Enemies as masses in squares of 500 m: near ones by figure, far ones by dust and glitter.
void see_masses(Room& room, const Eye& eye) {
    const auto& s = room.s();
    const auto& g = room.model.ground;
    const float range = (eye.named ? room.p.mass_seen_m : room.p.person_sight_m) * room.acuity;
    const auto across = static_cast<std::uint32_t>((std::int64_t{g.nx} * g.cell_mm + kAreaMm - 1) / kAreaMm);
    std::array<Area, kMostAreas> areas{};
    std::size_t n = 0;
    for (const std::uint32_t q : s.squares_used) {
        for (std::size_t k = 0; k < kSides; ++k) {
            const auto& square = s.squares[q * kSides + k];
            if (k == eye.side || square.men == 0.0F) continue;
            const PointF there{square.x_m / square.men, square.y_m / square.men};
            if (distance(eye.at, there) > range || !sees(room, eye, there)) continue;
            const auto ax =
                static_cast<std::uint32_t>((there.x - room.x0_m) * 1000.0F / static_cast<float>(kAreaMm));
            const auto ay =
                static_cast<std::uint32_t>((there.y - room.y0_m) * 1000.0F / static_cast<float>(kAreaMm));
            const std::uint32_t number = ay * across + ax;
            std::size_t a = 0;
            while (a < n && areas[a].number != number) ++a;
            if (a == kMostAreas) continue;
            if (a == n) areas[n++].number = number;
            areas[a].men += square.men;
            areas[a].x_m += there.x * square.men;
            areas[a].y_m += there.y * square.men;
        }
    }
    for (std::size_t a = 0; a < n; ++a) {
        const PointF there{areas[a].x_m / areas[a].men, areas[a].y_m / areas[a].men};
        const bool far = distance(eye.at, there) > room.p.person_sight_m * room.acuity;
        News news = news_of(room, eye, Subject::enemy_area, areas[a].number, there,
                            far ? room.p.mass_likelihood : room.p.eyes_likelihood);
        news.men = counted(room, eye.person, areas[a].men,
                           static_cast<std::uint16_t>(16 + areas[a].number % 1024), far ? 2.0F : 1.0F);
        take(room, eye.person, news, Cause::sight);
    }
}

// He looks where he thinks somebody is and finds the place empty: evidence against it, the more the better he
// sees it.
void miss_the_absent(Room& room, const Eye& eye) {
    const auto& rows = room.beliefs.rows;
    const float seconds = static_cast<float>(kSlowLookTicks);
    for (std::uint32_t r = room.beliefs.first[eye.person]; r < room.beliefs.first[eye.person + 1]; ++r) {
        const auto kind = static_cast<Subject>(rows.subject_kind[r]);
        if (kind == Subject::none || rows.confidence_q16[r] == 0) continue;
        if (room.now - rows.tick[r] <= kSlowLookTicks * base::kTicksPerSecond + base::kTicksPerSecond)
            continue;  // just seen
        const PointF there{static_cast<float>(rows.x_mm[r]) * kMmToM,
                           static_cast<float>(rows.y_mm[r]) * kMmToM};
        float range = room.p.recognise_person_m * room.acuity;
        if (kind == Subject::person && rows.subject[r] < room.model.persons.size())
            range = person_range(room, rows.subject[r]);
        if (kind == Subject::unit && eye.named) range = room.p.recognise_unit_m * room.acuity;
        if (kind == Subject::enemy_area) range = room.p.person_sight_m * room.acuity;
        if (distance(eye.at, there) > range) continue;
        const float depth = optical_depth(room, eye.at, there);
        if (depth > room.most_depth) continue;
        const float spread = static_cast<float>(rows.spread_mm[r]) * kMmToM;
        const float covered = spread > range ? range / spread * (range / spread) : 1.0F;
        News news;
        news.kind = kind;
        news.subject = rows.subject[r];
        news.likelihood = det::exp(-room.p.absence_per_min * seconds / 60.0F * covered * det::exp(-depth));
        news.tick = rows.tick[r];
        news.source = Source::absence;
        take(room, eye.person, news, Cause::belief);
    }
}

}  // namespace

void see_and_believe(Room& room) {
    const auto& persons = room.model.persons;
    const base::Tick second = room.now / base::kTicksPerSecond;
    for (std::uint32_t i = 0; i < persons.size(); ++i) {
        if (room.beliefs.self.alive[i] == 0 || persons[i].side >= kSides) continue;
        const Eye eye{i, {room.s().person_x_m[i], room.s().person_y_m[i]}, persons[i].side, persons[i].named};
        see_persons(room, eye);
        if ((second + i) % kSlowLookTicks != 0) continue;
        see_units(room, eye);
        see_masses(room, eye);
        miss_the_absent(room, eye);
        if (eye.named) hear_fugitives(room, i);
    }
}

}  // namespace linghe::percept
