#include "routes.hpp"

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "job_words.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"
#include "linghe/serve/byte_range.hpp"
#include "linghe/serve/limits.hpp"

namespace linghe::serve {
namespace {

using nlohmann::json;

std::string text_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

/// What stands for "*" when `path` is of the pattern; nothing when it is not.
std::optional<std::string> star_of(std::string_view pattern, std::string_view path) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return path == pattern ? std::optional<std::string>("") : std::nullopt;
    const std::string_view before = pattern.substr(0, star);
    if (path.size() <= before.size() || path.substr(0, before.size()) != before) return std::nullopt;
    const std::string_view rest = path.substr(before.size());
    const bool deep = pattern.size() > star + 1;  // "*/" : any number of parts
    if (!deep && rest.find('/') != std::string_view::npos) return std::nullopt;
    return std::string(rest);
}

bool lists(std::string_view methods, std::string_view method) {
    while (!methods.empty()) {
        const std::size_t comma = methods.find(", ");
        if (methods.substr(0, comma) == method) return true;
        methods = comma == std::string_view::npos ? std::string_view{} : methods.substr(comma + 2);
    }
    return false;
}

Reply allowed_only(int status, std::string_view methods) {
    Reply reply = status == 204 ? json_reply("", 204)
                                : error_reply(status, "that cannot be done here",
                                              "use one of: " + std::string(methods));
    reply.headers.emplace_back("Allow", methods);
    return reply;
}

bool plain_word(std::string_view text) {
    return !text.empty() && text.size() <= 128 &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
               std::string_view::npos &&
           text[0] != '-';
}

/// The last part of the name of a folder.
std::string name_of(std::string path) {
    while (!path.empty() && path.back() == '/') path.pop_back();
    return path.substr(path.rfind('/') + 1);
}

Reply no_run() { return error_reply(404, "there is no such run", "take an id out of /api/gallery"); }

/// The whole or one span of a file, as Range, If-Range and If-None-Match say.
Reply file_reply(const Request& request, DiskFile file, const std::string& name) {
    Reply reply;
    const std::string etag = file.etag();
    const std::uint64_t size = file.size();
    reply.type = content_type_of(name);
    reply.headers = {{"ETag", etag}, {"Accept-Ranges", "bytes"}, {"Cache-Control", "private, no-cache"}};
    if (name == "report.html" || name == "results.gpkg") {
        // A page that is not the viewer's: to be kept, never run beside it.
        reply.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
        reply.headers.emplace_back("Content-Security-Policy",
                                   "sandbox; default-src 'none'; frame-ancestors 'none'");
    }
    if (!request.if_none_match.empty() && none_match_names(request.if_none_match, etag)) {
        reply.status = 304;
        return reply;
    }
    ByteRange range{RangeKind::whole, 0, size};
    if (request.method == "GET" && if_range_holds(request.if_range, etag))
        range = byte_range(request.range, size);
    if (range.kind == RangeKind::beyond) {
        Reply beyond = error_reply(416, "the file ends before that range", "ask for its size with HEAD");
        beyond.headers.emplace_back("Content-Range", "bytes */" + std::to_string(size));
        return beyond;
    }
    if (range.kind == RangeKind::part) {
        reply.status = 206;
        reply.headers.emplace_back("Content-Range", "bytes " + std::to_string(range.from) + "-" +
                                                        std::to_string(range.from + range.length - 1) + "/" +
                                                        std::to_string(size));
    }
    reply.from = range.from;
    reply.length = range.length;
    reply.file = std::make_shared<DiskFile>(std::move(file));
    return reply;
}

}  // namespace

const std::vector<Routes::Route>& Routes::table() {
    static const std::vector<Route> kRoutes = {
        {"/api/about", "GET, HEAD", &Routes::about},
        {"/api/gallery", "GET, HEAD", &Routes::gallery},
        {"/api/jobs", "GET, HEAD, POST", &Routes::jobs},
        {"/api/jobs/*", "GET, HEAD, DELETE", &Routes::job},
        {"/api/fork", "POST", &Routes::fork},
        {"/api/compare", "POST", &Routes::compare},
        {"/api/why", "GET, HEAD", &Routes::why},
        {"/api/notes/*", "GET, HEAD, PUT", &Routes::notes},
        {"/api/scenario", "POST", &Routes::new_scenario},
        {"/api/scenario/check", "POST", &Routes::check_scenario},
        {"/api/scenario/*", "GET, HEAD, PUT", &Routes::scenario},
        {"/api/events", "GET", &Routes::socket},
        {"/api/live/*", "GET", &Routes::socket},
        {"/data/runs/*/", "GET, HEAD", &Routes::data},
    };
    return kRoutes;
}

void Routes::handle(const Request& request, Answer answer) {
    if (request.path != "/api" && request.path.rfind("/api/", 0) != 0 && request.path.rfind("/data/", 0) != 0)
        return give_static(request, answer);
    for (const Route& route : table()) {
        const auto star = star_of(route.path, request.path);
        if (!star) continue;
        if (request.method == "OPTIONS")
            return answer(allowed_only(204, std::string(route.methods) + ", OPTIONS"));
        if (!lists(route.methods, request.method)) return answer(allowed_only(405, route.methods));
        return (this->*route.handler)(request, *star, answer);
    }
    answer(error_reply(404, "there is nothing of that name", "see the handbook's page on linghe serve"));
}

void Routes::give_static(const Request& request, Answer& answer) {
    if (request.method == "OPTIONS") return answer(allowed_only(204, "GET, HEAD, OPTIONS"));
    if (request.method != "GET" && request.method != "HEAD") return answer(allowed_only(405, "GET, HEAD"));
    const WebFile* file = house_.web->find(request.path);
    if (file == nullptr && request.path == "/") {
        Reply page;
        page.type = "text/plain; charset=utf-8";
        page.body =
            "Linghe: the server runs, but the viewer's files are not beside the program.\n"
            "Build them (npm run build in web/), or name their folder with --web.\n"
            "凌河：服务已在运行，但找不到浏览器端的文件；请先构建 web/，或用 --web 指明其目录。\n";
        return answer(std::move(page));
    }
    if (file == nullptr) return answer(error_reply(404, "there is no such file", "begin at /"));
    Reply reply;
    reply.type = file->type;
    reply.headers = {{"ETag", file->etag},
                     {"Cache-Control", file->lasting ? "private, max-age=31536000, immutable" : "no-cache"}};
    if (!request.if_none_match.empty() && none_match_names(request.if_none_match, file->etag)) {
        reply.status = 304;
    } else {
        reply.body = file->bytes;
    }
    answer(std::move(reply));
}

void Routes::about(const Request&, const std::string&, Answer& answer) {
    json told = json::object();
    for (const auto& limit : base::kLimits) told[std::string(limit.name)] = limit.value;
    for (const auto& limit : kLimits) told[std::string(limit.name)] = limit.value;
    answer(json_reply(text_of({{"release", house_.release}, {"build", house_.build}, {"limits", told}})));
}

void Routes::read_scenarios() {
    if (house_.clerk->ask({"list", "--json"}, [this](const ChildEnd& end) { scenarios_told("", end); }))
        ++reading_;
}

void Routes::read_unread() {
    // One after the other: a folder full of battles must leave room for questions.
    const auto unread = house_.gallery->unread();
    if (reading_ > 0 || unread.empty()) return;
    const std::string of = unread.front();
    if (house_.clerk->ask({"check", of, "--json"},
                          [this, of](const ChildEnd& end) { scenarios_told(of, end); }))
        ++reading_;
}

void Routes::scenarios_told(const std::string& words, const ChildEnd& end) {
    const json told = json::parse(end.out, nullptr, false);
    const auto know = [this](const json& j, const std::string& path, bool shipped) {
        ScenarioEntry entry;
        entry.words = path;
        entry.shipped = shipped;
        entry.title_en = j.value("en", ""), entry.title_zh = j.value("zh", "");
        if (entry.title_en.empty()) entry.title_en = name_of(path);
        entry.men = j.value("men", std::uint64_t{0});
        entry.minutes = j.value("minutes", 0.0);
        house_.gallery->know(std::move(entry));
    };
    if (told.is_object() && words.empty() && told.contains("scenarios")) {
        for (const json& s : told["scenarios"]) know(s, s.value("name", ""), true);
    } else if (!words.empty()) {
        know(told.is_object() ? told : json::object(), words, false);
    }
    --reading_;
    read_unread();
    if (reading_ > 0) return;
    const std::string body = house_.gallery->json();
    for (Answer& answer : waiting_) answer(json_reply(body));
    waiting_.clear();
    const auto later = std::exchange(later_, {});
    for (const auto& job : later) job();
    house_.gallery_changed();
}

void Routes::gallery(const Request&, const std::string&, Answer& answer) {
    if (house_.gallery->scan()) house_.gallery_changed();
    read_unread();
    if (reading_ > 0) {
        waiting_.push_back(std::move(answer));
        return;
    }
    answer(json_reply(house_.gallery->json()));
}

void Routes::add_job(base::Result<Job> job, Answer& answer) {
    if (!job.ok()) return answer(error_reply(400, job.error().message, job.error().hint));
    const std::string run = job.value().run;
    auto id = house_.jobs->add(job.take());
    if (!id.ok()) return answer(error_reply(429, id.error().message, id.error().hint));
    answer(json_reply(text_of({{"id", id.value()}, {"run", run}}), 202));
}

void Routes::jobs(const Request& request, const std::string&, Answer& answer) {
    if (request.method != "POST") return answer(json_reply(house_.jobs->json()));
    const auto asked = read_object(request.body);
    if (!asked.ok()) return answer(error_reply(400, asked.error().message, asked.error().hint));
    house_.gallery->scan();
    if (reading_ > 0) {  // just begun: the battles to choose from are still being read
        later_.push_back([this, asked = asked.value(), kept = std::make_shared<Answer>(std::move(answer))] {
            add_job(job_of(asked, {house_.gallery, house_.jobs, house_.runs}), *kept);
        });
        return;
    }
    add_job(job_of(asked.value(), {house_.gallery, house_.jobs, house_.runs}), answer);
}

void Routes::job(const Request& request, const std::string& id, Answer& answer) {
    if (house_.jobs->find(id) == nullptr)
        return answer(error_reply(404, "there is no such job", "GET /api/jobs"));
    if (request.method == "DELETE") house_.jobs->cancel(id);
    answer(json_reply(job_json(*house_.jobs->find(id))));
}

void Routes::fork(const Request& request, const std::string&, Answer& answer) {
    const auto asked = read_object(request.body);
    if (!asked.ok()) return answer(error_reply(400, asked.error().message, asked.error().hint));
    house_.gallery->scan();
    add_job(fork_of(asked.value(), {house_.gallery, house_.jobs, house_.runs}), answer);
}

void Routes::ask(const std::vector<std::string>& words, Answer& answer) {
    auto kept = std::make_shared<Answer>(std::move(answer));
    const bool asked = house_.clerk->ask(words, [kept](const ChildEnd& end) {
        if (end.cut) return (*kept)(error_reply(500, "the answer is too large", "ask for less"));
        const json told = json::parse(end.out, nullptr, false);
        if (end.code == 0 && told.is_object()) return (*kept)(json_reply(end.out));
        const json error = told.is_object() && told.contains("error") ? told["error"] : json::object();
        base::Error why{base::ErrorCode::run_failed, "", error.value("message", ""), error.value("hint", "")};
        (*kept)(error_reply(end.code == 128 + 9 ? 504 : 422, why));
    });
    if (!asked) (*kept)(error_reply(503, "too many questions at once", "ask again in a moment"));
}

void Routes::compare(const Request& request, const std::string&, Answer& answer) {
    const auto asked = read_object(request.body);
    if (!asked.ok()) return answer(error_reply(400, asked.error().message, asked.error().hint));
    const auto name = [&](const char* key) {
        return asked->contains(key) && (*asked)[key].is_string() ? (*asked)[key].get<std::string>()
                                                                 : std::string();
    };
    const RunEntry* first = run(name("a"));
    if (first == nullptr) return answer(no_run());
    const std::string a = first->folder;
    const RunEntry* second = run(name("b"));
    if (second == nullptr) return answer(no_run());
    ask({"compare", a, second->folder, "--json", "--quiet"}, answer);
}

void Routes::why(const Request& request, const std::string&, Answer& answer) {
    const RunEntry* of = run(std::string(query_value(request.query, "run")));
    if (of == nullptr) return answer(no_run());
    const std::string_view event = query_value(request.query, "event"),
                           subject = query_value(request.query, "subject"),
                           at = query_value(request.query, "at_s");
    const std::string_view word = event.empty() ? subject : event;
    if (!plain_word(word) || (!at.empty() && !base::parse_double(at).ok()))
        return answer(
            error_reply(400, "which event?", "/api/why?run=ID&event=N, or subject=ID&at_s=SECONDS"));
    std::vector<std::string> words = {"why", of->folder, std::string(word), "--json", "--quiet"};
    if (!at.empty()) words.push_back("--at-s=" + std::string(at));
    ask(words, answer);
}

void Routes::notes(const Request& request, const std::string& id, Answer& answer) {
    const RunEntry* of = run(id);
    if (of == nullptr) return answer(no_run());
    const std::string path = of->folder + "/notes.json";
    const auto tag_of = [](const std::string& text) {
        return '"' + base::hex16(base::hash_text(text)) + '"';
    };
    std::string now = "{}";
    if (auto file = DiskFile::open(path); file.ok() && file->size() <= limits::kNotesBytes) {
        now.resize(static_cast<std::size_t>(file->size()));
        now.resize(file->read_at(0, now.data(), now.size()));
    } else if (file.ok() || file.error().code != base::ErrorCode::usage) {
        return answer(
            error_reply(409, "the notes of this run cannot be read", "look at notes.json in its folder"));
    }
    Reply reply = json_reply(now);
    if (request.method == "PUT") {
        if (request.body.size() > limits::kNotesBytes)
            return answer(error_reply(413, "the notes are too long", "at most 256 KiB"));
        const auto told = read_object(request.body);
        if (!told.ok()) return answer(error_reply(400, told.error().message, told.error().hint));
        if (!request.if_match.empty() && request.if_match != tag_of(now))
            return answer(error_reply(412, "the notes were changed elsewhere", "read them again"));
        const auto kept = base::atomic_write(*house_.fs, path, std::string_view(request.body));
        if (!kept.ok()) return answer(error_reply(500, "the notes could not be saved", "is the disk full?"));
        now = request.body;
        reply = json_reply("{\"saved\":true}");
    }
    reply.headers.emplace_back("ETag", tag_of(now));
    answer(std::move(reply));
}

void Routes::socket(const Request&, const std::string&, Answer& answer) {
    Reply reply =
        error_reply(426, "this is a WebSocket", "open it with the subprotocols linghe.1 and token.T");
    reply.headers.emplace_back("Upgrade", "websocket");
    answer(std::move(reply));
}

void Routes::data(const Request& request, const std::string& rest, Answer& answer) {
    const std::size_t slash = rest.find('/');
    const RunEntry* of = run(rest.substr(0, slash));
    if (of == nullptr) return answer(no_run());
    const std::string name = slash == std::string::npos ? "" : rest.substr(slash + 1);
    for (const char* given : kGiven) {
        if (name != given) continue;
        auto file = DiskFile::open(of->folder + "/" + given);
        if (!file.ok()) break;
        return answer(file_reply(request, file.take(), given));
    }
    answer(error_reply(404, "this run has no such file", "its entry in /api/gallery tells what it has"));
}

const RunEntry* Routes::run(const std::string& id) {
    const RunEntry* found = house_.gallery->run(id);
    if (found == nullptr && id.size() == 16) {  // begun since the last look
        if (house_.gallery->scan()) house_.gallery_changed();
        found = house_.gallery->run(id);
    }
    return found;
}

std::optional<std::string> Routes::live_folder(const std::string& id) {
    if (const RunEntry* of = run(id)) return of->folder;
    const std::string begun = house_.jobs->folder_of(id);  // its folder may not be there yet
    return begun.empty() ? std::nullopt : std::optional<std::string>(begun);
}

}  // namespace linghe::serve
