// A made-up battle of 58,800 men for the tests of the painter: a host that comes in on a drum north of a
// river.
#pragma once
#include <cmath>
#include <memory>

#include "linghe/draw/painter.hpp"
#include "linghe/math/rng.hpp"

namespace synthetic {

using namespace linghe;
using draw::Text;

struct Luck {
    std::uint32_t n = 1;
    float next() {
        n = n * 1664525u + 1013904223u;
        return static_cast<float>(n >> 8) / 16777216.0F;
    }
    float gauss() {
        const float u = next() + 1e-6F, v = next();
        return std::sqrt(-2 * std::log(u)) * std::cos(6.2831853F * v);
    }
};

inline record::ViewMap make_map() {
    record::ViewMap m;
    m.x0_m = -2800, m.y0_m = -2000, m.cell_m = 10, m.nx = 560, m.ny = 400;
    ground::River river;
    river.id = "xiaoling";
    for (float x = -2800; x <= 2800; x += 40)
        river.centre.push_back({x, 40 * std::sin(x / 540) + 18 * std::sin(x / 233)});
    river.channel_width_m = 250, river.water_width_m = 60, river.depth_m = 0.6F, river.bank_height_m = 1.5F;
    m.rivers.push_back(river);
    const auto yc = [](float x) { return 40 * std::sin(x / 540) + 18 * std::sin(x / 233); };
    for (const float x : {-600.0F, 0.0F, 700.0F}) m.ramps.push_back({"ramp", "ramp", "渡口", {x, yc(x)}, 60});
    m.roads.push_back({"post", {{0, 130}, {700, 800}, {1500, 1500}, {2800, 2900}}, 6});
    for (std::int32_t j = 0; j < m.ny; ++j) {
        for (std::int32_t i = 0; i < m.nx; ++i) {
            const float x = m.x0_m + (static_cast<float>(i) + 0.5F) * 10,
                        y = m.y0_m + (static_cast<float>(j) + 0.5F) * 10;
            const float d = y - yc(x);
            float h =
                8 + 26 * std::exp(-((x + 1500) * (x + 1500) + (y - 1250) * (y - 1250)) / (2 * 430.0F * 430)) +
                17 * std::exp(-((x - 1750) * (x - 1750) + (y + 620) * (y + 620)) / (2 * 380.0F * 380)) +
                2 * std::sin(x / 310) * std::cos(y / 270);
            if (std::fabs(d) < 125) h -= 1.5F;
            m.height_m.push_back(h);
            m.water_m.push_back(std::fabs(d) < 30 ? 0.6F : 0.0F);
            auto cover = ground::Cover::dry_grass;
            if (std::fabs(d) < 30)
                cover = ground::Cover::water;
            else if (std::fabs(d) < 125)
                cover = ground::Cover::sand;
            else if (d < 0 && y > -1500)
                cover = ground::Cover::burnt;
            m.cover.push_back(static_cast<std::uint8_t>(cover));
            m.bank.push_back(std::fabs(std::fabs(d) - 130) < 8 ? 1 : 0);
        }
    }
    return m;
}

enum : std::uint8_t { BY, PW, BW, PR, BR, PB, MG, HN, MH, MF, MA };

inline draw::Sheet make_sheet(const record::ViewMap& map) {
    draw::Sheet s;
    s.map = &map;
    s.title = {"The rally north of the Xiaoling", "小凌河北岸收兵"};
    s.river = {"Xiaoling", "小凌河"};
    s.sides = {{"Jin", "金军"}, {"Ming", "明军"}};
    const auto add = [&](const char* en, const char* zh, std::uint8_t side, const char* fl, const char* bl,
                         const char* fd, const char* bd) {
        s.colours.push_back({{en, zh}, side, fl, bl, fd, bd});
    };
    add("Bordered Yellow", "镶黄旗", 0, "#E2B33B", "#AE362B", "#E8BE50", "#CC4A3A");
    add("Plain White", "正白旗", 0, "#FCFAF4", "", "#F6F2E8", "");
    add("Bordered White", "镶白旗", 0, "#FCFAF4", "#AE362B", "#F6F2E8", "#CC4A3A");
    add("Plain Red", "正红旗", 0, "#AE362B", "", "#CC4A3A", "");
    add("Bordered Red", "镶红旗", 0, "#AE362B", "#FCFAF4", "#CC4A3A", "#F6F2E8");
    add("Plain Blue", "正蓝旗", 0, "#2C5F9E", "", "#4C86CC", "");
    add("Mongols", "蒙古", 0, "#A8875A", "", "#BC9865", "");
    add("Han artillery", "汉军", 0, "#2A2A30", "", "#A6A3AE", "");
    add("Ming horse", "明骑", 1, "#2F7F73", "", "#3E9C8D", "");
    add("Ming foot", "明步", 1, "#86BCAD", "", "#97CDBE", "");
    add("Ming guns", "明炮", 1, "#125048", "", "#22695E", "");
    for (const auto& [en, zh, x] :
         {std::tuple{"W ramp", "西渡口", -600.0F}, std::tuple{"Middle ramp", "中渡口", 0.0F},
          std::tuple{"E ramp", "东渡口", 700.0F}}) {
        s.places.push_back({{en, zh}, x, 150, draw::PlaceMark::Kind::ramp});
    }
    s.places.push_back({{"to Dalinghe, 8 km", "往大凌河，八公里"}, 1350, 1080, draw::PlaceMark::Kind::far});
    s.from_s = 0, s.to_s = 3000;
    s.wind_x_m_s = 2, s.wind_y_m_s = 5;
    s.notes = {{4, {"The khan halts: drum and great banner", "汗驻马，击鼓，立大旗"}, 0, 450, "khan"},
               {40, {"Yoto turns at the drum", "岳托闻鼓而返"}, 850, 1250, "yoto"},
               {420, {"Yoto reaches the khan with 2,950", "岳托率 2,950 人来归汗"}, 330, 640, "yoto"},
               {560, {"Dodo rides out of the smoke", "多铎自烟中来归"}, 190, 360, "dodo"},
               {700, {"Mongols turn back", "蒙古回转"}, 900, 700, "mongols"},
               {1300, {"Hold the bank: Ajige, Dorgon", "令阿济格、多尔衮守岸"}, 0, 150, "ajige"}};
    s.marks = {{draw::TimeMark::Kind::signal, 4, {"drum", "击鼓"}, 100},
               {draw::TimeMark::Kind::rally, 420, {"Yoto in", "岳托至"}, 80},
               {draw::TimeMark::Kind::order, 1300, {"orders", "下令"}, 70},
               {draw::TimeMark::Kind::person, 1900, {"smoke off", "烟散"}, 60},
               {draw::TimeMark::Kind::rally, 900, {"Mongols", "蒙古"}, 50}};
    for (int i = 0; i < 30; ++i)
        s.marks.push_back({i % 3 ? draw::TimeMark::Kind::rout : draw::TimeMark::Kind::rally,
                           static_cast<float>(i * 47),
                           {},
                           0});
    for (float t = 0; t <= 3000; t += 20) {
        const float k = t / 3000, rout = 0.45F * std::exp(-k * 4),
                    rally = 0.18F * std::exp(-(k - 0.2F) * (k - 0.2F) * 30), outp = 0.25F + 0.05F * k;
        const float wav = 0.08F, shk = 0.12F;
        s.resolve.at_s.push_back(t);
        s.resolve.share.push_back({1 - rout - rally - outp - wav - shk, shk, wav, rout, rally, outp});
    }
    return s;
}

struct Army {
    draw::Scene& s;
    Luck luck;
    void put(std::uint8_t k, float x, float y, float a, std::uint8_t morale, bool mounted, float tail,
             std::uint8_t status = 0) {
        draw::Men& m = s.men;
        m.x_m.push_back(x), m.y_m.push_back(y);
        m.heading.push_back(
            static_cast<std::uint8_t>(static_cast<int>(std::lround(a / 6.2831853F * 256)) & 255));
        m.mid_x_m.push_back(x - std::cos(a - 0.1F) * tail * 0.5F),
            m.mid_y_m.push_back(y - std::sin(a - 0.1F) * tail * 0.5F);
        m.tail_x_m.push_back(x - std::cos(a - 0.3F) * tail),
            m.tail_y_m.push_back(y - std::sin(a - 0.3F) * tail);
        m.status.push_back(status), m.morale.push_back(morale),
            m.wound.push_back(luck.next() < 0.04F ? 1 : 0);
        m.mounted.push_back(mounted ? 1 : 0), m.arm.push_back(mounted ? 0 : 1), m.colours.push_back(k);
    }
    void formed(std::uint8_t k, int n, float cx, float cy, float face, int files, float sx = 4.2F,
                float sy = 6, bool mounted = true, float shaken = 0.15F) {
        const float c = std::cos(face), q = std::sin(face);
        for (int i = 0; i < n; ++i) {
            const float fx = (static_cast<float>(i % files) - static_cast<float>(files - 1) / 2) * sx +
                             luck.gauss() * 0.5F;
            const float fy = -static_cast<float>(i / files) * sy + luck.gauss() * 0.5F;
            put(k, cx + fy * c - fx * q, cy + fy * q + fx * c, face + luck.gauss() * 0.12F,
                luck.next() < shaken ? 1 : 0, mounted, 0);
        }
        s.flags.push_back({cx + 5 * c, cy + 5 * q, k});
    }
    void cloud(std::uint8_t k, int n, float cx, float cy, float sx, float sy, float face, float spread,
               std::uint8_t a, std::uint8_t b, bool mounted = true, float tail = 60) {
        for (int i = 0; i < n; ++i) {
            const float x = cx + luck.gauss() * sx, y = cy + luck.gauss() * sy;
            put(k, x, y, face + luck.gauss() * spread, luck.next() < 0.5F ? a : b, mounted,
                tail * (0.5F + luck.next()));
        }
    }
    void stream(std::uint8_t k, int n, float x0, float y0, float x1, float y1, float x2, float y2, float w) {
        for (int i = 0; i < n; ++i) {
            const float t = std::pow(luck.next(), 0.75F);
            const auto bx = [&](float q) {
                return (1 - q) * (1 - q) * x0 + 2 * q * (1 - q) * x1 + q * q * x2;
            };
            const auto by = [&](float q) {
                return (1 - q) * (1 - q) * y0 + 2 * q * (1 - q) * y1 + q * q * y2;
            };
            const float a = std::atan2(by(t + 0.02F) - by(t), bx(t + 0.02F) - bx(t)),
                        o = luck.gauss() * w * (1.15F - 0.55F * t);
            const float r = luck.next();
            put(k, bx(t) - std::sin(a) * o, by(t) + std::cos(a) * o, a + luck.gauss() * 0.2F,
                r < t * 0.8F ? 4
                : r < 0.7F   ? 3
                             : 2,
                true, 70);
        }
    }
};

inline draw::Scene make_scene() {
    draw::Scene s;
    s.at_s = 720;
    Army a{s, {}};
    const float d = 6.2831853F / 360;
    a.formed(BY, 420, -8, 426, -90 * d, 46), a.formed(BY, 300, -170, 466, -104 * d, 30),
        a.formed(BY, 300, 170, 466, -76 * d, 30);
    a.formed(BY, 480, 0, 512, -90 * d, 60), a.cloud(BY, 500, -20, 596, 120, 36, -90 * d, 0.5F, 0, 1, true, 0);
    for (int i = 0; i < 6; ++i)
        a.formed(PR, 300, 262 + static_cast<float>(i % 3) * 150 + static_cast<float>(i / 3) * 34,
                 690 - static_cast<float>(i / 3) * 136, (205 + static_cast<float>(i)) * d, 28);
    a.stream(PR, 1150, 1080, 1180, 900, 800, 430, 690, 58);
    for (int i = 0; i < 3; ++i)
        a.formed(BW, 290, -340, 505 - static_cast<float>(i) * 118, 5 * d, 26, 4.2F, 6, true, 0.4F),
            a.formed(BW, 280, -236 + static_cast<float>(i) * 116, 330, 92 * d, 26, 4.2F, 6, true, 0.45F);
    a.formed(PW, 290, 168, 352, 118 * d, 28), a.formed(PW, 290, 250, 400, 150 * d, 28);
    a.stream(BW, 1200, -640, 90, -720, 470, -170, 470, 66),
        a.stream(PW, 1500, 730, 90, 760, 420, 190, 500, 64), a.stream(PW, 900, 30, 90, 90, 220, 20, 380, 62);
    a.cloud(BW, 560, -330, 960, 150, 70, -62 * d, 0.5F, 4, 3),
        a.cloud(PW, 480, 330, 950, 170, 70, -118 * d, 0.5F, 4, 3);
    a.cloud(BR, 700, -830, 560, 110, 60, -24 * d, 0.6F, 4, 3),
        a.cloud(BR, 500, -1120, 210, 170, 50, 40 * d, 0.6F, 3, 3);
    a.stream(MG, 1150, -980, 1090, -800, 900, -330, 640, 70),
        a.stream(MG, 1100, 1330, 330, 1150, 640, 610, 520, 70);
    a.cloud(MG, 760, 790, 990, 150, 70, 200 * d, 0.5F, 4, 3),
        a.cloud(MG, 1500, 1290, 800, 180, 120, 40 * d, 0.4F, 3, 3);
    a.cloud(PB, 2500, -30, -40, 110, 40, -80 * d, 1.6F, 7, 1, true, 5);
    a.cloud(BR, 2000, -620, -30, 70, 70, 90 * d, 0.5F, 2, 3),
        a.cloud(MG, 2300, 705, -30, 80, 76, 90 * d, 0.5F, 2, 3);
    a.cloud(BW, 520, -480, -60, 90, 44, 90 * d, 0.9F, 2, 3),
        a.cloud(PW, 480, 520, -70, 110, 46, 90 * d, 0.9F, 2, 3),
        a.cloud(HN, 1000, 980, -420, 230, 110, 70 * d, 0.5F, 3, 3, false, 30);
    for (const float x : {-1180.0F, -640.0F, -30.0F, 690.0F, 1230.0F})
        a.cloud(MH, 1400, x, -250, 180, 60, 90 * d, 0.4F, 0, 0, true, 46);
    for (int i = 0; i < 15; ++i)
        a.formed(MF, 540, -1300 + static_cast<float>(i) * 186, -480 - static_cast<float>(i % 2) * 70, 90 * d,
                 36, 2.6F, 3, false, 0.06F);
    for (int i = 0; i < 24; ++i)
        a.formed(MF, 640, -2200 + static_cast<float>(i) * 190, -900 - static_cast<float>(i % 3) * 90, 90 * d,
                 40, 2.6F, 3, false, 0.02F);
    for (int i = 0; i < 5; ++i)
        a.formed(MA, 90, -760 + static_cast<float>(i) * 370, -640, 90 * d, 30, 4, 5, false);
    while (s.men.size() < 58'800)
        a.put(PB, a.luck.gauss() * 700, -130 - std::fabs(a.luck.gauss()) * 230, 0, 0, true, 0, 2);
    s.smoke = {-2800, -2000, 40, 140, 100};
    for (int j = 0; j < 100; ++j) {
        for (int i = 0; i < 140; ++i) {
            const float x = -2800 + (static_cast<float>(i) + 0.5F) * 40,
                        y = -2000 + (static_cast<float>(j) + 0.5F) * 40;
            const float u = x - 0.36F * y, plume = 0.5F + 0.5F * std::sin(u / 130) * std::sin(u / 57 + 1);
            const float fade = y < -140 ? 0 : y < 0 ? (y + 140) / 140 : std::exp(-y / 700);
            s.smoke_black.push_back(static_cast<std::uint8_t>(170 * plume * plume * fade));
            s.smoke_white.push_back(
                static_cast<std::uint8_t>(y < -160 && y > -1200 ? 60 * std::pow(plume, 4.0F) : 0));
        }
    }
    s.wind_x_m_s = 2.4F, s.wind_y_m_s = 6.5F;
    const auto body = [&](const char* key, const char* en, const char* zh, std::uint8_t k, float x, float y,
                          std::uint32_t n, int rank, bool foot = false) {
        draw::Body b;
        b.key = key, b.name = {en, zh}, b.colours = k, b.x_m = x, b.y_m = y, b.strength = n, b.rank = rank;
        b.arm = foot ? draw::ArmSign::foot : draw::ArmSign::horse;
        b.spread = {180, 60, 0.2F};
        s.bodies.push_back(b);
    };
    body("khan", "Hong Taiji", "皇太极", BY, 0, 450, 2000, 0),
        body("yoto", "Yoto", "岳托", PR, 400, 700, 2950, 1);
    body("ajige", "Ajige", "阿济格", BW, -340, 420, 1290, 2),
        body("dorgon", "Dorgon", "多尔衮", BW, -120, 300, 1260, 3);
    body("dodo", "Dodo", "多铎", PW, 210, 370, 1080, 4),
        body("mongols", "Mongols", "蒙古", MG, 1000, 800, 4500, 6);
    body("blue", "Plain Blue", "正蓝旗", PB, -30, -40, 2500, 7),
        body("bred", "Bordered Red", "镶红旗", BR, -620, -30, 1200, 8);
    body("ming", "Ming pursuit", "明军追骑", MH, 100, -260, 7000, 9),
        body("mingf", "Ming foot", "明军步兵", MF, 100, -530, 8000, 10, true);
    body("han", "Han guns", "汉军", HN, 980, -420, 1000, 11, true);
    const auto track = [&](std::size_t i, std::vector<std::pair<float, float>> p) {
        for (std::size_t k = 0; k + 1 < p.size(); ++k) {
            for (int q = 0; q < 12; ++q) {
                const float t = static_cast<float>(q) / 12;
                s.bodies[i].track.push_back({p[k].first + (p[k + 1].first - p[k].first) * t,
                                             p[k].second + (p[k + 1].second - p[k].second) * t});
            }
        }
    };
    track(1, {{905, 1120}, {960, 1200}, {900, 930}, {690, 780}, {560, 715}}),
        track(4, {{740, 150}, {745, 300}, {600, 420}, {330, 470}});
    track(2, {{-640, 150}, {-665, 300}, {-560, 425}, {-420, 465}}),
        track(5, {{1400, 480}, {1150, 640}, {900, 650}, {690, 600}});
    s.persons = {{{"Hong Taiji", "皇太极"}, -1, 441, 0, true, false},
                 {{"Yoto", "岳托"}, 380, 650, 0, false, false},
                 {{"Dodo", "多铎"}, 120, 420, 0, false, false}};
    s.couriers = {{0,
                   BY,
                   420,
                   840,
                   20,
                   480,
                   690,
                   930,
                   false,
                   {"to Enggeder: come to the drum", "传恩格德尔：向鼓集合"}}};
    s.banners = {{10, 458}};
    draw::Drum drum{-18, 443, {}};
    for (int i = 0; i < 24; ++i) {
        const float dn = std::cos(static_cast<float>(i) * 6.2831853F / 24 - 1.22F);
        drum.heard_m.push_back(1130 + 330 * dn - 70 * dn * dn);
    }
    s.drums = {drum};
    s.fires = {{-1300, -140, -700, -128, 0.8F}, {300, -140, 900, -128, 0.7F}};
    s.arrows = {{-50, -100, 160}, {100, -120, 90}};
    s.summary = {
        "12 minutes after the first drum: of 18,700 Jin north of the river 10,200 are in hand, 5,300 in "
        "flight. At the banner one sees 50 m.",
        "初鼓后 12 分：北岸金军 18,700 人，在列 10,200，溃散 5,300。大旗处能见 50 米。"};
    s.tags = {{{"smoke, sight 50 m", "烟，能见 50 米"}, -1500, 220, false},
              {{"drum heard to here", "鼓声可闻至此"}, 1100, 200, true}};
    return s;
}

}  // namespace synthetic
