// The part of the routes that is about battles as texts: given, checked, kept.
#include <memory>
#include <nlohmann/json.hpp>

#include "job_words.hpp"
#include "linghe/serve/limits.hpp"
#include "routes.hpp"

namespace linghe::serve {
namespace {

using nlohmann::json;

std::string text_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

Reply no_battle() { return error_reply(404, "there is no such battle", "take an id out of /api/gallery"); }

/// What a refusal of the desk is in HTTP: the caller's mistake, or ours.
Reply refused(const base::Error& error) {
    switch (error.code) {
        case base::ErrorCode::usage: return error_reply(400, error.message, error.hint);
        case base::ErrorCode::limit: return error_reply(413, error.message, error.hint);
        default: return error_reply(500, "the battle could not be kept or read", "is the disk full?");
    }
}

base::Result<Draft> draft_in(const Request& request) {
    LINGHE_TRY(const auto asked, read_object(request.body));
    return draft_of(asked);
}

}  // namespace

void Routes::check_scenario(const Request& request, const std::string&, Answer& answer) {
    const auto draft = draft_in(request);
    if (!draft.ok()) return answer(refused(draft.error()));
    const ScenarioEntry* like = house_.gallery->scenario(draft->base);
    const auto folder = house_.desk->lay_down(draft.value(), like);
    if (!folder.ok()) return answer(refused(folder.error()));
    auto kept = std::make_shared<Answer>(std::move(answer));
    const std::string laid = folder.value();
    const bool open =
        house_.clerk->ask({"check", laid, "--json", "--quiet"}, [kept, laid](const ChildEnd& end) {
            ScenarioDesk::forget_draft(laid);
            if (end.cut || end.code >= 128)
                return (*kept)(error_reply(504, "the check took too long or said too much", "ask for less"));
            (*kept)(json_reply(check_told(end.out, laid)));
        });
    if (open) return;
    ScenarioDesk::forget_draft(laid);
    (*kept)(error_reply(503, "too many questions at once", "ask again in a moment"));
}

void Routes::new_scenario(const Request& request, const std::string&, Answer& answer) {
    const auto draft = draft_in(request);
    if (!draft.ok()) return answer(refused(draft.error()));
    const ScenarioEntry* like = house_.gallery->scenario(draft->base);
    const auto folder = house_.desk->keep_new(draft.value(), like);
    if (!folder.ok()) {
        const bool taken = folder.error().message.rfind("there is a folder", 0) == 0;
        return answer(taken ? error_reply(409, folder.error().message, folder.error().hint)
                            : refused(folder.error()));
    }
    ScenarioEntry entry;
    entry.words = folder.value();
    entry.title_en = draft->name;  // until it has been read
    house_.gallery->know(std::move(entry));
    answer(scenario_reply(Gallery::id_of(folder.value()), draft->name, draft->texts, 201));
    read_again(folder.value());
}

void Routes::scenario(const Request& request, const std::string& id, Answer& answer) {
    const ScenarioEntry* battle = house_.gallery->scenario(id);
    if (battle == nullptr) return answer(no_battle());
    const auto texts = house_.desk->texts_of(*battle);
    if (!texts.ok()) return answer(refused(texts.error()));
    std::string name = battle->words;
    while (!name.empty() && name.back() == '/') name.pop_back();
    name = name.substr(name.rfind('/') + 1);
    if (request.method != "PUT") {
        Reply reply = json_reply(text_of({{"id", id},
                                          {"name", name},
                                          {"shipped", battle->shipped},
                                          {"own", house_.desk->own(*battle)},
                                          {"files", texts.value()}}));
        reply.headers.emplace_back("ETag", ScenarioDesk::tag_of(texts.value()));
        return answer(std::move(reply));
    }
    if (!house_.desk->own(*battle))
        return answer(error_reply(403, "that battle cannot be written over", "save it under another name"));
    if (request.if_match.empty())
        return answer(error_reply(428, "If-Match is missing", "send the ETag of the last reading"));
    if (request.if_match != ScenarioDesk::tag_of(texts.value()))
        return answer(error_reply(412, "the battle was changed elsewhere",
                                  "read it again, or save it under another name"));
    const auto draft = draft_in(request);
    if (!draft.ok()) return answer(refused(draft.error()));
    const std::string words = battle->words;
    if (const auto kept = house_.desk->keep(*battle, draft->texts); !kept.ok())
        return answer(refused(kept.error()));
    Texts now = texts.value();
    for (const auto& [file, text] : draft->texts) now[file] = text;
    answer(scenario_reply(id, name, now, 200));
    read_again(words);
}

Reply Routes::scenario_reply(const std::string& id, const std::string& name, const Texts& texts, int status) {
    Reply reply = json_reply(text_of({{"id", id}, {"name", name}}), status);
    reply.headers.emplace_back("ETag", ScenarioDesk::tag_of(texts));
    return reply;
}

void Routes::read_again(const std::string& words) {
    house_.gallery->unknow(words);
    read_unread();
    house_.gallery_changed();
}

}  // namespace linghe::serve
