#include "readings.hpp"

#include <cmath>

namespace linghe::lab {

double metres_from(const Scene& s, std::size_t man, double x_m, double y_m) {
    return std::hypot(s.state.world.men.x_mm[man] / 1000.0 - x_m, s.state.world.men.y_mm[man] / 1000.0 - y_m);
}

std::vector<std::uint32_t> friends_about(const Scene& s, std::uint32_t person, double metres) {
    const std::size_t him = man_of(s, person);
    const double x = s.state.world.men.x_mm[him] / 1000.0, y = s.state.world.men.y_mm[him] / 1000.0;
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < s.state.world.men.size(); ++i)
        if (i != him && fit_man(s, i) && s.model.men.side[i] == s.field.side &&
            metres_from(s, i, x, y) <= metres)
            out.push_back(i);
    return out;
}

Value mean_fear(const Scene& s, const std::vector<std::uint32_t>& men) {
    double sum = 0, n = 0;
    for (const std::uint32_t i : men) {
        if (!fit_man(s, i)) continue;
        sum += fear_of(s, i);
        ++n;
    }
    return n > 0 ? Value::of(sum / n) : Value::none("no fit man of his side was there");
}

}  // namespace linghe::lab
