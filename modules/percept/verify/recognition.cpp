// What is told at which distance: the sentry's table against Johnson's criterion, eyes in dusk and moonlight, and the step.
#include <cmath>
#include <string>

#include "air_scene.hpp"
#include "linghe/percept/optics.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::AirScene;
using verify::between;
using verify::percent;
using verify::within;

// Bodily sizes, chosen before the distances were looked at: man 1.7 x 0.5 m, rider on a pony of 13 hands 2.3 m high, 0.6 m wide
// and 2.2 m long, leg 0.85 x 0.15 m, hat 0.3 m, a face's marks 0.15 x 0.05 m. Johnson's size is the root of width times height.
double by(double wide_m, double high_m, double cycles) {
    return percept::angular_range_m(std::sqrt(wide_m * high_m), 2.0 * cycles);
}

void sentry(verify::Points& p) {
    p.formula("10.S1", "features told (a face's marks, 1 cycle)", "m", 274, percent(10), by(0.15, 0.05, 1));
    p.formula("10.S2", "head-dress told (hat, 1 cycle)", "m", 549, percent(10), by(0.3, 0.3, 1));
    p.formula("10.S3", "movement of limbs (leg, 1 cycle)", "m", 914, percent(10), by(0.15, 0.85, 1));
    p.formula("10.S4", "foot told from horse (rider from the side, 4 cycles)", "m", 1097, percent(10),
              by(2.2, 2.3, 4));
    p.formula("10.S5", "men are lines (man, 1 cycle)", "m", 1372, percent(10), by(0.5, 1.7, 1));
    p.formula("10.S6", "a mounted man is a dot (rider from the front, 1 cycle)", "m", 1829, percent(10),
              by(0.6, 2.3, 1));
    p.formula("10.S7", "men and horses just seen (rider from the front, 1 cycle)", "m", 2012, percent(10),
              by(0.6, 2.3, 1));
    p.note(
        "Source of 10.S: A. B. Dyer, Handbook for Light Artillery (1896), who gives no tolerance; 10 % is "
        "ours. S1 and S3 miss, "
        "for Johnson's bars know neither motion nor the strong marks of a face; S4, S5 and S6 by 12, 16 and "
        "10.4 %.");
}

void eyes(verify::Points& p) {
    const auto jump = [](double l) {
        return percept::contrast_threshold(l * 1.0001, 10) / percept::contrast_threshold(l * 0.9999, 10);
    };
    p.formula("10.A1", "Adrian's branches meet at 0.6 cd/m2", "1", 1.0, percent(5), jump(0.6));
    p.formula("10.A2", "and at 0.00418 cd/m2", "1", 1.0, percent(5), jump(0.00418));
    p.formula("10.A3",
              "threshold of a large mark (121') by day, Blackwell 1946: 0.003 to 0.01 for sure sight", "1",
              0.006, between(0.003, 0.01), percept::contrast_threshold(1000, 121));
    const double day = percept::least_arcmin(1000, 0.5),
                 dusk = percept::least_arcmin(3.4 * 0.2 / 3.141592653589793, 0.5);
    p.note("Distances by size at the end of civil twilight (3.4 lx) are " + std::to_string(day / dusk) +
           " of those by day. The usual rule for dusk, 0.3 to 0.6, is an estimate and no reference.");
}

double banner_reach(const std::string& time, const std::string& tables, double from, double to, double step,
                    double extinction, double* threshold, double* acuity) {
    AirScene s;
    s.extra = time;
    s.tables = tables;
    s.men("khan", "a", 1, 0, 0);
    s.person("khan", "khan", "commands = \"a\"\nbanner_side_m = 3\ngreat_banner = true\n");
    int n = 0;
    for (double r = from; r <= to; r += step) s.men("w" + std::to_string(n++), "a", 1, r, 0);
    s.start();
    s.run_to(1);
    const auto& p = s.model().parameters.percept;
    const double l =
        0.001 * s.world().clock.light_mlx[0] * static_cast<double>(p.light_ground_albedo) / 3.141592653589793;
    *threshold = 0.05, *acuity = 1;
    if (s.model().sky.known && l < 1000) {
        *threshold = 0.05 * percept::contrast_threshold(l, 10) / percept::contrast_threshold(1000, 10);
        *acuity = percept::least_arcmin(1000, 0.5) / percept::least_arcmin(l, 0.5);
    }
    (void)extinction;
    double far = -1;
    for (int k = 0; k < n; ++k)
        if (s.world().men.banner_seen_q8[s.first_man("w" + std::to_string(k))] != 0) far = from + step * k;
    return far;
}

// The banner by day, at dusk and in smoke at dusk: colour by size and light, or contrast spent, whichever comes first.
void step(verify::Points& p) {
    const struct {
        const char *id, *what, *clock, *haze;
        double k, from, to, step;
    } rows[] = {{"10.D1", "colour of the great banner by day, 13:00", "13:00", "", 0.0003, 1500, 2400, 20},
                {"10.D2", "at the end of civil twilight, 17:27", "17:27", "", 0.0003, 300, 1600, 20},
                {"10.D3", "by day in dust or smoke of 0.01 /m", "13:00", "0.01", 0.0103, 150, 450, 5},
                {"10.D4", "in the same at 17:27", "17:27", "0.01", 0.0103, 40, 400, 5}};
    for (const auto& r : rows) {
        const std::string time = std::string("[time]\ndate = \"1631-10-31\"\nclock = \"") + r.clock +
                                 "\"\nlat_deg = 41.173\nlon_deg = 121.358\n";
        const std::string haze =
            *r.haze == 0
                ? std::string{}
                : std::string("[[smoke_cloud]]\nbox = [-500, -500, 4500, 500]\nextinction_per_m = ") +
                      r.haze + "\ncolour = \"white\"\n";
        double threshold = 0, acuity = 0;
        const double far = banner_reach(time, haze, r.from, r.to, r.step, r.k, &threshold, &acuity);
        const double by_size = percept::angular_range_m(3, 5) * acuity,
                     by_air = threshold < 1 ? percept::contrast_range_m(r.k, threshold) : 0;
        p.step(r.id, std::string(r.what) + ": farthest watcher", "m", std::min(by_size, by_air), percent(10),
               far);
        if (r.clock[1] == '7')
            p.note(std::string(r.id) + ": in that light the threshold of contrast is " +
                   std::to_string(threshold) + " and distances by size " + std::to_string(acuity) +
                   " of those by day.");
    }
}

void measure(verify::Points& p) {
    sentry(p);
    eyes(p);
    step(p);
}

const verify::Registered recognition{{"recognition",
                                      "Dyer 1896; Johnson 1958; Adrian 1989 after Blackwell 1946",
                                      verify::Length::quick, measure}};

}  // namespace
