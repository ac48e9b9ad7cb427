// The noise of battle: incoherent sources over a half space, summed by energy at two scales (sectors near,
// blocks and squares far). Kept as numbers of makers, so that one sum serves every octave band. Source: ISO
// 9613-2:1996, half space.
#include <cmath>

#include "linghe/math/detmath.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using world::PerceptNoise;

constexpr std::int32_t kNearSectors = 2;
constexpr std::size_t kPlaceChunk = 16;
// Root of the mean of 1 / r^2 over a square of 10 m about a listener who stands 1 m from his nearest
// neighbour.
constexpr float kOwnSectorM = 3.0F;
constexpr float kHalfSpace = 0.15848932F;  // 10^(-8/10): the 8 dB of a half space

// Makers of noise in a sector, all sides. Hooves grow with a power of speed.
world::PerceptMakers makers_of(const Room& room, std::size_t entry) noexcept {
    world::PerceptMakers m;
    for (std::size_t k = 0; k < kSides; ++k) {
        const auto& sum = room.world.sectors.sums[entry][k];
        if (sum.men == 0) continue;
        const auto& crowd = room.s().crowds[entry * kSides + k];
        const float pace = crowd.speed_m_s / crowd.men / room.p.noise_gallop_m_s;
        m.hooves += crowd.mounted * room.hooves(pace);
        m.fight += static_cast<float>(sum.fighting);
        m.crowd += crowd.men;
    }
    return m;
}

void from_far(const PerceptNoise& from, PerceptNoise& to, float least_m) noexcept {
    const float dx = from.x_m - to.x_m, dy = from.y_m - to.y_m;
    const float least2 = least_m * least_m;
    float d2 = dx * dx + dy * dy;
    if (d2 < least2) d2 = least2;
    const float share = 1.0F / d2;
    to.far_fight += from.fight * share;
    to.far_hooves += from.hooves * share;
    to.far_crowd += from.men * share;
}

// What reaches a square from the squares beyond its neighbours.
void far_of_square(Room& room, std::uint32_t a) noexcept {
    auto& s = room.s();
    const auto ax = static_cast<std::int32_t>(a) % room.squares_x,
               ay = static_cast<std::int32_t>(a) / room.squares_x;
    for (const std::uint32_t b : s.squares_used) {
        const auto bx = static_cast<std::int32_t>(b) % room.squares_x,
                   by = static_cast<std::int32_t>(b) / room.squares_x;
        const bool near = bx >= ax - 1 && bx <= ax + 1 && by >= ay - 1 && by <= ay + 1;
        if (!near) from_far(s.square_noise[b], s.square_noise[a], 1.0F);
    }
}

// What reaches a block from the blocks of its own and the neighbouring squares.
void far_of_block(Room& room, std::uint32_t block) noexcept {
    auto& s = room.s();
    const auto bx = static_cast<std::int32_t>(block) % room.blocks_x,
               by = static_cast<std::int32_t>(block) / room.blocks_x;
    const std::int32_t qx = bx / kBlocksPerSquare, qy = by / kBlocksPerSquare;
    const float least_m = static_cast<float>(kSectorsPerBlock * world::kSectorMm) * kMmToM;
    const std::int32_t x0 = (qx > 0 ? qx - 1 : 0) * kBlocksPerSquare,
                       y0 = (qy > 0 ? qy - 1 : 0) * kBlocksPerSquare;
    const std::int32_t x1 = (qx + 2) * kBlocksPerSquare, y1 = (qy + 2) * kBlocksPerSquare;
    PerceptNoise& here = s.block_noise[block];
    for (std::int32_t y = y0; y < y1 && y < room.blocks_y; ++y) {
        for (std::int32_t x = x0; x < x1 && x < room.blocks_x; ++x) {
            const PerceptNoise& other = s.block_noise[static_cast<std::size_t>(y * room.blocks_x + x)];
            if (other.men > 0 && !(x == bx && y == by)) from_far(other, here, least_m);
        }
    }
    const PerceptNoise& square = s.square_noise[static_cast<std::size_t>(qy * room.squares_x + qx)];
    here.far_fight += square.far_fight;
    here.far_hooves += square.far_hooves;
    here.far_crowd += square.far_crowd;
}

void middle(PerceptNoise& n) noexcept {
    n.x_m /= n.men;
    n.y_m /= n.men;
}

}  // namespace

void gather_noise(Room& room) {
    auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const auto blocks = static_cast<std::size_t>(room.blocks_x * room.blocks_y);
    const auto squares = static_cast<std::size_t>(room.squares_x * room.squares_y);
    if (s.block_noise.size() < blocks) s.block_noise.resize(blocks);
    if (s.square_noise.size() < squares) s.square_noise.resize(squares);
    if (s.sector_makers.size() < sectors.sector.size()) s.sector_makers.resize(sectors.entry_of.size());
    const std::size_t entries = sectors.sector.size();
    room.jobs.for_chunks(entries, kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) s.sector_makers[e] = makers_of(room, e);
    });
    for (std::size_t e = 0; e < entries; ++e) {
        const std::int32_t bx = sectors.sector[e] % sectors.nx / kSectorsPerBlock;
        const std::int32_t by = sectors.sector[e] / sectors.nx / kSectorsPerBlock;
        const world::PerceptMakers& makers = s.sector_makers[e];
        PerceptNoise& block = s.block_noise[static_cast<std::size_t>(by * room.blocks_x + bx)];
        PerceptNoise& square = s.square_noise[static_cast<std::size_t>(
            (by / kBlocksPerSquare) * room.squares_x + bx / kBlocksPerSquare)];
        for (PerceptNoise* to : {&block, &square}) {
            to->fight += makers.fight;
            to->hooves += makers.hooves;
            for (std::size_t k = 0; k < kSides; ++k) {
                const auto& c = s.crowds[e * kSides + k];
                to->men += c.men;
                to->x_m += c.x_m * c.men;
                to->y_m += c.y_m * c.men;
            }
        }
    }
    for (const std::uint32_t b : s.blocks_used) middle(s.block_noise[b]);
    for (const std::uint32_t q : s.squares_used) middle(s.square_noise[q]);
    // Each writes only what comes to itself from afar, and reads what the others are.
    room.jobs.for_chunks(s.squares_used.size(), kPlaceChunk,
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) far_of_square(room, s.squares_used[i]);
                         });
    room.jobs.for_chunks(s.blocks_used.size(), kPlaceChunk,
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) far_of_block(room, s.blocks_used[i]);
                         });
}

void noise_at(const Room& room, std::size_t entry, world::PerceptPlace& place) noexcept {
    const auto& s = room.s();
    const auto& sectors = room.world.sectors;
    const std::int32_t sx = sectors.sector[entry] % sectors.nx, sy = sectors.sector[entry] / sectors.nx;
    const PerceptNoise& block = s.block_noise[static_cast<std::size_t>(
        (sy / kSectorsPerBlock) * room.blocks_x + sx / kSectorsPerBlock)];
    float fight = block.far_fight, hooves = block.far_hooves, crowd = block.far_crowd;
    constexpr float kSectorM = static_cast<float>(world::kSectorMm) * kMmToM;
    for (std::int32_t y = sy - kNearSectors; y <= sy + kNearSectors; ++y) {
        if (y < 0 || y >= sectors.ny) continue;
        for (std::int32_t x = sx - kNearSectors; x <= sx + kNearSectors; ++x) {
            if (x < 0 || x >= sectors.nx) continue;
            const std::int32_t e = sectors.entry_of[static_cast<std::size_t>(y * sectors.nx + x)];
            if (e < 0) continue;
            const auto steps2 = static_cast<float>((x - sx) * (x - sx) + (y - sy) * (y - sy));
            const float d2 = steps2 == 0.0F ? kOwnSectorM * kOwnSectorM : steps2 * kSectorM * kSectorM;
            const float share = 1.0F / d2;
            const world::PerceptMakers& there = s.sector_makers[static_cast<std::size_t>(e)];
            fight += there.fight * share;
            hooves += there.hooves * share;
            crowd += there.crowd * share;
        }
    }
    place.fight = fight * kHalfSpace;
    place.hooves = hooves * kHalfSpace;
    place.crowd = crowd * kHalfSpace;
    const auto& ear = room.ear;
    place.noise_voice_db =
        10.0F * det::log10(place.fight * ear.voice_fight + place.hooves * ear.voice_hooves +
                           place.crowd * ear.voice_crowd + ear.voice_ambient);
}

}  // namespace linghe::percept
