// The keys of scenario.toml and of the data files. English and Chinese side by side; the handbook page is made of them.
#include "keys.hpp"

#include <array>

namespace linghe::scenario {
namespace {

using enum KeyType;
constexpr double kFar = 1'000'000;  // metres: no map is larger
constexpr double kLong = 200'000;   // seconds: the longest run has 2,000,000 ticks

constexpr std::string_view kVerbs =
    "hold gather march withdraw pursue attack hold_line collect join stay_by fetch report burn cover "
    "counter_attack lead";

constexpr Key kOrderKeys[] = {
    {"verb", choice, "what is to be done", "要做什么", true, "", "", 0, 0, kVerbs},
    {"place", reference, "where: id of a place (of a line its middle); gather heeds none",
     "目标地点的代号（线取中点）；gather 不取", false, "", "", 0, 0, "place"},
    {"at", point, "where, instead of a place", "目标坐标（代替地点）", false, "", "m"},
    {"person", reference, "with whom (join, stay_by)", "目标人物", false, "", "", 0, 0, "person"},
    {"deadline_min", number, "minutes from the start by which it is to be done; 0 none",
     "期限（自开始起，分钟；0为无）", false, "0", "min", 0, 3000},
    {"from_min", number, "agreed beforehand: begins so many minutes after the start, until then he holds",
     "事先约定：自开始起若干分钟后施行，此前坚守", false, "0", "min", 0, 3000},
    {"pace", choice, "gait ordered; usual: as the verb would have it", "所令步度；usual 依动词而定", false,
     "\"usual\"", "", 0, 0, "usual walk trot run"},
    {"formation", choice,
     "in ranks: line, column (few files), loose (wide intervals); without ranks: crowd (each his own way), "
     "banner "
     "(about the leader); usual: as the verb would have it",
     "队形：line 横队、column 纵队、loose 疏队；不成列：crowd 各自前往、banner 环绕头领之旗；usual "
     "依动词而定",
     false, "\"usual\"", "", 0, 0, "usual line column loose crowd banner"},
    {"stop_line_y_m", number, "pursue: not north of this line", "追击不得越过此线（北坐标）", false, "", "m",
     -kFar, kFar},
};
constexpr Table kOrder = {"order", "An order or resolve in force at the start.", "开始时已有的命令或决心。",
                          kOrderKeys};

constexpr Key kPlanKeys[] = {
    {"verb", choice, "what is to be done", "要做什么", true, "", "", 0, 0, kVerbs},
    {"place", reference, "where: id of a place", "地点代号", false, "", "", 0, 0, "place"},
    {"commanders", integer, "how many subordinates it takes", "需要几名部将", false, "1", "", 1, 20},
    {"deadline_min", number, "minutes given for it; 0 none", "限时（分钟；0为不限）", false, "0", "min", 0,
     3000},
    {"at_all_cost", boolean, "to be held whatever it costs", "不惜代价", false, "false"},
    {"with_troops", boolean, "needs a man with troops in hand", "须有兵在手者", false, "true"},
};
constexpr Table kPlan = {"plan_step",
                         "A step of what a side's commanders have learnt to do once their men are gathered.",
                         "一方将领在收拢部众之后惯常采取的步骤。", kPlanKeys};

constexpr Key kSideKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"retreat", point, "where a beaten man knows safety to lie", "败兵所知的安全去处", true, "", "m"},
    {"enough_share", number, "share of the men believed on his side of the water that is enough to act",
     "足以行动的收拢比例", false, "0.5", "1", 0, 1},
    {"inflow_slow_per_min", number, "growth per minute below which no more are expected",
     "低于此增速则不再等人", false, "0.05", "1/min", 0, 10},
    {"gather_below_share", number,
     "a chief come out of danger with less than this share of his host in sight gathers it; 0: never",
     "主将脱险后，所见部众不足此比例即收拢；0 为从不", false, "0", "1", 0, 1},
    {"own_loss_weight", number, "weight of own losses in a commander's judgement", "将领判断中己方损失的权重",
     false, "1", "1", 0, 10},
    {"lost_chief_place", reference,
     "where a superior of whom nothing is heard is taken to have gone: id of a place",
     "久无音讯之上官料在何处：地点代号", false, "", "", 0, 0, "place"},
    {"lost_chief_confidence", number, "how sure they are of that", "对此的可信度", false, "0.4", "1", 0,
     0.95},
    {"after_gather", tables, "what is done once the men are gathered, in order of urgency",
     "收拢之后依次要做的事", false, "", "", 0, 0, "", &kPlan},
};
constexpr Table kSide = {"side", "A side, and the doctrine of its commanders.", "一方及其将领的成法。",
                         kSideKeys};

constexpr Key kColoursKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"side", reference, "whose", "所属一方", true, "", "", 0, 0, "side"},
    {"fill_light", colour, "fill on paper", "浅色底图上的填色", true},
    {"fill_dusk", colour, "fill at dusk", "暗色底图上的填色", true},
    {"border_light", colour, "border on paper", "浅色底图上的边色", false},
    {"border_dusk", colour, "border at dusk", "暗色底图上的边色", false},
};
constexpr Table kColours = {"colours", "A flag under which men serve: what a straggler knows as his own.",
                            "士兵所属的旗号：掉队者以此认己队。", kColoursKeys};

constexpr Key kForceKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"side", reference, "whose", "所属一方", true, "", "", 0, 0, "side"},
    {"parent", reference, "the force it is part of", "上级部队", false, "", "", 0, 0, "force"},
};
constexpr Table kForce = {"force",
                          "A body of the order of battle above the unit; a person commands it by `commands`.",
                          "部队之上的军；由人物的 commands 指定主将。", kForceKeys};

constexpr Key kTraitKeys[] = {
    {"experience", number, "0 raw .. 1 veteran", "阅历", false, "0.5", "1", 0, 1},
    {"composure", number, "0 timid .. 1 calm", "沉着", false, "0.5", "1", 0, 1},
    {"expressiveness", number, "how far he shows what he feels", "情绪外露", false, "0.5", "1", 0, 1},
    {"honour", number, "weight of honour in his choices", "重荣誉", false, "0.5", "1", 0, 1},
    {"fear_of_superior", number, "how far he fears his superior's punishment", "畏上", false, "0.5", "1", 0,
     1},
    {"reputation", number, "how far his name alone calms others", "威望", false, "0", "1", 0, 1},
    {"latency_s", number, "median time to decide", "决断所需时间（中位）", false, "20", "s", 0, 600},
};
constexpr Table kTraits = {"traits", "Lasting traits of a person.", "人物的性情。", kTraitKeys};

constexpr Key kBeliefKeys[] = {
    {"about", reference, "of whom", "关于谁", true, "", "", 0, 0, "person"},
    {"place", reference, "where he is thought to be: id of a place", "以为他在何处（地点代号）", false, "",
     "", 0, 0, "place"},
    {"at", point, "where he is thought to be", "以为他在何处（坐标）", false, "", "m"},
    {"spread_m", number, "uncertainty, one standard deviation", "不确定度（标准差）", false, "500", "m", 1,
     kFar},
    {"confidence", number, "0 none .. 1 certain", "信心", true, "", "1", 0, 1},
};
constexpr Table kBelief = {"belief", "Where a person believes another to be at the start; it may be false.",
                           "开始时某人以为另一人在何处；可以是错的。", kBeliefKeys};

constexpr Key kBondKeys[] = {
    {"person", reference, "to whom", "对谁", true, "", "", 0, 0, "person"},
    {"strength", number, "0 none .. 1 as to a son", "深浅：0无 .. 1如父子", true, "", "1", 0, 1},
};
constexpr Table kBond = {
    "bond",
    "What draws a person to another beyond duty: kin, a sworn brother. Of him towards the other only.",
    "职分之外系一人于另一人者：亲属、盟兄弟。只言其对彼。", kBondKeys};

constexpr Key kPersonKeys[] = {
    {"id", id, "his id; addresses his luck, never changed", "代号（决定其运气，不可更改）", true},
    {"name", name, "his name", "姓名", true},
    {"rides_with", reference, "the unit he is a man of (of bodies: the first unit, or ID.NUMBER)", "所在部队",
     true, "", "", 0, 0, "unit"},
    {"commands", reference, "the force he commands", "所统部队", false, "", "", 0, 0, "force"},
    {"superior", reference, "whose orders he takes; default: the commander above", "听命于谁", false, "", "",
     0, 0, "person"},
    {"traits", table, "his traits", "性情", false, "", "", 0, 0, "", &kTraits},
    {"drums", integer, "great drums under his hand", "大鼓数", false, "0", "", 0, 20},
    {"drum_lw_db", number, "sound power level of one drum", "单鼓声功率级", false, "0", "dB re 1 pW", 0, 150},
    {"horns", integer, "horns or conches that sound with his signal", "号角或海螺数", false, "0", "", 0, 20},
    {"gongs", integer, "great gongs that sound with his signal", "大锣数", false, "0", "", 0, 20},
    {"banner_side_m", number, "side of the banner beside him; 0 none", "身旁旗帜边长", false, "0", "m", 0,
     10},
    {"great_banner", boolean, "whether it is the great banner of the host", "是否大纛", false, "false"},
    {"order", table, "what he has been ordered, or has resolved", "所受命令或决心", false, "", "", 0, 0, "",
     &kOrder},
    {"belief", table, "where he believes another to be", "以为某人在何处", false, "", "", 0, 0, "", &kBelief},
    {"enemy_reckoned", integer, "men he takes the whole enemy host for at the start; 0: as many as his own",
     "开始时所料敌军总数；0则料其与己方相当", false, "0", "men", 0, 1'000'000},
    {"bonds", tables, "to whom he is bound beyond duty", "职分之外情义所系之人", false, "", "", 0, 0, "",
     &kBond},
};
constexpr Table kPerson = {"person", "A commander by name; he is one of the men of his unit.",
                           "有名有姓的将领；他是所在部队的一员。", kPersonKeys};

// What units and bodies share.
#define LINGHE_STAND_KEYS \
    {"id", id, "its id; addresses the luck of its men, never changed", "代号（决定士兵的运气，不可更改）", \
     true}, \
        {"name", name, "its name", "名称", true}, \
        {"force", reference, "the force it belongs to", "所属部队", true, "", "", 0, 0, "force"}, \
        {"colours", reference, "the flag it serves under", "旗号", true, "", "", 0, 0, "colours"}, \
        {"troop", \
         reference, \
         "kind of fighting man, of data/arms.toml", \
         "兵种（见 data/arms.toml）", \
         true, \
         "", \
         "", \
         0, \
         0, \
         "troop"}, \
        {"men", integer,  "men at the start, leader included", "开始时人数（含头领）", true, "", "men", \
         1,     1'000'000}, \
        {"at", point, "where its middle stands, formed in ranks", "列阵时中心位置", false, "", "m"}, \
        {"box", box, "instead: the box its men are strewn over", "或：士兵散布的范围", false, "", "m"}, \
        {"heading_deg", number, "where it faces: 0 north, 90 east", "面向（0北，90东）", false, "0", "degree", \
         -360,          360}, \
        {"ranks", integer, "ranks when formed", "列阵的行数", false, "4", "", 1, 100}, \
        {"frontage_m", \
         number, \
         "width when formed; 0: from men, ranks and the room a man needs", \
         "列阵宽度（0则自动）", \
         false, \
         "0", \
         "m", \
         0, \
         5000}, \
        {"formed",         boolean, "formed at the start; default: true with `at`, false with `box`", \
         "开始时是否成列", false,   ""}, \
        {"fear", number, "mean fear of its men", "平均恐惧", false, "0.1", "1", 0, 1}, \
        {"fear_spread", number, "standard deviation over its men", "恐惧的离散", false, "0.05", "1", 0, 1}, \
        {"fleeing_share", number, "share of its men in flight", "溃逃者比例", false, "0", "1", 0, 1}, \
        {"stamina", number, "share of the strength above sustainable effort left", "余力", false, "1", "1", \
         0,         1}, \
        {"hunger", \
         number, \
         "hunger of its men and horses: 0 fed .. 1 starved, a quarter of their weight lost", \
         "饥饿：0饱 .. 1饥极（体重失四分之一）", \
         false, \
         "0", \
         "1", \
         0, \
         1}, \
        {"cold", \
         number, \
         "cold they have suffered: 0 warm .. 1 chilled through", \
         "受冻：0暖 .. 1冻透", \
         false, \
         "0", \
         "1", \
         0, \
         1}, \
        {"speed_m_s", number, "speed at the start, along heading_deg", "开始时的速度", false, "0", "m/s", \
         0,           15}, \
    { \
        "order", table, "the order of its leaders", "头领所受命令", false, "", "", 0, 0, "", &kOrder \
    }

constexpr Key kUnitKeys[] = {LINGHE_STAND_KEYS};
constexpr Table kUnit = {"unit", "One unit: the smallest body that takes an order.",
                         "一支部队：能受命的最小队伍。", kUnitKeys};
constexpr Key kBodiesKeys[] = {
    LINGHE_STAND_KEYS,
    {"unit_size", integer, "men of one unit, about; ids are ID.1, ID.2 ...", "每部队约多少人", false, "300",
     "men", 1, 5000},
    {"mixing", number, "with box: 0 each unit in its own part of the box, 1 all over it",
     "混杂程度（0各占一处，1全混）", false, "0.3", "1", 0, 1},
    {"lines", integer, "with at: lines of units behind one another", "部队排成几线", false, "1", "", 1, 50},
    {"gap_m", number, "with at: room between units", "部队间隔", false, "20", "m", 0, 2000},
};
#undef LINGHE_STAND_KEYS
constexpr Table kBodies = {"bodies", "Many units at once, alike but for their place.",
                           "一次写出许多部队，除位置外相同。", kBodiesKeys};

constexpr Key kPlaceKeys[] = {
    {"id", id, "its id", "代号", true},
    {"name", name, "its name", "名称", true},
    {"at", point, "where", "位置", true, "", "m"},
    {"to", point, "of a line (a bank to hold): its other end", "线的另一端", false, "", "m"},
    {"side", reference, "whose", "属于谁", false, "", "", 0, 0, "side"},
    {"has_reserve", boolean, "troops of that side are believed to lie there", "据信有该方兵马", false,
     "false"},
    {"on_map", boolean, "whether it lies on the map", "是否在图内", false, "true"},
};
constexpr Table kPlace = {"place", "A named place or line.", "有名称的地点或线。", kPlaceKeys};

constexpr Key kWeatherKeys[] = {
    {"temperature_c", number, "air temperature", "气温", false, "10", "degree C", -40, 50},
    {"humidity_percent", number, "relative humidity", "相对湿度", false, "60", "%", 1, 100},
    {"pressure_hpa", number, "air pressure at the ground", "地面气压", false, "1013.25", "hPa", 500, 1100},
    {"gust_share", number, "relative standard deviation of gusts", "阵风相对标准差", false, "0.2", "1", 0, 1},
    {"fuel_moisture_percent", number, "water in dead grass and twigs, of their dry mass",
     "枯草细枝含水率（占干重）", false, "8", "%", 1, 60},
    {"live_moisture_percent", number, "water in living grass and leaves, of their dry mass; 30: cured",
     "活草叶含水率（占干重；30 为枯黄）", false, "30", "%", 30, 300},
    {"ground_wetness", number, "wetness of the ground: 0 dry .. 1 soaked through (mud)",
     "地面湿度：0干 .. 1湿透（泥泞）", false, "0", "1", 0, 1},
};
constexpr Table kWeather = {"weather", "Air, and how wet it has left the ground.",
                            "天气，及其所致的地面干湿。", kWeatherKeys};

constexpr Key kWindKeys[] = {
    {"at_s", number, "when", "时刻", true, "", "s", 0, kLong},
    {"speed_m_s", number, "speed at 10 m height", "10米高风速", true, "", "m/s", 0, 60},
    {"from_deg", number, "where it comes from: 0 north, 90 east, 180 south", "来向（0北，90东，180南）", true,
     "", "degree", 0, 360},
    {"speed_sd_m_s", number, "uncertainty of the speed; drawn once a run",
     "风速的不确定度（每次运行抽取一次）", false, "0", "m/s", 0, 20},
    {"from_sd_deg", number, "uncertainty of the direction; drawn once a run", "风向的不确定度", false, "0",
     "degree", 0, 180},
    {"at_sd_s", number, "uncertainty of the moment; drawn once a run; not of the first leg",
     "时刻的不确定度（首段除外）", false, "0", "s", 0, 7200},
};
constexpr Table kWind = {"wind", "A leg of the wind schedule; linear between legs.",
                         "风的时刻表，之间线性变化。", kWindKeys};

constexpr Key kRainKeys[] = {
    {"at_s", number, "when", "时刻", true, "", "s", 0, kLong},
    {"mm_h", number, "rate of rain", "雨强", true, "", "mm/h", 0, 200},
};
constexpr Table kRain = {"rain", "A leg of the rain schedule; linear between legs.",
                         "雨的时刻表，之间线性变化。", kRainKeys};

constexpr Key kTimeKeys[] = {
    {"date", text, "day of the start, \"1631-10-31\"; years 1 to 3000", "开始之日；年份自1至3000", true},
    {"calendar", choice, "of that date; Gregorian reckoned back before 1582", "历法（格里历可上推）", false,
     "\"gregorian\"", "", 0, 0, "gregorian julian"},
    {"clock", text, "time of day of the start, \"13:30\"", "开始时刻", true},
    {"zone_h", number, "hours the clock is ahead of universal time; missing: mean solar time of the place",
     "时区（未写则为当地平太阳时）", false, "", "h", -14, 14},
    {"lat_deg", number, "latitude, north positive", "纬度（北为正）", true, "", "degree", -66, 66},
    {"lon_deg", number, "longitude, east positive", "经度（东为正）", true, "", "degree", -180, 180},
};
constexpr Table kTime = {"time", "Where and when, for sun, dusk and moon; without it there is full daylight.",
                         "时间与地点，用于日、暮与月；未写则全程白昼。", kTimeKeys};

constexpr Key kSmokeKeys[] = {
    {"id", id, "its id", "代号", true},
    {"box", box, "the strip that burns or smoulders", "燃烧或阴燃的地带", true, "", "m"},
    {"emission_g_m2_s", number, "mass of smoke particles", "烟尘排放", true, "", "g/(m2 s)", 0, 1000},
    {"extinction_m2_g", number, "light taken by a gram of it", "质量消光系数", true, "", "m2/g", 0.1, 20},
    {"colour", choice, "black (flaming, sooty) or white (smouldering)", "黑烟或白烟", true, "", "", 0, 0,
     "black white"},
    {"flaming", boolean, "with open flames", "有明火", false, "false"},
    {"from_s", number, "when it begins", "起", false, "0", "s", 0, kLong},
    {"until_s", number, "when it is out", "止", true, "", "s", 0, kLong},
    {"fade_s", number, "how long it takes to die before that", "此前多久渐熄", false, "0", "s", 0, kLong},
};
constexpr Table kSmoke = {"smoke", "A source of smoke.", "烟源。", kSmokeKeys};

constexpr Key kCloudKeys[] = {
    {"box", box, "where it hangs at the start", "开始时的范围", true, "", "m"},
    {"visibility_m", number, "how far one sees in it; extinction by Koschmieder, 3.912 / V", "其中的能见度",
     false, "", "m", 1, 20'000},
    {"extinction_per_m", number, "instead of visibility_m", "消光系数（代替能见度）", false, "", "1/m", 0, 4},
    {"colour", choice, "black or white", "黑或白", true, "", "", 0, 0, "black white"},
};
constexpr Table kCloud = {"smoke_cloud", "Smoke that hangs at the start.", "开始时已有的烟。", kCloudKeys};

constexpr Key kIgnitionKeys[] = {
    {"id", id, "its id", "代号", true},
    {"at", point, "where, of a fire lit at one spot", "起火点", false, "", "m"},
    {"line", line, "or: along which line", "或：起火线", false, "", "m"},
    {"place", reference, "or: id of a place", "或：地点代号", false, "", "", 0, 0, "place"},
    {"at_s", number, "when", "时刻", false, "0", "s", 0, kLong},
    {"by", reference, "whose doing", "何人所纵", false, "", "", 0, 0, "person"},
};
constexpr Table kIgnition = {"ignition",
                             "A fire in the grass, lit from outside the model or before the start.",
                             "草地起火：模型之外或开始之前所纵。", kIgnitionKeys};

constexpr Key kInterventionKeys[] = {
    {"id", id, "its id", "代号", true},
    {"at_s", number, "when", "时刻", true, "", "s", 0, kLong},
    {"kind", choice, "what is forced", "强加何事", true, "", "", 0, 0,
     "kill_person silence_drum strike_banner set_wind give_order shut_ground open_ground"},
    {"person", reference, "on whom (of the first five all but set_wind)", "对象", false, "", "", 0, 0,
     "person"},
    {"speed_m_s", number, "set_wind: speed", "风速", false, "", "m/s", 0, 60},
    {"from_deg", number, "set_wind: where it comes from", "风向", false, "", "degree", 0, 360},
    {"box", box, "shut_ground, open_ground: nobody enters these cells, a gate shut",
     "shut_ground、open_ground：封闭或开放的范围", false, "", "m"},
    {"order", table, "give_order: the order", "命令", false, "", "", 0, 0, "", &kOrder},
};
constexpr Table kIntervention = {"intervention", "A change forced from outside; declared, recorded, shown.",
                                 "自外强加的改变；声明、记录并显示。", kInterventionKeys};

constexpr Key kScenarioKeys[] = {
    {"format", integer, "version of this format", "格式版本", true, "", "", 1, 1},
    {"id", id, "id of the scenario", "代号", true},
    {"title", name, "title", "标题", true},
    {"about", name, "what it is, in a sentence or two", "简介", false},
    {"map", text, "file of the map, beside scenario.toml", "地图文件", true},
    {"minutes", number, "length of the run", "时长", true, "", "min", 0.1, 3333},
    {"clock_zero_s", number, "moment shown as +00:00", "显示为零点的时刻", false, "0", "s", 0, kLong},
    {"seed", integer, "seed when none is asked for", "缺省种子", false, "1", "", 1, 9.0e15},
    {"weather", table, "air", "天气", false, "", "", 0, 0, "", &kWeather},
    {"wind", tables, "wind schedule", "风", true, "", "", 0, 0, "", &kWind},
    {"rain", tables, "rain schedule; without it the battle is dry", "雨（未写则无雨）", false, "", "", 0, 0,
     "", &kRain},
    {"time", table, "place, date and time of day", "时间与地点", false, "", "", 0, 0, "", &kTime},
    {"smoke", tables, "sources of smoke", "烟源", false, "", "", 0, 0, "", &kSmoke},
    {"smoke_cloud", tables, "smoke at the start", "初始烟云", false, "", "", 0, 0, "", &kCloud},
    {"ignition", tables, "fires in the grass", "纵火", false, "", "", 0, 0, "", &kIgnition},
    {"place", tables, "places", "地点", false, "", "", 0, 0, "", &kPlace},
    {"side", tables, "the sides", "各方", true, "", "", 0, 0, "", &kSide},
    {"colours", tables, "flags", "旗号", true, "", "", 0, 0, "", &kColours},
    {"force", tables, "the order of battle", "序列", true, "", "", 0, 0, "", &kForce},
    {"person", tables, "commanders by name", "人物", false, "", "", 0, 0, "", &kPerson},
    {"unit", tables, "units one by one", "部队", false, "", "", 0, 0, "", &kUnit},
    {"bodies", tables, "units in numbers", "成批的部队", false, "", "", 0, 0, "", &kBodies},
    {"intervention", tables, "changes forced from outside", "干预", false, "", "", 0, 0, "", &kIntervention},
    {"parameters", parameters, "parameters changed for this scenario: \"group.name\" = number",
     "本想定改动的参数", false},
};
constexpr Table kScenario = {"scenario", "A battle: scenario.toml.", "一场战斗：scenario.toml。",
                             kScenarioKeys};

}  // namespace

const Table& scenario_table() { return kScenario; }

}  // namespace linghe::scenario
