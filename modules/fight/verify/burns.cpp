// Men in the heat and before the front: pain, burns and death by dose, safe distance, who outruns a grass fire.
#include <algorithm>
#include <cmath>

#include "../../element/test/prairie.hpp"
#include "linghe/fight/burns.hpp"
#include "linghe/model/heat.hpp"
#include "linghe/world/fire_near.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using prairie::Field;
using prairie::Fire;
using prairie::Sky;
using verify::between;
using verify::percent;
using verify::within;

std::string told(double v) {
    const auto hundredth = std::lround(v * 100);
    return std::to_string(hundredth / 100) + "." + (hundredth % 100 < 10 ? "0" : "") +
           std::to_string(hundredth % 100);
}

std::string body(const std::string& id, const std::string& troop, int men, double x, double y) {
    return "[[unit]]\nid = \"" + id + "\"\nname = \"" + id +
           "\"\nforce = \"f\"\ncolours = \"c\"\ntroop = \"" + troop + "\"\nmen = " + std::to_string(men) +
           "\nat = [" + prairie::n(x) + ", " + prairie::n(y) + "]\nheading_deg = 270\n";
}

/// A hearth: the heat of a place laid by hand, everywhere the same and without end; nobody knows where from.
struct Hearth {
    Fire field;
    std::vector<sim::Engine> engine;
    Hearth(double kw_m2, int men, double cover)
        : field(Sky{}, late(), body("u", "ming_foot", men, 150, 150)) {
        for (auto& troop : field.model.troops) troop.armour_cover = static_cast<float>(cover);
        auto made = sim::make_state(field.model);
        if (!made.ok()) throw std::runtime_error(made.error().message);
        sim::State state = made.take();
        for (auto& q : state.world.fire.heat_dw_m2) q = static_cast<std::uint16_t>(kw_m2 * 100);
        state.world.blazes.resize(1);
        state.world.blazes.told[0] = 2, state.world.blazes.alight[0] = 1;  // told as out, yet it glows
        engine.emplace_back(field.model, std::move(state), field.jobs);
    }
    static Field late() {
        Field f;
        f.wide_m = 300, f.high_m = 300;
        f.fires = prairie::spot(10, 10, 9000);
        return f;
    }
    void second() {
        for (int t = 0; t < 10; ++t) engine[0].step();
    }
    [[nodiscard]] const world::SoldierTable& men() const { return engine[0].state().world.men; }
    [[nodiscard]] double dose(std::size_t row) const { return men().burn_dose_q8[row] / 256.0; }
};

/// Seconds until the dose of a man passes a threshold, between the seconds at which it is reckoned.
double seconds_in_the_step(double kw_m2, double threshold) {
    Hearth h(kw_m2, 4, 0.4);
    double before = 0;
    for (int s = 1; s < 120; ++s) {
        h.second();
        const double now = h.dose(1);
        if (now >= threshold) return s - 1 + (threshold - before) / (now - before);
        before = now;
    }
    return 0;
}

const model::Model& shipped() {
    static const Fire any(Sky{}, Field{});
    return any.model;
}

void doses(verify::Points& p) {
    const auto& e = shipped().parameters.element;
    const auto& f = shipped().parameters.fight;
    struct Row {
        const char* id;
        const char* what;
        double kw_m2, dose, target;
    };
    const double pain = e.heat_dose_pain, second = e.heat_dose_second_degree,
                 third = e.heat_dose_third_degree;
    const Row rows[] = {{"7.15a", "time to pain at 10 kW/m2", 10, pain, 4.3},
                        {"7.15b", "time to second-degree burns at 10 kW/m2", 10, second, 13.5},
                        {"7.15c", "time to third-degree burns at 10 kW/m2", 10, third, 46.4},
                        {"7.16a", "time to pain at 20 kW/m2", 20, pain, 1.7},
                        {"7.16b", "time to second-degree burns at 20 kW/m2", 20, second, 5.3},
                        {"7.16c", "time to third-degree burns at 20 kW/m2", 20, third, 18.4}};
    for (const Row& r : rows) {
        const bool short_time = r.target < 2;  // printed to a tenth of a second
        p.formula(r.id, r.what, "s", r.target, short_time ? within(0.05) : percent(1),
                  model::seconds_to_dose(r.dose, r.kw_m2));
        p.step(r.id, r.what, "s", r.target, percent(10), seconds_in_the_step(r.kw_m2, r.dose));
    }
    p.formula("7.30a", "share dead of 1,000 (kW/m2)^(4/3) s", "1", 0.01, percent(1),
              fight::fatal_chance(1000, f));
    p.formula("7.30b", "share dead of the mean of 1,800 and 2,000", "1", 0.5, percent(1),
              fight::fatal_chance(1900, f));
}

/// Share dead of 4,000 men without armour when each has had a dose.
void deaths(verify::Points& p) {
    Hearth h(10, 4000, 0.0);
    double before = 0, dose_before = 0, at_1000 = -1, at_1900 = -1;
    for (int s = 0; s < 95; ++s) {
        h.second();
        double dead = 0, dose = 0;
        for (std::size_t r = 0; r < h.men().size(); ++r) {
            dead += h.men().status[r] == static_cast<std::uint8_t>(world::Status::burnt) ? 1 : 0;
            dose = std::max(dose, h.dose(r));
        }
        dead /= static_cast<double>(h.men().size());
        const auto between_s = [&](double want, double& at) {
            if (at < 0 && dose >= want)
                at = before + (dead - before) * (want - dose_before) / (dose - dose_before);
        };
        between_s(1000, at_1000), between_s(1900, at_1900);
        before = dead, dose_before = dose;
    }
    p.step("7.30a", "share dead of 4,000 unarmoured men at a dose of 1,000", "1", 0.01, within(0.005),
           at_1000);
    p.step("7.30b", "share dead of them at 1,900", "1", 0.5, percent(10), at_1900);
}

/// Dose of men who lie four flame heights beyond the edge of the grass while the front comes up to it and goes out.
void safe_distance(verify::Points& p) {
    for (const bool tall : {false, true}) {
        const std::string fuel = tall ? "FM3" : "FM1";
        const double flame = tall ? 4.85 : 1.84;
        Sky sky;
        sky.wind_m_s = prairie::wind_for(shipped(), fuel, 3);
        Field f;
        f.wide_m = 200, f.high_m = 200, f.fuel = fuel;
        f.fires = prairie::along(20, 0, 20, 200);
        Fire fire(sky, f, body("u", "ming_foot", 4, 200 + 4 * flame, 100));
        auto made = sim::make_state(fire.model);
        if (!made.ok()) throw std::runtime_error(made.error().message);
        sim::State state = made.take();
        for (std::size_t r = 0; r < state.world.men.size(); ++r) {
            state.world.men.status[r] = static_cast<std::uint8_t>(world::Status::disabled);
            state.world.men.x_mm[r] = static_cast<std::int32_t>((200 + 4 * flame) * 1000);
            state.world.men.y_mm[r] = 100'000;
        }
        sim::Engine engine(fire.model, std::move(state), fire.jobs);
        double most = 0, last_dose = 0, residence_dose = 0;
        const double residence_s = tall ? 15.6 : 6.6;
        std::vector<double> per_s;
        for (int s = 0; s < 420; ++s) {
            for (int t = 0; t < 10; ++t) engine.step();
            const auto& men = engine.state().world.men;
            most = std::max(most, men.heat_dw_m2[0] * 0.01);
            per_s.push_back(men.burn_dose_q8[0] / 256.0 - last_dose);
            last_dose = men.burn_dose_q8[0] / 256.0;
        }
        // The worst stretch as long as flames stand in one place.
        const auto window = static_cast<std::size_t>(std::ceil(residence_s));
        for (std::size_t k = 0; k + window <= per_s.size(); ++k) {
            double sum = 0;
            for (std::size_t i = 0; i < window; ++i) sum += per_s[k + i];
            residence_dose = std::max(residence_dose, sum);
        }
        p.step(tall ? "7.31b" : "7.31a",
               fuel + " at 3 m/s: dose within a residence at four flame heights, pain from 92 on",
               "(kW/m2)^(4/3) s", 0, between(0, 92), residence_dose);
        p.note(fuel + ": at four flame heights (" + told(4 * flame) + " m) bare skin has " + told(most) +
               " kW/m2 at most, a dose of " + told(last_dose) + " in all");
    }
}

struct Race {
    int men = 0, burnt = 0, disabled = 0, drowned = 0, hurt = 0, fled = 0;
};
/// A line of men stands 100 m before a front 600 m wide; the wind is on it. With a river of some depth behind, or none.
Race race(const std::string& fuel, const std::string& troop, double midflame, double river_m) {
    Sky sky;
    sky.wind_m_s = prairie::wind_for(shipped(), fuel, midflame);
    Field f;
    f.wide_m = 1000, f.high_m = 600, f.fuel = fuel;
    f.fires = prairie::along(100, 0, 100, 600);
    if (river_m > 0)
        f.more_map =
            "[[river]]\nid = \"r\"\nname = \"R\"\nline = [[280, -100], [280, 700]]\nchannel_width_m = 60\n"
            "water_width_m = 40\ndepth_m = " +
            prairie::n(river_m) + "\nbank_height_m = 0.4\n";
    Fire fire(sky, f, body("u", troop, 120, 200, 300));
    fire.begin();
    fire.run(600);
    Race r;
    const auto& men = fire.world().men;
    r.men = static_cast<int>(men.size());
    for (std::size_t i = 0; i < men.size(); ++i) {
        const auto status = static_cast<world::Status>(men.status[i]);
        r.burnt += status == world::Status::burnt ? 1 : 0;
        r.disabled += status == world::Status::disabled ? 1 : 0;
        r.drowned += status == world::Status::drowned ? 1 : 0;
        r.hurt += men.burn[i] >= static_cast<std::uint8_t>(world::Burn::pain) ? 1 : 0;
        r.fled += men.x_mm[i] > 300'000 ? 1 : 0;
    }
    return r;
}
void races(verify::Points& p) {
    for (const char* fuel : {"FM1", "FM3"}) {
        for (const char* troop : {"ming_foot", "ming_horse"}) {
            for (const double river : {0.0, 0.8, 2.2}) {
                const Race r = race(fuel, troop, 3, river);
                const std::string what =
                    std::string(fuel) + " at 3 m/s midflame (0.95 m/s), 120 " + troop +
                    (river > 0 ? ", a river " + told(river) + " m deep behind" : ", open ground behind");
                if (!(river > 0))
                    p.step(std::string("7.32") + (fuel[2] == '1' ? "a" : "b") + (troop[5] == 'h' ? "h" : "f"),
                           what + ": dead or disabled by fire (they run at 3.4 and 7 m/s)", "men", 0,
                           between(0, 6), r.burnt + r.disabled);
                p.note(what + ": burnt " + std::to_string(r.burnt) + ", disabled " +
                       std::to_string(r.disabled) + ", drowned " + std::to_string(r.drowned) +
                       ", in pain at least " + std::to_string(r.hurt) + ", beyond the line of the river " +
                       std::to_string(r.fled));
            }
        }
    }
    const Race fast = race("FM1", "ming_foot", 5, 0);
    p.note("FM1 at 5 m/s midflame (2.7 m/s), 120 ming_foot: burnt " + std::to_string(fast.burnt) +
           ", disabled " + std::to_string(fast.disabled) + ", in pain " + std::to_string(fast.hurt));
}

/// What comes through a crowd: Beer and Lambert's law against the step, a block of horse or foot before a wall of flames.
void shade(verify::Points& p) {
    const auto& f = shipped().parameters.fight;
    const double horse = static_cast<double>(f.shade_horse_m2 / f.shade_horse_height_m),
                 foot = static_cast<double>(f.shade_foot_m2 / f.shade_foot_height_m);
    p.formula("7.33a", "heat through 10 m of horse, 0.25 a square metre", "1", 0.176, percent(1),
              std::exp(-10 * 0.25 * horse));
    p.formula("7.33b", "heat through 5 m of men, 1 a square metre", "1", 0.230, percent(1),
              std::exp(-5 * 1.0 * foot));
    p.formula("7.33c", "of the way, what flames of 9.2 m have to go among riders", "1", 0.333, percent(1),
              static_cast<double>(fight::share_among_bodies(9.2F, 2.3F)));
}

const verify::Registered shading{
    {"burns-crowd", "Beer and Lambert; Monsi and Saeki 1953; Albini 1985", verify::Length::quick, shade}};
const verify::Registered burns{
    {"burns", "Health and Safety Laboratory 2007; Health and Safety Executive; Eisenberg 1975",
     verify::Length::quick, doses}};
const verify::Registered burns_step{{"burns-deaths", "Health and Safety Executive: dangerous doses of heat",
                                     verify::Length::long_run, deaths}};
const verify::Registered safe{{"burns-safe-distance",
                               "B. W. Butler, J. D. Cohen, Int. J. Wildland Fire 8 (1998) 73",
                               verify::Length::long_run, safe_distance}};
const verify::Registered run_races{
    {"burns-races", "rates of spread of BehavePlus against running speeds", verify::Length::long_run, races}};

}  // namespace
