// watch: the umpire of a field battle: losses over time, when a side breaks, why its units break, who runs first, bouts.
// Used by fields.cpp.
// Never touches the battle.
#pragma once
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "field_scene.hpp"

namespace linghe::facts {

class Watch {
public:
    explicit Watch(const verify::FieldScene& scene);
    /// Call after every step.
    void look();
    /// Side that broke, -1 none yet: more than half of its men still free are in flight or have left the field.
    [[nodiscard]] int broken_side() const { return loser_; }
    [[nodiscard]] double broken_s() const { return broken_s_; }
    [[nodiscard]] nlohmann::json told() const;

private:
    struct UnitWatch {
        int side = 0, men = 0;
        double at_x = 0, at_y = 0;
        bool broke = false, ran = false;
        double broke_s = 0, loss_share = 0, flanked = 0, first_depth = -1;
        bool neighbour_broke = false;
        std::array<int, 3> causes{}, shares{};
        double contact_since = -1, contact_last = -1;
        std::vector<double> bouts, gaps;
        int striking = 0;
    };
    void felled();
    void first_runners();
    void breaks();
    void each_second();
    void contacts();
    void participation();
    [[nodiscard]] double depth_of(std::size_t man, std::uint16_t unit) const;
    [[nodiscard]] double flanked_share(std::uint16_t unit) const;

    const verify::FieldScene& scene_;
    std::vector<UnitWatch> units_;
    std::array<int, 2> men_{}, out_{}, killed_{};
    std::array<int, 2> killed_at_break_{}, out_at_break_{};
    std::vector<std::uint8_t> morale_before_;
    std::vector<std::array<double, 3>> curve_;  ///< s, loss share of each side
    int loser_ = -1;
    double broken_s_ = -1;
    std::vector<char> acted_;
    double zone_ = 0, zone_acted_ = 0, led_ = 0, led_acted_ = 0, unled_ = 0, unled_acted_ = 0;
};

}  // namespace linghe::facts
