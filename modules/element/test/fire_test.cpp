#include <doctest/doctest.h>

#include <algorithm>

#include "linghe/math/angle.hpp"
#include "prairie.hpp"

using namespace linghe;
using prairie::Field;
using prairie::Fire;
using prairie::Sky;
using world::EventKind;
using world::FireState;

namespace {

Field strip(const std::string& fuel = "FM1") {
    Field f;
    f.wide_m = 400, f.high_m = 100, f.fuel = fuel;
    f.fires = prairie::along(25, 5, 25, 95);
    return f;
}

std::string problems_of(const Sky& sky, const Field& f) {
    std::vector<scenario::Problem> found;
    (void)prairie::read(sky, f, found);
    std::string all;
    for (const auto& p : found) all += p.text() + "\n";
    return all;
}

std::int64_t all_smoke(const world::World& w) {
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < w.smoke.size(); ++c) sum += w.smoke.black_um[c] + w.smoke.white_um[c];
    return sum;
}

}  // namespace

TEST_CASE("Where nobody can light a fire the fire has no rows and costs nothing") {
    Field f = strip();
    f.fires.clear();
    Fire still(Sky{}, f);
    REQUIRE_MESSAGE(still.trouble.empty(), still.trouble);
    still.begin();
    still.run(2);
    CHECK(still.fire().size() == 0);
    CHECK(still.world().blazes.size() == 0);
}

TEST_CASE("--without fire: the grass does not take, whoever lights it") {
    Fire none(Sky{}, strip());
    none.model.without |= static_cast<std::uint32_t>(model::Without::fire);
    none.begin();
    none.run(2);
    CHECK(none.fire().size() == 0);
    CHECK(none.told.empty());
}

TEST_CASE("A fire flames, smoulders and is burnt ground; it is told when it is lit and when it is out") {
    Fire fire(Sky{}, strip());
    REQUIRE_MESSAGE(fire.trouble.empty(), fire.trouble);
    fire.begin();
    fire.run(60);
    CHECK(fire.count(EventKind::fire_lit) == 1);
    CHECK(fire.count(EventKind::fire_out) == 0);
    const auto state = [&](double x) { return static_cast<FireState>(fire.fire().state[fire.cell(x, 50)]); };
    CHECK(state(25) == FireState::smouldering);
    CHECK(state(395) == FireState::unburnt);
    bool flaming = false;
    for (double x = 25; x < 400; x += 10) flaming = flaming || state(x) == FireState::flaming;
    CHECK(flaming);
    fire.run(2400);
    CHECK(state(205) == FireState::burnt);
    CHECK(fire.count(EventKind::fire_out) == 1);
    CHECK(fire.world().blazes.alight[0] == 0);
    for (const std::uint8_t s : fire.fire().state) CHECK(s != static_cast<std::uint8_t>(FireState::flaming));
    for (const std::uint16_t heat : fire.fire().heat_dw_m2) CHECK(heat == 0);
}

TEST_CASE("Fire does not burn on bare ground, and goes round it") {
    Field f;
    f.wide_m = 300, f.high_m = 300, f.fuel = "FM3";
    f.more_map = "[[patch]]\ncover = \"bare\"\nbox = [140, 60, 180, 300]\n";  // open to the south
    f.fires = prairie::along(25, 5, 25, 295);
    Fire fire(Sky{}, f);
    fire.begin();
    fire.run(2700);
    CHECK(fire.fire().lit[fire.cell(165, 200)] == -1);
    const double round = fire.reached_s(230, 250), straight = fire.reached_s(100, 250);
    CHECK(straight > 0);
    CHECK(round > 0);
    CHECK(round > fire.reached_s(230, 30));
}

TEST_CASE("A fire that reaches a river says so once, and dies there") {
    Field f = strip("FM3");
    f.more_map =
        "[[river]]\nid = \"r\"\nline = [[300, -100], [300, 300]]\nchannel_width_m = 30\nwater_width_m = "
        "30\ndepth_m = 0.5\n";
    Fire fire(Sky{}, f);
    REQUIRE_MESSAGE(fire.trouble.empty(), fire.trouble);
    fire.begin();
    fire.run(1500);
    CHECK(fire.count(EventKind::fire_water) == 1);
    CHECK(fire.count(EventKind::fire_breach) == 0);
    CHECK(fire.count(EventKind::fire_out) == 1);
    CHECK(fire.fire().lit[fire.cell(350, 50)] == -1);
}

TEST_CASE("All the fuel that burns goes into smoke, each gram once") {
    Field f;
    f.wide_m = 200, f.high_m = 100;
    f.fires = prairie::along(5, 5, 5, 95);
    Sky calm;
    calm.wind_m_s = 0;
    Fire fire(calm, f);
    auto& e = fire.model.parameters.element;
    e.smoke_loft_per_m = e.smoke_loft_per_s = e.smoke_diffusion_calm_m2_s = e.smoke_diffusion_length_m = 0;
    e.fire_smoulder_s = 30;
    fire.begin();
    fire.run(12000);
    REQUIRE(fire.count(EventKind::fire_out) == 1);
    double kg = 0;
    for (std::size_t c = 0; c < fire.fire().size(); ++c)
        if (fire.fire().lit[c] >= 0)
            kg += 100 * element::burnt_kg_m2(fire.model.fuels[fire.model.ground.fuel[c]]);
    const double per_kg = static_cast<double>(e.fire_flaming_share * e.fire_flaming_emission_g_kg *
                                                  (1 - e.smoke_flaming_lofted_share) +
                                              (1 - e.fire_flaming_share) * e.fire_smouldering_emission_g_kg *
                                                  (1 - e.smoke_smouldering_lofted_share)) *
                          static_cast<double>(e.fire_smoke_extinction_m2_g);
    // Extinction x layer x area of a cell of smoke: what the air holds, m2.
    const double held =
        1e-6 * static_cast<double>(all_smoke(fire.world())) * static_cast<double>(e.smoke_layer_m) * 400;
    CHECK(held == doctest::Approx(kg * per_kg).epsilon(0.01));
}

TEST_CASE("Heat falls with distance from the front; in the flames it is their emissive power") {
    Fire fire(Sky{}, strip("FM3"));
    fire.begin();
    fire.run(90);
    const auto& heat = fire.fire().heat_dw_m2;
    const auto hottest = std::max_element(heat.begin(), heat.end());
    CHECK(*hottest > 6000);  // over 60 kW/m2
    CHECK(*hottest <= 11800);
    std::size_t front = 0;
    for (double x = 25; x < 395; x += 10)
        if (fire.fire().state[fire.cell(x, 55)] == static_cast<std::uint8_t>(FireState::flaming))
            front = static_cast<std::size_t>(x);
    const auto x = static_cast<double>(front);
    CHECK(heat[fire.cell(x + 20, 55)] > heat[fire.cell(x + 30, 55)]);
    CHECK(heat[fire.cell(x + 30, 55)] > heat[fire.cell(x + 40, 55)]);
    CHECK(heat[fire.cell(x + 40, 55)] > 0);
}

TEST_CASE("The strips of a long wall of flame add up to the wall") {
    const double h = 4, d = 16;
    double sum = 0;
    for (int k = -4000; k <= 4000; ++k) {
        const double y = 0.5 * k, r = std::sqrt(d * d + y * y);
        // A strip of the wall is seen aslant.
        sum += static_cast<double>(element::strip_view_factor(static_cast<float>(0.5 * d / r),
                                                              static_cast<float>(h), static_cast<float>(r))) *
               d / r;
    }
    CHECK(sum == doctest::Approx(0.5 * h / std::sqrt(h * h + d * d)).epsilon(0.01));
}

TEST_CASE("A body ordered to burn a line lights it, and the fire is its doing") {
    Field f;
    f.wide_m = 400, f.high_m = 400, f.fuel = "FM1";
    const std::string party =
        "[[place]]\nid = \"edge\"\nname = \"Edge\"\nat = [100, 100]\nto = [100, 220]\n"
        "[[unit]]\nid = \"burners\"\nname = \"Burners\"\nforce = \"f\"\ncolours = \"c\"\ntroop = "
        "\"ming_foot\"\nmen = 40\n"
        "at = [80, 100]\nheading_deg = 90\norder = { verb = \"burn\", place = \"edge\" }\n";
    Sky sky;
    sky.wind_m_s = 3;  // across the line: the grass is lit 25 m beyond it
    Fire fire(sky, f, party);
    REQUIRE_MESSAGE(fire.trouble.empty(), fire.trouble);
    CHECK(fire.model.can_burn);
    fire.begin();
    fire.run(240);
    REQUIRE(fire.count(EventKind::fire_lit) >= 1);
    CHECK(fire.world().blazes.by_kind[0] == 1);
    CHECK(fire.world().blazes.by[0] == 0);
    CHECK(fire.fire().lit[fire.cell(125, 115)] >= 0);
    CHECK(fire.fire().lit[fire.cell(125, 205)] >= 0);
    CHECK(fire.engine[0].state().intents.ignitions.size() < 40);
}

TEST_CASE("A battle with fire goes on from a saved state as if nothing had been") {
    Sky sky;
    sky.from_deg = 250;
    Fire one(sky, strip("FM3"));
    one.begin();
    one.run(73);
    const auto bytes = sim::save_state(one.engine[0].state());
    auto loaded = sim::load_state(one.model, bytes);
    REQUIRE(loaded.ok());
    sim::Engine other(one.model, loaded.take(), one.jobs);
    one.run(60);
    for (int t = 0; t < 600; ++t) other.step();
    CHECK(sim::state_hash(other.state()) == sim::state_hash(one.engine[0].state()));
}

TEST_CASE("What is wrong with a fire is told with what would be right") {
    Sky wet;
    wet.moisture = -3;
    CHECK(problems_of(wet, strip())
              .find("weather.fuel_moisture_percent: -3 % is out of range\n  remedy: give 1 to 60 %") !=
          std::string::npos);
    Field f = strip("FM33");
    CHECK(problems_of(Sky{}, f).find("fuel: no fuel model is called \"FM33\"\n  remedy: did you mean \"FM") !=
          std::string::npos);
    f = strip();
    f.fires = prairie::spot(5000, 50);
    CHECK(problems_of(Sky{}, f).find("ignition.spot.at: lies outside the map") != std::string::npos);
    f.fires = prairie::spot(430, 50);
    CHECK(problems_of(Sky{}, f).find("ignition.spot.at: nothing burns there: the cover is \"bare\"") !=
          std::string::npos);
    f.more_map =
        "[[river]]\nid = \"r\"\nline = [[300, -100], [300, 300]]\nchannel_width_m = 40\nwater_width_m = "
        "40\ndepth_m = 1\n";
    f.fires = prairie::spot(300, 50);
    CHECK(problems_of(Sky{}, f).find("nothing burns there: the cover is \"water\"") != std::string::npos);
    f = strip();
    f.fires = "[[ignition]]\nid = \"x\"\nat = [50, 50]\nplace = \"nowhere\"\n";
    CHECK(problems_of(Sky{}, f).find("ignition.x: needs one of at, line and place") != std::string::npos);
    f.fires = "[[ignition]]\nid = \"x\"\nat = [50, 50]\nby = \"nobody\"\n";
    CHECK(problems_of(Sky{}, f).find("ignition.x.by: no person is called \"nobody\"") != std::string::npos);
    Sky storm;
    storm.wind_m_s = 500;
    CHECK(problems_of(storm, strip()).find("speed_m_s: 500 m/s is out of range") != std::string::npos);
}

TEST_CASE("The greatest wind and the driest reeds do not throw the fire off the map") {
    Sky storm;
    storm.wind_m_s = 60, storm.moisture = 1, storm.from_deg = 237;
    Field f;
    f.wide_m = 600, f.high_m = 600, f.fuel = "GR9";
    f.fires = prairie::spot(95, 95);
    Fire fire(storm, f);
    fire.begin();
    fire.run(60);
    CHECK(fire.lit() > 100);
    for (const std::int32_t v : fire.fire().front_um10) CHECK(v <= element::front_cap(fire.model));
}
