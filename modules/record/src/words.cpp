#include "linghe/record/words.hpp"

#include <array>

#include "linghe/model/verbs.hpp"
#include "linghe/world/events.hpp"

namespace linghe::record {
namespace {

using world::EventKind;

struct KindWords {
    EventKind kind;
    const char* name;
    const char*
        en;  // {S} subject, {O} the other, {V} value, {W} verb, {F} why an order failed, {I} intervention
    const char* zh;
};
constexpr KindWords kKinds[] = {
    {EventKind::man_state, "man_state", "a man's heart changes", "一人心志有变"},
    {EventKind::man_wounded, "man_wounded", "a man is wounded", "一人受伤"},
    {EventKind::man_disabled, "man_disabled", "a man is disabled", "一人重伤不能战"},
    {EventKind::man_dead, "man_dead", "a man dies", "一人战死"},
    {EventKind::man_captured, "man_captured", "a man is taken", "一人被俘"},
    {EventKind::man_drowned, "man_drowned", "a man drowns", "一人溺死"},
    {EventKind::man_burnt, "man_burnt", "a man burns to death", "一人烧死"},
    {EventKind::man_joins, "man_joins", "a man joins a passing body", "一人归入过往之队"},
    {EventKind::man_turns, "man_turns", "a man turns to a signal", "一人循号令而回"},
    {EventKind::man_carried, "man_carried", "a wounded man is taken up by comrades", "一伤者为同袍抬起"},
    {EventKind::man_laid, "man_laid", "a wounded man is laid down", "一伤者被放下"},
    {EventKind::unit_breaks, "unit_breaks", "{S} breaks: {V} men in flight", "{S}溃散，{V}人奔逃"},
    {EventKind::unit_rallies, "unit_rallies", "{S} rallies: {V} men in hand", "{S}复聚，{V}人在列"},
    {EventKind::unit_leader, "unit_leader", "{S} has another leader", "{S}易将"},
    {EventKind::unit_arrives, "unit_arrives", "{S} comes in to {O} with {V} men", "{S}（{V}人）来到{O}处"},
    {EventKind::order_given, "order_given", "{S} orders {O} to {W}", "{S}命{O}{W}"},
    {EventKind::order_received, "order_received", "{S} receives the order of {O} to {W}",
     "{S}得{O}之令：{W}"},
    {EventKind::order_done, "order_done", "{S} has done what he was ordered", "{S}奉令已毕"},
    {EventKind::order_failed, "order_failed", "an order to {S} fails: {F}", "{S}之令未成：{F}"},
    {EventKind::courier_lost, "courier_lost", "a courier is lost", "一骑传令者失踪"},
    {EventKind::order_refused, "order_refused", "{S} refuses the order of {O} to {W}", "{S}不从{O}之令：{W}"},
    {EventKind::order_doubted, "order_doubted", "{S} obeys {O}, and reports that it can hardly be done: {W}",
     "{S}从{O}之令而陈其难成：{W}"},
    {EventKind::order_silent, "order_silent", "{S} obeys {O} in silence, without hope in it: {W}",
     "{S}知其难成，默从{O}之令：{W}"},
    {EventKind::persuaded, "persuaded", "his men talk {S} into it: {W}", "部下劝{S}：{W}"},
    {EventKind::drum_begins, "drum_begins", "the drum beside {S} begins to beat", "{S}身旁鼓声起"},
    {EventKind::drum_ends, "drum_ends", "the drum beside {S} falls silent", "{S}身旁鼓声止"},
    {EventKind::drum_heard, "drum_heard", "{S} hears the drum of {O}", "{S}闻{O}之鼓"},
    {EventKind::banner_up, "banner_up", "the banner of {S} goes up", "{S}之大纛立起"},
    {EventKind::banner_down, "banner_down", "the banner of {S} goes down", "{S}之大纛倒下"},
    {EventKind::belief_changes, "belief_changes", "{S} now takes {O} to be {V} m from where he thought him",
     "{S}以为{O}距先前所想之处{V}米"},
    {EventKind::decides, "decides", "{S} resolves to {W}", "{S}决意{W}"},
    {EventKind::turns_back, "turns_back", "{S} turns back towards {O}", "{S}掉头转向{O}"},
    {EventKind::meets, "meets", "{S} meets {O}", "{S}与{O}相会"},
    {EventKind::person_falls, "person_falls", "{S} falls", "{S}倒下"},
    {EventKind::report_received, "report_received", "{S} has a report from {O}", "{S}得{O}之报"},
    {EventKind::fire_out, "fire_out", "a fire goes out", "一处火熄"},
    {EventKind::fire_lit, "fire_lit", "the grass is lit", "草地火起"},
    {EventKind::fire_water, "fire_water", "the fire has burnt to the water", "火已烧至水边"},
    {EventKind::fire_breach, "fire_breach", "the fire leaps a break", "火越隔火带"},
    {EventKind::intervention, "intervention", "intervention: {I}", "外加干预：{I}"},
};

/// A body that has come where it was sent, to nobody in particular.
constexpr KindWords kArrives{EventKind::unit_arrives, "unit_arrives", "{S} has arrived with {V} men",
                             "{S}（{V}人）已到"};

struct Words {
    const char *name, *en, *zh;
};
constexpr Words kVerbs[] = {
    {"none", "do nothing", "不动"},
    {"hold", "hold", "驻守"},
    {"gather", "gather the men", "收拢人马"},
    {"march", "march", "行军"},
    {"withdraw", "withdraw", "撤退"},
    {"pursue", "pursue", "追击"},
    {"attack", "attack", "进攻"},
    {"hold_line", "hold the line", "扼守战线"},
    {"collect", "collect stragglers", "收容散卒"},
    {"join", "join him", "会合"},
    {"stay_by", "stay beside him", "侍立左右"},
    {"fetch", "fetch troops", "往调援兵"},
    {"report", "report", "禀报"},
    {"burn", "light the grass", "纵火烧草"},
    {"cover", "cover the others", "掩护他部"},
    {"counter_attack", "strike back", "反击"},
    {"lead", "lead the attack in person", "亲自领兵进击"},
};
constexpr Words kCauses[] = {
    {"none", "", ""},
    {"enemy", "enemies near", "敌近"},
    {"shock", "shock", "惊骇"},
    {"fallen", "friends fallen", "同袍倒下"},
    {"flight", "flight seen", "见人奔逃"},
    {"smoke", "smoke", "烟"},
    {"alone", "being alone", "孤身"},
    {"calm", "calm of others", "旁人镇定"},
    {"leader", "his leader", "本队之将"},
    {"chief", "the high commander", "主帅"},
    {"drum", "the drum", "鼓声"},
    {"safe", "safety gained", "已得安全"},
    {"crowd", "the crowd of friends", "友众聚集"},
    {"order", "an order", "号令"},
    {"wound", "a wound", "受伤"},
    {"arrow", "an arrow", "中箭"},
    {"blow", "a blow", "受刃"},
    {"bleeding", "bleeding", "失血"},
    {"trampled", "trampling", "践踏"},
    {"water", "the water", "水"},
    {"surrounded", "being surrounded", "被围"},
    {"belief", "what he believes", "心中所信"},
    {"sight", "what he sees", "目见"},
    {"report", "a report", "来报"},
    {"deadline", "the deadline", "限期"},
    {"intervention", "an intervention", "外加干预"},
    {"fire", "the fire", "火势"},
    {"losses", "own losses", "己方伤亡"},
    {"example", "the example of others", "见旁人所为"},
    {"persuasion", "his men's urging", "部下劝说"},
    {"kin", "a bond of kin", "骨肉之情"},
};
constexpr Words kFailures[] = {
    {"", "unknown", "不明"},
    {"", "the deadline has passed", "逾限"},
    {"", "the courier was lost", "传令者失"},
    {"", "the addressee was lost", "受令者亡"},
    {"", "it cannot be done", "势不可为"},
};

template <std::size_t N>
Sentence pick(const Words (&table)[N], std::size_t k) {
    if (k >= N) return {"number " + std::to_string(k), "第" + std::to_string(k) + "号"};
    return {table[k].en, table[k].zh};
}
template <std::size_t N>
std::string pick_name(const Words (&table)[N], std::size_t k, const char* kind) {
    return k < N ? table[k].name : kind + ("_" + std::to_string(k));
}

void fill(std::string& text, std::string_view mark, const std::string& by) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
        text.replace(at, mark.size(), at == 0 ? by : within_sentence(by));
    }
}

Text name_in(const std::vector<Text>& names, std::uint32_t row, const Text& nobody) {
    return row < names.size() ? names[row] : nobody;
}

Text subject_name(const WordNames& names, const ViewEvent& e) {
    if (e.subject_kind == 1) return name_in(names.units, e.subject, {"a unit", "某队"});
    if (e.subject_kind == 2) return name_in(names.persons, e.subject, {"somebody", "某人"});
    return {"somebody", "某人"};
}

}  // namespace

WordNames word_names(const model::Model& m) {
    WordNames out;
    for (const auto& u : m.units) out.units.push_back({u.name.en, u.name.zh});
    for (const auto& p : m.persons) out.persons.push_back({p.name.en, p.name.zh});
    for (const auto& i : m.interventions) out.interventions.push_back({i.text, i.text});
    return out;
}
WordNames word_names(const ViewHeader& h) {
    WordNames out;
    for (const auto& u : h.units) out.units.push_back(u.name);
    for (const auto& p : h.persons) out.persons.push_back(p.name);
    for (const auto& i : h.interventions) out.interventions.push_back({i.text, i.text});
    return out;
}

std::string within_sentence(const std::string& name) {
    for (const std::string_view article : {"The ", "A ", "An "}) {
        if (name.compare(0, article.size(), article) != 0) continue;
        return static_cast<char>(name[0] - 'A' + 'a') + name.substr(1);
    }
    return name;
}

std::string kind_name(std::uint8_t kind) {
    for (const KindWords& k : kKinds) {
        if (static_cast<std::uint8_t>(k.kind) == kind) return k.name;
    }
    return "event_" + std::to_string(kind);
}
std::string cause_name(std::uint8_t cause) { return pick_name(kCauses, cause, "cause"); }
std::string verb_name(std::uint8_t verb) { return pick_name(kVerbs, verb, "verb"); }
Sentence cause_words(std::uint8_t cause) { return pick(kCauses, cause); }
Sentence verb_words(std::uint8_t verb) { return pick(kVerbs, verb); }

Sentence sentence_of(const WordNames& names, const ViewEvent& e) {
    Sentence s{kind_name(e.kind), kind_name(e.kind)};
    for (const KindWords& k : kKinds) {
        if (static_cast<std::uint8_t>(k.kind) == e.kind) s = {k.en, k.zh};
    }
    if (e.kind == static_cast<std::uint8_t>(EventKind::unit_arrives) && e.other >= names.persons.size())
        s = {kArrives.en, kArrives.zh};
    // A question is borne like an order, but nobody orders his chief to report.
    if (static_cast<EventKind>(e.kind) == EventKind::order_given &&
        e.value == static_cast<std::int32_t>(model::Verb::report))
        s = {"{S} sends a rider to ask after {O}", "{S}遣骑往寻{O}"};
    const Text subject = subject_name(names, e),
               other = name_in(names.persons, e.other, {"somebody", "某人"});
    const auto number = static_cast<std::size_t>(e.value < 0 ? 0 : e.value);
    const Sentence verb = pick(kVerbs, number), failure = pick(kFailures, number);
    const Text forced = name_in(names.interventions, static_cast<std::uint32_t>(number), {"", ""});
    const std::array<std::pair<const char*, Text>, 6> marks{
        {{"{S}", subject},
         {"{O}", other},
         {"{V}", {std::to_string(e.value), std::to_string(e.value)}},
         {"{W}", {verb.en, verb.zh}},
         {"{F}", {failure.en, failure.zh}},
         {"{I}", forced}}};
    for (const auto& [mark, by] : marks) {
        fill(s.en, mark, by.en);
        fill(s.zh, mark, by.zh);
    }
    const char* en_join = "; ";
    const char* zh_join = "；";
    for (std::size_t k = 0; k < 3; ++k) {
        if (e.cause[k] == 0) continue;
        const Sentence cause = pick(kCauses, e.cause[k]);
        const std::string share = e.share[k] == 0 ? "" : std::to_string((e.share[k] * 100 + 127) / 255);
        s.en += en_join + cause.en + (share.empty() ? "" : " " + share + " %");
        s.zh += zh_join + cause.zh + (share.empty() ? "" : share + "%");
        en_join = ", ";
        zh_join = "、";
    }
    return s;
}

}  // namespace linghe::record
