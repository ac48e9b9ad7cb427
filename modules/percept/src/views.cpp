// What the men of a sector share: friends about them, feelings shown, enemies, the drum, the banner, a
// chief, safety. Models: ASCRIBE's received emotion with graded nearness (T. Bosse et al. 2009; J. Tsai et
// al. 2011), sound over open ground (hearing.cpp), sight through smoke (sight.cpp).
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using world::PerceptCrowd;
using world::PerceptPlace;
using world::PerceptSource;
using world::PerceptView;

constexpr std::uint8_t kNoRegion = 255;
constexpr std::int32_t kNearSectors = 2;
constexpr std::int32_t kEnemySquares = 2;  // squares looked over for enemies beyond the reach of threat

// Transmission of the air by distance, about one sector.
struct Air {
    static constexpr int kSteps = 96;
    static constexpr float kLast = static_cast<float>(kSteps - 1);
    float at[kSteps];
    float extinction = 0;
    explicit Air(float extinction_per_m) noexcept : extinction(extinction_per_m) {
        const float one = det::exp(-extinction_per_m), four = one * one * one * one;
        at[0] = 1.0F;
        at[1] = one;
        at[2] = one * one;
        at[3] = at[2] * one;
        for (int i = 4; i < kSteps; ++i) at[i] = at[i - 4] * four;  // four chains, none waits for the other
    }
    [[nodiscard]] float operator()(float d_m) const noexcept {
        const int i = static_cast<int>(d_m + 0.5F);
        return i < kSteps ? at[i] : det::exp(-extinction * d_m);
    }
};

struct Sector {
    std::size_t entry = 0;
    std::int32_t x = 0, y = 0;
    std::size_t side = 0;
};

// Whom the men of a quad see within their circle: by quads of 20 m, each as far as the middle of its men.
void count_friends(const Room& room, std::size_t quad, std::size_t side) noexcept {
    auto& s = room.s();
    const auto& own = s.quads[quad * kSides + side];
    const float here_x = own.x_m / own.men, here_y = own.y_m / own.men;
    const Air air(room.extinction(here_x, here_y));
    // Whom contrast does not reach he does not see: in smoke the circle shrinks.
    float range = room.most_depth / air.extinction;
    if (range > room.p.friends_range_m) range = room.p.friends_range_m;
    if (range > Air::kLast) range = Air::kLast;
    const float quad_m = static_cast<float>(kSectorsPerQuad * world::kSectorMm) * kMmToM,
                range2 = range * range;
    const auto reach = static_cast<std::int32_t>(range / quad_m) + 1;
    const auto qx = static_cast<std::int32_t>(quad) % room.quads_x,
               qy = static_cast<std::int32_t>(quad) / room.quads_x;
    world::PerceptFriends sum;
    for (std::int32_t y = qy - reach; y <= qy + reach; ++y) {
        for (std::int32_t x = qx - reach; x <= qx + reach; ++x) {
            if (x < 0 || y < 0 || x >= room.quads_x || y >= room.quads_y) continue;
            const auto cell = static_cast<std::size_t>(y * room.quads_x + x);
            if ((s.quad_sides[cell] >> side & 1) == 0) continue;
            const auto& q = s.quads[cell * kSides + side];
            const float dx = q.x_m / q.men - here_x, dy = q.y_m / q.men - here_y;
            const float d2 = dx * dx + dy * dy;
            if (d2 > range2) continue;
            const float through = air.at[static_cast<std::int32_t>(std::sqrt(d2) + 0.5F)];
            sum.friends += q.men * through;
            sum.formed += q.steady * through;
            sum.fleeing += (q.men - q.standing) * through;
        }
    }
    s.quad_friends[quad * kSides + side] = sum;
}

// Feelings and streams, by sectors of 10 m within 25 m: beyond, nearness leaves little of them.
void feel_near(const Room& room, const Sector& at, const Air& air, PerceptView& v) noexcept {
    const auto& sectors = room.world.sectors;
    const auto& crowds = room.s().crowds;
    const PerceptCrowd& own = crowds[at.entry * kSides + at.side];
    const std::int32_t x0 = at.x - kNearSectors > 0 ? at.x - kNearSectors : 0;
    const std::int32_t x1 = at.x + kNearSectors < sectors.nx - 1 ? at.x + kNearSectors : sectors.nx - 1;
    float weight = 0, shown = 0;  // in registers: this is the room's hottest loop
    float flow_x = 0, flow_y = 0, flow_speed = 0, flow_men = 0;
    for (std::int32_t y = at.y - kNearSectors; y <= at.y + kNearSectors; ++y) {
        if (y < 0 || y >= sectors.ny) continue;
        const std::int32_t* row = sectors.entry_of.data() + static_cast<std::ptrdiff_t>(y) * sectors.nx;
        for (std::int32_t x = x0; x <= x1; ++x) {
            if (row[x] < 0) continue;
            const auto entry = static_cast<std::size_t>(row[x]);
            const PerceptCrowd& c = crowds[entry * kSides + at.side];
            if (c.men == 0.0F) continue;
            const float dx = c.x_m - own.x_m, dy = c.y_m - own.y_m;
            const auto step = static_cast<std::int32_t>(std::sqrt(dx * dx + dy * dy) + 0.5F);
            const float through = air.at[step];
            if (entry != at.entry) {
                const float near = room.shown.at[step] * through;
                weight += near * c.weight;
                shown += near * c.shown;
            }
            const float follow = room.flow.at[step] * through;
            flow_x += follow * c.vx_m_s;
            flow_y += follow * c.vy_m_s;
            flow_speed += follow * c.speed_m_s;
            flow_men += follow * c.men;
        }
    }
    v.weight = weight;
    v.shown = shown;
    if (flow_men > 0 && flow_speed > room.p.flow_least_m_s * flow_men) {
        v.flow_bearing = math::turn_of(math::Vec2f{flow_x, flow_y});
        v.flow_q8 = to_q8(std::sqrt(flow_x * flow_x + flow_y * flow_y) / flow_speed);
    }
}

// Enemies as they are weighed up: one cluster after another.
struct Threat {
    const Room& room;
    const Air& air;
    PointF here;
    std::uint8_t region = kNoRegion;
    float sum = 0, to_x = 0, to_y = 0, nearest_m = 1e9F;
    PointF nearest;
    bool this_side = false;  ///< some of them stand on his side of the water

    void weigh(float men, float standing, float mounted, PointF at, float vx, float vy) noexcept {
        const auto& p = room.p;
        const float dx = at.x - here.x, dy = at.y - here.y;
        const float d = std::sqrt(dx * dx + dy * dy);
        if (d > p.enemy_range_m) return;
        const float aware = awareness(at, d);
        if (!(aware > 0)) return;
        if (d < nearest_m) {
            nearest_m = d;
            nearest = at;
        }
        if (region_of(at) == region) this_side = true;
        const float closing = d > 0 ? -(dx * vx + dy * vy) / (d * men) : 0.0F;
        float press = 1.0F + p.enemy_closing_gain * closing / p.enemy_closing_m_s;
        press =
            press < 0.5F ? 0.5F : (press > 1.0F + p.enemy_closing_gain ? 1.0F + p.enemy_closing_gain : press);
        const float kind = 1.0F + (p.enemy_mounted_weight - 1.0F) * mounted / men;
        const float weight = standing * kind * press * room.enemy(d) * aware;
        sum += weight;
        if (d > 0) {
            to_x += weight * dx / d;
            to_y += weight * dy / d;
        }
    }
    // By eye as far as contrast lasts; close by also by ear, through any smoke.
    [[nodiscard]] float awareness(PointF at, float d) const noexcept {
        float seen = air(d);
        if (room.smoky) {
            const float turn = 0.5F * (room.extinction(at.x, at.y) - air.extinction) * d;
            if (turn > 0.05F || turn < -0.05F) seen *= det::exp(-turn);
        }
        if (seen < room.threshold) seen = 0;
        const float heard = d < room.p.enemy_heard_m ? 1.0F - d / room.p.enemy_heard_m : 0.0F;
        return seen > heard ? seen : heard;
    }
    [[nodiscard]] std::uint8_t region_of(PointF at) const noexcept {
        const auto& g = room.model.ground;
        if (g.region.empty()) return 0;
        return g.region[static_cast<std::size_t>(
            g.cell(static_cast<std::int32_t>(at.x * 1000.0F), static_cast<std::int32_t>(at.y * 1000.0F)))];
    }
};

void weigh_sectors_of(Threat& threat, std::int32_t bx, std::int32_t by, std::size_t enemy) noexcept {
    const auto& sectors = threat.room.world.sectors;
    for (std::int32_t y = by * kSectorsPerBlock; y < (by + 1) * kSectorsPerBlock && y < sectors.ny; ++y) {
        for (std::int32_t x = bx * kSectorsPerBlock; x < (bx + 1) * kSectorsPerBlock && x < sectors.nx; ++x) {
            const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(y * sectors.nx + x)];
            if (e < 0) continue;
            const PerceptCrowd& c = threat.room.s().crowds[static_cast<std::size_t>(e) * kSides + enemy];
            if (c.men > 0) threat.weigh(c.men, c.standing, c.mounted, {c.x_m, c.y_m}, c.vx_m_s, c.vy_m_s);
        }
    }
}

// Some enemy within a square or two: most men have none, and need not look for him block by block.
bool enemies_about(const Room& room, const Sector& at, std::int32_t squares) noexcept {
    const std::int32_t qx = at.x / (kSectorsPerBlock * kBlocksPerSquare),
                       qy = at.y / (kSectorsPerBlock * kBlocksPerSquare);
    const unsigned own = 1u << at.side;
    unsigned any = 0;
    for (std::int32_t y = qy - squares; y <= qy + squares; ++y) {
        for (std::int32_t x = qx - squares; x <= qx + squares; ++x) {
            if (x < 0 || y < 0 || x >= room.squares_x || y >= room.squares_y) continue;
            any |= room.s().square_sides[static_cast<std::size_t>(y * room.squares_x + x)];
        }
    }
    return (any & ~own) != 0;
}

void weigh_enemies(const Room& room, const Sector& at, Threat& threat) noexcept {
    const auto& s = room.s();
    const float square_m =
        static_cast<float>(kSectorsPerBlock * kBlocksPerSquare * world::kSectorMm) * kMmToM;
    if (!enemies_about(room, at, static_cast<std::int32_t>(room.p.enemy_range_m / square_m) + 1)) return;
    const std::int32_t bx = at.x / kSectorsPerBlock, by = at.y / kSectorsPerBlock;
    const auto reach =
        static_cast<std::int32_t>(room.p.enemy_range_m * 1000.0F) / (kSectorsPerBlock * world::kSectorMm) + 1;
    for (std::int32_t y = by - reach; y <= by + reach; ++y) {
        if (y < 0 || y >= room.blocks_y) continue;
        for (std::int32_t x = bx - reach; x <= bx + reach; ++x) {
            if (x < 0 || x >= room.blocks_x) continue;
            const auto cell = static_cast<std::size_t>(y * room.blocks_x + x);
            if ((s.block_sides[cell] & ~(1u << at.side)) == 0) continue;
            const std::size_t block = cell * kSides;
            for (std::size_t enemy = 0; enemy < kSides; ++enemy) {
                const auto& b = s.blocks[block + enemy];
                if (enemy == at.side || b.men == 0.0F) continue;
                const bool close = x >= bx - 1 && x <= bx + 1 && y >= by - 1 && y <= by + 1;
                if (close) {
                    weigh_sectors_of(threat, x, y, enemy);
                } else {
                    threat.weigh(b.men, b.standing, b.mounted, {b.x_m / b.men, b.y_m / b.men}, b.vx_m_s,
                                 b.vy_m_s);
                }
            }
        }
    }
}

// How far the ground about him is clear of enemies as far as he can tell.
float clear_distance(const Room& room, const Sector& at, const PerceptPlace& place) noexcept {
    const float least = place.sight_m > room.p.safe_unseen_m ? place.sight_m : room.p.safe_unseen_m;
    const float square_m =
        static_cast<float>(kSectorsPerBlock * kBlocksPerSquare * world::kSectorMm) * kMmToM;
    float clear = static_cast<float>(kEnemySquares) * square_m;
    if (least < clear) clear = least;
    const std::int32_t qx = at.x / (kSectorsPerBlock * kBlocksPerSquare),
                       qy = at.y / (kSectorsPerBlock * kBlocksPerSquare);
    for (std::int32_t y = qy - kEnemySquares; y <= qy + kEnemySquares; ++y) {
        for (std::int32_t x = qx - kEnemySquares; x <= qx + kEnemySquares; ++x) {
            if (x < 0 || y < 0 || x >= room.squares_x || y >= room.squares_y) continue;
            if ((room.s().square_sides[static_cast<std::size_t>(y * room.squares_x + x)] &
                 ~(1u << at.side)) == 0)
                continue;
            for (std::size_t enemy = 0; enemy < kSides; ++enemy) {
                const auto& q =
                    room.s().squares[static_cast<std::size_t>(y * room.squares_x + x) * kSides + enemy];
                if (enemy == at.side || q.men == 0.0F) continue;
                const float d = distance({place.x_m, place.y_m}, {q.x_m / q.men, q.y_m / q.men});
                if (d < clear && d > room.p.enemy_range_m) clear = d;
            }
        }
    }
    return clear;
}

void see_enemies(const Room& room, const Sector& at, const PerceptPlace& place, const Air& air,
                 PerceptView& v) noexcept {
    const PerceptCrowd& own = room.s().crowds[at.entry * kSides + at.side];
    Threat threat{room, air, {own.x_m, own.y_m}, kNoRegion, 0, 0, 0, 1e9F, {}, false};
    threat.region = threat.region_of(threat.here);
    weigh_enemies(room, at, threat);
    const auto& p = room.p;
    float clear = 0;
    if (threat.nearest_m < 1e8F) {
        v.enemy_known = 1;
        v.enemy_x_m = threat.nearest.x;
        v.enemy_y_m = threat.nearest.y;
        v.enemy_q8 = to_q8(1.0F - det::exp(-threat.sum / p.enemy_scale_men));
        const PointF to = threat.sum > 0 ? PointF{threat.to_x, threat.to_y}
                                         : PointF{threat.nearest.x - own.x_m, threat.nearest.y - own.y_m};
        v.enemy_bearing = math::turn_of(math::Vec2f{to.x, to.y});
        clear = threat.nearest_m;
    } else {
        clear = clear_distance(room, at, place);
    }
    float safe = 1.0F - det::exp(-clear / p.safe_distance_m);
    const bool water_between = v.enemy_known != 0 && !threat.this_side && threat.region != kNoRegion;
    if (water_between && safe < p.safe_water_share) safe = p.safe_water_share;
    v.safe_q8 = to_q8(safe);
}

void see_banners(const Room& room, const Sector& at, const PerceptPlace& place, PerceptView& v) noexcept {
    float best = 0;
    for (const PerceptSource& banner : room.s().banners) {
        if (banner.side != at.side) continue;
        const float clear = clearness(room, {place.x_m, place.y_m}, {banner.x_m, banner.y_m}, banner.size_m,
                                      room.p.banner_height_m);
        if (clear <= best) continue;
        best = clear;
        v.banner_x_m = banner.x_m;
        v.banner_y_m = banner.y_m;
    }
    if (best > 0)
        v.banner_bearing = math::turn_of(math::Vec2f{v.banner_x_m - place.x_m, v.banner_y_m - place.y_m});
    const std::uint8_t q8 = to_q8(best);
    v.banner_q8 = best > 0 && q8 == 0 ? std::uint8_t{1} : q8;
}

void see_chiefs(const Room& room, const Sector& at, const PerceptPlace& place, const Air& air,
                PerceptView& v) noexcept {
    float best = 0;
    for (const PerceptSource& chief : room.s().chiefs) {
        if (chief.side != at.side) continue;
        const float d = distance({place.x_m, place.y_m}, {chief.x_m, chief.y_m});
        if (d > 6.0F * room.p.chief_distance_m) continue;
        const float near = det::exp(-d / room.p.chief_distance_m) * air(d);
        if (near <= best) continue;
        best = near;
        v.chief_person = chief.person;
        v.chief_near_q8 = to_q8(near);
        v.chief_calm_q8 = to_q8(1.0F - chief.shown);
    }
}

}  // namespace

void fill_views(Room& room) {
    auto& s = room.s();
    const auto& sectors = room.world.sectors;
    room.jobs.for_chunks(s.quads_used.size(), kSectorChunk,
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) {
                                 for (std::size_t side = 0; side < kSides; ++side) {
                                     if ((s.quad_sides[s.quads_used[i]] >> side & 1) != 0)
                                         count_friends(room, s.quads_used[i], side);
                                 }
                             }
                         });
    room.jobs.for_chunks(
        s.due_entries.size(), kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                Sector at;
                at.entry = s.due_entries[i];
                at.x = sectors.sector[at.entry] % sectors.nx;
                at.y = sectors.sector[at.entry] / sectors.nx;
                PerceptPlace& place = s.places[at.entry];
                float men = 0, x = 0, y = 0;
                for (std::size_t k = 0; k < kSides; ++k) {
                    const PerceptCrowd& c = s.crowds[at.entry * kSides + k];
                    men += c.men;
                    x += c.x_m * c.men;
                    y += c.y_m * c.men;
                }
                place.x_m = x / men;
                place.y_m = y / men;
                place.extinction_per_m = room.extinction(place.x_m, place.y_m);
                place.sight_m = sight_from(room, {place.x_m, place.y_m});
                noise_at(room, at.entry, place);
                const Air air(place.extinction_per_m);
                for (at.side = 0; at.side < kSides; ++at.side) {
                    if (s.crowds[at.entry * kSides + at.side].men == 0.0F) continue;
                    PerceptView& v = s.views[at.entry * kSides + at.side];
                    v = {};
                    const auto quad = static_cast<std::size_t>((at.y / kSectorsPerQuad) * room.quads_x +
                                                               at.x / kSectorsPerQuad);
                    const auto& friends = s.quad_friends[quad * kSides + at.side];
                    v.friends = friends.friends;
                    v.formed = friends.formed;
                    v.fleeing = friends.fleeing;
                    feel_near(room, at, air, v);
                    see_enemies(room, at, place, air, v);
                    hear_signals(room, at.side, place, v);
                    see_banners(room, at, place, v);
                    see_chiefs(room, at, place, air, v);
                }
            }
        });
}

}  // namespace linghe::percept
