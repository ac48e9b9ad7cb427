#include "linghe/move/move.hpp"

#include <atomic>

#include "context.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/world/fire_near.hpp"

namespace linghe::move {

namespace {

constexpr std::size_t kMenChunk = 256;

std::atomic<KernelChoice> chosen{KernelChoice::best};

const Kernel& kernel() noexcept {
    if (chosen.load(std::memory_order_relaxed) == KernelChoice::scalar) return scalar_kernel();
#if defined(__x86_64__)
    if (avx2_kernel() != nullptr && __builtin_cpu_supports("avx2")) return *avx2_kernel();
#endif
    return scalar_kernel();
}

/// Bodies as obstacles, by number: one for each kind of fighting man, the last for a rider who lost his horse.
void measure_bodies(Context& c) {
    auto& s = c.world.scratch_move;
    const auto set = [&](std::size_t body, float half_width_m, float length_m, bool horse) {
        s.half_width_mm[body] = half_width_m * 1000.0F;
        s.half_length_mm[body] = length_m * 500.0F;
        s.half_lane_mm[body] =
            horse ? s.half_width_mm[body] : std::min(s.half_width_mm[body], c.p.lane_foot_m * 500.0F);
        s.range_mm[body] = (horse ? c.p.repulsion_horse_m : c.p.repulsion_foot_m) * 500.0F;
        s.widest_mm = std::max(s.widest_mm, 2.0F * std::max(s.range_mm[body], s.half_width_mm[body]));
    };
    s.widest_mm = 0;
    for (std::size_t t = 0; t < c.model.troops.size() && t < world::kBodyUnhorsed; ++t) {
        const auto& troop = c.model.troops[t];
        set(t, troop.body_half_width_m, troop.body_length_m, troop.mounted);
        c.gaits[t] = gait_of(c, troop, false);
    }
    // An unhorsed rider tires as the riders of the first troop do; only his body and pace are those of a man on foot.
    if (!c.model.troops.empty()) c.gaits[world::kBodyUnhorsed] = gait_of(c, c.model.troops.front(), true);
    set(world::kBodyUnhorsed, c.p.unhorsed_half_width_m, c.p.unhorsed_length_m, false);
}

}  // namespace

void choose_kernel(KernelChoice choice) noexcept { chosen.store(choice, std::memory_order_relaxed); }
std::string_view kernel_name() noexcept { return kernel().name; }

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs) {
    Context c{model, world, intents, model.parameters.move, kernel(), world.tick()};
    c.aside =
        math::unit_of(math::turn_from_radians(static_cast<double>(c.p.sidestep_deg) * math::kPi / 180.0));
    c.fire = world::any_flames(world);
    c.banks = !model.ground.bank.empty() && (!model.ground.rivers.empty() || !model.ground.ditches.empty());
    c.worn = std::any_of(model.units.begin(), model.units.end(),
                         [](const model::Unit& u) { return u.hunger > 0.0F || u.cold > 0.0F; });
    weigh_mud_and_dark(c);
    measure_bodies(c);
    find_ways(c);
    if (world.slow_tick()) {
        lead_units(c);
        ride_couriers(c);
    }
    prepare_units(c);
    jobs.for_chunks(world.stepping.rows.size(), kMenChunk,
                    [&](std::size_t, std::size_t begin, std::size_t end) { step_men(c, begin, end); });
}

}  // namespace linghe::move
