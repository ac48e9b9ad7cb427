#include "linghe/draw/course.hpp"

#include <algorithm>
#include <cmath>

#include "bank.hpp"
#include "linghe/belief/beliefs.hpp"
#include "linghe/world/states.hpp"
#include "story.hpp"
#include "words.hpp"

namespace linghe::draw {

using record::Frame;
using record::kNoRow;
using record::ViewHeader;

namespace {

[[nodiscard]] ArmSign sign_of(std::uint8_t arm) noexcept {
    return arm <= 1 ? ArmSign::horse : arm == 5 ? ArmSign::guns : arm == 6 ? ArmSign::wagons : ArmSign::foot;
}

void find_chief(const ViewHeader& h, Course& c) {
    for (std::uint32_t p = 0; p < h.persons.size(); ++p) {
        if (h.persons[p].great_banner && c.chief == kNoRow) c.chief = p;
    }
    for (std::uint32_t p = 0; p < h.persons.size() && c.chief == kNoRow; ++p) {
        if (h.persons[p].side == 0 && h.persons[p].superior == kNoRow) c.chief = p;
    }
    if (c.chief != kNoRow) c.host = h.persons[c.chief].side;
    for (std::uint32_t p = 0; p < h.persons.size(); ++p) {
        if (h.persons[p].named) c.named.push_back(p);
    }
}

void find_bodies(const ViewHeader& h, Course& c) {
    std::vector<std::uint32_t> of_force(h.forces.size(), kNoRow);
    c.body_of_unit.assign(h.units.size(), kNoRow);
    std::vector<std::uint32_t> largest;
    for (std::uint32_t u = 0; u < h.units.size(); ++u) {
        const record::ViewUnit& unit = h.units[u];
        if (unit.force >= h.forces.size()) continue;
        std::uint32_t& b = of_force[unit.force];
        if (b == kNoRow) {
            b = static_cast<std::uint32_t>(c.bodies.size());
            const record::ViewForce& force = h.forces[unit.force];
            BodyInfo info;
            info.key = force.id;
            info.force_name = force.name;
            info.force = unit.force;
            info.side = unit.side;
            const bool led = force.commander < h.persons.size() && h.persons[force.commander].named;
            info.commander = led ? force.commander : kNoRow;
            info.name = led ? h.persons[force.commander].name : force.name;
            info.rank = (unit.side == c.host ? 0 : 20) +
                        (led ? (force.commander == c.chief ? 0 : 2 + static_cast<std::int32_t>(b))
                             : 12 + static_cast<std::int32_t>(b));
            c.bodies.push_back(info);
            largest.push_back(0);
        }
        c.body_of_unit[u] = b;
        c.bodies[b].men += unit.men;
        if (unit.men > largest[b]) {  // the body bears the colours and the sign of its largest unit
            largest[b] = unit.men;
            c.bodies[b].colours = unit.colours;
            c.bodies[b].arm =
                unit.troop < h.troops.size() ? sign_of(h.troops[unit.troop].arm) : ArmSign::horse;
        }
    }
}

/// The named commander to whom a unit answers now.
[[nodiscard]] std::uint32_t named_above(const ViewHeader& h, std::uint32_t person) noexcept {
    for (int steps = 0; person < h.persons.size() && steps < 8; ++steps) {
        if (h.persons[person].named) return person;
        person = h.persons[person].superior;
    }
    return kNoRow;
}

struct Sums {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    void add(double px, double py) noexcept {
        n += 1, x += px, y += py, xx += px * px, yy += py * py, xy += px * py;
    }
};

void spread_of(const Sums& s, BodyState& b) noexcept {
    if (s.n < 1) return;
    const double mx = s.x / s.n, my = s.y / s.n, vx = std::max(1.0, s.xx / s.n - mx * mx),
                 vy = std::max(1.0, s.yy / s.n - my * my), vxy = s.xy / s.n - mx * my;
    const double mean = (vx + vy) / 2, root = std::sqrt((vx - vy) * (vx - vy) / 4 + vxy * vxy);
    b.x_m = static_cast<float>(mx);
    b.y_m = static_cast<float>(my);
    b.half_length_m = static_cast<float>(1.73 * std::sqrt(mean + root));
    b.half_depth_m = static_cast<float>(1.73 * std::sqrt(std::max(1.0, mean - root)));
    b.turn_rad = static_cast<float>(0.5 * std::atan2(2 * vxy, vx - vy));
}

/// Men of each body: in hand by whom they obey now, the rest by where they were mustered.
void count_bodies(const ViewHeader& h, const Frame& f, const Course& c, Moment& m) {
    std::vector<std::uint32_t> body_now(h.units.size(), kNoRow), body_of_person(h.persons.size(), kNoRow);
    for (std::uint32_t b = 0; b < c.bodies.size(); ++b) {
        if (c.bodies[b].commander != kNoRow) body_of_person[c.bodies[b].commander] = b;
    }
    for (std::uint32_t u = 0; u < h.units.size(); ++u) {
        body_now[u] = c.body_of_unit[u];
        if (u >= f.units.size()) continue;
        const std::uint32_t who =
            named_above(h, f.units[u].commander == 0xffff ? kNoRow : f.units[u].commander);
        if (who != kNoRow && body_of_person[who] != kNoRow) body_now[u] = body_of_person[who];
    }
    m.bodies.assign(c.bodies.size(), {});
    std::vector<Sums> hand(c.bodies.size()), all(c.bodies.size());
    const std::size_t men = std::min(f.x_m.size(), h.men.home_unit.size());
    for (std::size_t i = 0; i < men; ++i) {
        const std::uint32_t home =
            h.men.home_unit[i] < c.body_of_unit.size() ? c.body_of_unit[h.men.home_unit[i]] : kNoRow;
        if (home == kNoRow) continue;
        BodyState& own = m.bodies[home];
        if (f.status[i] != 0) {
            ++(f.status[i] == static_cast<std::uint8_t>(world::Status::left_field) ? own.own_left
                                                                                   : own.own_out);
            continue;
        }
        ++own.own_active;
        all[home].add(static_cast<double>(f.x_m[i]), static_cast<double>(f.y_m[i]));
        if (f.morale[i] == static_cast<std::uint8_t>(world::Morale::routing)) ++own.own_fleeing;
        if (world::in_ranks(f.morale[i])) ++own.own_ranks;
        if (!world::in_ranks(f.morale[i]) || f.unit[i] >= body_now.size() || body_now[f.unit[i]] == kNoRow)
            continue;
        const std::uint32_t now = body_now[f.unit[i]];
        ++m.bodies[now].in_hand;
        hand[now].add(static_cast<double>(f.x_m[i]), static_cast<double>(f.y_m[i]));
    }
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        // A handful in hand does not say where a body is; then all its men do.
        spread_of(hand[b].n * 4 >= all[b].n && hand[b].n >= 1 ? hand[b] : all[b], m.bodies[b]);
        const std::uint32_t who = c.bodies[b].commander;  // a led body is where its leader is
        if (who < f.persons.size() && f.persons[who].alive)
            m.bodies[b].x_m = f.persons[who].x_m, m.bodies[b].y_m = f.persons[who].y_m;
    }
}

void count_host(const ViewHeader& h, const Frame& f, const Course& c, const Bank& bank, Moment& m) {
    m.sides.assign(h.sides.size(), {});
    float bx = 0, by = 0;
    const bool chief = c.chief < f.persons.size();
    if (chief) bx = f.persons[c.chief].x_m, by = f.persons[c.chief].y_m;
    const int home = chief ? bank.at(bx, by) : 0;
    m.on_bank = bank.any() && home != 0;
    const std::size_t men = std::min(f.x_m.size(), h.men.home_unit.size());
    static constexpr std::array<std::size_t, 8> kPart{0, 1, 2, 3,
                                                      4, 5, 5, 0};  // resigned and surrendered are out
    for (std::size_t i = 0; i < men; ++i) {
        if (h.men.side[i] >= m.sides.size()) continue;
        SideState& s = m.sides[h.men.side[i]];
        switch (static_cast<world::Status>(f.status[i])) {
            case world::Status::fit: ++s.fit; break;
            case world::Status::disabled: ++s.disabled; break;
            case world::Status::dead: ++s.dead; break;
            case world::Status::captured: ++s.captured; break;
            case world::Status::drowned: ++s.drowned; break;
            case world::Status::left_field: ++s.left; break;
            case world::Status::burnt: ++s.burnt; break;
        }
        if (h.men.side[i] != c.host) continue;
        const bool fit = f.status[i] == 0,
                   flees = f.morale[i] == static_cast<std::uint8_t>(world::Morale::routing);
        ++m.resolve[fit ? kPart[f.morale[i] & 7u] : kResolveParts - 1];
        if (!fit) continue;
        if (!m.on_bank || bank.at(f.x_m[i], f.y_m[i]) == home) {
            ++m.bank_active;
            if (world::in_ranks(f.morale[i]) && f.unit[i] != world::kNoUnit) ++m.bank_in_hand;
            if (flees) ++m.bank_fleeing;
        }
        const float dx = f.x_m[i] - bx, dy = f.y_m[i] - by;
        if (chief && !flees && dx * dx + dy * dy < kNearBannerM * kNearBannerM) ++m.near_banner;
    }
}

[[nodiscard]] float sight_at(const ViewHeader& h, const Frame& f, float x_m, float y_m) noexcept {
    const record::ViewGrid& g = h.smoke;
    if (g.nx <= 0 || g.ny <= 0 || !(g.cell_m > 0)) return 2000;
    const auto i = static_cast<std::int32_t>((x_m - g.x0_m) / g.cell_m),
               j = static_cast<std::int32_t>((y_m - g.y0_m) / g.cell_m);
    if (i < 0 || j < 0 || i >= g.nx || j >= g.ny) return 2000;
    const std::size_t q =
        static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(i);
    float k = 0;
    if (q < f.smoke_black.size()) k += record::smoke_per_m(f.smoke_black[q]);
    if (q < f.smoke_white.size()) k += record::smoke_per_m(f.smoke_white[q]);
    return k > 0.0015F ? 3 / k : 2000;
}

void look_at_smoke(const ViewHeader& h, const Frame& f, const Course& c, Moment& m) {
    m.wind_m_s = std::hypot(f.wind_x_m_s, f.wind_y_m_s);
    m.sight_m = m.thick_sight_m = 2000;
    if (c.chief >= f.persons.size()) return;
    const float x = f.persons[c.chief].x_m, y = f.persons[c.chief].y_m;
    m.sight_m = sight_at(h, f, x, y);
    for (float dy = -700; dy <= 700;
         dy += 70) {  // the thickest within sight of the story, where a label may stand
        for (float dx = -1300; dx <= 1300; dx += 70) {
            if (std::fabs(dx) < 350 && std::fabs(dy) < 260) continue;
            const float s = sight_at(h, f, x + dx, y + dy);
            if (s < m.thick_sight_m) m.thick_sight_m = s, m.thick_x_m = x + dx, m.thick_y_m = y + dy;
        }
    }
}

void note_what_there_is(const Frame& f, Sheet::Has& has) {
    const auto any = [](const auto& list, const auto& is) {
        return std::any_of(list.begin(), list.end(), is);
    };
    has.couriers = has.couriers || !f.couriers.empty();
    has.drum = has.drum || any(f.persons, [](const record::ViewPersonRow& p) { return p.drum_on; });
    has.fallen = has.fallen || any(f.status, [](std::uint8_t s) { return s == 1 || s == 2 || s == 4; });
    const auto thick = [](std::uint8_t level) { return level > 1; };
    has.smoke = has.smoke || any(f.smoke_black, thick) || any(f.smoke_white, thick);
}

void look_at_persons(const ViewHeader& h, const Frame& f, const Course& c, Moment& m) {
    m.persons.assign(c.named.size(), {});
    for (std::size_t k = 0; k < c.named.size(); ++k) {
        const std::uint32_t p = c.named[k];
        if (p >= f.persons.size()) continue;
        m.persons[k] = {f.persons[p].x_m,
                        f.persons[p].y_m,
                        f.persons[p].felt_fear,
                        f.persons[p].shown_fear,
                        f.persons[p].alive,
                        -1,
                        -1};
    }
    double sum = 0;
    int n = 0;
    for (const record::ViewBelief& b : f.beliefs) {
        if (b.subject_kind != static_cast<std::uint8_t>(belief::Subject::person) ||
            b.subject >= f.persons.size() || b.owner >= h.persons.size())
            continue;
        const float off = std::hypot(b.x_m - f.persons[b.subject].x_m, b.y_m - f.persons[b.subject].y_m);
        if (b.subject == c.chief) {
            for (std::size_t k = 0; k < c.named.size(); ++k) {
                if (c.named[k] == b.owner) m.persons[k].believed_off_m = off;
            }
        }
        if (b.owner == c.chief && h.persons[b.subject].named && h.persons[b.subject].side == c.host)
            sum += static_cast<double>(off), ++n;
    }
    for (std::size_t k = 0; k < c.named.size(); ++k) {
        if (c.named[k] == c.chief && n > 0) m.persons[k].sought_off_m = static_cast<float>(sum / n);
    }
}

}  // namespace

const Moment& Course::at(float second) const noexcept {
    static const Moment kNone;
    if (moments.empty()) return kNone;
    const auto k = static_cast<std::size_t>(std::max(0.0F, second / kCourseStepS));
    return moments[std::min(k, moments.size() - 1)];
}

base::Result<Course> read_course(record::ViewReader& reader) {
    const ViewHeader& h = reader.header();
    if (reader.seconds() == 0) {
        return base::Error{base::ErrorCode::invalid, "view file", "holds no whole second of battle",
                           "run the battle a little longer"};
    }
    Course c;
    find_chief(h, c);
    find_bodies(h, c);
    const Bank bank(h.map);
    c.has_bank = bank.any();
    for (std::uint32_t s = 0; s < reader.seconds(); s += static_cast<std::uint32_t>(kCourseStepS)) {
        LINGHE_TRY(const Frame* frame, reader.at(s));
        Moment m;
        m.at_s = static_cast<float>(s);
        note_what_there_is(*frame, c.has);
        count_host(h, *frame, c, bank, m);
        count_bodies(h, *frame, c, m);
        look_at_smoke(h, *frame, c, m);
        look_at_persons(h, *frame, c, m);
        c.moments.push_back(std::move(m));
    }
    LINGHE_CHECK_OK(read_story(reader, c));
    return c;
}

}  // namespace linghe::draw
