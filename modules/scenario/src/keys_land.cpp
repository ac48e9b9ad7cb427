// The keys of map.toml, of data/arms.toml and of data/parameters/*.toml.
#include "keys.hpp"

namespace linghe::scenario {
namespace {

using enum KeyType;
constexpr std::string_view kCovers = "bare dry_grass burnt sand water crop reed wood road";

constexpr Key kRiverKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name, written along the water; missing: its id", "名称，书于水上；未写则用代号",
     false},
    {"line", line, "centre line; let it run beyond the map's edge", "中线（应伸出图外）", true, "", "m"},
    {"channel_width_m", number, "from bank to bank", "河槽宽", true, "", "m", 1, 20'000},
    {"water_width_m", number, "width of the water", "水面宽", true, "", "m", 0, 20'000},
    {"depth_m", number, "depth in the middle half of the water", "中部水深", true, "", "m", 0, 30},
    {"bank_height_m", number, "height of the banks; 0: none", "岸高（0则无岸）", false, "0", "m", 0, 30},
};
constexpr Table kRiver = {"river", "A river.", "河流。", kRiverKeys};
constexpr Key kRampKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"at", point, "a point in or by the river; the ramp cuts both banks there", "位置（两岸皆开）", true, "",
     "m"},
    {"width_m", number, "its width", "宽", true, "", "m", 1, 5000},
};
constexpr Table kRamp = {"ramp", "A ramp: a gap in both banks of a river, where horses and carts can cross.",
                         "坡道：两岸的缺口，车马可过。", kRampKeys};
constexpr Key kHillKeys[] = {
    {"at", point, "its top", "山顶", true, "", "m"},
    {"radius_m", number, "its foot: raised cosine", "半径", true, "", "m", 1, 50'000},
    {"height_m", number, "its height; negative: a hollow", "高（负为洼地）", true, "", "m", -200, 3000},
};
constexpr Table kHill = {"hill", "A hill.", "山丘。", kHillKeys};
constexpr Key kRoadKeys[] = {
    {"id", id, "its id", "代号", true},
    {"line", line, "its course", "走向", true, "", "m"},
    {"width_m", number, "its width", "宽", false, "8", "m", 1, 100},
};
constexpr Table kRoad = {"road", "A road.", "道路。", kRoadKeys};
constexpr Key kCoverKeys[] = {
    {"cover", choice, "what covers it", "地表", true, "", "", 0, 0, kCovers},
    {"ring", ring, "its outline", "轮廓", false, "", "m"},
    {"box", box, "instead of a ring", "方框（代替轮廓）", false, "", "m"},
};
constexpr Table kCover = {"cover", "A patch of ground cover; later ones lie over earlier ones.",
                          "地表覆盖；后者在上。", kCoverKeys};
constexpr Key kMapKeys[] = {
    {"format", integer, "version of this format", "格式版本", true, "", "", 1, 1},
    {"box", box, "the map: [west, south, east, north]", "图幅：[西, 南, 东, 北]", true, "", "m"},
    {"cell_m", number, "size of a cell of the grid", "格子边长", false, "10", "m", 0.1, 1000},
    {"height_m", number, "height of the plain", "平地高程", false, "0", "m", -500, 9000},
    {"cover", choice, "what covers the plain", "平地地表", false, "\"dry_grass\"", "", 0, 0, kCovers},
    {"river", tables, "rivers", "河流", false, "", "", 0, 0, "", &kRiver},
    {"ramp", tables, "ramps", "坡道", false, "", "", 0, 0, "", &kRamp},
    {"hill", tables, "hills", "山丘", false, "", "", 0, 0, "", &kHill},
    {"road", tables, "roads", "道路", false, "", "", 0, 0, "", &kRoad},
    {"patch", tables, "patches of cover", "地表斑块", false, "", "", 0, 0, "", &kCover},
};
constexpr Table kMap = {"map", "The land: map.toml. Metres, x east, y north.",
                        "地形：map.toml。单位米，x 向东，y 向北。", kMapKeys};

constexpr Key kTroopKeys[] = {
    {"name", name, "its name", "名称", true},
    {"arm", choice, "arm, for signs on the map", "兵科", true, "", "", 0, 0,
     "horse_heavy horse_light foot archers firearms guns wagons"},
    {"mounted", boolean, "on horseback", "骑马", true},
    {"mass_kg", number, "man, armour and arms, without the horse", "人、甲、械总重", true, "", "kg", 40, 200},
    {"body_length_m", number, "room head to tail, standing", "前后所需", true, "", "m", 0.1, 10},
    {"body_half_width_m", number, "half the lane a body needs", "半宽", true, "", "m", 0.1, 5},
    {"walk_m_s", number, "ordered pace", "常步", true, "", "m/s", 0.1, 5},
    {"trot_m_s", number, "quick pace", "快步", true, "", "m/s", 0.1, 10},
    {"run_m_s", number, "flight or charge", "奔跑", true, "", "m/s", 0.1, 15},
    {"critical_power_share", number, "critical speed / run speed", "临界速度占奔速之比", true, "", "1", 0.1,
     1},
    {"anaerobic_distance_m", number, "D', metres above the critical speed", "无氧储备距离", true, "", "m", 10,
     5000},
    {"wade_limit_m", number, "depth beyond which he swims or drowns", "涉水极限", true, "", "m", 0.2, 2.5},
    {"reach_m", number, "reach of his weapon", "兵器所及", true, "", "m", 0.3, 8},
    {"blows_per_min", number, "blows in contact", "每分钟攻击次数", true, "", "1/min", 0, 60},
    {"blow_energy_j", number, "energy of a blow", "一击之能", true, "", "J", 0, 500},
    {"melee_skill_elo", number, "skill; 400 more wins 10 : 1", "武艺（等级分）", true, "", "1", 0, 3000},
    {"armour_e50_j", number, "energy at which half the hits on armour go through", "护甲半透能量", true, "",
     "J", 1, 1000},
    {"armour_cover", number, "share of the body covered", "护甲覆盖", true, "", "1", 0, 1},
    {"has_bow", boolean, "carries a bow", "有弓", false, "false"},
    {"arrow_mass_kg", number, "mass of an arrow", "箭重", false, "0", "kg", 0, 0.3},
    {"arrow_speed_m_s", number, "speed at the string", "初速", false, "0", "m/s", 0, 120},
    {"arrow_drag_per_m", number, "k in a = -k v^2", "阻力系数", false, "0", "1/m", 0, 0.1},
    {"shots_per_min", number, "sustained rate", "射速", false, "0", "1/min", 0, 20},
    {"aim_sigma_mrad", number, "spread of aim", "散布", false, "0", "mrad", 0, 200},
    {"bow_range_m", number, "distance at which he begins to shoot", "开射距离", false, "0", "m", 0, 400},
    {"arrows", integer, "arrows carried", "携箭", false, "0", "", 0, 500},
    {"experience", number, "0 raw .. 1 veteran, mean", "阅历均值", true, "", "1", 0, 1},
    {"composure", number, "0 timid .. 1 calm, mean", "沉着均值", true, "", "1", 0, 1},
    {"loyalty", number, "against surrender", "忠诚", true, "", "1", 0, 1},
    {"source", text, "sources of the figures above", "出处", true},
    {"guess", text, "which of them are estimates", "其中的估计值", true},
};
constexpr Table kTroop = {"troop", "A kind of fighting man: one table of data/arms.toml, named by its id.",
                          "兵种：data/arms.toml 中的一节。", kTroopKeys};

constexpr Key kParameterKeys[] = {
    {"value", number, "its value", "值", true, "", "", -1e30, 1e30},
    {"unit", text, "its unit", "单位", true},
    {"low", number, "least plausible value", "可信下限", true, "", "", -1e30, 1e30},
    {"high", number, "greatest plausible value", "可信上限", true, "", "", -1e30, 1e30},
    {"source", text, "where it comes from", "出处", true},
    {"guess", boolean, "an estimate, to be swept", "是否估计", true},
    {"least", number,
     "no value below it is taken; missing: low - 10 (high - low), but 0 where low is 0 or more",
     "不得小于此；未写则为 low - 10 (high - low)，low 非负时不小于0", false, "", "", -1e30, 1e30},
    {"most", number, "no value above it is taken; missing: high + 10 (high - low)",
     "不得大于此；未写则为 high + 10 (high - low)", false, "", "", -1e30, 1e30},
    {"en", text, "what it is", "英文说明", true},
    {"zh", text, "what it is, in Chinese", "中文说明", true},
};
constexpr Table kParameter = {"parameter", "A number of a model: one table of data/parameters/GROUP.toml.",
                              "模型参数：data/parameters/ 中的一节。", kParameterKeys};

}  // namespace

const Table& map_table() { return kMap; }
const Table& troop_table() { return kTroop; }
const Table& parameter_table() { return kParameter; }

}  // namespace linghe::scenario
