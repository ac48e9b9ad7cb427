// What units do, gathered into few sentences.
#include <doctest/doctest.h>

#include <algorithm>

#include "deeds.hpp"
#include "linghe/world/events.hpp"

using namespace linghe;
using namespace linghe::draw;

namespace {

struct Field {
    record::ViewHeader h;
    Course c;
    Field() {
        h.sides = {{"north", {"The North", "北军"}}, {"south", {"The South", "南军"}}};
        h.forces.push_back({"northern", {"Northern force", "北部"}});
        for (std::uint32_t u = 0; u < 4; ++u) {
            record::ViewUnit unit;
            unit.name = {"Riders " + std::to_string(u + 1), "马队" + std::to_string(u + 1)};
            unit.force = 0, unit.men = 50;
            h.units.push_back(unit);
        }
        record::ViewPerson captain, leader;
        captain.name = {"The captain", "佐领"}, captain.named = true, captain.rides_with = 0;
        leader.name = {"leader of Riders 2", "马队2头领"}, leader.rides_with = 1;
        h.persons = {captain, leader};
        h.places.push_back({"bank", {"north bank", "北岸"}, -100, 45, true, true, 100, 45});
        h.men.side.assign(200, 0);
        BodyInfo body;
        body.force_name = {"Northern force", "北部"};
        c.bodies.push_back(body);
        c.body_of_unit.assign(4, 0);
    }
    record::ViewEvent event(world::EventKind kind, int at_s, std::uint8_t of, std::uint32_t subject,
                            std::int32_t value, std::uint32_t other = record::kNoRow) const {
        record::ViewEvent e;
        e.kind = static_cast<std::uint8_t>(kind), e.tick = at_s * 10;
        e.subject_kind = of, e.subject = subject, e.value = value, e.other = other;
        e.y_m = 60;
        return e;
    }
    [[nodiscard]] bool told(const char* en) const {
        return std::any_of(c.tellings.begin(), c.tellings.end(),
                           [&](const Telling& t) { return t.text.en == en; });
    }
};

}  // namespace

TEST_CASE("Units that break, rally and arrive are told, those of one body and time in one sentence") {
    Field f;
    Deeds deeds(f.h, f.c);
    deeds.take(f.event(world::EventKind::unit_breaks, 100, 1, 0, 27));
    deeds.take(f.event(world::EventKind::unit_breaks, 400, 1, 1, 20));
    deeds.take(f.event(world::EventKind::unit_breaks, 430, 1, 2, 22));
    deeds.take(f.event(world::EventKind::unit_rallies, 600, 1, 1, 18));
    deeds.take(f.event(world::EventKind::unit_arrives, 30, 1, 3, 39));
    deeds.take(f.event(world::EventKind::unit_arrives, 700, 1, 3, 31, 0));
    deeds.take(f.event(world::EventKind::meets, 640, 2, 1, 0, 0));
    deeds.take(f.event(world::EventKind::person_falls, 800, 2, 1, 2));
    for (std::uint32_t man = 0; man < 12; ++man)
        deeds.take(f.event(world::EventKind::man_captured, 900 + static_cast<int>(man), 0, man, 0));
    deeds.tell_all();
    CHECK(f.c.tellings.size() == 8);
    CHECK(f.told("Riders 1 breaks: 27 in flight"));
    CHECK(f.told("2 units of Northern force break: 42 in flight"));
    CHECK(f.told("Riders 2 rallies: 18 in hand"));
    CHECK(f.told("Riders 4 arrives at north bank with 39"));
    CHECK(f.told("Riders 4 reaches the captain with 31"));
    CHECK(f.told("Leader of Riders 2 reaches the captain"));
    CHECK(f.told("Leader of Riders 2 falls"));
    CHECK(f.told("12 men of the North are taken"));
    for (const Telling& t : f.c.tellings) CHECK_FALSE(t.text.zh.empty());
    CHECK(chosen(f.c, 6).size() == 6);
}

TEST_CASE("A body whose rout is told is not told again unit by unit") {
    Field f;
    Telling rout;
    rout.kind = Telling::Kind::rout, rout.at_s = 110, rout.body = 0;
    f.c.tellings.push_back(rout);
    Deeds deeds(f.h, f.c);
    deeds.take(f.event(world::EventKind::unit_breaks, 100, 1, 0, 27));
    deeds.take(f.event(world::EventKind::unit_breaks, 500, 1, 1, 20));
    deeds.tell_all();
    CHECK(f.c.tellings.size() == 2);
}
