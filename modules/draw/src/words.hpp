// What: every sentence and word that stands on a picture or in a report, in English and Chinese, in one
// table.
// Who: all of this module.
// Never: a word for the reader written anywhere else in the module.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "linghe/draw/scene.hpp"

namespace linghe::draw {

// name, English, Chinese. {0} {1} {2} are filled in.
#define LINGHE_WORDS(W) \
    /* --- the sheet --- */ \
    W(steady, "steady", "镇定") \
    W(shaken, "shaken", "惊惧") \
    W(wavering, "wavering", "动摇") \
    W(routing, "routing", "溃散") \
    W(rallying, "rallying", "重整") \
    W(out, "out", "伤亡") \
    W(fallen, "fallen", "阵亡") \
    W(first_side, "{0}: dark line, round", "{0}：墨线，圆") \
    W(second_side, "{0}: pale line, square", "{0}：素线，方") \
    W(courier, "courier", "传令兵") \
    W(drum_beat, "drum beat", "鼓声") \
    W(leader, "leader", "将领") \
    W(chief_in_key, "first in command", "主帅") \
    W(drum_heard, "heard so far", "闻鼓之界") \
    W(smoke, "smoke", "烟") \
    W(events, "events", "事件") \
    W(resolve, "resolve", "士气") \
    W(minutes, "min", "分") \
    W(of_clock, "of {0}", "/ {0}") \
    W(north, "N", "北") \
    W(wind, "wind {0} m/s", "风 {0} 米/秒") \
    W(metres, "{0} m", "{0} 米") \
    W(kilometres, "{0} km", "{0} 公里") \
    W(li, "{0} li", "{0} 里") \
    W(bu, "{0} bu", "{0} 步") \
    W(heard_to_here, "drum heard to here", "鼓声可闻至此") \
    W(sight, "smoke, sight {0}\u00A0m", "烟，能见 {0} 米") \
    W(in_flight, "in flight", "溃散") \
    W(courier_to, "to {0}: {1}", "传{0}：{1}") \
    W(courier_report, "report to {0}", "回报{0}") \
    W(seal, "凌河", "凌河") \
    W(map_suffix, "", "图") \
    /* --- the moment in two lines --- */ \
    W(sum_bank, "{0}: {1} men of {2} are {3} of the river, {4} in hand, {5} in flight.", \
      "{0}：{3}岸{2} {1} 人，在列 {4}，溃散 {5}。") \
    W(sum_field, "{0}: {1} men of {2} are on the field, {3} in hand, {4} in flight.", \
      "{0}：在场{2} {1} 人，在列 {3}，溃散 {4}。") \
    W(sum_sight_where, " Where {1} stands one sees {0}\u00A0m.", "{1}所在处能见 {0} 米。") \
    W(sum_sight, " At the banner one sees {0}\u00A0m.", "大旗处能见 {0} 米。") \
    W(sum_clear, " The smoke has lifted.", "烟已散。") \
    W(sum_near, " {0} stand within 300\u00A0m of the banner.", "大旗三百米内 {0} 人。") \
    W(at_start, "At the beginning", "起始") \
    W(minutes_after_drum, "{0} after the first drum", "初鼓后 {0}") \
    W(minutes_in, "{0} into the battle", "开战 {0}") \
    W(one_minute, "one minute", "1 分") \
    W(n_minutes, "{0} minutes", "{0} 分") \
    W(dir_north, "north", "北") \
    W(dir_south, "south", "南") \
    W(dir_east, "east", "东") \
    W(dir_west, "west", "西") \
    /* --- sentences from events --- */ \
    W(ev_drum, "{0} halts: drum and great banner", "{0}驻马，击鼓，立大旗") \
    W(ev_drum_plain, "{0} has the drum beaten", "{0}命击鼓") \
    W(ev_turns_drum, "{0} turns at the drum", "{0}闻鼓而返") \
    W(ev_turns, "{0} turns back", "{0}回转") \
    W(ev_meets, "{0} reaches {1}", "{0}来归{1}") \
    W(ev_meets_with, "{0} reaches {1} with {2}", "{0}率 {2} 人来归{1}") \
    W(ev_order, "{0} orders {1}: {2}", "{0}令{1}：{2}") \
    W(ev_asks, "{0} sends a rider to ask after {1}", "{0}遣骑往寻{1}") \
    W(ev_rout, "{0} breaks: {1} in flight", "{0}溃，{1} 人奔逃") \
    W(ev_rally, "{0} rallies: {1} in hand", "{0}重整，收兵 {1}") \
    W(ev_falls, "{0} falls", "{0}阵亡") \
    W(ev_struck, "{0} is struck down", "{0}重伤倒下") \
    W(ev_taken, "{0} is taken", "{0}被俘") \
    W(ev_burns, "{0} burns to death", "{0}烧死") \
    W(ev_drowns, "{0} drowns", "{0}溺亡") \
    W(ev_leaves, "{0} leaves the field", "{0}离开战场") \
    W(ev_breaks, "{0} units of {1} break: {2} in flight", "{1} {0} 队溃，{2} 人奔逃") \
    W(ev_rallies, "{0} units of {1} rally: {2} in hand", "{1} {0} 队重整，收兵 {2}") \
    W(ev_arrives, "{0} arrives with {1}", "{0}到达，{1} 人") \
    W(ev_arrive, "{0} units of {1} arrive with {2}", "{1} {0} 队到达，{2} 人") \
    W(ev_arrives_at, "{0} arrives at {1} with {2}", "{0}到{1}，{2} 人") \
    W(ev_arrive_at, "{0} units of {1} arrive at {2} with {3}", "{1} {0} 队到{2}，{3} 人") \
    W(ev_come, "{0} units of {1} reach {2} with {3}", "{1} {0} 队来归{2}，{3} 人") \
    W(ev_join, "{0} leaders of {1} reach {2}", "{1}头领 {0} 人来会{2}") \
    W(ev_down, "{0} falls", "{0}倒下") \
    W(ev_leaders_down, "{0} leaders of {1} fall", "{1}头领 {0} 人倒下") \
    W(ev_one_taken, "A man of {0} is taken", "{0}一人被俘") \
    W(ev_men_taken, "{0} men of {1} are taken", "{1} {0} 人被俘") \
    W(ev_fire_out, "The last grass burns out", "草火尽熄") \
    W(ev_lifts, "The smoke lifts: sight {0}\u00A0m", "烟散，能见 {0} 米") \
    W(ev_half, "Half of those across are in hand: {0}", "过河之众半数在列：{0}") \
    W(ev_gathered, "{0} stand about the banner", "大旗左右已聚 {0}") \
    W(ev_lost_rider, "A rider of {0} is lost", "{0}的传令兵失踪") \
    W(ev_order_failed, "{0} cannot do as ordered: {1}", "{0}未能奉命：{1}") \
    W(mark_drum, "drum", "击鼓") \
    W(mark_orders, "orders", "下令") \
    W(mark_fire_out, "fire out", "火熄") \
    W(mark_smoke_off, "smoke off", "烟散") \
    W(mark_in, "{0} in", "{0}至") \
    W(mark_falls, "{0} †", "{0}殁") \
    W(mark_breaks, "{0} breaks", "{0}溃") \
    /* --- verbs of command, as in model::Verb --- */ \
    W(verb_none, "nothing", "无") \
    W(verb_hold, "hold", "驻守") \
    W(verb_gather, "gather", "收兵") \
    W(verb_march, "march", "进军") \
    W(verb_withdraw, "withdraw", "撤退") \
    W(verb_pursue, "pursue", "追击") \
    W(verb_attack, "attack", "进攻") \
    W(verb_hold_line, "hold the line", "守岸") \
    W(verb_collect, "collect stragglers", "收拢散兵") \
    W(verb_join, "join me", "来会") \
    W(verb_stay_by, "stay by me", "随侍") \
    W(verb_fetch, "fetch troops", "往调援兵") \
    W(verb_report, "report", "回报") \
    W(verb_burn, "light the grass", "纵火") \
    W(verb_cover, "cover the others", "掩护") \
    W(verb_counter_attack, "strike back", "反击") \
    W(verb_lead, "lead in person", "亲征") \
    W(fail_deadline, "too late", "逾期") \
    W(fail_courier, "rider lost", "传令失踪") \
    W(fail_addressee, "addressee lost", "受令者失") \
    W(fail_feasible, "not feasible", "力不能及")

// The sheet of a map: English and Chinese stand side by side on it.
#define LINGHE_MAP_WORDS(W) \
    W(map_frame, "Frame", "图幅") \
    W(map_system, "reference system", "坐标系") \
    W(map_sketch, "a sketch: metres of its own", "草图，自有坐标（米）") \
    W(map_centre, "centre", "中心") \
    W(map_corner, "south-west corner", "西南角") \
    W(map_extent, "extent", "范围") \
    W(map_cell, "cell", "格") \
    W(map_stretch, "a metre measures", "一米合") \
    W(map_heights, "Heights", "高程") \
    W(map_high, "highest", "最高") \
    W(map_low, "lowest", "最低") \
    W(map_contours, "contours every", "等高距") \
    W(map_slope, "slope: mean, steepest", "坡度：平均、最陡") \
    W(map_cover, "Cover", "地表") \
    W(map_closed, "closed to foot, to horse", "步、骑不可通行") \
    W(map_water, "Water and works", "水系与工事") \
    W(map_river, "{0}: {1} m wide, {2} m deep, banks {3} m", "宽 {1}，深 {2}，岸高 {3} 米") \
    W(map_ford, "{0}: ford {1} m wide, {2} m deep", "渡口宽 {1}，深 {2} 米") \
    W(map_ramp, "{0}: ramp {1} m wide", "坡道宽 {1} 米") \
    W(map_wall, "{0}: wall {1} m high, {2} m thick, {3} gates", "墙高 {1}，厚 {2} 米，门 {3}") \
    W(map_ditch, "{0}: ditch {1} m wide, {2} m deep", "壕宽 {1}，深 {2} 米") \
    W(map_roads, "roads: {0}, {1} km", "道路 {0} 条，{1} 公里") \
    W(map_more, "and {0} more", "另有 {0}") \
    W(map_none, "no rivers, walls or roads", "无河、墙、路") \
    W(map_sources, "Sources", "来源") \
    W(map_edits, "Edits by the patch", "修补") \
    W(map_notes, "What was found and assumed", "所见与所定") \
    W(cover_bare, "bare", "裸土") \
    W(cover_grass, "dry grass", "枯草") \
    W(cover_burnt, "burnt", "火烧地") \
    W(cover_sand, "sand", "沙砾") \
    W(cover_water, "water", "水") \
    W(cover_crop, "fields", "农田") \
    W(cover_reed, "reed", "芦苇") \
    W(cover_wood, "wood", "树林") \
    W(cover_road, "road", "道路")

// The report's own words.
#define LINGHE_REPORT_WORDS(W) \
    W(rep_report, "Report of one run", "一次推演之报告") \
    W(rep_happened, "What happened", "经过") \
    W(rep_pictures, "Six moments", "六个时刻") \
    W(rep_figures, "The course in figures", "数字所见") \
    W(rep_charts, "Charts", "图表") \
    W(rep_orders, "Orders", "号令") \
    W(rep_run, "This run, and how to repeat it", "本次推演，及如何重做") \
    W(rep_plate, "Plate {0}. {1}: {2}", "图版 {0}　{1}：{2}") \
    W(rep_figure, "Figure {0}. {1}", "图 {0}　{1}") \
    W(rep_table, "Table {0}. {1}", "表 {0}　{1}") \
    W(rep_as_table, "The same as a table", "同上，列表") \
    W(rep_note, \
      "Every sentence below stands for a recorded event or a count; nothing is told that was not " \
      "simulated. Times run from the clock's zero, minutes and seconds.", \
      "以下每句皆有所记之事或所数之人为据；未推演者不书。时刻自零点起，分与秒。") \
    W(rep_bodies, "Men in hand by body and minute; (n) are men of that body in flight", \
      "各部在列人数，按分；括号内为该部溃散者") \
    W(rep_body, "body", "部") \
    W(rep_at_start, "men at start", "起始人数") \
    W(rep_lost, "lost", "伤亡") \
    W(rep_left, "left the field", "离场") \
    W(rep_resolve, "Resolve of the host: shares of {0} men by state", "全军士气：{0} 人各态之比") \
    W(rep_near, "Men gathered within 300 m of {0}, and men of the host in hand and in flight {1}", \
      "{0}三百米内所聚，及{1}在列与溃散之数") \
    W(rep_near_line, "near {0}", "{0}左右") \
    W(rep_great_banner, "the great banner", "大旗") \
    W(rep_that_bank, "on that bank", "该岸") \
    W(rep_the_field, "on the field", "全场") \
    W(rep_hand_line, "in hand", "在列") \
    W(rep_flight_line, "in flight", "溃散") \
    W(rep_fear, "Fear of the commanders, felt (line) and shown (dashes), 0 to 1", \
      "诸将之惧：内心（实线）与外露（虚线），0 至 1") \
    W(rep_losses, "Losses since the beginning, by side: dead, drowned, dead by fire, disabled and taken", \
      "各方损失：死、溺、烧死、伤、俘") \
    W(rep_sight, \
      "How far one sees at the first commander's post, m (3 / extinction; 2,000 and more are drawn as " \
      "2,000)", \
      "主将所在处能见，米（3 / 消光系数；逾两千作两千）") \
    W(rep_drum, \
      "Men who turn to drum or banner, by minute; below, leaders who hear the drum, by their distance", \
      "每分闻鼓见旗而回者；下为闻鼓之将，依其相距") \
    W(rep_turn_line, "men turning, per min", "每分回转") \
    W(rep_hear_line, "leaders hearing, m", "闻鼓之将，米") \
    W(rep_belief, \
      "Belief against truth: how far from the first commander's true place each commander seeks him, m", \
      "所信与实情：诸将以为主将所在，与其实处相距，米") \
    W(rep_chief_line, "{0}: mean error about his commanders", "{0}：于诸将之平均误差") \
    W(rep_order_head, "order", "令") \
    W(rep_from, "from", "发令") \
    W(rep_to, "to", "受令") \
    W(rep_given, "given", "发出") \
    W(rep_received, "received", "收到") \
    W(rep_ended, "ended", "终结") \
    W(rep_result, "result", "结果") \
    W(rep_done, "done", "已成") \
    W(rep_open, "under way", "进行中") \
    W(rep_not_received, "not received", "未收到") \
    W(rep_no_orders, "No order passed between named commanders.", "诸将之间无令传达。") \
    W(rep_orders_note, "Orders given by or to named commanders.", "有名之将所发或所受之令。") \
    W(rep_scenario, "Scenario", "想定") \
    W(rep_seed, "Seed", "种子") \
    W(rep_release, "Release", "版本") \
    W(rep_build, "Build", "构建") \
    W(rep_state, "State of the run", "推演状态") \
    W(rep_length, "Recorded", "已录") \
    W(rep_root_hash, "State hash at the end", "终态哈希") \
    W(rep_record_hash, "Hash of the record", "记录哈希") \
    W(rep_scenario_hash, "Hash of the scenario", "想定哈希") \
    W(rep_without, "Models taken out", "剔除之模型") \
    W(rep_interventions, "Interventions", "外加干预") \
    W(rep_settings, "Settings changed", "所改设定") \
    W(rep_men, "Men", "人数") \
    W(rep_none, "none", "无") \
    W(rep_repeat, \
      "The same release, scenario and seed give the same hashes on any machine and with any number of " \
      "threads:", \
      "同一版本、想定与种子，于任何机器、任何线程数，皆得同一哈希：") \
    W(rep_models_note, \
      "Models, their sources and what they cannot do stand in the handbook. One run is one possibility: " \
      "for how often a thing happens, run a batch of seeds.", \
      "各模型及其出处与所不能，见手册。一次推演只是一种可能；欲知某事几何，须以多种子成批推演。") \
    W(rep_minute, "minute", "分") \
    W(rep_dead, "dead", "死") \
    W(rep_drowned, "drowned", "溺") \
    W(rep_burnt, "dead by fire", "烧死") \
    W(rep_disabled, "disabled", "伤") \
    W(rep_taken, "taken", "俘") \
    W(rep_side, "side", "方") \
    W(rep_alt, "Map of the battle at {0}. {1}", "{0} 之战场图。{1}") \
    W(rep_no_data, "no data in this run", "本次推演无此数据") \
    W(rep_made, "Drawn and reckoned by Linghe {0} from the run's record.", "凌河 {0} 据推演记录绘制统计。")

enum class Word : std::uint16_t {
#define LINGHE_WORD(name, en, zh) name,
    LINGHE_WORDS(LINGHE_WORD) LINGHE_MAP_WORDS(LINGHE_WORD) LINGHE_REPORT_WORDS(LINGHE_WORD)
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
