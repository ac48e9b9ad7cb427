#include "linghe/world/index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "linghe/math/rng.hpp"
#include "linghe/world/sectors.hpp"
#include "linghe/world/states.hpp"

using namespace linghe;

namespace {

struct Scene {
    model::Model model;
    world::SoldierTable men;
};

Scene scene(std::uint32_t n, std::uint64_t seed) {
    Scene s;
    s.model.ground.nx = 80, s.model.ground.ny = 60, s.model.ground.cell_mm = 10'000;
    s.model.ground.x0_mm = -200'000, s.model.ground.y0_mm = 100'000;
    s.men.resize(n), s.model.men.resize(n);
    const math::Rng rng{seed};
    for (std::uint32_t r = 0; r < n; ++r) {
        s.men.x_mm[r] =
            -200'000 + static_cast<std::int32_t>(rng.below(800'000, r, 0, math::Purpose::test, 0));
        s.men.y_mm[r] = 100'000 + static_cast<std::int32_t>(rng.below(600'000, r, 0, math::Purpose::test, 1));
        s.men.morale[r] = static_cast<std::uint8_t>(rng.below(5, r, 0, math::Purpose::test, 2));
        s.model.men.side[r] = static_cast<std::uint8_t>(r % 3);
        s.model.men.expressiveness_q8[r] = static_cast<std::uint8_t>(r % 200);
        s.men.shown_q16[r] = static_cast<std::uint16_t>(r * 7);
        s.men.vx_mm_s[r] = static_cast<std::int16_t>(r % 3000),
        s.men.vy_mm_s[r] = static_cast<std::int16_t>(-(r % 2000));
        if (r % 37 == 0) s.men.status[r] = static_cast<std::uint8_t>(world::Status::dead);
    }
    return s;
}

void check_same(const world::SpatialIndex& a, const world::SpatialIndex& b) {
    CHECK(a.man == b.man);
    CHECK(a.key == b.key);
    CHECK(a.slot_of == b.slot_of);
    CHECK(a.x_mm == b.x_mm);
    CHECK(a.level == b.level);
    CHECK(a.ranks_of == b.ranks_of);
    CHECK(a.y_mm == b.y_mm);
    CHECK(a.body == b.body);
    CHECK(a.band_start == b.band_start);
}

}  // namespace

TEST_CASE("The index kept up from step to step is the same as one sorted afresh") {
    for (const unsigned threads : {1u, 3u}) {
        jobs::Jobs jobs(threads);
        Scene s = scene(20'000, 7);
        world::SpatialIndex kept;
        kept.rebuild(s.model, s.men, jobs);
        const math::Rng rng{11};
        for (int t = 1; t < 12; ++t) {
            // Everybody moves: the full sort; one in nine: the merge; a handful: the shift.
            const std::uint32_t moving = t % 4 == 3 ? 1 : (t % 4 == 1 ? 9 : 300);
            for (std::uint32_t r = 0; r < s.men.size(); ++r) {
                if (rng.below(moving, r, t, math::Purpose::test) != 0) continue;
                s.men.x_mm[r] +=
                    static_cast<std::int32_t>(rng.below(6000, r, t, math::Purpose::test, 1)) - 3000;
                s.men.y_mm[r] +=
                    static_cast<std::int32_t>(rng.below(6000, r, t, math::Purpose::test, 2)) - 3000;
                if (rng.below(moving == 300 ? 5 : 500, r, t, math::Purpose::test, 3) == 0)
                    s.men.status[r] ^= 2;  // some fall, some return
                if (rng.below(5, r, t, math::Purpose::test, 4) == 0)
                    s.men.morale[r] ^= 3, s.men.level[r] ^= 1;
                s.men.slot[r] = static_cast<std::uint16_t>(rng.below(3, r, t, math::Purpose::test, 5));
            }
            kept.rebuild(s.model, s.men, jobs);
            world::SpatialIndex fresh;
            fresh.rebuild(s.model, s.men, jobs);
            check_same(kept, fresh);
        }
    }
}

TEST_CASE("The index holds the fit men alone, from south to north and west to east, then by row") {
    jobs::Jobs jobs(1);
    const Scene s = scene(5'000, 3);
    world::SpatialIndex index;
    index.rebuild(s.model, s.men, jobs);
    std::size_t fit = 0;
    for (std::size_t r = 0; r < s.men.size(); ++r) fit += world::active(s.men.status[r]) ? 1 : 0;
    CHECK(index.size() == fit);
    for (std::uint32_t i = 1; i < index.size(); ++i) {
        CHECK((index.key[i - 1] < index.key[i] ||
               (index.key[i - 1] == index.key[i] && index.man[i - 1] < index.man[i])));
    }
    for (std::uint32_t i = 0; i < index.size(); ++i) {
        CHECK(static_cast<std::int32_t>(index.key[i] >> 16) == index.band_of(index.y_mm[i]));
        CHECK(static_cast<std::int32_t>(index.key[i] & 0xffff) == index.cell_of(index.x_mm[i]));
        CHECK(index.slot_of[index.man[i]] == i);
    }
}

TEST_CASE("A look about finds every man within the radius, at the map's edge too") {
    jobs::Jobs jobs(1);
    const Scene s = scene(5'000, 5);
    world::SpatialIndex index;
    index.rebuild(s.model, s.men, jobs);
    for (const auto& [x, y] :
         {std::pair{-200'000, 100'000}, {599'999, 699'999}, {0, 400'000}, {-250'000, 90'000}}) {
        std::size_t near = 0, found = 0;
        const std::int64_t radius = 20'000;
        const auto inside = [&](std::int64_t mx, std::int64_t my) {
            return (mx - x) * (mx - x) + (my - y) * (my - y) <= radius * radius;
        };
        for (std::size_t r = 0; r < s.men.size(); ++r)
            near += world::active(s.men.status[r]) && inside(s.men.x_mm[r], s.men.y_mm[r]) ? 1 : 0;
        index.for_each_near(x, y, static_cast<std::int32_t>(radius), [&](std::uint32_t slot) {
            found += inside(index.x_mm[slot], index.y_mm[slot]) ? 1 : 0;
        });
        CHECK(found == near);
    }
}

TEST_CASE("Sectors count every fit man once, and the same with any number of threads") {
    jobs::Jobs one(1), three(3);
    const Scene s = scene(20'000, 9);
    world::SpatialIndex index;
    index.rebuild(s.model, s.men, one);
    world::SectorTable a, b;
    a.rebuild(s.model, s.men, index, one);
    b.rebuild(s.model, s.men, index, three);
    CHECK(a.sector == b.sector);
    CHECK(a.entry_of == b.entry_of);
    std::uint64_t men = 0, shown = 0, want = 0;
    for (std::size_t e = 0; e < a.sector.size(); ++e) {
        if (e > 0) CHECK(a.sector[e - 1] < a.sector[e]);
        for (int side = 0; side < world::kMaxSides; ++side) {
            const auto& sum = a.sums[e][static_cast<std::size_t>(side)];
            men += sum.men, shown += sum.shown;
            CHECK(sum.men == b.sums[e][static_cast<std::size_t>(side)].men);
            CHECK(sum.x_mm >= 0);
            CHECK(sum.x_mm < std::int64_t{10'000} * std::max(1u, sum.men));
        }
    }
    for (std::size_t r = 0; r < s.men.size(); ++r) {
        if (!world::active(s.men.status[r])) continue;
        want += std::uint64_t{s.model.men.expressiveness_q8[r]} * s.men.shown_q16[r];
        const auto* here = a.at(a.sector_of(s.men.x_mm[r], s.men.y_mm[r]));
        CHECK(here != nullptr);
        if (here != nullptr) CHECK((*here)[s.model.men.side[r]].men > 0);
    }
    CHECK(men == index.size());
    CHECK(shown == want);
    CHECK(a.at(-1) == nullptr);
}
