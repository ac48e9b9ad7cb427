#include <algorithm>
#include <cmath>

#include "linghe/draw/render.hpp"
#include "linghe/draw/stage.hpp"
#include "linghe/record/run_folder.hpp"
#include "report_parts.hpp"

namespace linghe::draw {

using record::kNoRow;

namespace {

// A4 with margins of 18 mm; light whatever the reader's screen; nothing is fetched.
constexpr std::string_view kStyle = R"(<style>
:root{color-scheme:light;--serif:"Iowan Old Style","Palatino Linotype",Palatino,"TeX Gyre Pagella","Noto Serif CJK SC","Source Han Serif SC","Songti SC",SimSun,serif;
--sans:"Segoe UI","Helvetica Neue","Noto Sans CJK SC","Source Han Sans SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;background:#F4EFE4;color:#23262B;font:14px/1.5 var(--sans);font-variant-numeric:tabular-nums lining-nums}
main{max-width:1000px;margin:0 auto;padding:34px 26px 60px}
h1{font:500 32px/1.2 var(--serif);margin:0 0 4px}
h2{font:500 21px/1.25 var(--serif);margin:38px 0 10px;padding-top:14px;border-top:1px solid #D3CAB9}
p{max-width:46em;margin:0 0 10px}
.sub,.note,figcaption,summary,caption{color:#55565A;font-size:12.5px}
.lead{font:400 17px/1.5 var(--serif)}
ol.course{list-style:none;margin:0;padding:0;columns:2;column-gap:34px}
ol.course li{padding-left:66px;text-indent:-66px;break-inside:avoid;margin:0 0 4px}
ol.course time{display:inline-block;width:56px;margin-right:10px;text-indent:0;text-align:right;color:#55565A}
figure{margin:0 0 22px}
figure img{display:block;width:100%;height:auto;border:1px solid #D3CAB9}
figcaption{margin-top:6px;max-width:60em}
.chart svg{display:block;width:100%;max-width:860px;height:auto}
.one{display:inline-block;width:212px;margin:0 12px 8px 0;break-inside:avoid}
.one p{margin:0 0 0 8px;font:500 13.5px/1.2 var(--serif)}
svg text{font-family:var(--sans);font-size:11.5px}
svg .tick{fill:#55565A}
svg .name{font-size:12px}
svg .axis{stroke:#6B6861;fill:none}
svg .hair{stroke:#E4DDCF;fill:none}
svg .mark{stroke:#A63A2B;stroke-dasharray:1 3;fill:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:12.5px;margin:6px 0 14px;background:#FBF8F1}
caption{text-align:left;padding:0 0 5px}
th,td{border-bottom:1px solid #E4DDCF;padding:3px 9px;text-align:right;font-weight:400;white-space:nowrap}
thead th{border-bottom:1px solid #6B6861;color:#55565A;vertical-align:bottom;white-space:normal}
tbody th,thead th:first-child{text-align:left}
.orders td,.orders th{text-align:left}
code{font:12.5px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;background:#FBF8F1;border:1px solid #E4DDCF;padding:1px 5px;overflow-wrap:anywhere}
dl{margin:0 0 14px}
dl div{padding-left:190px;text-indent:-190px}
dt,dd{display:inline;margin:0;text-indent:0}dt{display:inline-block;width:176px;margin-right:14px;color:#55565A}dd{overflow-wrap:anywhere}
footer{margin-top:34px;color:#6B6861;font-size:11.5px}
@page{size:A4;margin:18mm}
@media print{body{background:#fff;font-size:10.5pt}main{padding:0;max-width:none}figure,tr,li{break-inside:avoid}h2{break-after:avoid}
details>*{display:block}summary{display:none}table{background:none;font-size:8pt}th,td{padding:1.5pt 4pt}.scroll{overflow:visible}.scroll table{font-size:6.2pt}.scroll th,.scroll td{padding:1.2pt 2.4pt}footer{font-size:7pt}}
</style>
)";

[[nodiscard]] std::vector<double> telling_moments(const ViewStage& stage, std::size_t most) {
    // The beginning, the end, and four between that lie closer while things happen fast.
    static constexpr std::array<double, 6> kShares{0.0, 0.04, 0.16, 0.3, 0.5, 1.0};
    std::vector<double> out;
    for (std::size_t i = 0; i < kShares.size() && out.size() < most; ++i) {
        double s = std::round(kShares[i] * stage.last_s());
        if (i == 0) s = std::min(5.0, stage.last_s());  // the drum has begun, the rings are open
        if (out.empty() || s > out.back() + 4) out.push_back(s);
    }
    return out;
}

base::Result<std::string> plates_section(ViewStage& stage, ReportText& r, const ReportOptions& o) {
    View view;
    view.width_px = o.picture_width_px, view.height_px = o.picture_height_px;
    view.zoom = std::clamp(static_cast<float>(o.picture_width_px) / 1100, 0.5F, 4.0F);
    view.lang = o.lang;
    view.timeline = false;
    const Box map{0, 0, static_cast<float>(view.width_px) / view.zoom,
                  static_cast<float>(view.height_px) / view.zoom};
    LINGHE_TRY(view.camera, stage.fit(0, stage.last_s() * 0.6, map));
    LINGHE_TRY(const Painter painter, Painter::create(stage.sheet(), view));
    std::string out = "<section id=\"pictures\"><h2>" + escaped(r.word(Word::rep_pictures)) + "</h2>\n";
    Image image;
    int plate = 0;
    for (const double s : telling_moments(stage, o.pictures)) {
        LINGHE_TRY(const Scene scene, stage.at(s, -1, view.camera.m_per_px));
        painter.paint(scene, painter.layout(scene), image);
        LINGHE_TRY(const auto png, png_bytes(image));
        const std::string summary = in(scene.summary, r.lang), when = r.at(s);
        out += "<figure><img alt=\"" + escaped(r.word(Word::rep_alt, {when, summary})) + "\" width=\"" +
               std::to_string(image.width) + "\" height=\"" + std::to_string(image.height) +
               "\" src=\"data:image/png;base64," + base64(png) + "\"/><figcaption>" +
               escaped(r.word(Word::rep_plate, {std::to_string(++plate), when, summary})) +
               "</figcaption></figure>\n";
    }
    return out + "</section>\n";
}

[[nodiscard]] std::string name_of(const ReportText& r, std::uint32_t person) {
    return person < r.header.persons.size() ? in(r.header.persons[person].name, r.lang) : std::string("?");
}

[[nodiscard]] std::string hash_text(std::uint64_t h) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (int k = 60; k >= 0; k -= 4) out += kDigits[h >> k & 15u];
    return out;
}

[[nodiscard]] std::string joined(const ReportText& r, const std::vector<std::string>& list) {
    std::string out;
    for (const std::string& s : list) out += (out.empty() ? "" : ", ") + s;
    return out.empty() ? r.word(Word::rep_none) : out;
}

}  // namespace

std::string happened_section(const ReportText& r) {
    std::string out = "<section id=\"happened\"><h2>" + escaped(r.word(Word::rep_happened)) +
                      "</h2><p class=\"note\">" + escaped(r.word(Word::rep_note)) +
                      "</p><ol class=\"course\">\n";
    for (const Telling& t : chosen(r.course, 30)) {
        out += "<li><time>" + r.at(static_cast<double>(t.at_s)) + "</time><span>" +
               escaped(in(t.text, r.lang)) + "</span></li>\n";
    }
    return out + "</ol></section>\n";
}

std::string bodies_table(ReportText& r) {
    HtmlTable t;
    t.caption = r.word(Word::rep_table, {std::to_string(++r.tables), r.word(Word::rep_bodies)});
    t.head = {r.word(Word::rep_body), r.word(Word::rep_at_start)};
    const double last = r.course.moments.empty() ? 0.0 : static_cast<double>(r.course.moments.back().at_s);
    std::vector<double> at;
    for (const double m : {0.0, 2.0, 5.0, 8.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 90.0, 120.0}) {
        const double s = m * 60 + r.zero_s();
        if (s >= 0 && s <= last + 1) at.push_back(s);
    }
    if (at.empty() || at.back() < last - 30) at.push_back(last);
    for (const double s : at) t.head.push_back(r.at(s));
    t.head.push_back(r.word(Word::rep_lost));
    t.head.push_back(r.word(Word::rep_left));
    for (std::size_t b = 0; b < r.course.bodies.size(); ++b) {
        const BodyInfo& info = r.course.bodies[b];
        std::string name = in(info.name, r.lang);
        if (info.name.en != info.force_name.en)
            name += (r.lang == Lang::zh ? "（" : " (") + in(info.force_name, r.lang) +
                    (r.lang == Lang::zh ? "）" : ")");
        std::vector<std::string> row{name, number(info.men)};
        for (const double s : at) {
            const BodyState& state = r.course.at(static_cast<float>(s)).bodies[b];
            row.push_back(number(state.in_hand) +
                          (state.own_fleeing > 0 ? " (" + number(state.own_fleeing) + ")" : ""));
        }
        row.push_back(number(r.course.moments.back().bodies[b].own_out));
        row.push_back(number(r.course.moments.back().bodies[b].own_left));
        t.rows.push_back(std::move(row));
    }
    return "<section id=\"figures\"><h2>" + escaped(r.word(Word::rep_figures)) +
           "</h2><div class=\"scroll\">" + to_html(t) + "</div></section>\n";
}

std::string orders_section(ReportText& r) {
    std::string out =
        "<section id=\"orders\" class=\"orders\"><h2>" + escaped(r.word(Word::rep_orders)) + "</h2>";
    HtmlTable t;
    t.caption = r.word(Word::rep_table, {std::to_string(++r.tables), r.word(Word::rep_orders_note)});
    t.head = {r.word(Word::rep_given),      r.word(Word::rep_from),     r.word(Word::rep_to),
              r.word(Word::rep_order_head), r.word(Word::rep_received), r.word(Word::rep_ended),
              r.word(Word::rep_result)};
    static constexpr std::array<Word, 4> kWhy{Word::fail_deadline, Word::fail_courier, Word::fail_addressee,
                                              Word::fail_feasible};
    for (const OrderRow& o : r.course.orders) {
        const bool of_note = (o.from < r.header.persons.size() && r.header.persons[o.from].named) ||
                             (o.to < r.header.persons.size() && r.header.persons[o.to].named);
        if (!of_note || o.from == o.to || t.rows.size() >= 80) continue;
        const Word result = o.failed != 0       ? kWhy[std::min<std::size_t>(o.failed, 4) - 1]
                            : o.done            ? Word::rep_done
                            : o.received_s >= 0 ? Word::rep_open
                                                : Word::rep_not_received;
        t.rows.push_back({r.at(static_cast<double>(o.given_s)), name_of(r, o.from), name_of(r, o.to),
                          r.word(verb_word(o.verb)),
                          o.received_s >= 0 ? r.at(static_cast<double>(o.received_s)) : "",
                          o.ended_s >= 0 ? r.at(static_cast<double>(o.ended_s)) : "", r.word(result)});
    }
    if (t.rows.empty()) return out + "<p>" + escaped(r.word(Word::rep_no_orders)) + "</p></section>\n";
    return out + "<div class=\"scroll\">" + to_html(t) + "</div></section>\n";
}

std::string run_section(const ReportText& r, const record::Manifest* m) {
    std::string out = "<section id=\"run\"><h2>" + escaped(r.word(Word::rep_run)) + "</h2><dl>";
    const auto row = [&](Word w, const std::string& value) {
        out += "<div><dt>" + escaped(r.word(w)) + "</dt><dd>" + escaped(value) + "</dd></div>\n";
    };
    const record::ViewHeader& h = r.header;
    row(Word::rep_scenario, h.scenario_id);
    row(Word::rep_seed, std::to_string(h.seed));
    row(Word::rep_release, h.release);
    if (!h.build.empty()) row(Word::rep_build, h.build);
    row(Word::rep_men, number(h.men_count()));
    row(Word::rep_length,
        r.at(0) + " \xE2\x80\x93 " +
            r.at(r.course.moments.empty() ? 0.0 : static_cast<double>(r.course.moments.back().at_s)));
    row(Word::rep_scenario_hash, hash_text(h.scenario_hash));
    if (m != nullptr) {
        row(Word::rep_root_hash, hash_text(m->root_hash));
        row(Word::rep_record_hash, hash_text(m->record_hash));
        row(Word::rep_state, m->state);
        row(Word::rep_settings, joined(r, m->settings));
    }
    row(Word::rep_without, joined(r, h.without));
    std::vector<std::string> forced;
    for (const record::ViewIntervention& v : h.interventions) forced.push_back(v.text);
    row(Word::rep_interventions, joined(r, forced));
    // Only whoever fought the battle knows where its scenario lies: the command is the one it was given.
    std::string command = m != nullptr ? m->command : std::string();
    if (command.empty()) {
        command = "linghe run " + h.scenario_id + " --seed " + std::to_string(h.seed);
        for (const std::string& w : h.without) command += " --without " + w;
    }
    out += "</dl><p>" + escaped(r.word(Word::rep_repeat)) + "</p><p><code>" + escaped(command) +
           "</code></p><p class=\"note\">" + escaped(r.word(Word::rep_models_note)) + "</p></section>\n";
    return out;
}

base::Result<void> render_report(base::FileSystem& fs, const std::string& folder, const std::string& path,
                                 const ReportOptions& o) {
    LINGHE_TRY(record::ViewReader reader, record::ViewReader::open(fs, folder + "/" + record::kViewName));
    const auto manifest = record::read_manifest(fs, folder);
    LINGHE_TRY(ViewStage stage, ViewStage::open(reader));
    ReportText r{reader.header(), stage.course(), o.lang};
    const std::string title = in(reader.header().title, o.lang), lang = o.lang == Lang::zh ? "zh-Hans" : "en";
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"" + lang +
        "\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\"/><title>" +
        escaped(title) + "</title>\n" + std::string(kStyle) + "</head><body><main>\n<header><h1>" +
        escaped(title) + "</h1><p class=\"sub\">" +
        escaped(r.word(Word::rep_report) + " \xC2\xB7 " + r.word(Word::rep_seed) + " " +
                std::to_string(reader.header().seed)) +
        "</p><p class=\"lead\">" +
        escaped(in(summary_of(reader.header(), stage.course(), static_cast<float>(stage.last_s())), o.lang)) +
        "</p></header>\n";
    page += happened_section(r);
    LINGHE_TRY(const std::string plates, plates_section(stage, r, o));
    page += plates;
    page += bodies_table(r);
    page += charts_section(r);
    page += orders_section(r);
    page += run_section(r, manifest.ok() ? &manifest.value() : nullptr);
    page += "<footer>" + escaped(r.word(Word::rep_made, {reader.header().release})) +
            "</footer>\n</main></body></html>\n";
    return base::atomic_write(fs, path, page);
}

}  // namespace linghe::draw
