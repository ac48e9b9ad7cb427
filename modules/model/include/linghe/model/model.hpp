// Model: all that is constant in a run (people, arms, order of battle, doctrine, weather schedule, ground, parameters).
// Built by the scenario reader, shared read-only by every stage and by a thousand runs.
// Never holds anything that changes during a run: that is State (world, belief, intent).
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/columns.hpp"
#include "linghe/base/ids.hpp"
#include "linghe/base/units.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/model/fuels.hpp"
#include "linghe/model/parameters.hpp"
#include "linghe/model/verbs.hpp"

namespace linghe::model {

/// A display name in the project's two languages. Never used for luck, ids or order.
struct Name {
    std::string en;
    std::string zh;
};

/// One kind of fighting man with horse, arms and armour. All figures come from data/arms.toml with their sources.
struct TroopType {
    std::string id;
    Name name;
    std::uint8_t arm = 0;  ///< ArmKind, for signs on the map
    bool mounted = false;
    float mass_kg = 0;            ///< man, armour and arms (without horse)
    float body_length_m = 0;      ///< spacing head to tail when standing (Seyfried l; horse 2.7)
    float body_half_width_m = 0;  ///< half the lane a body needs
    float walk_m_s = 0, trot_m_s = 0, run_m_s = 0;  ///< ordered pace, quick pace, flight or charge
    float critical_power_share = 0;  ///< critical speed / run speed, for fatigue (Skiba W'bal in speed form)
    float anaerobic_distance_m = 0;  ///< D' above critical speed
    float wade_limit_m = 0;          ///< depth beyond which he swims or drowns
    float reach_m = 0;               ///< melee reach
    float blows_per_min = 0;
    float blow_energy_j = 0;
    float melee_skill_elo = 0;  ///< Bradley-Terry scale, 400 = 10:1
    float armour_e50_j = 0;     ///< energy at which half the hits on armour go through
    float armour_cover = 0;     ///< share of the body covered, 0..1
    bool has_bow = false;
    float arrow_mass_kg = 0, arrow_speed_m_s = 0, arrow_drag_per_m = 0;
    float shots_per_min = 0, aim_sigma_mrad = 0, bow_range_m = 0;
    std::uint16_t arrows = 0;
    float experience = 0;  ///< 0 raw .. 1 veteran
    float composure = 0;   ///< 0..1, mean of the type
    float loyalty = 0;     ///< 0..1, against surrender
};
enum class ArmKind : std::uint8_t { horse_heavy, horse_light, foot, archers, firearms, guns, wagons };

struct Side {
    std::string id;
    Name name;
    std::int32_t retreat_x_mm = 0, retreat_y_mm = 0;  ///< where a beaten man of this side knows safety to lie
    Doctrine doctrine;
};

/// A colour under which men serve (Plain Red, Mongols, Ming horse ...): what a straggler recognises as his own.
struct Colours {
    std::string id;
    Name name;
    std::uint8_t side = 0;
    std::string fill_light, border_light, fill_dusk, border_dusk;  ///< "#RRGGBB"; border may be empty
};

/// A node of the order of battle above the unit.
struct Force {
    std::string id;
    Name name;
    base::ForceId parent;  ///< invalid at the top
    std::uint8_t side = 0;
    base::PersonId commander;  ///< invalid when nobody leads it
};

/// The smallest body that takes an order. Rows first_man .. first_man+men-1 of the soldier table are its men at T0.
struct Unit {
    std::string id;  ///< immutable; addresses luck
    Name name;
    base::ForceId force;
    std::uint8_t side = 0;
    std::uint8_t colours = 0;  ///< index into Model::colours
    std::uint8_t troop = 0;    ///< index into Model::troops
    std::uint32_t first_man = 0, men = 0;
    base::PersonId leader;  ///< every unit has one; he is its man number 0
    float frontage_m = 0;
    bool formed_at_start = true;
    std::int32_t start_x_mm = 0, start_y_mm = 0;
    std::uint16_t start_heading = 0;  ///< turn16
    std::int32_t scatter_x_mm = 0,
                 scatter_y_mm = 0;  ///< half extents of the box its men are strewn over; 0: in ranks
    float start_fear = 0, start_fear_spread = 0;  ///< mean and deviation over its men
    float start_fleeing_share = 0;                ///< share of its men in flight at T0
    float start_stamina = 1;                      ///< share of W' left
    float start_speed_m_s = 0;                    ///< along start_heading
};

/// Lasting traits of a person, 0..1.
struct Traits {
    float experience = 0.5F, composure = 0.5F, expressiveness = 0.5F, honour = 0.5F;
    float fear_of_superior = 0.5F, reputation = 0.0F;
    float latency_s = 20.0F;  ///< median time to decide
};

/// What draws one person to another beyond duty: kin, a sworn brother, a foster son. Of one towards the other only.
struct Bond {
    base::PersonId to;
    float strength = 0;  ///< 0 none .. 1 as a son
};

/// A named commander or a nameless leader of a unit. He is one of the soldiers (row `man`).
struct Person {
    std::string id;  ///< immutable; addresses luck
    Name name;
    bool named = false;  ///< appears by name in report, picture and beliefs
    std::uint8_t side = 0;
    base::UnitId rides_with;
    std::uint32_t man = 0;    ///< row in the soldier table
    base::ForceId commands;   ///< the force he commands; invalid: only his unit
    base::PersonId superior;  ///< invalid for the first in command
    Traits traits;
    std::uint8_t drums = 0;             ///< great drums under his hand (0 none)
    float drum_lw_db = 0;               ///< sound power level of one drum
    std::uint8_t horns = 0, gongs = 0;  ///< horns or conches, and great gongs, that sound with the drums
    float banner_side_m = 0;            ///< side of the banner beside him, 0 none
    bool great_banner = false;
    FirstOrder first_order;  ///< what he has been ordered, or has resolved, at T0
    Belief0 first_belief;    ///< where he thinks his superior is at T0
    std::vector<Bond> bonds;
    std::uint32_t enemy_reckoned = 0;  ///< men he takes the enemy host for at T0; 0: about as many as his own
    /// Strength of his bond to another, 0 when there is none.
    [[nodiscard]] float bond_to(std::uint32_t other) const noexcept {
        for (const Bond& b : bonds)
            if (b.to.v == other) return b.strength;
        return 0.0F;
    }
    /// Whether he has a signal for the ear.
    [[nodiscard]] bool sounds() const noexcept { return drums > 0 || horns > 0 || gongs > 0; }
};

/// One leg of the wind schedule, as it was drawn for this run; linear between legs; gusts are drawn around it.
struct WindLeg {
    base::Tick tick = 0;
    float speed_m_s = 0, from_deg = 0;  ///< at 10 m height; meteorological: where it comes from
};

/// One leg of the rain schedule; linear between legs.
struct RainLeg {
    base::Tick tick = 0;
    float mm_h = 0;
};

/// Where and when the battle is fought, for sun and moon. Not known: full daylight all the time.
struct Sky {
    bool known = false;
    double julian_day = 0;            ///< of tick 0, universal time
    double lat_deg = 0, lon_deg = 0;  ///< north, east
};

/// A smoke source declared by the scenario: a polygonless strip of burning or smouldering ground.
struct SmokeSource {
    std::string id;
    std::int32_t x0_mm = 0, y0_mm = 0, x1_mm = 0, y1_mm = 0;  ///< the strip's box
    float emission_g_m2_s = 0;                                ///< particulate mass
    float extinction_m2_g = 0;  ///< mass extinction: black (flaming, sooty) or white (smouldering)
    bool white = false, flaming = false;
    base::Tick from = 0, until = 0;  ///< burns out linearly over `fade` before `until`
    base::Tick fade = 0;
};

/// A cloud of smoke that hangs at T0.
struct SmokeStart {
    std::int32_t x0_mm = 0, y0_mm = 0, x1_mm = 0, y1_mm = 0;
    float extinction_per_m = 0;
    bool white = false;
};

/// A change forced from outside (Pearl's do): declared, recorded, shown.
struct Intervention {
    std::string id;
    base::Tick tick = 0;
    enum class Kind : std::uint8_t {
        kill_person,
        silence_drum,
        strike_banner,
        set_wind,
        give_order,
        shut_ground,  ///< a gate is shut: nobody enters the cells of the box
        open_ground,  ///< and opened again
    } kind{};
    base::PersonId person;
    float a = 0, b = 0;                                       ///< set_wind: speed, from_deg
    FirstOrder order;                                         ///< give_order
    std::int32_t x0_mm = 0, y0_mm = 0, x1_mm = 0, y1_mm = 0;  ///< shut_ground, open_ground: the box
    std::string text;                                         ///< as written, for the record
};

/// Models that can be taken out whole by --without NAME (for paired experiments).
enum class Without : std::uint32_t {
    none = 0,
    drum = 1u << 0,
    banner = 1u << 1,
    smoke = 1u << 2,
    contagion = 1u << 3,
    leader = 1u << 4,
    joining = 1u << 5,
    couriers = 1u << 6,
    wind = 1u << 7,
    shoot = 1u << 8,
    fight = 1u << 9,
    fatigue = 1u << 10,
    crowding = 1u << 11,
    social_proof = 1u << 12,
    fire = 1u << 13,
};

/// What never changes about each man, one row per soldier (same row as in world::SoldierTable).
#define LINGHE_MEN_COLUMNS(COL) \
    COL(std::uint32_t, luck, "", "address of his luck: hash of his unit's id and his number") \
    COL(std::uint16_t, home_unit, "unit", "unit he was mustered in") \
    COL(std::uint16_t, number, "", "his number in that unit; 0 is its leader") \
    COL(std::uint8_t, troop, "troop", "kind of fighting man") \
    COL(std::uint8_t, side, "side", "side") \
    COL(std::uint8_t, openness_q8, "1/255", "how far others' feelings reach him (ASCRIBE delta)") \
    COL(std::uint8_t, expressiveness_q8, "1/255", "how far he shows his own (ASCRIBE epsilon)") \
    COL(std::uint8_t, composure_q8, "1/255", "0 timid .. 255 calm") \
    COL(std::uint8_t, experience_q8, "1/255", "0 raw .. 255 veteran")
LINGHE_TABLE(MenTable, LINGHE_MEN_COLUMNS)

struct Model {
    std::string scenario_id;
    Name title;
    std::uint64_t scenario_hash = 0;  ///< of all scenario bytes and data
    std::uint64_t seed = 1;
    base::Tick end_tick = 0;
    base::Tick clock_zero = 0;  ///< tick shown as +00:00
    Parameters parameters;
    std::uint32_t without = 0;  ///< bits of Without
    std::vector<Side> sides;
    std::vector<Colours> colours;
    std::vector<TroopType> troops;
    std::vector<Force> forces;
    std::vector<Unit> units;
    std::vector<Person> persons;  ///< named persons first, then nameless leaders, in unit order
    MenTable men;
    std::vector<WindLeg> wind;
    std::vector<RainLeg> rain;  ///< empty: dry
    Sky sky;
    float gust_share = 0;  ///< relative standard deviation of gusts
    float temperature_c = 10, humidity_percent = 60, pressure_hpa = 1013.25F;
    std::vector<SmokeSource> smoke_sources;
    std::vector<SmokeStart> smoke_starts;
    std::vector<FuelModel> fuels;  ///< Ground::fuel holds rows of it
    FuelMoisture fuel_moisture;
    std::vector<Ignition> ignitions;  ///< by time, then id
    bool can_burn = false;            ///< somebody may light a fire: then world.fire has its rows
    std::vector<Intervention> interventions;
    std::vector<Place> places;  ///< named places (Dalinghe, ramps ...)
    ground::Ground ground;

    [[nodiscard]] bool lacks(Without w) const noexcept {
        return (without & static_cast<std::uint32_t>(w)) != 0;
    }

    /// True when `who` stands somewhere below `above` in the order of battle. The reader refuses circles; the bound only keeps
    /// a broken model from hanging, here and in under().
    [[nodiscard]] bool serves(std::uint32_t who, std::uint32_t above) const noexcept {
        std::uint32_t at = who;
        for (std::size_t steps = 0; steps < persons.size() && persons[at].superior.valid(); ++steps) {
            at = persons[at].superior.v;
            if (at == above) return true;
        }
        return false;
    }
    /// True when a force is `top` or stands somewhere below it.
    [[nodiscard]] bool under(base::ForceId force, base::ForceId top) const noexcept {
        for (std::size_t depth = 0; depth <= forces.size() && force.valid(); ++depth) {
            if (force == top) return true;
            force = forces[force.v].parent;
        }
        return false;
    }
};

}  // namespace linghe::model
