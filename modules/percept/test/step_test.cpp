#include <cmath>
#include <ctime>

#include "field.hpp"

using field::Field;
using namespace linghe;

namespace {

// Two armies near each other, half of one in flight, leaders, a drum, a banner, smoke over the middle.
void armies(Field& f, int units_a_side, int men_a_unit) {
    for (std::uint8_t side = 0; side < 2; ++side) {
        for (int n = 0; n < units_a_side; ++n) {
            const auto u = f.unit(side, static_cast<std::uint8_t>(n % 2));
            const float x0 = 400 + 60 * static_cast<float>(n % 50),
                        y0 = (side == 0 ? 1100.0F : 1000.0F) +
                             (side == 0 ? 90.0F : -90.0F) * static_cast<float>(n / 50);
            for (int k = 0; k < men_a_unit; ++k) {
                const auto row =
                    f.man(u, x0 + 2.4F * static_cast<float>(k % 20), y0 + 3.0F * static_cast<float>(k / 20));
                f.world.men.horse[row] = static_cast<std::uint8_t>(world::Horse::mounted);
                if (side == 0 && (n + k) % 2 == 0) {
                    f.world.men.morale[row] = static_cast<std::uint8_t>(world::Morale::routing);
                    f.world.men.shown_q16[row] = 40'000;
                    f.world.men.vy_mm_s[row] = 5000;
                }
                if (k == 0) {
                    f.world.units.leader[u] = row;
                    f.model.men.number[row] = 0;
                    const auto p = f.person(row, n < 6);
                    if (n == 0) {
                        f.beat(p);
                        f.raise(p);
                    }
                }
            }
            f.world.units.formed[u] = 1;
        }
    }
    f.wind(3, 4);
    f.smoke(0.03F, 1200, 2600);
    f.start();
}

std::uint64_t digest(const Field& f) {
    std::uint64_t h = 1469598103934665603u;
    const auto mix = [&](const auto& column) {
        for (const auto v : column)
            h = (h ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(v))) * 1099511628211u;
    };
    f.world.men.visit([&](const base::ColumnInfo&, const auto& column) { mix(column); });
    f.beliefs.visit_tables([&](const char*, const auto& table) {
        table.visit([&](const base::ColumnInfo&, const auto& column) { mix(column); });
    });
    return h;
}

}  // namespace

TEST_CASE("One thread, three threads, chunks in any order: everybody perceives the same") {
    std::uint64_t h[3] = {};
    for (int k = 0; k < 3; ++k) {
        Field f(4000, 2500, k == 1 ? 3u : 1u, k == 2 ? jobs::Mode::shuffled : jobs::Mode::normal);
        armies(f, 20, 120);
        f.run(12);
        h[k] = digest(f);
    }
    CHECK(h[0] == h[1]);
    CHECK(h[0] == h[2]);
}

TEST_CASE("Working memory carries nothing from one step to the next") {
    Field a(4000, 2500), b(4000, 2500);
    armies(a, 8, 120);
    armies(b, 8, 120);
    for (int s = 0; s < 8; ++s) {
        a.second();
        b.second();
        b.world.scratch_percept = {};
    }
    CHECK(digest(a) == digest(b));
}

TEST_CASE("Sixty thousand men look about within the time set for them") {
    Field f(8000, 5500, 1);
    armies(f, 250, 120);
    const auto men = static_cast<double>(f.world.men.size());
    f.run(2);
    double ns = 0;
    const int seconds = 6;
    for (int s = 0; s < seconds; ++s) {
        f.world.index.rebuild(f.model, f.world.men, f.jobs);
        f.world.sectors.rebuild(f.model, f.world.men, f.world.index, f.jobs);
        const auto from = std::clock();  // of the processor: other programs on the machine do not count
        percept::advance(f.model, f.world, f.beliefs, f.intents, f.jobs);
        ns += static_cast<double>(std::clock() - from) * (1e9 / CLOCKS_PER_SEC);
        f.world.clock.tick[0] += 10;
    }
    MESSAGE(men << " men, " << f.model.persons.size()
                << " persons, all awake, one thread: " << ns / seconds / men << " ns per man and second, "
                << ns / seconds * 1e-6 << " ms per second of battle");
    CHECK(ns / seconds / men < 3000);
}
