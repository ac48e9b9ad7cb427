// Grass fire as formulas: every line of the reference table of surface fires, and the points of the fact sheet.
#include <cmath>
#include <fstream>
#include <sstream>

#include "linghe/base/text.hpp"
#include "linghe/element/rothermel.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/model/heat.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::between;
using verify::percent;
using verify::within;

const model::Model& shipped() {
    static const model::Model model = [] {
        auto sources = scenario::builtin_sources("tiny");
        std::vector<scenario::Problem> problems;
        return scenario::read_scenario(sources.value(), {}, problems).take().model;
    }();
    return model;
}

/// Fuel by the number of the fire behaviour programs: 1-13 FM, 101-109 GR, 121-124 GS, 141-149 SH, 181-189 TL.
const model::FuelModel* fuel(int number) {
    const char* family = number < 100   ? "FM"
                         : number < 120 ? "GR"
                         : number < 140 ? "GS"
                         : number < 180 ? "SH"
                                        : "TL";
    const int n = number < 100   ? number
                  : number < 120 ? number - 100
                  : number < 140 ? number - 120
                  : number < 180 ? number - 140
                                 : number - 180;
    const std::string id = family + std::to_string(n);
    for (const auto& f : shipped().fuels)
        if (f.id == id) return &f;
    return nullptr;
}

model::FuelMoisture moist(double h1, double h10, double h100, double herb, double woody) {
    const auto f = [](double percent_) { return static_cast<float>(percent_ * 0.01); };
    return {f(h1), f(h10), f(h100), f(herb), f(woody)};
}
/// Cured grass of one moisture.
model::FuelMoisture dead(double m) { return moist(m, m, m, 30, 30); }

constexpr double kMphMS = 0.44704, kChHMMin = 20.1168 / 60.0;

element::Spread level(int number, const model::FuelMoisture& m, double wind_m_s, double slope = 0) {
    return element::spread(element::fuel_bed(*fuel(number), m), {wind_m_s, 0}, {slope, 0});
}

std::vector<std::vector<double>> table(const std::string& name) {
    std::ifstream in(std::string{LINGHE_DATA_DIR} + "/fire/" + name);
    std::vector<std::vector<double>> rows;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<double> row;
        std::stringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Largest relative difference of rate, flame, intensity, reaction, shape and backing rate over the whole table.
void whole_table(verify::Points& p) {
    double worst[6] = {};
    int lines = 0;
    for (const auto& r : table("behave_surface.csv")) {
        const auto number = static_cast<int>(r[0]);
        if (fuel(number) == nullptr) continue;
        const element::FuelBed bed = element::fuel_bed(*fuel(number), moist(r[1], r[2], r[3], r[4], r[5]));
        const element::Spread s = element::spread(bed, {r[6] * kMphMS, 0}, {r[7] * 0.01, 0});
        const double found[6] = {s.head_m_min,       s.flame_m,         s.intensity_kw_m,
                                 bed.reaction_kw_m2, s.length_to_width, s.back_m_min};
        const double told[6] = {r[9], r[11], r[12], r[13], r[14], r[15]};
        for (int k = 0; k < 6; ++k) {
            if (k == 4 && !(told[0] > 0)) continue;  // no fire, no shape
            const double off = told[k] > 0 ? std::fabs(found[k] / told[k] - 1.0) : std::fabs(found[k]);
            if (!(off <= worst[k])) worst[k] = off;
        }
        ++lines;
    }
    p.formula("7.00a", "lines of the reference table", "", 729, verify::exact(), lines);
    const char* what[6] = {"rate of spread",
                           "flame length",
                           "intensity",
                           "reaction intensity",
                           "length to width of fires that spread",
                           "backing rate"};
    for (int k = 0; k < 6; ++k)
        p.formula(std::string{"7.00"} + static_cast<char>('b' + k),
                  std::string{"largest difference over all lines, "} + what[k], "%", 0, within(1.0),
                  100 * worst[k]);
}

math::Vec2d compass(double towards_deg, double length) {
    const double a = towards_deg * math::kPi / 180.0;
    return {length * std::sin(a), length * std::cos(a)};
}

/// GS4 with wind and slope in any direction: the library's own expected values.
void unit_vectors(verify::Points& p) {
    const auto m = moist(6, 7, 8, 60, 90);
    const element::FuelBed bed = element::fuel_bed(*fuel(124), m);
    const double sheltered = element::sheltered_wind_factor(0.5 / 3 * 0.5, 30), wind = 5 * kMphMS * sheltered;
    const auto rate = [&](const element::FuelBed& b, double from, double aspect, double tangent) {
        return element::spread(b, compass(from + 180, wind), compass(aspect + 180, tangent)).head_m_min /
               kChHMMin;
    };
    const double deg30 = std::tan(30 * math::kPi / 180);
    p.formula("7.20", "GS4, wind from 45, aspect 95, slope 30 degrees", "ch/h", 19.677584, percent(1),
              rate(bed, 45, 95, deg30));
    p.formula("7.21", "its live moisture of extinction", "%", 137.968551, percent(1),
              100 * bed.live_extinction);
    p.formula("7.22", "its dead moisture", "%", 6.005463, percent(1), 100 * bed.dead_moisture);
    p.formula("7.23", "its surface over volume", "1/ft", 1631.128734, percent(1), bed.savr_per_ft);
    const element::Spread up = element::spread(bed, {wind, 0}, {0.3, 0});
    p.formula("7.24a", "wind upslope, 30 %: head", "ch/h", 8.876216, percent(1), up.head_m_min / kChHMMin);
    p.formula("7.24b", "back", "ch/h", 2.91614659, percent(1), up.back_m_min / kChHMMin);
    p.formula("7.24c", "flank", "ch/h", 5.08766627, percent(1), up.flank_m_min / kChHMMin);
    p.formula("7.24d", "intensity", "kW/m", 2072.73045, percent(1), up.intensity_kw_m);
    p.formula("7.25", "wind across the slope", "ch/h", 7.091665, percent(1), rate(bed, 90, 0, 0.3));
    p.formula("7.26", "aspect 215, wind from 45", "ch/h", 4.113265, percent(1), rate(bed, 45, 215, 0.3));
    p.formula("7.27", "aspect 5, wind from 45", "ch/h", 8.50396, percent(1), rate(bed, 45, 5, 0.3));
    p.formula("7.29a", "moistures 3, 4, 5, 30, 60", "ch/h", 15.023945, percent(1),
              rate(element::fuel_bed(*fuel(124), moist(3, 4, 5, 30, 60)), 0, 0, 0.3));
    p.formula("7.29b", "moistures 6, 7, 8, 90, 120", "ch/h", 1.97884, percent(1),
              rate(element::fuel_bed(*fuel(124), moist(6, 7, 8, 90, 120)), 0, 0, 0.3));
    p.formula("7.30", "length to width at 5 mph", "1", 1.590064, percent(1),
              element::length_to_width(5 * kMphMS));
    const element::Spread five = element::spread(bed, {5 * kMphMS, 0}, {});
    p.formula("7.31", "area after an hour at 5 mph midflame", "acre", 55.283555, percent(1),
              element::ellipse_area_m2(five, 60) / 4046.8564);
    p.formula("7.32", "head over back", "1", 7.988029, percent(1), five.head_m_min / five.back_m_min);
}

void anderson(verify::Points& p) {
    // Anderson (1982): 8 % dead, 100 % live moisture, 5 mph midflame, level; printed to two figures.
    constexpr double printed[13] = {78, 35, 104, 75, 18, 32, 20, 1.6, 7.5, 7.9, 6.0, 13, 13.5};
    const auto m = moist(8, 8, 8, 100, 100);
    for (int n = 1; n <= 13; ++n)
        p.formula("7.4" + std::to_string(n), "FM" + std::to_string(n) + " as Anderson (1982) prints it",
                  "ch/h", printed[n - 1], percent(10), level(n, m, 5 * kMphMS).head_m_min / kChHMMin);
}

void measure(verify::Points& p) {
    whole_table(p);
    const auto a = level(1, dead(6), 2);
    p.formula("7.01a", "FM1, 6 %, 2 m/s", "m/min", 25.29, percent(1), a.head_m_min);
    p.formula("7.01b", "its intensity", "kW/m", 434, percent(1), a.intensity_kw_m);
    p.formula("7.01c", "its flame", "m", 1.27, percent(1), a.flame_m);
    const auto b = level(3, dead(6), 3);
    p.formula("7.02a", "FM3, 6 %, 3 m/s", "m/min", 57.37, percent(1), b.head_m_min);
    p.formula("7.02b", "its intensity", "kW/m", 8068, percent(1), b.intensity_kw_m);
    p.formula("7.02c", "its flame", "m", 4.85, percent(1), b.flame_m);
    p.formula("7.03a", "FM1, 8 %, 5 mph", "m/min", 27.19, percent(1), level(1, dead(8), 2.235).head_m_min);
    p.formula("7.03b", "FM3, 8 %, 5 mph", "m/min", 34.24, percent(1), level(3, dead(8), 2.235).head_m_min);
    p.formula("7.04a", "FM3, 6 %, calm, slope 30 %", "m/min", 6.35, percent(1),
              level(3, dead(6), 0, 0.3).head_m_min);
    p.formula("7.04b", "slope 60 %", "m/min", 20.86, percent(1), level(3, dead(6), 0, 0.6).head_m_min);
    p.formula("7.05", "FM3, 6 %, 2 m/s up 20 %", "m/min", 36.49, percent(1),
              level(3, dead(6), 2, 0.2).head_m_min);
    p.formula("7.06a", "FM1 at 12 %", "m/min", 0, within(0), level(1, dead(12), 3).head_m_min);
    p.formula("7.06b", "FM3 at 25 %", "m/min", 0, within(0), level(3, dead(25), 3).head_m_min);
    const auto open = [](int n) { return element::open_wind_factor(static_cast<double>(fuel(n)->depth_ft)); };
    p.formula("7.07a", "FM1, 5 m/s at 20 ft", "m/min", 20.84, percent(1),
              level(1, dead(6), 5 * open(1)).head_m_min);
    p.formula("7.07b", "FM3, 5 m/s at 20 ft", "m/min", 38.66, percent(1),
              level(3, dead(6), 5 * open(3)).head_m_min);
    p.formula("7.08a", "backing, FM1, 3 m/s", "m/min", 4.5, percent(2), level(1, dead(6), 3).back_m_min);
    p.formula("7.08b", "backing, FM3, 3 m/s", "m/min", 4.6, percent(2), level(3, dead(6), 3).back_m_min);
    p.formula("7.08c", "flank, FM3, 3 m/s", "m/min", 16, percent(2), level(3, dead(6), 3).flank_m_min);
    constexpr double shape[5] = {1.21, 1.50, 1.91, 2.46, 3.19};
    for (int u = 1; u <= 5; ++u)
        p.formula(std::string{"7.09"} + static_cast<char>('a' + u - 1),
                  "length to width at " + std::to_string(u) + " m/s", "1", shape[u - 1], percent(1),
                  element::length_to_width(u));
    p.formula("7.10a", "flame residence FM1", "min", 0.11, within(0.005),
              element::fuel_bed(*fuel(1), dead(6)).residence_min);
    p.formula("7.10b", "flame residence FM3", "min", 0.26, within(0.005),
              element::fuel_bed(*fuel(3), dead(6)).residence_min);
    p.formula("7.11a", "flame of 1,000 kW/m", "m", 1.86, percent(0.5), element::flame_length_m(1000));
    p.formula("7.11b", "flame of 10,000 kW/m", "m", 5.36, percent(0.5), element::flame_length_m(10000));
    p.formula("7.12", "flame of 3,000 kW/m", "m", 3.08, percent(0.5), element::flame_length_m(3000));
    p.formula("7.13a", "breach of 10 m at 2 MW/m", "1", 0.152, percent(1), element::breach_chance(2000, 10));
    p.formula("7.13b", "breach of 10 m at 8 MW/m", "1", 0.608, percent(1), element::breach_chance(8000, 10));
    constexpr double cheney[3] = {2.44, 5.04, 7.36};
    for (int k = 0; k < 3; ++k)
        p.formula(std::string{"7.14"} + static_cast<char>('a' + k),
                  "Cheney, natural grass, 6 %, " + std::to_string(10 * (k + 1)) + " km/h", "km/h", cheney[k],
                  percent(1), element::cheney_natural_km_h(10.0 * (k + 1), 6));
    const auto& e = shipped().parameters.element;
    const float doses[3] = {e.heat_dose_pain, e.heat_dose_second_degree, e.heat_dose_third_degree};
    const char* names[3] = {"pain", "second degree", "third degree"};
    constexpr double at10[3] = {4.3, 13.5, 46.4}, at20[3] = {1.7, 5.3, 18.4};
    for (int k = 0; k < 3; ++k) {
        const std::string letter(1, static_cast<char>('a' + k));
        // Printed to a tenth of a second: half of that is added to the one per cent.
        p.formula("7.15" + letter, std::string{"time to "} + names[k] + " at 10 kW/m2", "s", at10[k],
                  within(0.01 * at10[k] + 0.05), model::seconds_to_dose(static_cast<double>(doses[k]), 10));
        p.formula("7.16" + letter, std::string{"time to "} + names[k] + " at 20 kW/m2", "s", at20[k],
                  within(0.01 * at20[k] + 0.05), model::seconds_to_dose(static_cast<double>(doses[k]), 20));
    }
    const auto reed = level(108, dead(6), 3);
    p.formula("7.17a", "GR8, 6 %, 3 m/s", "m/min", 72.4, percent(1), reed.head_m_min);
    p.formula("7.17b", "its intensity", "MW/m", 35, percent(1), reed.intensity_kw_m * 0.001);
    p.formula("7.17c", "its flame", "m", 9.5, percent(1), reed.flame_m);
    unit_vectors(p);
    anderson(p);
}

const verify::Registered fire{
    {"fire",
     "Rothermel 1972 with Albini 1976 (USDA Behave d963287); Byram 1959; Wilson 1988; "
     "Cheney 1998; Anderson 1982",
     verify::Length::quick, measure}};

}  // namespace
