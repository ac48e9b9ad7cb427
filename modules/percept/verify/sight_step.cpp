// Sight in the step: how far men of a stepped battle see the great banner, through what air, and how far the horizon lies.
#include <string>

#include "air_scene.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::AirScene;
using verify::percent;

constexpr const char* kBanner = "banner_side_m = 3\ngreat_banner = true\n";

// Farthest of a row of single watchers, every `step` metres, for whom `seen` holds; -1 none.
template <class Seen>
double reach(AirScene& s, double from, double to, double step, const char* side, Seen&& seen) {
    int n = 0;
    for (double r = from; r <= to; r += step) s.men("w" + std::to_string(n++), side, 1, r, 0);
    s.start();
    s.run_to(1);
    double far = -1;
    for (int k = 0; k < n; ++k)
        if (seen(s.first_man("w" + std::to_string(k)))) far = from + step * k;
    return far;
}

void khan(AirScene& s) {
    s.men("khan", "a", 1, 0, 0);
    s.person("khan", "khan", std::string("commands = \"a\"\n") + kBanner);
}
std::string haze(const char* k) {
    return std::string("[[smoke_cloud]]\nbox = [-500, -500, 4500, 500]\nextinction_per_m = ") + k +
           "\ncolour = \"white\"\n";
}
const std::pair<std::string, std::string> kVacuum{"parameters.element.clear_air_extinction_per_m",
                                                  "0.000001"};

void banners(verify::Points& p) {
    const auto banner = [](AirScene& s) {
        return [&s](std::uint32_t row) { return s.world().men.banner_seen_q8[row] != 0; };
    };
    AirScene clear;
    khan(clear);
    p.step("10.01a", "farthest watcher who tells the colour of a banner of 3 m (every 10 m, clear air)", "m",
           2063, percent(10), reach(clear, 1700, 2400, 10, "a", banner(clear)));
    // The device, by which a person is told: the farthest captain who believes by his own eyes where the khan stands.
    AirScene device;
    khan(device);
    int n = 0;
    for (double r = 1100; r <= 1500; r += 10) {
        const std::string id = "c" + std::to_string(n++);
        device.men(id, "a", 1, r, 0);
        device.person(id, id, "superior = \"khan\"\n");
    }
    device.start();
    device.run_to(1);
    double far = -1;
    for (int k = 0; k < n; ++k) {
        const auto& beliefs = device.state().beliefs;
        const auto row = beliefs.find(static_cast<std::uint32_t>(k + 1), belief::Subject::person, 0);
        if (row >= 0 && beliefs.rows.source[static_cast<std::size_t>(row)] ==
                            static_cast<std::uint8_t>(belief::Source::eyes))
            far = 1100 + 10.0 * k;
    }
    p.step("10.01b", "farthest captain who tells his chief by the device of that banner", "m", 1289,
           percent(10), far);
    p.note(
        "10.01c (identified, 806 m) has no place in the step: nothing there asks for more than recognition.");
    const struct {
        const char *id, *k, *threshold;
        double from, to, step, target;
    } rows[] = {{"10.03a", "0.003", "0.05", 700, 1300, 10, 999},
                {"10.03b", "0.03", "0.05", 60, 160, 2, 100},
                {"10.04", "0.01", "0.02", 250, 550, 5, 391}};
    for (const auto& r : rows) {
        AirScene s;
        khan(s);
        s.set.push_back(kVacuum);
        s.set.emplace_back("parameters.percept.contrast_threshold", r.threshold);
        s.tables = haze(r.k);
        p.step(r.id,
               std::string("farthest watcher of the banner in haze of K = ") + r.k + " /m, threshold " +
                   r.threshold,
               "m", r.target, percent(10), reach(s, r.from, r.to, r.step, "a", banner(s)));
        AirScene open;
        open.set = s.set;
        open.tables = s.tables;
        open.men("one", "a", 1, 1500, 0);
        open.start();
        open.run_to(1);
        p.step(std::string(r.id) + "s", std::string("sight of a man in the middle of that haze"), "m",
               r.target, percent(10), static_cast<double>(open.world().men.sight_m[open.first_man("one")]));
    }
}

// Two eyes at 2.5 m see each other over level ground as far as both their horizons reach.
void horizon(verify::Points& p) {
    AirScene s;
    s.west = -500, s.east = 15'500, s.south = -1000, s.north = 1000, s.cell_m = 50;
    s.map_extra = "[[hill]]\nat = [-200, 800]\nradius_m = 100\nheight_m = 20\n";  // relief, off the line
    s.set = {
        kVacuum, {"parameters.percept.eye_height_m", "2.5"}, {"parameters.percept.mass_seen_m", "17000"}};
    s.men("khan", "a", 1, 0, 0);
    s.person("khan", "khan", "commands = \"a\"\n");
    int n = 0;
    for (double r = 11'000; r <= 14'000; r += 500) s.men("e" + std::to_string(n++), "b", 10, r, 0);
    s.start();
    s.run_to(6);
    double far = -1;
    const auto& rows = s.state().beliefs.rows;
    for (std::uint32_t r = s.state().beliefs.first[0]; r < s.state().beliefs.first[1]; ++r) {
        if (rows.subject_kind[r] != static_cast<std::uint8_t>(belief::Subject::enemy_area)) continue;
        if (rows.source[r] != static_cast<std::uint8_t>(belief::Source::eyes)) continue;
        far = std::max(far, 0.001 * rows.x_mm[r]);
    }
    p.step("10.05",
           "half the distance of the farthest enemies a rider sees on level ground (bodies every 500 m)",
           "km", 6.1, percent(10), 0.0005 * far);
}

void measure(verify::Points& p) {
    banners(p);
    horizon(p);
}

const verify::Registered sight{
    {"sight-in-the-step", "Johnson 1958; Koschmieder 1924; geometry", verify::Length::quick, measure}};

}  // namespace
