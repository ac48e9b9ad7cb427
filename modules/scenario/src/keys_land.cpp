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
    {"bank_slope_deg", number, "steepness of the banks' face; 0: as is usual (parameter bank_slope_deg)",
     "岸坡倾角（0则依参数 bank_slope_deg）", false, "0", "deg", 0, 90},
};
constexpr Table kRiver = {"river", "A river.", "河流。", kRiverKeys};
constexpr Key kRampKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"at", point, "a point in or by the river; the ramp cuts both banks there", "位置（两岸皆开）", true, "",
     "m"},
    {"width_m", number, "its width", "宽", true, "", "m", 1, 5000},
    {"depth_m", number, "a ford: depth of the water in it; -1: as deep as the river",
     "渡口水深；-1 则与河同深", false, "-1", "m", -1, 30},
};
constexpr Table kRamp = {
    "ramp",
    "A ramp or ford: a gap in both banks of a river, or in a ditch, where horses and carts can cross.",
    "坡道或渡口：两岸（或壕沟）的缺口，车马可过。", kRampKeys};
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
constexpr Key kGateKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name; missing: its id", "名称；未写则用代号", false},
    {"at", point, "its middle, on the wall", "门的中点（在墙上）", true, "", "m"},
    {"width_m", number, "its width", "宽", true, "", "m", 0.5, 100},
    {"open", boolean, "whether it is open at the start", "开始时是否开着", false, "true"},
};
constexpr Table kGate = {"gate", "A gate: an opening in a wall that can be shut.", "城门：墙上可关闭的口。",
                         kGateKeys};
constexpr Key kWallKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name; missing: its id", "名称；未写则用代号", false},
    {"line", line, "its course; a ring repeats its first point", "走向（围墙则首尾同点）", true, "", "m"},
    {"height_m", number, "its height above the ground; it hides what is lower", "高（遮挡视线）", true, "",
     "m", 0.1, 60},
    {"thickness_m", number, "its thickness", "厚", false, "1", "m", 0.1, 50},
    {"gate", tables, "its gates", "城门", false, "", "", 0, 0, "", &kGate},
};
constexpr Table kWall = {"wall", "A wall: nobody walks through it or stands in it.",
                         "墙：不可穿越，不可立于其中。", kWallKeys};
constexpr Key kDitchKeys[] = {
    {"id", id, "its id", "代号", true},
    {"line", line, "its course", "走向", true, "", "m"},
    {"width_m", number, "its width", "宽", true, "", "m", 0.5, 200},
    {"depth_m", number, "its depth", "深", true, "", "m", 0.2, 30},
    {"water_m", number, "depth of water in it; 0: dry", "水深（0则干壕）", false, "0", "m", 0, 30},
};
constexpr Table kDitch = {"ditch", "A ditch: closed to horses, slow for men on foot; ramps cut it.",
                          "壕沟：马不可过，步行缓慢；坡道可过。", kDitchKeys};
constexpr Key kSourceKeys[] = {
    {"file", text, "name of the file, without its folder", "文件名（不含路径）", true},
    {"role", choice, "what it gave", "用途", true, "", "", 0, 0, "elevation cover cover_table vectors patch"},
    {"sha256", text, "SHA-256 of its bytes", "SHA-256", true},
    {"crs", text, "its reference system", "坐标系", false, "\"\""},
    {"licence", text, "its licence, as the user told it", "许可（用户所述）", false, "\"\""},
    {"note", text, "what was found in it", "所见", false, "\"\""},
};
constexpr Table kSource = {"source", "A file that a map was imported from.", "导入所用的文件。", kSourceKeys};
constexpr Key kEditKeys[] = {
    {"what", text, "what was changed", "改了什么", true},
    {"source", text, "why: the source of the change", "依据", true},
    {"cells", integer, "cells that it changed", "所改格数", false, "0", "", 0, 20'000'000},
};
constexpr Table kEdit = {"edit", "A change made by the patch file, in order.", "修补文件所作的改动（依序）。",
                         kEditKeys};
constexpr Key kProvenanceKeys[] = {
    {"made_by", text, "the program that made the map", "制图程序", true},
    {"crs", text, "reference system of the grid, EPSG:number", "格网坐标系", true},
    {"crs_name", text, "its name", "坐标系名称", false, "\"\""},
    {"origin_east_m", number, "easting of the map's 0, 0, its south-west corner",
     "图上原点（西南角）的东坐标", true, "", "m", -2e7, 2e7},
    {"origin_north_m", number, "northing of the same", "图上原点的北坐标", true, "", "m", -2e7, 2e7},
    {"centre_lat_lon", point, "latitude and longitude of the middle, degrees", "图中心的纬度与经度（度）",
     false},
    {"scale_factor", number, "metres of the grid for a metre on the ground, at the middle", "图中心的长度比",
     false, "1", "1", 0.5, 2},
    {"resampling", text, "how heights were taken from the source", "重采样方法", true},
    {"gdal", text, "release of GDAL", "GDAL 版本", true},
    {"holes_percent", number, "share of cells without data, filled", "填补的空洞比例", false, "0", "%", 0,
     100},
    {"source", tables, "files it was made of", "来源文件", false, "", "", 0, 0, "", &kSource},
    {"edit", tables, "changes by the patch file", "修补", false, "", "", 0, 0, "", &kEdit},
    {"notes", text, "what was assumed and what was left out, one a line", "所作假定与舍弃，每行一条", false,
     "\"\""},
};
constexpr Table kProvenance = {"provenance",
                               "Where an imported map comes from; nothing of the battle reads it.",
                               "导入地图的来历；推演不读。", kProvenanceKeys};
constexpr Key kCoverKeys[] = {
    {"cover", choice, "what covers it", "地表", true, "", "", 0, 0, kCovers},
    {"ring", ring, "its outline", "轮廓", false, "", "m"},
    {"box", box, "instead of a ring", "方框（代替轮廓）", false, "", "m"},
    {"fuel", reference, "fuel model of data/fuels.toml, or none; missing: what its cover bears",
     "燃料型（见 data/fuels.toml），或 none；未写则依地表", false, "", "", 0, 0, "fuel"},
};
constexpr Table kCover = {"cover", "A patch of ground cover; later ones lie over earlier ones.",
                          "地表覆盖；后者在上。", kCoverKeys};
constexpr Key kMapKeys[] = {
    {"format", integer, "version of this format", "格式版本", true, "", "", 1, 1},
    {"box", box, "the map: [west, south, east, north]", "图幅：[西, 南, 东, 北]", true, "", "m"},
    {"cell_m", number, "size of a cell of the grid", "格子边长", false, "10", "m", 0.1, 1000},
    {"height_m", number, "height of the plain", "平地高程", false, "0", "m", -500, 9000},
    {"cover", choice, "what covers the plain", "平地地表", false, "\"dry_grass\"", "", 0, 0, kCovers},
    {"fuel", reference, "fuel model of the plain, of data/fuels.toml, or none; missing: what its cover bears",
     "平地的燃料型（见 data/fuels.toml），或 none；未写则依地表", false, "", "", 0, 0, "fuel"},
    {"river", tables, "rivers", "河流", false, "", "", 0, 0, "", &kRiver},
    {"ramp", tables, "ramps", "坡道", false, "", "", 0, 0, "", &kRamp},
    {"hill", tables, "hills", "山丘", false, "", "", 0, 0, "", &kHill},
    {"road", tables, "roads", "道路", false, "", "", 0, 0, "", &kRoad},
    {"patch", tables, "patches of cover", "地表斑块", false, "", "", 0, 0, "", &kCover},
    {"wall", tables, "walls", "墙", false, "", "", 0, 0, "", &kWall},
    {"ditch", tables, "ditches", "壕沟", false, "", "", 0, 0, "", &kDitch},
    {"raster", text,
     "grid file with heights and cover, beside this file; takes the place of height_m and cover",
     "高程与地表的格网文件（与本文件同处），代替 height_m 与 cover", false},
    {"water_m", number, "depth of the water where the grid file's cover is water", "格网文件中水面的水深",
     false, "2", "m", 0, 30},
    {"provenance", table, "where an imported map comes from", "导入地图的来历", false, "", "", 0, 0, "",
     &kProvenance},
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
    {"helmet_e50_j", number, "that energy for the head; 0 as the rest", "头盔半透能量，0 同护甲", false, "0",
     "J", 0, 1000},
    {"cover_head", number, "share of the head covered; below 0: armour_cover lies on head and trunk first",
     "头部覆盖；负值则由 armour_cover 先头躯后四肢分配", false, "-1", "1", -1, 1},
    {"cover_trunk", number, "share of the trunk covered, as cover_head", "躯干覆盖，同上", false, "-1", "1",
     -1, 1},
    {"cover_arm", number, "share of the arms covered, as cover_head", "手臂覆盖，同上", false, "-1", "1", -1,
     1},
    {"cover_leg", number, "share of the legs covered, as cover_head", "腿部覆盖，同上", false, "-1", "1", -1,
     1},
    {"shield_width_m", number, "breadth of his shield; 0 none", "盾宽，0 为无盾", false, "0", "m", 0, 2},
    {"shield_height_m", number, "height of his shield", "盾高", false, "0", "m", 0, 2.5},
    {"shield_e50_j", number, "energy at which half the hits on the shield go through", "盾半透能量", false,
     "0", "J", 0, 1000},
    {"weapon_breaks", number, "share of shocks at the charge in which the shaft breaks; 0 never",
     "冲击时枪杆折断比例，0 为不折", false, "0", "1", 0, 1},
    {"side_reach_m", number, "reach of the side arm he draws then", "副兵器所及", false, "0", "m", 0, 4},
    {"side_energy_j", number, "energy of a blow with it", "副兵器一击之能", false, "0", "J", 0, 500},
    {"has_bow", boolean, "carries a bow or crossbow", "有弓弩", false, "false"},
    {"bow_kind", choice, "bow, or crossbow drawn by hand or by foot", "弓，或臂张弩、蹶张弩", false,
     "\"bow\"", "", 0, 0, "bow crossbow_hand crossbow_foot"},
    {"draw_weight_n", number, "force at full draw; 0 not told", "满弓拉力，0 为未载", false, "0", "N", 0,
     5000},
    {"draw_length_m", number, "way of the string to full draw", "弦行程", false, "0", "m", 0, 1.5},
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

constexpr Key kFuelKeys[] = {
    {"name", name, "its name", "名称", true},
    {"load_1h_t_ac", number, "dead, under 6 mm", "枯死细料（6毫米以下）", true, "", "short ton/acre", 0, 60},
    {"load_10h_t_ac", number, "dead, 6 to 25 mm", "枯死中料", true, "", "short ton/acre", 0, 60},
    {"load_100h_t_ac", number, "dead, 25 to 76 mm", "枯死粗料", true, "", "short ton/acre", 0, 60},
    {"load_herb_t_ac", number, "living grass and herbs", "活草", true, "", "short ton/acre", 0, 60},
    {"load_woody_t_ac", number, "living leaves and twigs", "活枝叶", true, "", "short ton/acre", 0, 60},
    {"depth_ft", number, "depth of the bed", "料层厚度", true, "", "ft", 0.05, 30},
    {"savr_1h_per_ft", number, "surface over volume of the fine dead fuel", "细料比表面积", true, "", "1/ft",
     50, 10'000},
    {"savr_herb_per_ft", number, "the same of herbs", "活草比表面积", true, "", "1/ft", 50, 10'000},
    {"savr_woody_per_ft", number, "the same of leaves and twigs", "活枝叶比表面积", true, "", "1/ft", 50,
     10'000},
    {"moisture_of_extinction_percent", number, "dead moisture at which no fire spreads", "熄火含水率", true,
     "", "%", 5, 100},
    {"heat_btu_lb", number, "heat of combustion", "热值", true, "", "Btu/lb", 5000, 12'000},
    {"dynamic", boolean, "living herbs pass to the dead as they cure", "活草随枯黄转为枯料", true},
    {"covers", text, "land covers that bear it where the map says nothing", "默认对应的地表", false, "\"\""},
    {"source", text, "where it comes from", "出处", true},
};
constexpr Table kFuel = {"fuel", "A fuel model: one table of data/fuels.toml, named by its id.",
                         "燃料型：data/fuels.toml 中的一节。", kFuelKeys};

}  // namespace

const Table& fuel_table() { return kFuel; }
const Table& map_table() { return kMap; }
const Table& troop_table() { return kTroop; }
const Table& parameter_table() { return kParameter; }

}  // namespace linghe::scenario
