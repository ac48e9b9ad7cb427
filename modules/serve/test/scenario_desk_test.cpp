#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "linghe/scenario/builtin.hpp"
#include "scenario_desk.hpp"

using namespace linghe;
using namespace linghe::serve;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Desk {
    fs::path home = fs::temp_directory_path() / ("linghe-desk-" + std::to_string(::getpid()));
    base::RealFileSystem files;
    ScenarioDesk desk{files, (home / "scenarios").string()};
    Desk() { fs::create_directories(home); }
    ~Desk() { fs::remove_all(home); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    [[nodiscard]] static ScenarioEntry at(const std::string& folder) {
        ScenarioEntry entry;
        entry.words = folder;
        return entry;
    }
};

Draft draft(const std::string& name) {
    Draft d;
    d.name = name;
    d.texts = {{"scenario.toml", "id = \"x\"\n# kept\n"}, {"map.toml", "format = 1\n"}};
    return d;
}

std::string text_in(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
}

}  // namespace

TEST_CASE("a battle is named by letters that lead nowhere") {
    for (const char* name : {"a", "my-battle", "sarhu2", "x-1"})
        CHECK_MESSAGE(good_battle_name(name).ok(), name);
    for (const char* name : {"", "..", ".", "/", "a/b", "../x", "A", "1a", "-a", "a b", "a.b", "a\\b", "旗",
                             "a\n", "tiny", "ford", "xiaoling-fire", "con%00", "~"})
        CHECK_MESSAGE(!good_battle_name(name).ok(), name);
    CHECK_FALSE(good_battle_name(std::string(65, 'a')).ok());
    CHECK(good_battle_name(std::string(64, 'a')).ok());
    CHECK_FALSE(good_battle_name(std::string_view("a\0b", 3)).ok());
}

TEST_CASE("a draft is texts under plain names, and scenario.toml is one of them") {
    const auto asked = [](const char* text) { return draft_of(json::parse(text)); };
    const auto good = asked(R"({"name":"a","base":"tiny","files":{"scenario.toml":"x","map.toml":"y"}})");
    REQUIRE(good.ok());
    CHECK(good->texts.at("map.toml") == "y");
    CHECK(good->base == "tiny");
    for (
        const char* text :
        {R"({})", R"({"files":[]})", R"({"files":{}})", R"({"files":{"map.toml":"y"}})",
         R"({"files":{"scenario.toml":7}})", R"({"files":{"scenario.toml":"x","../map.toml":"y"}})",
         R"({"files":{"scenario.toml":"x","a/b.toml":"y"}})",
         R"({"files":{"scenario.toml":"x",".toml":"y"}})", R"({"files":{"scenario.toml":"x","":"y"}})",
         R"({"files":{"scenario.toml":"x","run.sh":"y"}})",
         R"({"files":{"scenario.toml":"x","-o.toml":"y"}})",
         R"({"files":{"scenario.toml":"x","a\u0000.toml":"y"}})",
         R"({"name":7,"files":{"scenario.toml":"x"}})",
         R"({"files":{"scenario.toml":"","a.toml":"","b.toml":"","c.toml":"","d.toml":"","e.toml":"","f.toml":"","g.toml":"","h.toml":""}})"}) {
        const auto told = asked(text);
        CHECK_MESSAGE(!told.ok(), text);
        if (!told.ok()) CHECK_FALSE(told.error().hint.empty());
    }
}

TEST_CASE("a new battle is kept whole in its own folder, and never over another") {
    Desk d;
    const auto kept = d.desk.keep_new(draft("mine"), nullptr);
    REQUIRE(kept.ok());
    CHECK(fs::path(kept.value()) == fs::weakly_canonical(d.home / "scenarios") / "mine" / "");
    CHECK(text_in(d.home / "scenarios/mine/scenario.toml") == "id = \"x\"\n# kept\n");
    CHECK(text_in(d.home / "scenarios/mine/map.toml") == "format = 1\n");
    CHECK_FALSE(d.desk.keep_new(draft("mine"), nullptr).ok());
    CHECK_FALSE(d.desk.keep_new(draft("tiny"), nullptr).ok());
    CHECK_FALSE(d.desk.keep_new(draft("../out"), nullptr).ok());
    fs::create_symlink(d.home, d.home / "scenarios/link");
    CHECK_FALSE(d.desk.keep_new(draft("link"), nullptr).ok());
    int left = 0;
    for (const auto& at : fs::directory_iterator(d.home / "scenarios"))
        left += at.path().filename().string().front() == '.';
    CHECK(left == 0);
    CHECK_FALSE(fs::exists(d.home / "out"));
}

TEST_CASE("a battle is written over where it lies among the kept ones, and nowhere else") {
    Desk d;
    const auto kept = d.desk.keep_new(draft("mine"), nullptr);
    REQUIRE(kept.ok());
    const ScenarioEntry mine = Desk::at(kept.value());
    CHECK(d.desk.own(mine));
    const auto before = d.desk.texts_of(mine);
    REQUIRE(before.ok());
    CHECK(d.desk.keep(mine, {{"scenario.toml", "id = \"y\"\n"}}).ok());
    const auto after = d.desk.texts_of(mine);
    REQUIRE(after.ok());
    CHECK(after->at("scenario.toml") == "id = \"y\"\n");
    CHECK(after->at("map.toml") == "format = 1\n");
    CHECK(ScenarioDesk::tag_of(before.value()) != ScenarioDesk::tag_of(after.value()));

    fs::create_directories(d.home / "elsewhere/other");
    fs::create_directories(d.home / "scenarios/tiny");
    fs::create_directories(d.home / "scenarios/deep/er");
    fs::create_directory_symlink(d.home / "elsewhere/other", d.home / "scenarios/link");
    const std::string at = fs::weakly_canonical(d.home).string();
    for (const char* folder : {"/elsewhere/other/", "/scenarios/tiny/", "/scenarios/deep/er/",
                               "/scenarios/link/", "/scenarios/", "/scenarios/mine"}) {
        CHECK_MESSAGE(!d.desk.own(Desk::at(at + folder)), folder);
        CHECK_MESSAGE(!d.desk.keep(Desk::at(at + folder), {{"scenario.toml", ""}}).ok(), folder);
    }
    ScenarioEntry shipped;
    shipped.words = "tiny", shipped.shipped = true;
    CHECK_FALSE(d.desk.own(shipped));

    fs::remove(d.home / "scenarios/mine/map.toml");
    std::ofstream(d.home / "target") << "safe";
    fs::create_symlink(d.home / "target", d.home / "scenarios/mine/map.toml");
    CHECK_FALSE(d.desk.keep(mine, {{"map.toml", "over"}}).ok());
    CHECK(text_in(d.home / "target") == "safe");
}

TEST_CASE("the texts of a shipped battle are those of the program") {
    Desk d;
    ScenarioEntry tiny;
    tiny.words = "tiny", tiny.shipped = true;
    const auto texts = d.desk.texts_of(tiny);
    REQUIRE(texts.ok());
    CHECK(texts->at("scenario.toml") == scenario::builtin_sources("tiny")->scenario_toml);
    CHECK(texts->count("map.toml") == 1);
    CHECK(texts->count("README.md") == 0);
}

TEST_CASE("links, pipes and files that are no texts are not given") {
    Desk d;
    const auto kept = d.desk.keep_new(draft("mine"), nullptr);
    REQUIRE(kept.ok());
    fs::create_symlink("/etc/passwd", d.home / "scenarios/mine/passwd.toml");
    std::ofstream(d.home / "scenarios/mine/secret.txt") << "s";
    const auto texts = d.desk.texts_of(Desk::at(kept.value()));
    REQUIRE(texts.ok());
    CHECK(texts->size() == 2);
    std::ofstream(d.home / "scenarios/mine/huge.toml") << std::string(2 << 20, '#');
    CHECK_FALSE(d.desk.texts_of(Desk::at(kept.value())).ok());
}

TEST_CASE("the grid file of an imported map goes along with a draft and with a copy") {
    Desk d;
    const auto kept = d.desk.keep_new(draft("mine"), nullptr);
    REQUIRE(kept.ok());
    std::ofstream(d.home / "scenarios/mine/map.lgg") << "heights";
    const ScenarioEntry mine = Desk::at(kept.value());
    const auto laid = d.desk.lay_down(draft(""), &mine);
    REQUIRE(laid.ok());
    CHECK(text_in(laid.value() + "map.lgg") == "heights");
    CHECK(text_in(laid.value() + "scenario.toml") == "id = \"x\"\n# kept\n");
    CHECK((fs::status(laid.value()).permissions() & fs::perms::others_all) == fs::perms::none);
    ScenarioDesk::forget_draft(laid.value());
    CHECK_FALSE(fs::exists(laid.value()));
    const auto copy = d.desk.keep_new(draft("copy"), &mine);
    REQUIRE(copy.ok());
    CHECK(text_in(d.home / "scenarios/copy/map.lgg") == "heights");
}

TEST_CASE("what a check says names the files of the battle, and no folder of this machine") {
    const std::string folder = "/tmp/linghe-draft-abc/";
    const json told = json::parse(check_told(
        R"({"ok":false,"men":0,"units":0,"problems":[{"severity":"error","file":"/tmp/linghe-draft-abc/scenario.toml","line":12,"column":1,"key":"wind[0].speed_m_s","reason":"500 m/s is out of range","remedy":"give 0 to 60 m/s"}]})",
        folder));
    CHECK_FALSE(told["ok"].get<bool>());
    REQUIRE(told["problems"].size() == 1);
    CHECK(told["problems"][0]["file"] == "scenario.toml");
    CHECK(told["problems"][0]["line"] == 12);
    CHECK(told["problems"][0]["remedy"] == "give 0 to 60 m/s");
    const json refused = json::parse(check_told(
        R"({"error":{"code":3,"where":"/tmp/linghe-draft-abc/scenario.toml:7:1: map","message":"the map lies outside","hint":"put it beside"}})",
        folder));
    CHECK(refused["problems"][0]["file"] == "scenario.toml");
    CHECK(refused["problems"][0]["line"] == 7);
    CHECK(refused["problems"][0]["key"] == "map");
    for (const char* nonsense : {"", "7", "[]", "{", "{\"problems\":7}"}) {
        const json empty = json::parse(check_told(nonsense, folder));
        CHECK_FALSE(empty["ok"].get<bool>());
        CHECK(empty["problems"].size() == 1);
    }
}
