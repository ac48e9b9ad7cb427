#include "linghe/element/element.hpp"

#include <array>

#include "linghe/element/dust.hpp"
#include "linghe/element/fire.hpp"
#include "linghe/element/rain.hpp"
#include "linghe/element/sky.hpp"
#include "linghe/element/smoke.hpp"
#include "linghe/element/wind.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/world/events.hpp"

namespace linghe::element {
namespace {

constexpr std::uint8_t kSubjectSource = 4;

void blow(const model::Model& model, world::World& world) noexcept {
    auto& clock = world.clock;
    // An intervention holds the mean; gusts stay as they are, so that the change is the mean alone.
    const Wind mean = clock.wind_set[0] != 0 ? Wind{clock.set_x_mm_s[0] * 0.001, clock.set_y_mm_s[0] * 0.001}
                                             : mean_wind(model, world.tick());
    const Wind wind = with_gusts(model, world.tick(), mean);
    clock.wind_x_mm_s[0] = math::round_to<std::int32_t>(wind.x_m_s * 1000.0);
    clock.wind_y_mm_s[0] = math::round_to<std::int32_t>(wind.y_m_s * 1000.0);
}

void tell_fires_gone_out(const model::Model& model, world::World& world) {
    for (std::size_t i = 0; i < model.smoke_sources.size(); ++i) {
        const auto& s = model.smoke_sources[i];
        if (s.until > world.tick() || s.until <= world.tick() - base::kTicksPerSecond) continue;
        world::Event event;
        event.kind = world::EventKind::fire_out;
        event.subject_kind = kSubjectSource;
        event.subject = static_cast<std::uint32_t>(i);
        event.x_mm = s.x0_mm / 2 + s.x1_mm / 2;
        event.y_mm = s.y0_mm / 2 + s.y1_mm / 2;
        world::write_event(world.events, world.clock, event);
    }
}

}  // namespace

void start(const model::Model& model, world::World& world) {
    const auto grid = world::smoke_grid(model);
    world.smoke.resize(grid.size());
    for (std::size_t c = 0; c < grid.size(); ++c)
        world.smoke.black_um[c] = world.smoke.white_um[c] = world.smoke.dust_um[c] = 0;
    if (!model.lacks(model::Without::smoke)) hang_clouds(model, grid, world.smoke);
    blow(model, world);
    lay_fuel(model, world);
    shine(model, world);
}

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs) {
    if (!world.slow_tick()) return;
    blow(model, world);
    burn(model, world, intents);
    wet(model, world);
    shine(model, world);
    if (model.lacks(model::Without::smoke)) return;
    const auto grid = world::smoke_grid(model);
    if (world.smoke.size() != grid.size()) return;  // a world that was never started has no air to move
    emit(model, grid, world.tick(), world.smoke);
    emit_fire(model, grid, world);
    tell_fires_gone_out(model, world);
    const Wind wind{world.clock.wind_x_mm_s[0] * 0.001, world.clock.wind_y_mm_s[0] * 0.001};
    raise_dust(model, grid, world);
    const SmokeStep smoke = smoke_step(model, grid, wind),
                    dust = dust_step(model, grid, wind, world.clock.rain_um_h[0]);
    const std::array<base::Column<std::int32_t>*, 3> fields{&world.smoke.black_um, &world.smoke.white_um,
                                                            &world.smoke.dust_um};
    jobs.for_chunks(fields.size(), 1, [&](std::size_t f, std::size_t, std::size_t) {
        carry(grid, f < 2 ? smoke : dust, *fields[f], world.scratch_element.air[f]);
    });
}

}  // namespace linghe::element
