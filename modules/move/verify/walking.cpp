// Walking, wading and getting tired as formulas.
#include <cmath>

#include "linghe/move/laws.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::exact;
using verify::percent;
using verify::within;

/// Hiking function of W. Tobler (1993), km/h.
double tobler(double slope) { return 6.0 * std::exp(-3.5 * std::fabs(slope + 0.05)); }

void measure(verify::Points& p) {
    p.formula("1.01a", "Weidmann's walkers at 0.5 per m2", "m/s", 1.298, percent(0.5),
              move::weidmann_speed(0.5F));
    p.formula("1.01b", "at 1 per m2", "m/s", 1.058, percent(0.5), move::weidmann_speed(1.0F));
    p.formula("1.01c", "at 2 per m2", "m/s", 0.606, percent(0.5), move::weidmann_speed(2.0F));
    double most = 0, at = 0;
    for (int i = 1; i < 540; ++i) {
        const double rho = i * 0.01,
                     flow = rho * static_cast<double>(move::weidmann_speed(static_cast<float>(rho)));
        if (flow > most) most = flow, at = rho;
    }
    p.formula("1.02a", "Weidmann's greatest flow", "1/(m s)", 1.225, percent(0.5), most);
    p.formula("1.02b", "and the density of it", "1/m2", 1.75, percent(1), at);
    p.formula("1.04a", "single file at 1.0 men per m", "m/s", 0.604, percent(1),
              move::single_file_speed(1.0F, 0.36F, 1.06F));
    p.formula("1.04b", "single file at 1.5 men per m", "m/s", 0.289, percent(1),
              move::single_file_speed(1.5F, 0.36F, 1.06F));
    p.formula("1.05", "SFPE flow at 1.88 per m2", "1/(m s)", 1.316, percent(0.5),
              1.88 * static_cast<double>(move::sfpe_speed(1.88F)));
    p.formula("1.06a", "1,000 men through 4 m at 1.9 per m and s", "s", 132, percent(5),
              1000.0 / (1.9 * 4.0));
    p.formula("1.06b", "the same at 1.3", "s", 192, percent(5), 1000.0 / (1.3 * 4.0));
    p.formula("1.07", "4,000 horse in 20 lanes at 1 m/s and 3.7 m", "s", 740, percent(5),
              4000.0 / 20.0 * 3.7 / 1.0);
    p.formula("1.08a", "Tobler, level", "km/h", 5.04, percent(0.5), tobler(0.0));
    p.formula("1.08b", "Tobler, 5 % down", "km/h", 6.00, percent(0.5), tobler(-0.05));
    p.formula("1.08c", "Tobler, 10 % up", "km/h", 3.55, percent(0.5), tobler(0.10));
    p.formula("1.08d", "Tobler, 20 % up", "km/h", 2.50, percent(0.5), tobler(0.20));
    p.formula("1.09a", "Tobler, 20 % down", "km/h", 3.55, percent(0.5), tobler(-0.20));
    p.formula("1.09b", "Tobler, 30 % up", "km/h", 1.76, percent(0.5), tobler(0.30));
    p.formula("1.10", "Pandolf, 70 kg, no load, 1.34 m/s, level", "W", 293.5, percent(0.5),
              move::pandolf_w(70, 0, 1.34F, 0, 1.0F));
    p.formula("1.11a", "Pandolf, with 30 kg over light brush", "W", 464.9, percent(0.5),
              move::pandolf_w(70, 30, 1.34F, 0, 1.2F));
    p.formula("1.11b", "the same, 5 % up", "W", 746.3, percent(0.5), move::pandolf_w(70, 30, 1.34F, 5, 1.2F));
    p.formula("1.11c", "and back: speed of 746.3 W", "m/s", 1.34, percent(0.5),
              move::pandolf_speed(746.3F, 70, 30, 5, 1.2F));
    const auto empty_after = [](float watts) {
        float w = 1.0F;
        int ticks = 0;
        while (w > 1e-4F && ticks < 100'000)
            w = move::fatigue_step(w, watts, 250.0F, 20'000.0F, 0.1F), ++ticks;
        return 0.1 * ticks;
    };
    p.formula("1.13a", "CP 250 W, W' 20 kJ: empty at 350 W, by steps of 0.1 s", "s", 200, within(0.11),
              empty_after(350.0F));
    p.formula("1.13b", "empty at 450 W", "s", 100, within(0.11), empty_after(450.0F));
    double half_s = 0;
    for (float w = 0.0F; w < 0.5F; half_s += 0.1) w = move::fatigue_step(w, 100.0F, 250.0F, 20'000.0F, 0.1F);
    p.formula("1.14a", "half full again, resting at 100 W", "s", 92.4, percent(1), half_s);
    p.formula("1.14b", "after 120 s of it", "kJ", 11.87, percent(1),
              20.0 * static_cast<double>(move::fatigue_step(0.0F, 100.0F, 250.0F, 20'000.0F, 120.0F)));
    p.formula("1.16a", "drag on a man, 1.0 m deep, 1.0 m/s", "N", 220, percent(0.001),
              move::drag_n(1.0F, 1.0F, 0.4F, 1.1F, 1000.0F));
    p.formula("1.16b", "the same at 1.5 m/s", "N", 495, percent(0.001),
              move::drag_n(1.0F, 1.5F, 0.4F, 1.1F, 1000.0F));
    p.formula("1.17a", "RESCDAM, 70 kg, 1.65 m, good", "m2/s", 0.662, percent(1),
              move::rescdam_m2_s(70, 1.65F, 0.004F, 0.2F));
    p.formula("1.17b", "normal", "m2/s", 0.547, percent(1), move::rescdam_m2_s(70, 1.65F, 0.003F, 0.2F));
    p.formula("1.17c", "poor", "m2/s", 0.331, percent(1), move::rescdam_m2_s(70, 1.65F, 0.002F, 0.1F));
    p.formula("1.19a", "water at which the soles of 70 kg slide, 0.8 m, friction 0.5", "m/s", 1.00,
              percent(2), move::slide_speed_m_s(70, 0, 1.65F, 0.5F, 0.8F, 0.4F, 1.1F, 1000.0F));
    p.formula("1.19b", "the same in 20 kg of armour", "m/s", 1.25, percent(2),
              move::slide_speed_m_s(70, 20, 1.65F, 0.5F, 0.8F, 0.4F, 1.1F, 1000.0F));
    p.formula("1.20a", "Minetti, level", "J/(kg m)", 3.60, percent(0.5), move::minetti_j_kg_m(0.0F));
    p.formula("1.20b", "10 % up", "J/(kg m)", 5.97, percent(0.5), move::minetti_j_kg_m(0.1F));
    p.formula("1.20c", "10 % down", "J/(kg m)", 2.15, percent(0.5), move::minetti_j_kg_m(-0.1F));
    const auto wade = [](float depth_m) {
        return move::wading_speed(depth_m, 150.0F, 0.4F, 1.1F, 1000.0F, 5.0F);
    };
    p.formula("1.15a", "wading with 150 W at 0.4 m", "m/s", 1.19, percent(1), wade(0.4F));
    p.formula("1.15b", "0.6 m", "m/s", 1.04, percent(1), wade(0.6F));
    p.formula("1.15c", "0.8 m", "m/s", 0.95, percent(1), wade(0.8F));
    p.formula("1.15d", "1.0 m", "m/s", 0.88, percent(1), wade(1.0F));
    p.formula("1.21a", "pace kept by night across country (FM 21-18: 1.6 of 2.4 km/h)", "1", 0.67,
              within(0.005), static_cast<double>(move::night_factor(0.01F, 0.67F, 0.1F, 3.4F)));
    p.formula("1.21b", "at the end of civil twilight", "1", 1.0, within(0.0),
              static_cast<double>(move::night_factor(3.4F, 0.67F, 0.1F, 3.4F)));
    p.formula("1.15e", "1.2 m", "m/s", 0.83, percent(1), wade(1.2F));
}

const verify::Registered walking{
    {"walking",
     "Weidmann 1993; Seyfried 2005; SFPE; Tobler 1993; Pandolf 1977; Skiba 2015; Karvonen 2000; Minetti 2002",
     verify::Length::quick, measure}};

}  // namespace
