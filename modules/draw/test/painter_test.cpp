#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "key.hpp"
#include "marks.hpp"
#include "palette.hpp"
#include "rings.hpp"
#include "smoke_paint.hpp"
#include "synthetic.hpp"
#include "transform.hpp"
#include "words.hpp"

using namespace linghe;
using namespace linghe::draw;

namespace {

struct Picture {
    record::ViewMap map = synthetic::make_map();
    Sheet sheet = synthetic::make_sheet(map);
    Scene scene = synthetic::make_scene();
    View view;
    Picture() { view.camera = {-150, 300, 3.32F}; }
    Painter painter() const {
        auto p = Painter::create(sheet, view);
        REQUIRE(p.ok());
        return p.take();
    }
};

double grey_mean(const Image& i) {
    double sum = 0;
    for (const auto p : i.pixels) sum += grey_of(p);
    return sum / static_cast<double>(i.pixels.size());
}
/// Mean difference of two prints in grey, 0..255, over the pixels that either mark touches.
double grey_gap(const Image& a, const Image& b) {
    double sum = 0;
    int n = 0;
    const int paper = grey_of(a.pixels.front());
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const int ga = grey_of(a.pixels[i]), gb = grey_of(b.pixels[i]);
        if (std::abs(ga - paper) < 6 && std::abs(gb - paper) < 6) continue;
        sum += std::abs(ga - gb);
        ++n;
    }
    return n == 0 ? 0 : sum / n;
}

}  // namespace

TEST_CASE("No two slips lie over one another or over a plate, in either language") {
    Picture p;
    for (const Lang lang : {Lang::en, Lang::zh}) {
        p.view.lang = lang;
        const Painter painter = p.painter();
        const Layout layout = painter.layout(p.scene);
        std::set<std::int32_t> numerals;
        for (std::size_t i = 0; i < layout.labels.size(); ++i) {
            const Box& a = layout.labels[i].box;
            CHECK(a.x >= 0);
            CHECK(a.y >= 0);
            CHECK(a.x + a.w <= painter.map_box().w);
            CHECK(a.y + a.h <= painter.map_box().h);
            for (std::size_t j = i + 1; j < layout.labels.size(); ++j)
                CHECK_FALSE(overlap(a, layout.labels[j].box));
            if (layout.labels[i].numeral != 0) CHECK(numerals.insert(layout.labels[i].numeral).second);
        }
        CHECK(layout.labels.size() >= 12);  // eleven bodies, three ramps, a rider and two tags ask for room
        // The khan's slip is the most important: it is there, and bears the numeral of his sentence.
        CHECK(std::any_of(layout.labels.begin(), layout.labels.end(), [&](const PlacedLabel& l) {
            return l.kind == PlacedLabel::Kind::body && p.scene.bodies[l.index].key == "khan" &&
                   l.numeral == 1;
        }));
    }
}

TEST_CASE("Slips of a film stay where they are while they can") {
    Picture p;
    const Painter painter = p.painter();
    const Layout first = painter.layout(p.scene);
    for (Body& b : p.scene.bodies) b.x_m += 3, b.y_m -= 2;  // a second's ride
    const Layout second = painter.layout(p.scene, &first);
    int kept = 0;
    for (const auto& [key, spot] : second.memory) {
        kept += std::count(first.memory.begin(), first.memory.end(), std::pair{key, spot}) != 0 ? 1 : 0;
    }
    CHECK(kept >= static_cast<int>(second.memory.size()) - 1);
}

TEST_CASE("A sentence of the plate appears at its time and not before") {
    Picture p;
    const Painter painter = p.painter();
    p.scene.at_s = 0;
    for (const PlacedLabel& l : painter.layout(p.scene).labels) CHECK(l.numeral == 0);
    p.scene.at_s = 3000;
    std::set<std::int32_t> seen;
    for (const PlacedLabel& l : painter.layout(p.scene).labels) {
        if (l.numeral != 0) seen.insert(l.numeral);
    }
    CHECK(seen.size() >= 5);  // Yoto's two sentences share one slip, which bears the newer numeral
    CHECK(seen.count(2) == 0);
}

TEST_CASE("A grey print still shows side, arm and state") {
    const auto sheet_map = synthetic::make_map();
    const Sheet sheet = synthetic::make_sheet(sheet_map);
    for (const Theme theme : {Theme::light, Theme::dusk}) {
        CAPTURE(static_cast<int>(theme));
        for (const std::uint8_t k :
             {synthetic::BY, synthetic::PR, synthetic::PB, synthetic::MG, synthetic::MH}) {
            CAPTURE(static_cast<int>(k));
            std::vector<Image> states;
            for (std::uint8_t morale = 0; morale < kMoraleStates; ++morale)
                states.push_back(mark_sample(sheet.colours[k], morale, true, theme, 1.0F, 2));
            for (std::size_t a = 0; a < states.size(); ++a) {
                for (std::size_t b = a + 1; b < states.size(); ++b) {
                    CAPTURE(a);
                    CAPTURE(b);
                    CHECK(grey_gap(states[a], states[b]) > 2.0);
                }
            }
            // A rout must be seen before a word is read: formed men are darker (or, in white, better
            // outlined) than fugitives.
            CHECK(grey_gap(states[0], states[3]) > 12.0);
            const Image foot = mark_sample(sheet.colours[k], 0, false, theme, 1.0F, 2);
            CHECK(grey_gap(states[0], foot) > 12.0);
        }
        // The nearest pairs in colour differ in side: so by line and by shape of the ends.
        ColourSet first = sheet.colours[synthetic::HN], second = first;
        second.side = 1;
        CHECK(grey_gap(mark_sample(first, 0, true, theme, 1.0F, 2),
                       mark_sample(second, 0, true, theme, 1.0F, 2)) > 8.0);
    }
}

TEST_CASE("The first side's mark is dark at its edge and the second side's is pale") {
    const auto map = synthetic::make_map();
    ColourSet set = synthetic::make_sheet(map).colours[synthetic::MG];
    const Image first = mark_sample(set, 0, true, Theme::light, 1.0F, 3);
    set.side = 1;
    const Image second = mark_sample(set, 0, true, Theme::light, 1.0F, 3);
    CHECK(grey_mean(first) + 4 < grey_mean(second));
}

TEST_CASE("A man seen near wears the colour of his side, however pale his border") {
    Picture p;
    p.sheet.colours = {{{"Green", "绿旗"}, 1, "#2F7F73", "#FBF8F1", "#3E9C8D", "#EDF1EA"},
                       {{"Red", "红旗"}, 0, "#AE362B", "#FCFAF4", "#CC4A3A", "#F6F2E8"}};
    p.sheet.notes.clear(), p.sheet.places.clear();
    p.view.furniture = false;
    const auto tinted = [](std::uint32_t pixel, bool green) {
        const int r = static_cast<int>(pixel >> 16 & 255u), g = static_cast<int>(pixel >> 8 & 255u);
        return green ? g - r > 40 : r - g > 70;
    };
    for (const float m_per_px : {0.29F, 0.21F, 0.1F}) {
        p.view.camera = {0, 900, m_per_px};
        for (const int morale : {0, 1, 3}) {  // steady, shaken, in flight
            for (const bool green : {true, false}) {
                CAPTURE(m_per_px);
                CAPTURE(morale);
                CAPTURE(green);
                p.scene = {};
                synthetic::Army army{p.scene, {}};
                army.put(green ? 0 : 1, 0, 900, 0, static_cast<std::uint8_t>(morale), false, 0);
                const Painter painter = p.painter();
                Image with, without;
                painter.paint(p.scene, painter.layout(p.scene), with);
                p.scene.men = {};
                painter.paint(p.scene, painter.layout(p.scene), without);
                int own = 0, all = 0;
                for (std::size_t i = 0; i < with.pixels.size(); ++i) {
                    if (with.pixels[i] == without.pixels[i]) continue;
                    ++all;
                    own += tinted(with.pixels[i], green) ? 1 : 0;
                }
                CHECK(all > 12);
                CHECK(own * 100 >= all * (morale == 3 ? 5 : 9));
            }
        }
    }
}

TEST_CASE("Every man of 58,800 leaves ink on the sheet, and formed men more of it than loose ones") {
    Picture p;
    p.view.timeline = false;  // the key under the map speaks of who stands on it
    const Painter painter = p.painter();
    Scene empty = p.scene;
    empty.men = {};
    Image with, without;
    painter.paint(p.scene, Layout{}, with);
    painter.paint(empty, Layout{}, without);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < with.pixels.size(); ++i)
        changed += with.pixels[i] != without.pixels[i] ? 1 : 0;
    CHECK(changed > 90'000);
    // One man more changes some pixels about him and nothing elsewhere.
    Scene one = empty;
    one.men.x_m = {-1200}, one.men.y_m = {900}, one.men.heading = {0}, one.men.status = {0},
    one.men.morale = {0}, one.men.wound = {0};
    one.men.mounted = {1}, one.men.arm = {0}, one.men.colours = {synthetic::PR};
    Image lone;
    painter.paint(one, Layout{}, lone);
    std::size_t about = 0;
    const int mx = static_cast<int>(640 + (-1200 + 150) / 3.32F),
              my = static_cast<int>(painter.map_box().h / 2 - (900 - 300) / 3.32F);
    for (int y = 0; y < lone.height; ++y) {
        for (int x = 0; x < lone.width; ++x) {
            const auto i = static_cast<std::size_t>(y * lone.width + x);
            if (lone.pixels[i] == without.pixels[i]) continue;
            ++about;
            CHECK(std::abs(x - mx) < 8);
            CHECK(std::abs(y - my) < 8);
        }
    }
    CHECK(about >= 6);
    CHECK(about <= 60);
}

TEST_CASE("The key speaks of what stands on the map and of nothing else") {
    Picture p;
    const Transform at{p.view.camera, {0, 0, 1280, 606}};
    const KeyShown all = shown_on(p.sheet, p.scene, at, false, true);
    CHECK(all.sides[0]);
    CHECK(all.sides[1]);
    CHECK(all.fallen);
    CHECK(all.courier);
    CHECK(all.smoke);
    Scene few;
    synthetic::Army army{few, {}};
    army.put(synthetic::PR, 0, 300, 0, 3, true, 0);  // one man of the first side, in flight
    const KeyShown one = shown_on(p.sheet, few, at, false, false);
    CHECK(one.states == std::array<bool, 5>{false, false, false, true, false});
    CHECK(one.sides == std::array<bool, 2>{true, false});
    CHECK_FALSE(one.fallen);
    CHECK_FALSE(one.courier);
    CHECK_FALSE(one.drum);
    CHECK_FALSE(one.smoke);
    CHECK_FALSE(one.chief);
    PersonMark lord;
    lord.x_m = 300, lord.y_m = 0, lord.first_in_command = true;
    few.persons = {lord};
    CHECK(shown_on(p.sheet, few, at, false, false).chief);  // his ring is red, that of another leader black
    CHECK_FALSE(shown_on(p.sheet, few, at, false, false).leader);
    few.film_s = 1;  // a film's key keeps still
    CHECK(shown_on(p.sheet, few, at, false, false).smoke);
    p.sheet.has.smoke = false;
    CHECK_FALSE(shown_on(p.sheet, few, at, false, false).smoke);
    CHECK_FALSE(shows(make_wash(few, at, 1)));
    CHECK(shows(make_wash(p.scene, at, 1)));
}

TEST_CASE("The shade of a hill is as warm as the grass, and smoke is not") {
    Picture p;
    p.map.rivers.clear(), p.map.ramps.clear(), p.map.roads.clear();
    std::fill(p.map.cover.begin(), p.map.cover.end(), static_cast<std::uint8_t>(ground::Cover::dry_grass));
    std::fill(p.map.bank.begin(), p.map.bank.end(), std::uint8_t{0});
    p.sheet.places.clear(), p.sheet.notes.clear();
    p.view.camera = {-1500, 1250, 1.6F};
    p.view.furniture = false;
    const Painter painter = p.painter();
    Image bare;
    painter.paint(Scene{}, Layout{}, bare);
    const auto warmth = [](std::uint32_t q) {
        return static_cast<int>(q >> 16 & 255u) - static_cast<int>(q & 255u);
    };
    std::vector<std::pair<int, int>> tone;  // grey, warmth
    for (int y = 60; y < bare.height - 60; ++y) {
        for (int x = 60; x < bare.width - 60; ++x) {
            const auto q = bare.pixels[static_cast<std::size_t>(y * bare.width + x)];
            tone.emplace_back(grey_of(q), warmth(q));
        }
    }
    std::sort(tone.begin(), tone.end());
    const auto mean = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i) sum += tone[i].second;
        return sum / static_cast<double>(to - from);
    };
    CHECK(mean(0, tone.size() / 10) > mean(tone.size() * 4 / 10, tone.size() * 6 / 10));
    const Rgb smoke = palette(Theme::light).smoke_black, shade = palette(Theme::light).shade;
    CHECK(shade.r - shade.b > 40);
    CHECK(smoke.r - smoke.b < 0);
}

TEST_CASE("An upright title keeps within its slip, whatever letters it has") {
    Picture p;
    p.view.lang = Lang::zh;
    p.sheet.notes.clear();
    for (const char* title : {"小", "A small battle of many English words that is far too long for a slip",
                              "小凌河北岸收兵", "mine"}) {
        CAPTURE(title);
        p.sheet.title = {"x", title};
        const Painter painter = p.painter();
        Scene bare;
        Image with, without;
        painter.paint(bare, Layout{}, with);
        p.sheet.title = {"x",
                         ""};  // then the slip bears the English x: what differs is in or under the slips
        const Painter other = p.painter();
        other.paint(bare, Layout{}, without);
        int lowest = 0, border = 0;
        for (int y = 0; y < static_cast<int>(painter.map_box().h); ++y) {
            for (int x = 22; x < 60; ++x) {
                const auto i = static_cast<std::size_t>(y * with.width + x);
                if (with.pixels[i] != without.pixels[i]) lowest = y;
            }
            // The seal's red, in the middle of the slip.
            const auto q = with.pixels[static_cast<std::size_t>(y * with.width + 41 - 10)];
            if (static_cast<int>(q >> 16 & 255u) - static_cast<int>(q >> 8 & 255u) > 70) border = y;
        }
        CHECK(border > 0);                                           // the seal is there
        CHECK(lowest < static_cast<int>(painter.map_box().h) - 70);  // nothing runs into the scale below
        CHECK(lowest < border + 24);  // nor out of the slip, which ends below its seal
    }
}

TEST_CASE("The fallen stay on the sheet and men who left the field do not") {
    Picture p;
    const Painter painter = p.painter();
    Scene s = p.scene;
    s.men = {};
    const auto painted = [&](std::uint8_t status) {
        Scene q = s;
        q.men.x_m = {300}, q.men.y_m = {1000}, q.men.heading = {0}, q.men.status = {status},
        q.men.morale = {0}, q.men.wound = {0};
        q.men.mounted = {1}, q.men.arm = {0}, q.men.colours = {synthetic::PR};
        Image a, b;
        painter.paint(q, Layout{}, a);
        painter.paint(s, Layout{}, b);
        return a.pixels != b.pixels;
    };
    CHECK(painted(2));  // dead
    CHECK(painted(3));  // taken
    CHECK_FALSE(painted(5));
}

TEST_CASE("Smoke darkens the sheet in steps and never hides a man wholly") {
    CHECK(wash_depth(0) == 0);
    float last = -1;
    for (const float k : {0.0F, 0.01F, 0.03F, 0.06F, 0.15F, 1.0F}) {
        CHECK(wash_depth(k) > last);
        last = wash_depth(k);
    }
    CHECK(wash_depth(0.06F) > 0.5F);   // sight of 50 m
    CHECK(wash_depth(0.01F) < 0.25F);  // sight of 300 m
    Picture p;
    const Painter painter = p.painter();
    Scene thick = p.scene, clear = p.scene;
    std::fill(thick.smoke_black.begin(), thick.smoke_black.end(), std::uint8_t{250});
    std::fill(thick.smoke_white.begin(), thick.smoke_white.end(), std::uint8_t{0});
    std::fill(clear.smoke_black.begin(), clear.smoke_black.end(), std::uint8_t{0});
    std::fill(clear.smoke_white.begin(), clear.smoke_white.end(), std::uint8_t{0});
    Image a, b, none;
    painter.paint(thick, Layout{}, a);
    painter.paint(clear, Layout{}, b);
    CHECK(grey_mean(a) + 15 < grey_mean(b));
    thick.men = {};
    painter.paint(thick, Layout{}, none);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        seen += std::abs(grey_of(a.pixels[i]) - grey_of(none.pixels[i])) > 12 ? 1 : 0;
    CHECK(seen > 40'000);
}

TEST_CASE("Drum rings lie one beat of sound apart and open outwards") {
    const auto still = ring_radii_m(10.2F, -1, 337);
    REQUIRE(still.size() >= 3);
    for (std::size_t i = 1; i < still.size(); ++i)
        CHECK(still[i] - still[i - 1] == doctest::Approx(337 * kBeatS));
    const auto now = ring_radii_m(100, 1.0F, 337), later = ring_radii_m(102, 1.04F, 337);
    CHECK(later[0] > now[0]);
    CHECK(later[0] - now[0] < 10);  // no leap from one picture of a film to the next
}

TEST_CASE("Paint is the same twice and from two threads' memory") {
    Picture p;
    const Painter a = p.painter(), b = p.painter();
    Image x, y;
    const Layout layout = a.layout(p.scene);
    a.paint(p.scene, layout, x);
    b.paint(p.scene, layout, y);
    CHECK(x.pixels == y.pixels);
}

TEST_CASE("A picture that cannot be drawn is refused with a remedy") {
    Picture p;
    p.view.width_px = 10;
    const auto small = Painter::create(p.sheet, p.view);
    REQUIRE_FALSE(small.ok());
    CHECK(small.error().code == base::ErrorCode::usage);
    CHECK_FALSE(small.error().hint.empty());
    Picture q;
    q.sheet.map = nullptr;
    CHECK_FALSE(Painter::create(q.sheet, q.view).ok());
}

TEST_CASE("Numbers, clocks and sentences read as a person writes them") {
    CHECK(number(18700) == "18,700");
    CHECK(number(-42) ==
          "\xE2\x88\x92"
          "42");
    CHECK(number(999) == "999");
    CHECK(clock(720) == "+12:00");
    CHECK(clock(-130) ==
          "\xE2\x88\x92"
          "2:10");
    CHECK(clock(0) == "+0:00");
    CHECK(decimal(0.456, 2) == "0.46");
    CHECK(decimal(-3.0, 0) ==
          "\xE2\x88\x92"
          "3");
    const Text t = tell(Word::ev_meets_with, {{"Yoto", "岳托"}, {"Hong Taiji", "皇太极"}, number_text(2950)});
    CHECK(t.en == "Yoto reaches Hong Taiji with 2,950");
    CHECK(t.zh == "岳托率 2,950 人来归皇太极");
    for (std::size_t w = 0; w < static_cast<std::size_t>(Word::count); ++w) {
        if (w == static_cast<std::size_t>(Word::map_suffix))
            continue;  // Chinese only: an album leaf is called a map
        CHECK_FALSE(say(static_cast<Word>(w), Lang::en).empty());
        CHECK_FALSE(say(static_cast<Word>(w), Lang::zh).empty());
    }
}
