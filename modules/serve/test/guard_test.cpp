#include "linghe/serve/guard.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace linghe::serve;

namespace {

constexpr std::uint16_t kPort = 8123;
const std::string kToken = "0123456789abcdef0123456789abcdef";

Caller viewer(std::string_view path = "/api/gallery") {
    Caller c;
    c.method = "GET";
    c.path = path;
    c.hosts = {"127.0.0.1:8123"};
    c.token = kToken;
    return c;
}
int status(const Caller& c) {
    const auto no = refuse(c, kPort, kToken);
    return no ? no->status : 200;
}

}  // namespace

TEST_CASE("tokens are long, and no two starts share one") {
    std::set<std::string> seen;
    for (int i = 0; i < 64; ++i) {
        const auto token = new_token();
        REQUIRE(token.ok());
        CHECK(token.value().size() == 32);
        CHECK(token.value().find_first_not_of("0123456789abcdef") == std::string::npos);
        seen.insert(token.value());
    }
    CHECK(seen.size() == 64);
}

TEST_CASE("only the very token opens") {
    CHECK(same_token(kToken, kToken));
    CHECK_FALSE(same_token(kToken, ""));
    CHECK_FALSE(same_token("", ""));
    CHECK_FALSE(same_token("", "x"));
    CHECK_FALSE(same_token(kToken, kToken.substr(0, 31)));
    CHECK_FALSE(same_token(kToken, kToken + "0"));
    CHECK_FALSE(same_token(kToken, kToken + kToken));
    std::string other = kToken;
    other.back() = '0';
    CHECK_FALSE(same_token(kToken, other));
    CHECK_FALSE(same_token(kToken, "0123456789ABCDEF0123456789ABCDEF"));
}

TEST_CASE("a host is ours only when it is written exactly so") {
    for (const char* own : {"127.0.0.1:8123", "localhost:8123", "[::1]:8123"}) CHECK(host_is_own(own, kPort));
    for (const char* foreign : {"",
                                "127.0.0.1",
                                "127.0.0.1:",
                                "127.0.0.1:812",
                                "127.0.0.1:81230",
                                "127.0.0.1:08123",
                                "127.0.0.1:8124",
                                "localhost",
                                "LOCALHOST:8123",
                                "localhost.:8123",
                                "localhost:8123.evil.example",
                                "evil.example:8123",
                                "127.0.0.1.evil.example:8123",
                                "a@127.0.0.1:8123",
                                " 127.0.0.1:8123",
                                "127.0.0.1:8123 ",
                                "127.0.0.2:8123",
                                "0.0.0.0:8123",
                                "::1:8123",
                                "[::1]",
                                "[::1]:8123x",
                                "2130706433:8123",
                                "127.1:8123"})
        CHECK_MESSAGE(!host_is_own(foreign, kPort), foreign);
    CHECK_FALSE(host_is_own("127.0.0.1:", 0));
}

TEST_CASE("an origin is ours only when it is the host that was asked") {
    CHECK(origin_is_own("http://127.0.0.1:8123", "127.0.0.1:8123"));
    for (const char* foreign :
         {"", "null", "https://127.0.0.1:8123", "http://127.0.0.1:8123/", "http://127.0.0.1",
          "http://localhost:8123", "HTTP://127.0.0.1:8123", "http://127.0.0.1:8123.evil.example"})
        CHECK_MESSAGE(!origin_is_own(foreign, "127.0.0.1:8123"), foreign);
}

TEST_CASE("a WebSocket shows its token among its subprotocols") {
    CHECK(token_of_protocols("linghe.1, token.abc") == "abc");
    CHECK(token_of_protocols("token.abc,linghe.1") == "abc");
    CHECK(token_of_protocols("\tlinghe.1 ,  token.abc ") == "abc");
    CHECK(token_of_protocols("token.abc").empty());
    CHECK(token_of_protocols("linghe.1").empty());
    CHECK(token_of_protocols("linghe.10, token.abc").empty());
    CHECK(token_of_protocols("").empty());
    CHECK(token_of_protocols(",,,").empty());
}

TEST_CASE("the viewer is let in, and strangers are told apart") {
    CHECK(status(viewer()) == 200);
    Caller c = viewer();
    c.token = "wrong";
    CHECK(status(c) == 401);
    c = viewer();
    c.hosts = {"evil.example:8123"};
    CHECK(status(c) == 421);
    c.hosts = {};
    CHECK(status(c) == 400);
    c.hosts = {"127.0.0.1:8123", "127.0.0.1:8123"};
    CHECK(status(c) == 400);
    c = viewer();
    c.origins = {"http://evil.example"};
    CHECK(status(c) == 403);
    c.origins = {"null"};
    CHECK(status(c) == 403);
    c.origins = {"http://127.0.0.1:8123"};
    CHECK(status(c) == 200);
    c.origins = {"http://127.0.0.1:8123", "http://127.0.0.1:8123"};
    CHECK(status(c) == 400);
}

TEST_CASE("another site's request is refused also with the right token") {
    Caller c = viewer();
    for (const char* site : {"cross-site", "same-site", "CROSS-SITE"}) {
        c.fetch_site = site;
        CHECK(status(c) == 403);
    }
    for (const char* site : {"same-origin", "none"}) {
        c.fetch_site = site;
        CHECK(status(c) == 200);
    }
}

TEST_CASE("the page itself needs no token, the data do") {
    for (const char* open : {"/", "/index.html", "/assets/main.js", "/apiary", "/database"})
        CHECK_FALSE(needs_token(open));
    for (const char* closed : {"/api", "/api/", "/api/gallery", "/data/runs/x/view.lgv", "/data"})
        CHECK(needs_token(closed));
    Caller c = viewer("/");
    c.token = "";
    CHECK(status(c) == 200);
    c.upgrade = true;
    CHECK(status(c) == 404);
}

TEST_CASE("what changes something has to be JSON") {
    Caller c = viewer("/api/jobs");
    c.method = "POST";
    for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded", "application/jsonp",
                             "multipart/form-data"}) {
        c.content_type = type;
        CHECK(status(c) == 415);
    }
    for (const char* type : {"application/json", "Application/JSON; charset=utf-8", "application/json ;x"}) {
        c.content_type = type;
        CHECK(status(c) == 200);
    }
    c = viewer();
    c.body = true;
    CHECK(status(c) == 415);
}

TEST_CASE("an upgrade may bring its token either way, but bring it it must") {
    Caller c = viewer("/api/events");
    c.upgrade = true;
    CHECK(status(c) == 200);
    c.token = "";
    CHECK(status(c) == 401);
    const std::string list = "linghe.1, token." + kToken;
    c.protocols = list;
    CHECK(status(c) == 200);
    c.upgrade = false;  // subprotocols of a plain request are no token
    CHECK(status(c) == 401);
}

TEST_CASE("asking what a path allows needs no token, and tells no stranger") {
    Caller c = viewer("/api/jobs");
    c.method = "OPTIONS";
    c.token = "";
    CHECK(status(c) == 200);
    c.origins = {"http://evil.example"};
    CHECK(status(c) == 403);
}
