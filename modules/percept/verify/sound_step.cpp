// Sound in the step: the same points where the engine lets a drum be heard, octave by octave, over ground, against wind.
#include <cmath>

#include "air_scene.hpp"
#include "linghe/percept/acoustics.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::AirScene;
using verify::between;
using verify::percent;
using verify::within;

constexpr const char* kOctaves[] = {"63", "125", "250", "500", "1000", "2000", "4000"};

// A drum that sounds in one octave alone; without the ground's effect unless a point is about it.
void one_octave(AirScene& s, int band, bool ground) {
    for (int b = 0; b < percept::kBands; ++b)
        s.set.emplace_back(std::string("parameters.sound.drum_") + kOctaves[b] + "_db",
                           b == band ? "0.0" : "-60.0");
    if (!ground) s.set.emplace_back("parameters.sound.ground_effect", "0.0");
}

// Energy of a band's noise where a man stands, from what the step has summed there.
double noise_db(const AirScene& s, std::uint32_t row, int band) {
    const auto& sound = s.model().parameters.sound;
    const auto& p = s.model().parameters.percept;
    const auto k = static_cast<std::size_t>(band);
    const model::Spectrum fight = LINGHE_SPECTRUM_OF(sound, fight),
                          hooves = LINGHE_SPECTRUM_OF(sound, hooves),
                          crowd = LINGHE_SPECTRUM_OF(sound, crowd),
                          ambient = LINGHE_SPECTRUM_OF(sound, ambient);
    const auto e = [&](float db) { return std::pow(10.0, 0.1 * static_cast<double>(db)); };
    const auto& place = s.place(row);
    const double wind = std::max(1.0, s.wind_m_s);
    const double rise = static_cast<double>(p.ambient_db_per_decade) *
                        std::log10(wind / static_cast<double>(p.ambient_wind_m_s)) *
                        (band < 2 ? 1.0 : static_cast<double>(sound.ambient_high_share));
    return 10.0 * std::log10(static_cast<double>(place.fight) * e(fight[k]) +
                             static_cast<double>(place.hooves) * e(hooves[k]) +
                             static_cast<double>(place.crowd) * e(crowd[k]) +
                             e(ambient[k]) * std::pow(10.0, 0.1 * rise));
}
double level_db(const AirScene& s, std::uint32_t row, int band) {
    return static_cast<double>(s.view(row).drum_snr_db) + noise_db(s, row, band);
}
// The listener stands as many metres east of the middle of the drummer's unit; his true range is what the step reckons with.
double range_of(const AirScene& s, std::uint32_t row) {
    const auto& v = s.view(row);
    const auto& place = s.place(row);
    return std::hypot(static_cast<double>(v.drum_x_m - place.x_m),
                      static_cast<double>(v.drum_y_m - place.y_m));
}

void by_air(verify::Points& p) {
    const double db_km[] = {0.41, 1.04, 1.92, 3.66, 9.70, 33.1};
    const char* id[] = {"9.01a", "9.01b", "9.01c", "9.01d", "9.01e", "9.01f"};
    for (int k = 0; k < 6; ++k) {
        AirScene s;
        one_octave(s, k + 1, false);
        s.drummer(0, 0, 1, 134);
        s.men("ear", "a", 1, 1000, 0);
        s.start();
        s.run_to(8);
        const auto row = s.first_man("ear");
        p.step(
            id[k],
            std::string("what the step takes from a drum of the octave ") + kOctaves[k + 1] + " Hz over 1 km",
            "dB/km", db_km[k], percent(10),
            1000.0 * static_cast<double>(s.view(row).drum_excess_db) / range_of(s, row));
    }
}

void by_distance(verify::Points& p) {
    const double range[] = {100, 576, 1152, 1728}, level[] = {86.0, 70.8, 64.8, 61.2};
    const char* id[] = {"9.04a", "9.04b", "9.04c", "9.04d"};
    double at_two_li = 0;
    for (int k = 0; k < 4; ++k) {
        AirScene s;
        one_octave(s, 0, false);
        s.drummer(0, 0, 1, 134);
        s.men("ear", "a", 1, range[k], 0);
        s.start();
        s.run_to(8);
        const auto row = s.first_man("ear");
        // Referred to the range of the point: the drum stands some metres from the middle of its men.
        const double there = level_db(s, row, 0) + 20.0 * std::log10(range_of(s, row) / range[k]);
        if (k == 2) at_two_li = there;
        p.step(id[k],
               "a drum of 134 dB (63 Hz, ground effect off) at " +
                   std::to_string(static_cast<int>(range[k])) + " m",
               "dB", level[k], percent(10), there);
    }
    AirScene four;
    one_octave(four, 0, false);
    four.drummer(0, 0, 4, 134);
    four.men("ear", "a", 1, 1152, 0);
    four.start();
    four.run_to(8);
    const auto row = four.first_man("ear");
    const double there = level_db(four, row, 0) + 20.0 * std::log10(range_of(four, row) / 1152.0);
    p.step("9.06", "four drums of 134 dB at 1,152 m", "dB", 70.8, percent(10), there);
    p.step("9.06d", "gain of four drums over one", "dB", 6.02, within(0.1), there - at_two_li);
}

// A man is told of the beat in the first look of his (each second) after the sound has come.
void by_time(verify::Points& p) {
    const double range[] = {1152, 1728}, delay[] = {3.42, 5.12};
    for (int k = 0; k < 2; ++k) {
        AirScene s;
        s.drummer(0, 0, 1, 134);
        s.men("ear", "a", 1, range[k], 0);
        s.start();
        const auto row = s.first_man("ear");
        double began = -1, heard = -1;
        for (int t = 0; t <= 120 && heard < 0; ++t) {
            s.run_to(0.1 * t);
            const auto& w = s.world();
            if (began < 0 && w.persons.drum_since[0] >= 0) began = 0.1 * w.persons.drum_since[0];
            if (w.men.drum_tick[row] >= 0) heard = 0.1 * w.men.drum_tick[row];
        }
        p.step(k == 0 ? "9.05a" : "9.05b",
               "first heard at " + std::to_string(static_cast<int>(range[k])) +
                   " m, in the first look after the delay",
               "s", delay[k], between(delay[k] * 0.99, delay[k] * 1.01 + 1.0), heard - began);
    }
}

void by_ground_and_wind(verify::Points& p) {
    // Shipped parameters but for the octave: what ISO 9613-2 takes in that octave over porous ground at 1,500 m.
    for (const int band : {0, 1, 2}) {
        AirScene s;
        one_octave(s, band, true);
        s.drummer(0, 0, 1, 134);
        s.men("ear", "a", 1, 1500, 0);
        s.start();
        s.run_to(8);
        const auto row = s.first_man("ear");
        const double r = range_of(s, row);
        const double ground =
            3.0 +
            percept::ground_effect_db(band, static_cast<double>(s.model().parameters.sound.source_height_m),
                                      static_cast<double>(s.model().parameters.percept.eye_height_m), r, 1.0);
        p.step(band == 0 ? "9.G7" : (band == 1 ? "9.G8" : "9.G9"),
               std::string("air and porous ground over 1,500 m, octave ") + kOctaves[band] +
                   " Hz, beyond the half space",
               "dB", ground + r * percept::air_absorption_db_m(percept::band_hz(band), 10, 70), within(0.3),
               static_cast<double>(s.view(row).drum_excess_db));
    }
    // The shadow: physics gives 10 to 25 dB upwind beyond 200 to 400 m, nothing downwind.
    double excess[3] = {};
    for (int k = 0; k < 3; ++k) {
        AirScene s;
        one_octave(s, 1, false);
        s.wind_m_s = k == 2 ? 0 : 5;
        s.from_deg =
            k == 0 ? 90
                   : 270;  // the listener stands east of the drum: wind from the east blows into his sound
        s.drummer(0, 0, 1, 134);
        s.men("ear", "a", 1, 1000, 0);
        s.start();
        s.run_to(8);
        excess[k] = static_cast<double>(s.view(s.first_man("ear")).drum_excess_db);
    }
    p.step("9.W1", "shadow 1 km upwind of 5 m/s, octave 125 Hz", "dB", 17.5, between(10, 25),
           excess[0] - excess[2]);
    p.step("9.W2", "shadow 1 km downwind of 5 m/s", "dB", 0.0, within(0.05), excess[1] - excess[2]);
}

void measure(verify::Points& p) {
    by_air(p);
    by_distance(p);
    by_time(p);
    by_ground_and_wind(p);
}

const verify::Registered sound{{"sound-in-the-step",
                                "ISO 9613-1:1993; ISO 9613-2:1996; half space by equation",
                                verify::Length::quick, measure}};

}  // namespace
