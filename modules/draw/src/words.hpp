// What: every sentence and word that stands on a picture or in a report, in English and Chinese, in one table.
// Who: all of this module.
// Never: a word for the reader written anywhere else in the module.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "linghe/draw/scene.hpp"

namespace linghe::draw {

// name, English, Chinese. {0} {1} {2} are filled in.
#define LINGHE_WORDS(W)                                                                                          \
    /* --- the sheet --- */                                                                                       \
    W(steady, "steady", "镇定")                                                                                   \
    W(shaken, "shaken", "惊惧")                                                                                   \
    W(wavering, "wavering", "动摇")                                                                               \
    W(routing, "routing", "溃散")                                                                                 \
    W(rallying, "rallying", "重整")                                                                               \
    W(out, "out", "伤亡")                                                                                         \
    W(fallen, "fallen", "阵亡")                                                                                   \
    W(first_side, "{0}: dark line, round", "{0}：墨线，圆")                                                       \
    W(second_side, "{0}: pale line, square", "{0}：素线，方")                                                     \
    W(courier, "courier", "传令兵")                                                                               \
    W(drum_beat, "drum beat", "鼓声")                                                                             \
    W(leader, "leader", "将领")                                                                                   \
    W(smoke, "smoke", "烟")                                                                                       \
    W(events, "events", "事件")                                                                                   \
    W(resolve, "resolve", "士气")                                                                                 \
    W(minutes, "min", "分")                                                                                       \
    W(of_clock, "of {0}", "/ {0}")                                                                                \
    W(north, "N", "北")                                                                                           \
    W(wind, "wind {0} m/s", "风 {0} 米/秒")                                                                       \
    W(metres, "{0} m", "{0} 米")                                                                                  \
    W(kilometres, "{0} km", "{0} 公里")                                                                           \
    W(li, "{0} li", "{0} 里")                                                                                     \
    W(bu, "{0} bu", "{0} 步")                                                                                     \
    W(heard_to_here, "drum heard to here", "鼓声可闻至此")                                                        \
    W(sight, "smoke, sight {0} m", "烟，能见 {0} 米")                                                             \
    W(seal, "凌河", "凌河")                                                                                       \
    W(map_suffix, "", "图")                                                                                       \
    /* --- the moment in two lines --- */                                                                         \
    W(sum_bank, "{0}: of {1} {2} {3} of the river {4} are in hand, {5} in flight.",                               \
      "{0}：{3}岸{2} {1} 人，在列 {4}，溃散 {5}。")                                                                \
    W(sum_field, "{0}: of {1} {2} on the field {3} are in hand, {4} in flight.", "{0}：在场{2} {1} 人，在列 {3}，溃散 {4}。") \
    W(sum_sight, " At the banner one sees {0} m.", "大旗处能见 {0} 米。")                                         \
    W(sum_clear, " The smoke has lifted.", "烟已散。")                                                            \
    W(sum_near, " {0} stand within 300 m of the banner.", "大旗三百米内 {0} 人。")                                \
    W(at_start, "At the beginning", "起始")                                                                       \
    W(minutes_after_drum, "{0} after the first drum", "初鼓后 {0}")                                               \
    W(minutes_in, "{0} into the battle", "开战 {0}")                                                              \
    W(one_minute, "one minute", "1 分")                                                                           \
    W(n_minutes, "{0} minutes", "{0} 分")                                                                         \
    W(dir_north, "north", "北")                                                                                   \
    W(dir_south, "south", "南")                                                                                   \
    W(dir_east, "east", "东")                                                                                     \
    W(dir_west, "west", "西")                                                                                     \
    /* --- sentences from events --- */                                                                           \
    W(ev_drum, "{0} halts: drum and great banner", "{0}驻马，击鼓，立大旗")                                       \
    W(ev_drum_plain, "{0} has the drum beaten", "{0}命击鼓")                                                      \
    W(ev_turns_drum, "{0} turns at the drum", "{0}闻鼓而返")                                                      \
    W(ev_turns, "{0} turns back", "{0}回转")                                                                      \
    W(ev_meets, "{0} reaches {1}", "{0}来归{1}")                                                                  \
    W(ev_meets_with, "{0} reaches {1} with {2}", "{0}率 {2} 人来归{1}")                                           \
    W(ev_order, "{0} orders {1}: {2}", "{0}令{1}：{2}")                                                           \
    W(ev_rout, "{0} breaks: {1} in flight", "{0}溃，{1} 人奔逃")                                                  \
    W(ev_rally, "{0} rallies: {1} in hand", "{0}重整，收兵 {1}")                                                  \
    W(ev_falls, "{0} falls", "{0}阵亡")                                                                           \
    W(ev_fire_out, "The last grass burns out", "草火尽熄")                                                        \
    W(ev_lifts, "The smoke lifts: sight {0} m", "烟散，能见 {0} 米")                                              \
    W(ev_half, "Half of those across are in hand: {0}", "过河之众半数在列：{0}")                                  \
    W(ev_gathered, "{0} stand about the banner", "大旗左右已聚 {0}")                                              \
    W(ev_lost_rider, "A rider of {0} is lost", "{0}的传令兵失踪")                                                 \
    W(ev_order_failed, "{0} cannot do as ordered: {1}", "{0}未能奉命：{1}")                                       \
    W(mark_drum, "drum", "击鼓")                                                                                  \
    W(mark_orders, "orders", "下令")                                                                              \
    W(mark_fire_out, "fire out", "火熄")                                                                          \
    W(mark_smoke_off, "smoke off", "烟散")                                                                        \
    W(mark_in, "{0} in", "{0}至")                                                                                 \
    W(mark_falls, "{0} †", "{0}殁")                                                                               \
    W(mark_breaks, "{0} breaks", "{0}溃")                                                                         \
    /* --- verbs of command, as in model::Verb --- */                                                             \
    W(verb_none, "nothing", "无")                                                                                 \
    W(verb_hold, "hold", "驻守")                                                                                  \
    W(verb_gather, "gather", "收兵")                                                                              \
    W(verb_march, "march", "进军")                                                                                \
    W(verb_withdraw, "withdraw", "撤退")                                                                          \
    W(verb_pursue, "pursue", "追击")                                                                              \
    W(verb_attack, "attack", "进攻")                                                                              \
    W(verb_hold_line, "hold the line", "守岸")                                                                    \
    W(verb_collect, "collect stragglers", "收拢散兵")                                                             \
    W(verb_join, "join me", "来会")                                                                               \
    W(verb_stay_by, "stay by me", "随侍")                                                                         \
    W(verb_fetch, "fetch troops", "往调援兵")                                                                     \
    W(verb_report, "report", "回报")                                                                              \
    W(fail_deadline, "too late", "逾期")                                                                          \
    W(fail_courier, "rider lost", "传令失踪")                                                                     \
    W(fail_addressee, "addressee lost", "受令者失")                                                               \
    W(fail_feasible, "not feasible", "力不能及")

enum class Word : std::uint16_t {
#define LINGHE_WORD(name, en, zh) name,
    LINGHE_WORDS(LINGHE_WORD)
#undef LINGHE_WORD
        count
};

/// The word in a language.
[[nodiscard]] std::string_view say(Word word, Lang lang) noexcept;
/// The same with {0}, {1}... filled in.
[[nodiscard]] std::string say(Word word, Lang lang, const std::vector<std::string>& parts);
/// In both languages; parts in both.
[[nodiscard]] Text tell(Word word, const std::vector<Text>& parts = {});
[[nodiscard]] inline const std::string& in(const Text& text, Lang lang) noexcept {
    return lang == Lang::zh && !text.zh.empty() ? text.zh : text.en;
}
[[nodiscard]] Word verb_word(std::uint8_t verb) noexcept;

/// 18700 -> "18,700"; with a true minus.
[[nodiscard]] std::string number(std::int64_t n);
[[nodiscard]] inline Text number_text(std::int64_t n) { return {number(n), number(n)}; }
/// 42.04 -> "42.0"
[[nodiscard]] std::string decimal(double v, int places);
/// "+12:00", "−2:10".
[[nodiscard]] std::string clock(double seconds);

}  // namespace linghe::draw
