// A flat field with air over it, and the shipped parameters, for tests of wind and smoke.
// Used by tests of element alone.
// Never a second source of numbers: parameters are read from data/parameters/element.toml.
#pragma once
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

#include "linghe/element/element.hpp"
#include "linghe/element/smoke.hpp"
#include "linghe/element/wind.hpp"

namespace air {

using namespace linghe;

inline std::map<std::string, float> values_of(const std::string& path) {
    std::ifstream in(path);
    REQUIRE_MESSAGE(in.good(), path);
    std::map<std::string, float> values;
    std::string line, name;
    while (std::getline(in, line)) {
        if (!line.empty() && line.front() == '[') name = line.substr(1, line.find(']') - 1);
        if (line.rfind("value = ", 0) == 0) values[name] = std::stof(line.substr(8));
    }
    return values;
}

struct Field {
    model::Model model;
    world::World world;
    intent::Intents intents;
    jobs::Jobs jobs{1};

    Field(std::int32_t wide_m, std::int32_t high_m, float wind_m_s, float from_deg) {
        const auto values = values_of(std::string(LINGHE_SOURCE_DIR) + "/data/parameters/element.toml");
        model.parameters.element.visit([&](std::string_view name, float& value) {
            const auto found = values.find(std::string(name));
            REQUIRE_MESSAGE(found != values.end(), std::string(name));
            value = found->second;
        });
        model.ground.nx = wide_m / 10;
        model.ground.ny = high_m / 10;
        model.wind.push_back({0, wind_m_s, from_deg});
        world.clock.resize(1);
        world.clock.next_event[0] = 1;
    }
    void start() { element::start(model, world); }
    void run(int seconds) {
        for (int s = 0; s < seconds; ++s) {
            element::advance(model, world, intents, jobs);
            world.clock.tick[0] += 10;
        }
    }
    [[nodiscard]] world::SmokeGrid grid() const { return world::smoke_grid(model); }
    [[nodiscard]] std::int64_t total() const {
        std::int64_t sum = 0;
        for (std::size_t c = 0; c < world.smoke.size(); ++c)
            sum += world.smoke.black_um[c] + world.smoke.white_um[c];
        return sum;
    }
    /// Mean extinction over a box of the map, 1/m.
    [[nodiscard]] double mean(std::int32_t x0_m, std::int32_t y0_m, std::int32_t x1_m,
                              std::int32_t y1_m) const {
        const auto g = grid();
        double sum = 0;
        int n = 0;
        for (std::int32_t y = y0_m + 10; y < y1_m; y += 20) {
            for (std::int32_t x = x0_m + 10; x < x1_m; x += 20, ++n) {
                const auto c = static_cast<std::size_t>(g.cell(x * 1000, y * 1000));
                sum += 1e-6 * (world.smoke.black_um[c] + world.smoke.white_um[c]);
            }
        }
        return sum / n;
    }
    struct Cloud {
        double x_m = 0, y_m = 0, var_x_m2 = 0;
    };
    [[nodiscard]] Cloud cloud() const {
        const auto g = grid();
        double all = 0;
        Cloud c;
        for (int pass = 0; pass < 2; ++pass) {
            double sx = 0, sy = 0, sxx = 0;
            all = 0;
            for (std::int32_t j = 0; j < g.ny; ++j) {
                for (std::int32_t i = 0; i < g.nx; ++i) {
                    const double k = world.smoke.black_um[static_cast<std::size_t>(j * g.nx + i)];
                    const double x = (i + 0.5) * g.cell_mm * 0.001, y = (j + 0.5) * g.cell_mm * 0.001;
                    all += k;
                    sx += k * x;
                    sy += k * y;
                    sxx += k * (x - c.x_m) * (x - c.x_m);
                }
            }
            c.var_x_m2 = sxx / all;
            c.x_m = sx / all;
            c.y_m = sy / all;
        }
        return c;
    }
};

inline model::SmokeStart hanging(std::int32_t x0_m, std::int32_t y0_m, std::int32_t x1_m, std::int32_t y1_m,
                                 float k) {
    return {x0_m * 1000, y0_m * 1000, x1_m * 1000, y1_m * 1000, k, false};
}

}  // namespace air
