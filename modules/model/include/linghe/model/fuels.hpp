// Fuels: what can burn on the ground, how moist it is, and where a fire is lit; constant in a run.
// Filled by the scenario reader from data/fuels.toml, [weather] and [[ignition]]; read by element.
// Never holds a burning fire: that is world::FireTable.
#pragma once
#include <cstdint>
#include <string>

#include "linghe/base/ids.hpp"
#include "linghe/base/units.hpp"

namespace linghe::model {

/// A fuel model of the surface fire, in the units in which its authors print it, so that each line can be held against
/// the source. (H. E. Anderson, INT-122 (1982); J. H. Scott, R. E. Burgan, RMRS-GTR-153 (2005).)
struct FuelModel {
    std::string id;  ///< "FM3", "GR8"
    std::string name_en, name_zh;
    float load_1h_t_ac = 0, load_10h_t_ac = 0, load_100h_t_ac = 0;  ///< short tons an acre
    float load_herb_t_ac = 0, load_woody_t_ac = 0;                  ///< live
    float depth_ft = 0;
    float savr_1h_per_ft = 0, savr_herb_per_ft = 0, savr_woody_per_ft = 0;  ///< surface over volume
    float moisture_of_extinction = 0;  ///< of dead fuel, share of dry mass
    float heat_btu_lb = 0;
    bool dynamic = false;  ///< live herbs pass to the dead as they cure
};
inline constexpr std::uint8_t kNoFuel = 255;

/// Water over dry mass, as a share.
struct FuelMoisture {
    float dead_1h = 0, dead_10h = 0, dead_100h = 0, herb = 0, woody = 0;
};

/// A fire that belongs to the situation: lit at a time along a line (or at a point: both ends alike).
struct Ignition {
    std::string id;
    base::Tick tick = 0;
    std::int32_t x0_mm = 0, y0_mm = 0, x1_mm = 0, y1_mm = 0;
    base::PersonId by;  ///< whose doing; invalid: nobody's
};

}  // namespace linghe::model
