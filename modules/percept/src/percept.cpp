#include "linghe/percept/percept.hpp"

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/percept/optics.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

constexpr base::Tick kDeliveryTicks = 5;
constexpr float kHillyM = 2.0F;       // relief below a rider's eye hides nobody
constexpr std::int32_t kWispUm = 10;  // 1e-5 per m: over the farthest sight a hundredth of what hides

Room open_room(const model::Model& model, world::World& world, belief::Beliefs& beliefs,
               intent::Intents& intents, jobs::Jobs& jobs) {
    return Room{model,
                world,
                beliefs,
                intents,
                jobs,
                world.tick(),
                model.parameters.percept,
                world::smoke_grid(model)};
}

// Constant for one ground, so looked up once.
bool is_hilly(Room& room) noexcept {
    auto& s = room.s();
    const auto& heights = room.model.ground.height_mm;
    if (s.relief_of != heights.data()) {
        std::int32_t low = heights.empty() ? 0 : heights[0], high = low;
        for (const std::int32_t h : heights) {
            if (h < low) low = h;
            if (h > high) high = h;
        }
        s.relief_of = heights.data();
        s.relief_m = static_cast<float>(high - low) * kMmToM;
    }
    return s.relief_m > kHillyM;
}

// Both smokes, dust and the air in one field of floats: rays read it thousands of times.
void lay_out_smoke(Room& room) {
    const auto& smoke = room.world.smoke;
    room.smoky = false;
    if (smoke.size() != room.grid.size()) return;
    auto& field = room.s().extinction;
    if (field.size() < smoke.size()) field.resize(smoke.size());
    std::int32_t most = 0;
    for (std::size_t c = 0; c < smoke.size(); ++c) {
        const std::int32_t um = smoke.black_um[c] + smoke.white_um[c] + smoke.dust_um[c];
        most = um > most ? um : most;
        field[c] = room.clear_air + 1e-6F * static_cast<float>(um);
    }
    room.smoky = most > kWispUm;
    room.extinction_of = field.data();
    room.cells_per_m = 1000.0F / static_cast<float>(room.grid.cell_mm);
    room.grid_x0_m = static_cast<float>(room.grid.x0_mm) * kMmToM;
    room.grid_y0_m = static_cast<float>(room.grid.y0_mm) * kMmToM;
}

// Eyes in this light: the threshold of contrast and the least size rise as the ground darkens, both against their values by
// day. Without a date it is day.
void fit_eyes(Room& room) noexcept {
    const auto& p = room.p;
    room.threshold = p.contrast_threshold;
    room.acuity = 1.0F;
    if (!room.model.sky.known) return;
    const auto day = static_cast<double>(p.light_day_cd_m2);
    constexpr double kLeastCdM2 = 1e-6;
    double here =
        0.001 * room.world.clock.light_mlx[0] * static_cast<double>(p.light_ground_albedo) / math::kPi;
    if (here >= day) return;
    if (here < kLeastCdM2) here = kLeastCdM2;
    const auto mark = static_cast<double>(p.light_target_arcmin),
               contrast = static_cast<double>(p.light_object_contrast);
    constexpr double kMostThreshold = 0.999;  // no object on the ground has more: nothing is seen
    const double threshold = static_cast<double>(p.contrast_threshold) * contrast_threshold(here, mark) /
                             contrast_threshold(day, mark);
    room.threshold = static_cast<float>(threshold < kMostThreshold ? threshold : kMostThreshold);
    const double least = least_arcmin(here, contrast);
    room.acuity = least > 0 ? static_cast<float>(least_arcmin(day, contrast) / least) : 0.0F;
}

// What is the same for everybody in this second.
void furnish(Room& room) {
    const auto& p = room.p;
    const auto& air = room.model.parameters.element;
    room.clear_air = air.clear_air_extinction_per_m;
    const std::int32_t rain = room.world.clock.rain_um_h[0];
    if (rain > 0)
        room.clear_air += air.rain_extinction_per_m *
                          det::pow(static_cast<float>(rain) * 0.001F, air.rain_extinction_power);
    fit_eyes(room);
    room.most_depth = -det::log(room.threshold);
    lay_out_smoke(room);
    room.hilly = is_hilly(room);
    room.wind_x = static_cast<float>(room.world.clock.wind_x_mm_s[0]) * kMmToM;
    room.wind_y = static_cast<float>(room.world.clock.wind_y_mm_s[0]) * kMmToM;
    const float wind =
        det::exp(0.5F * det::log(room.wind_x * room.wind_x + room.wind_y * room.wind_y + 1e-6F));
    tune_ears(room, wind);
    const auto& sectors = room.world.sectors;
    const auto up = [](std::int32_t n, std::int32_t d) { return (n + d - 1) / d; };
    room.x0_m = static_cast<float>(sectors.x0_mm) * kMmToM;
    room.y0_m = static_cast<float>(sectors.y0_mm) * kMmToM;
    room.quads_x = up(sectors.nx, kSectorsPerQuad);
    room.quads_y = up(sectors.ny, kSectorsPerQuad);
    room.blocks_x = up(sectors.nx, kSectorsPerBlock);
    room.blocks_y = up(sectors.ny, kSectorsPerBlock);
    room.squares_x = up(room.blocks_x, kBlocksPerSquare);
    room.squares_y = up(room.blocks_y, kBlocksPerSquare);
    const auto cells = [&](std::int32_t n) {
        return static_cast<std::int32_t>((std::int64_t{n} * room.model.ground.cell_mm) / kBodyCellMm) + 1;
    };
    room.bodies_x = cells(room.model.ground.nx);
    room.bodies_y = cells(room.model.ground.ny);
    const float attention = p.attention_period_s * static_cast<float>(base::kTicksPerSecond);
    room.attention_ticks = attention >= 1.0F ? static_cast<std::uint32_t>(attention) : 1u;
    room.shown.build(1.0F / p.shown_distance_m);
    room.flow.build(1.0F / p.flow_distance_m);
    room.enemy.build(1.0F / p.enemy_distance_m);
    for (int i = 0; i <= Hooves::kSteps; ++i)
        room.hooves.at[i] = det::pow(static_cast<float>(i) / 32.0F, p.noise_speed_power);
    room.leader.build(1.0F / p.leader_distance_m);
}

}  // namespace

void advance(const model::Model& model, world::World& world, belief::Beliefs& beliefs,
             intent::Intents& intents, jobs::Jobs& jobs) {
    Room room = open_room(model, world, beliefs, intents, jobs);
    if (world.slow_tick()) {
        if (room.now == 0) draw_ears(room);
        furnish(room);
        gather_crowds(room);
        gather_sources(room);
        gather_bodies(room);
        gather_noise(room);
        lay_out_sound(room);
        fill_views(room);
        fill_men(room);
        see_fire(room);
        fill_selves(room);
        see_and_believe(room);
        tell_each_other(room);
        clear_blocks(room);
    }
    if (room.now % kDeliveryTicks == 0) deliver(room);
}

}  // namespace linghe::percept
