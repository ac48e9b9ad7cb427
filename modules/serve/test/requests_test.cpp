#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exchange.hpp"
#include "job_words.hpp"
#include "linghe/base/file.hpp"
#include "linghe/serve/static_export.hpp"

using namespace linghe;
using namespace linghe::serve;
using nlohmann::json;

namespace {

class Nobody final : public Children {
public:
    base::Result<int> start(const std::vector<std::string>&, std::function<void(std::string_view)>,
                            std::function<void(ChildEnd)>) override {
        return base::Error{base::ErrorCode::io, "", "", ""};
    }
    void signal(int, int) override {}
};

struct Desk {
    base::RealFileSystem fs;
    Nobody nobody;
    Gallery gallery{fs, {}};
    JobBoard board{nobody, 1, [](const Job&) {}};
    Desk() {
        ScenarioEntry tiny;
        tiny.words = "tiny";
        tiny.shipped = true;
        gallery.know(tiny);
        ScenarioEntry own;
        own.words = "/home/me/own battle/";
        gallery.know(own);
    }
    [[nodiscard]] JobPlace place() const { return {&gallery, &board, "runs"}; }
    [[nodiscard]] base::Result<Job> job(const char* text) const { return job_of(json::parse(text), place()); }
};

bool has(const Job& job, const std::string& word) {
    return std::find(job.words.begin(), job.words.end(), word) != job.words.end();
}

}  // namespace

TEST_CASE("a request becomes the words of a command line") {
    const Desk desk;
    const auto job = desk.job(
        R"({"kind":"run","scenario":"tiny","seed":7,"until":"10:00","set":["minutes=3"],"without":["drum"],
            "interventions":[{"id":"w","at_s":60,"kind":"set_wind","speed_m_s":4.5,"from_deg":0}]})");
    REQUIRE(job.ok());
    CHECK(job->words[0] == "run");
    CHECK(job->words[1] == "tiny");
    for (const char* word :
         {"--seed=7", "--until=10:00", "--set=minutes=3", "--without=drum", "--json", "--quiet",
          "--progress-lines",
          "--intervention={ at_s = 60, from_deg = 0, id = \"w\", kind = \"set_wind\", speed_m_s = 4.5 }"})
        CHECK_MESSAGE(has(job.value(), word), word);
    CHECK(std::filesystem::path(job->folder).filename() == "tiny-7");
    CHECK(job->run == Gallery::id_of(job->folder));
    CHECK(job->run.size() == 16);
}

TEST_CASE("a word of a request is never taken for another option") {
    const Desk desk;
    const auto job = desk.job(R"({"kind":"run","scenario":"tiny","set":["--out=/etc"],"until":"--help"})");
    REQUIRE(job.ok());
    CHECK(has(job.value(), "--set=--out=/etc"));
    CHECK(has(job.value(), "--until=--help"));
    int outs = 0;
    for (const auto& word : job->words) outs += word.rfind("--out=", 0) == 0;
    CHECK(outs == 1);
}

TEST_CASE("only battles and runs of the gallery are known") {
    const Desk desk;
    for (const char* text :
         {R"({"kind":"run","scenario":"/etc/passwd"})", R"({"kind":"run","scenario":"../tiny"})",
          R"({"kind":"run","scenario":7})", R"({"kind":"run"})", R"({"kind":"resume","run":"../x"})",
          R"({"kind":"resume"})", R"({"kind":"shell","scenario":"tiny"})", R"({"kind":7})", R"({})"})
        CHECK_MESSAGE(!desk.job(text).ok(), text);
    CHECK_FALSE(fork_of(json::parse(R"({"run":"x","at_s":1,"change":{}})"), desk.place()).ok());
}

TEST_CASE("figures of a request that make no sense are refused in words") {
    const Desk desk;
    for (const char* text :
         {R"({"kind":"run","scenario":"tiny","seed":0})", R"({"kind":"run","scenario":"tiny","seed":-1})",
          R"({"kind":"run","scenario":"tiny","seed":1.5})", R"({"kind":"run","scenario":"tiny","seed":"7x"})",
          R"({"kind":"run","scenario":"tiny","seed":18446744073709551615})",
          R"({"kind":"run","scenario":"tiny","seed":9000000000000001})",
          R"({"kind":"run","scenario":"tiny","until":[]})", R"({"kind":"run","scenario":"tiny","until":-1})",
          R"({"kind":"run","scenario":"tiny","until":1e300})",
          R"({"kind":"run","scenario":"tiny","set":"minutes=3"})",
          R"({"kind":"run","scenario":"tiny","set":[7]})", R"({"kind":"run","scenario":"tiny","set":[""]})",
          R"({"kind":"run","scenario":"tiny","set":["a\u0000b"]})",
          R"({"kind":"run","scenario":"tiny","set":["a\nb"]})",
          R"({"kind":"run","scenario":"tiny","interventions":[{"a b":1}]})",
          R"({"kind":"run","scenario":"tiny","interventions":[{"a":null}]})",
          R"({"kind":"run","scenario":"tiny","interventions":[[1]]})"}) {
        const auto job = desk.job(text);
        CHECK_MESSAGE(!job.ok(), text);
        if (!job.ok()) CHECK_FALSE(job.error().message.empty());
    }
    CHECK(desk.job(R"({"kind":"run","scenario":"tiny","seed":"9000000000000000"})").ok());
}

TEST_CASE("an intervention keeps its quotes inside its quotes") {
    const auto table = inline_table(json::parse(R"({"id":"a\"b\\c","list":[1,true],"t":{"x":"旗"}})"));
    REQUIRE(table.ok());
    CHECK(table.value() == R"({ id = "a\"b\\c", list = [1, true], t = { x = "旗" } })");
    CHECK_FALSE(inline_table(json::parse(R"({"a":"b\u001b"})")).ok());
    CHECK_FALSE(inline_table(json::parse(R"([[[[[[[[1]]]]]]]])")).ok());
}

TEST_CASE("JSON without end is refused before it is read") {
    CHECK(read_object(R"({"a":[{"b":"[[[[ { \" ["}]})").ok());
    CHECK_FALSE(read_object(std::string(200'000, '[')).ok());
    std::string deep = "{\"a\":" + std::string(40, '[') + std::string(40, ']') + "}";
    CHECK_FALSE(read_object(deep).ok());
    for (const char* text : {"", "7", "[]", "{", "{}{}", "null", "\xff", "{\"a\":\"\xff\"}"})
        CHECK_FALSE(read_object(text).ok());
}

TEST_CASE("an answer carries the headers that keep a page in its place") {
    const std::string head = head_of(json_reply("{}"), "127.0.0.1:8123", true);
    for (const char* line :
         {"HTTP/1.1 200 OK\r\n", "Content-Length: 2\r\n", "X-Content-Type-Options: nosniff\r\n",
          "Referrer-Policy: no-referrer\r\n", "frame-ancestors 'none'", "default-src 'none'",
          "Cross-Origin-Opener-Policy: same-origin\r\n", "Cross-Origin-Resource-Policy: same-origin\r\n",
          "ws://127.0.0.1:8123;", "Cache-Control: no-store\r\n", "Connection: keep-alive\r\n"})
        CHECK_MESSAGE(head.find(line) != std::string::npos, line);
    CHECK(head.find("unsafe-inline") == std::string::npos);
    CHECK(head.find("unsafe-eval'") == head.find("'wasm-unsafe-eval'") + 6);
    CHECK(head.find("Access-Control") == std::string::npos);
    CHECK(head.substr(head.size() - 4) == "\r\n\r\n");
    CHECK(head_of(json_reply("", 204), "h", false).find("Content-Length") == std::string::npos);
}

TEST_CASE("an error says what and how, and no folder of this machine") {
    const Reply reply =
        error_reply(500, {base::ErrorCode::io, "/home/me/x", "cannot open /home/me/x", "chmod /home/me"});
    CHECK(reply.body.find("/home") == std::string::npos);
    const json told = json::parse(reply.body);
    CHECK(told["error"]["what"].is_string());
    CHECK(told["error"]["how"].is_string());
    CHECK(json::parse(error_reply(400, "a \"b\" \xff", "").body).is_object());
}

TEST_CASE("values are found in a query by their whole name") {
    CHECK(query_value("run=ab&event=3", "event") == "3");
    CHECK(query_value("rerun=x&run=ab", "run") == "ab");
    CHECK(query_value("run=&event=3", "run").empty());
    CHECK(query_value("run", "run").empty());
    CHECK(query_value("", "run").empty());
    CHECK(query_value("&&=&run=a=b", "run") == "a=b");
}

TEST_CASE("an exported page knows that it stands alone") {
    const std::string mark = "<meta name=\"linghe-mode\" content=\"static\">";
    CHECK(static_index("<html><head><title>x</title></head></html>") ==
          "<html><head>" + mark + "<title>x</title></head></html>");
    CHECK(static_index("<head>\n<meta name=\"linghe-mode\" content=\"served\">\n</head>") ==
          "<head>\n" + mark + "\n</head>");
    CHECK(static_index("").find(mark) == 0);
    CHECK(static_index("<head").find(mark) == 0);
}

TEST_CASE("the viewer's files are known by their exact names, and links lead nowhere") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("linghe-web-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder / "assets");
    CHECK_FALSE(WebFiles::read(folder.string()).ok());
    std::ofstream(folder / "index.html") << "<head></head>";
    std::ofstream(folder / "assets" / "main-ab12.js") << "1";
    fs::create_symlink("/etc/passwd", folder / "passwd");
    const auto web = WebFiles::read(folder.string());
    REQUIRE(web.ok());
    CHECK(web.value().all().size() == 2);
    REQUIRE(web.value().find("/") != nullptr);
    CHECK(web.value().find("/")->type == "text/html; charset=utf-8");
    CHECK(web.value().find("/assets/main-ab12.js")->lasting);
    for (const char* name : {"/passwd", "/../web/index.html", "/assets/../index.html", "//index.html",
                             "/assets", "index.html", "/%69ndex.html", "/assets\\main-ab12.js", ""})
        CHECK_MESSAGE(web.value().find(name) == nullptr, name);
    fs::remove_all(folder);
}
