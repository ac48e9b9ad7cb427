// What: the sections of a report, each as HTML.
// Who: render_report.
// Never: a figure without its table.
#pragma once
#include <string>

#include "html.hpp"
#include "linghe/draw/course.hpp"
#include "linghe/record/manifest.hpp"
#include "words.hpp"

namespace linghe::draw {

struct ReportText {
    const record::ViewHeader& header;
    const Course& course;
    Lang lang;
    int figures = 0, tables = 0, charts = 0;
    [[nodiscard]] std::string word(Word w) const { return std::string(say(w, lang)); }
    [[nodiscard]] std::string word(Word w, const std::vector<std::string>& parts) const {
        return say(w, lang, parts);
    }
    [[nodiscard]] double zero_s() const noexcept {
        return static_cast<double>(header.clock_zero_tick) /
               static_cast<double>(header.ticks_per_second > 0 ? header.ticks_per_second : 10);
    }
    [[nodiscard]] double minute(double second) const noexcept { return (second - zero_s()) / 60; }
    [[nodiscard]] std::string at(double second) const { return clock(second - zero_s()); }
};

[[nodiscard]] std::string happened_section(const ReportText& r);
[[nodiscard]] std::string bodies_table(ReportText& r);
[[nodiscard]] std::string charts_section(ReportText& r);
[[nodiscard]] std::string orders_section(ReportText& r);
[[nodiscard]] std::string run_section(const ReportText& r, const record::Manifest* manifest);

}  // namespace linghe::draw
