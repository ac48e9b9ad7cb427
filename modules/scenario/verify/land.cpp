// The land in the step: mud and slope slow a march as their formulas say, nobody walks through a wall, and those who are sent
// behind one go by the gate.
#include <cmath>
#include <string>

#include "linghe/ground/terrain.hpp"
#include "linghe/scenario/format.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::percent;
using verify::within;

/// The text from `from` to the end of its line gives way.
std::string changed(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, text.find('\n', at) - at, to);
}

/// The battle of `linghe new` on another land: its southern foot march to (0, 320), everybody else stays where he is.
base::Result<model::Model> march_over(const std::string& map, const std::string& wetness,
                                      const std::string& to) {
    LINGHE_TRY(auto files, scenario::new_scenario("land"));
    scenario::Sources sources;
    sources.scenario_name = "scenario.toml";
    std::string text = files[0].second;
    text = changed(text, "gust_share = 0.2", "gust_share = 0.2\nground_wetness = " + wetness);
    // Those whom nobody sees: both hosts but the marching foot stand at the edge of the land.
    text = changed(text, "at = [0, 150]\nheading_deg", "at = [-900, 380]");
    text = changed(text, "order = { verb = \"gather\"", "order = { verb = \"hold\", at = [-900, 380] }");
    text = changed(text, "box = [-250, 50, 250, 120]", "box = [-960, 300, -860, 380]");
    text = changed(text, "at = [0, -100]", "at = [900, -380]");
    const auto horse = text.find("id = \"horse\"\nname");
    text = text.substr(0, horse) + changed(text.substr(horse), "order = { verb = \"attack\"",
                                           "order = { verb = \"hold\", at = [900, -380] }");
    text = changed(text, "at = [0, -160]", "at = [0, -330]");
    const auto foot = text.find("id = \"foot\"\nname");
    text = text.substr(0, foot) + changed(text.substr(foot), "order = { verb = \"attack\"",
                                          "order = { verb = \"march\", at = " + to + " }");
    const auto general = text.find("id = \"general\"");
    text = text.substr(0, general) + changed(text.substr(general), "order = { verb = \"attack\"",
                                             "order = { verb = \"hold\", at = [900, -380] }");
    sources.scenario_toml = text;
    sources.files.emplace("map.toml", map);
    std::vector<scenario::Problem> problems;
    LINGHE_TRY(auto loaded, scenario::read_scenario(sources, {}, problems));
    return std::move(loaded.model);
}

const std::string kPlain = "format = 1\nbox = [-1000, -500, 1000, 500]\ncover = \"crop\"\n";

struct March {
    double speed_m_s = 0;    ///< of the foot along y, from 60 to 180 s
    double in_wall = 0;      ///< men found in a wall, over all seconds
    double beside_gate = 0;  ///< men who came behind the wall more than 20 m from the gate's middle
    double behind = 0;       ///< men behind the wall at the end
};

bool marches(const model::Model& m, std::size_t row) {
    return m.units[m.men.home_unit[row]].id.rfind("foot.", 0) == 0;
}

double mean_y(const model::Model& m, const world::World& w) {
    double sum = 0, n = 0;
    for (std::size_t i = 0; i < w.men.size(); ++i)
        if (marches(m, i)) sum += w.men.y_mm[i] * 0.001, n += 1;
    return n > 0 ? sum / n : 0;
}

base::Result<March> walked(const std::string& map, const std::string& wetness, const std::string& to,
                           int seconds) {
    LINGHE_TRY(const model::Model model, march_over(map, wetness, to));
    LINGHE_TRY(auto state, sim::make_state(model));
    jobs::Jobs jobs{1};
    sim::Engine engine{model, std::move(state), jobs};
    March out;
    double from_y = 0;
    std::vector<std::int32_t> before;
    const ground::Ground& g = model.ground;
    for (int s = 1; s <= seconds; ++s) {
        before.assign(engine.state().world.men.y_mm.begin(), engine.state().world.men.y_mm.end());
        for (int t = 0; t < 10; ++t) engine.step();
        const auto& men = engine.state().world.men;
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (g.barrier_at(g.cell(men.x_mm[i], men.y_mm[i])) == ground::kWallCell) out.in_wall += 1;
            if (!g.walls.empty() && marches(model, i) && before[i] < 0 && men.y_mm[i] >= 0 &&
                std::abs(men.x_mm[i] - 200'000) > 20'000)
                out.beside_gate += 1;
        }
        if (s == 60) from_y = mean_y(model, engine.state().world);
        if (s == 180) out.speed_m_s = (mean_y(model, engine.state().world) - from_y) / 120;
    }
    const auto& men = engine.state().world.men;
    for (std::size_t i = 0; i < men.size(); ++i)
        if (marches(model, i) && men.y_mm[i] > 15'000) out.behind += 1;
    return out;
}

void measure(verify::Points& p) {
    const auto dry = walked(kPlain, "0", "[0, 320]", 180), wet = walked(kPlain, "1", "[0, 320]", 180);
    const std::string fort = kPlain +
                             "[[wall]]\nid = \"wall\"\nline = [[-1100, 0], [1100, 0]]\nheight_m = "
                             "5\nthickness_m = 2\n[[wall.gate]]\nid = \"gate\"\nat = [200, 0]\nwidth_m = 8\n";
    const auto gate = walked(fort, "0", "[0, 320]", 600);
    p.step("L.5", "a march over dry and soaked fields and to a wall is fought", "1", 1, within(0),
           dry.ok() && wet.ok() && gate.ok() ? 1 : 0);
    for (const auto* r : {&dry, &wet, &gate})
        if (!r->ok()) p.note(r->error().text());
    if (!dry.ok() || !wet.ok() || !gate.ok()) return;
    // terrain_eta_crop 1.2, terrain_eta_wet_crop 2.1.
    p.step("L.5a", "soaked fields: pace over that on dry fields, sqrt(1.2 / 2.1)", "1", std::sqrt(1.2 / 2.1),
           percent(10), wet.value().speed_m_s / dry.value().speed_m_s);
    p.step("L.6a", "100 men sent behind a wall with one gate: seconds of men in the wall", "1", 0, within(0),
           gate.value().in_wall);
    p.step("L.6b", "the same: men who came behind it elsewhere than by the gate", "1", 0, within(0),
           gate.value().beside_gate);
    p.step("L.6c", "the same: men behind it after ten minutes", "men", 100, percent(10), gate.value().behind);
}

const verify::Registered land{
    {"land-in-the-step",
     "Pandolf, Givoni and Goldman (1977) with the shipped coefficients; walls and gates as drawn",
     verify::Length::quick, measure}};

}  // namespace
