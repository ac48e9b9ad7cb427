#include "battles.hpp"

#include <cmath>
#include <cstdio>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::bench {

namespace {

constexpr std::uint32_t kUnitMen = 250;

struct Party {
    const char* side;
    const char* troop;
    std::uint32_t men;
    double x_m, y_m;          // middle of the front
    double heading_deg;       // 0 north, clockwise
    double front_m, depth_m;  // of one unit's place in the array
    std::uint32_t columns;
    const char* verb;
    double to_x_m, to_y_m;
};

std::string text(const char* format, double a, double b, double c, double d) {
    char buffer[160];
    std::snprintf(buffer, sizeof buffer, format, a, b, c, d);
    return buffer;
}

/// Units of 250 men in ordered columns and lines.
void add_party(std::string& s, const Party& p) {
    const std::uint32_t units = (p.men + kUnitMen - 1) / kUnitMen;
    const double behind = p.heading_deg == 0.0 ? -1.0 : 1.0;
    for (std::uint32_t u = 0; u < units; ++u) {
        const std::uint32_t men = u + 1 == units ? p.men - u * kUnitMen : kUnitMen;
        const std::uint32_t column = u % p.columns, line = u / p.columns;
        const double x = p.x_m + (column - 0.5 * (p.columns - 1.0)) * p.front_m;
        const double y = p.y_m + behind * line * p.depth_m;
        const double dx = x - p.x_m, dy = y - p.y_m;
        s += "[[unit]]\nid = \"" + std::string(p.side) + "." + std::to_string(u) + "\"\nforce = \"" + p.side +
             "\"\ncolours = \"" + p.side + "\"\ntroop = \"" + p.troop + "\"\nmen = " + std::to_string(men) +
             "\n" + "name = { en = \"" + p.side + " " + std::to_string(u) + "\", zh = \"" + p.side + " " +
             std::to_string(u) + "\" }\n";
        s += text("at = [%.1f, %.1f]\nheading_deg = %.0f\nfrontage_m = %.1f\n", x, y, p.heading_deg,
                  p.front_m - 2.0);
        s += "order = { verb = \"" + std::string(p.verb) + "\"" +
             text(", at = [%.1f, %.1f] }\nspeed_m_s = %.1f\n\n", p.to_x_m + dx, p.to_y_m + dy, 1.2, 0.0);
    }
}

std::string head(const char* id, double minutes) {
    std::string s = "format = 1\nid = \"" + std::string(id) + "\"\ntitle = { en = \"" + id + "\", zh = \"" +
                    id + "\" }\n";
    s += "about = { en = \"A case of the benchmark.\", zh = \"测速用例。\" }\nmap = \"map.toml\"\n";
    s += text("minutes = %.1f\n\n[[wind]]\nat_s = 0\nspeed_m_s = 3\nfrom_deg = 200\n\n", minutes, 0, 0, 0);
    return s;
}

std::string side_of(const char* side, double retreat_y_m, const char* colour) {
    std::string s = "[[side]]\nid = \"" + std::string(side) + "\"\nname = { en = \"" + side + "\", zh = \"" +
                    side + "\" }\n";
    s += text("retreat = [0, %.0f]\n\n", retreat_y_m, 0, 0, 0);
    s += "[[colours]]\nid = \"" + std::string(side) + "\"\nname = { en = \"" + side + "\", zh = \"" + side +
         "\" }\nside = \"" + side + "\"\nfill_light = \"" + colour + "\"\nfill_dusk = \"" + colour + "\"\n\n";
    s += "[[force]]\nid = \"" + std::string(side) + "\"\nname = { en = \"" + side + "\", zh = \"" + side +
         "\" }\nside = \"" + side + "\"\n\n";
    return s;
}

std::string plain(double half_x_m, double half_y_m, bool river) {
    std::string s = "format = 1\n" + text("box = [%.0f, %.0f, %.0f, %.0f]\ncover = \"bare\"\n", -half_x_m,
                                          -half_y_m, half_x_m, half_y_m);
    if (river) {
        s += text(
            "\n[[river]]\nid = \"river\"\nline = [[%.0f, 0], [%.0f, 0]]\nchannel_width_m = "
            "100\nwater_width_m = 60\ndepth_m = 0.8\nbank_height_m = 1.5\n",
            -half_x_m - 200, half_x_m + 200, 0, 0);
        s += "\n[[ramp]]\nid = \"a\"\nname = { en = \"a\", zh = \"甲\" }\nat = [-300, 0]\nwidth_m = "
             "80\n\n[[ramp]]\nid = \"b\"\nname = { en = \"b\", zh = \"乙\" }\nat = [300, 0]\nwidth_m = 80\n";
    }
    return s;
}

double round_to_10(double v) { return std::ceil(v / 10.0) * 10.0; }

void two_blocks(const Case& c, scenario::Sources& out, double gap_m, const char* south_troop,
                const char* north_troop) {
    const std::uint32_t units = c.men / 2 / kUnitMen;
    const double front = 18.0, depth = 17.0;
    const auto columns =
        static_cast<std::uint32_t>(std::max(1.0, std::sqrt(static_cast<double>(units) * 2.0)));
    const double width = columns * front, deep = (units / columns + 1) * depth;
    const double half_x = round_to_10(width / 2 + 200), half_y = round_to_10(deep + gap_m + 300);
    out.scenario_toml = head(c.name.c_str(), 10) + side_of("south", -half_y + 20, "#B03030") +
                        side_of("north", half_y - 20, "#3050B0");
    add_party(out.scenario_toml,
              {"south", south_troop, c.men / 2, 0, -gap_m / 2, 0, front, depth, columns, "attack", 0, gap_m});
    add_party(out.scenario_toml, {"north", north_troop, c.men - c.men / 2, 0, gap_m / 2, 180, front, depth,
                                  columns, "attack", 0, -gap_m});
    out.files["map.toml"] = plain(half_x, half_y, false);
}

void march(const Case& c, scenario::Sources& out) {
    const std::uint32_t columns = 20, units = c.men / kUnitMen;
    const double front = 40.0, depth = 45.0, deep = (units / columns + 1) * depth;
    out.scenario_toml = head(c.name.c_str(), 10) + side_of("south", -deep - 150, "#B03030") +
                        side_of("north", 1'900, "#3050B0");
    add_party(out.scenario_toml,
              {"south", "jin_horse", c.men - 500, 0, 0, 0, front, depth, columns, "march", 0, 1'200});
    add_party(out.scenario_toml,
              {"north", "ming_foot", 500, 0, 1'800, 180, front, depth, 2, "hold", 0, 1'800});
    out.files["map.toml"] =
        plain(round_to_10(columns * front / 2 + 200), round_to_10(std::max(2'000.0, deep + 200)), false);
}

void ford(const Case& c, scenario::Sources& out) {
    out.scenario_toml =
        head(c.name.c_str(), 20) + side_of("south", -1'900, "#B03030") + side_of("north", 1'900, "#3050B0");
    add_party(out.scenario_toml, {"south", "jin_horse", c.men - 500, 0, -80, 0, 40, 45, 20, "march", 0, 800});
    add_party(out.scenario_toml, {"north", "ming_foot", 500, 0, 1'700, 180, 40, 45, 2, "hold", 0, 1'700});
    out.files["map.toml"] = plain(900, 2'000, true);
}

}  // namespace

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"two-blocks-10000", 10'000, 50, 60, true},
        {"two-blocks-100000", 100'000, 50, 60, true},
        {"two-blocks-1000000", 1'000'000, 10, 20, true},
        {"march-100000", 100'000, 50, 100, false},
        {"ford-40000", 40'000, 100, 300, false},
        {"melee-40000", 40'000, 300, 100, false},
        {"xiaoling-rally", 0, 0, 0, false},
    };
    return all;
}

base::Result<model::Model> model_of(const Case& c) {
    scenario::Sources sources;
    scenario::Options options;
    if (c.men == 0) {
        LINGHE_TRY(sources, scenario::builtin_sources(c.name));
    } else {
        sources.scenario_name = c.name;
        if (c.name.rfind("two-blocks", 0) == 0) {
            two_blocks(c, sources, 6, "han_foot", "ming_foot");
        } else if (c.name.rfind("melee", 0) == 0) {
            two_blocks(c, sources, 30, "jin_horse", "ming_horse");
        } else if (c.name.rfind("march", 0) == 0) {
            march(c, sources);
        } else {
            ford(c, sources);
        }
    }
    std::vector<scenario::Problem> problems;
    LINGHE_TRY(auto loaded, scenario::read_scenario(sources, options, problems));
    return std::move(loaded.model);
}

}  // namespace linghe::bench
