// Rasters as the import reads them, against the values that GDAL 3.6.2 tells of the same files (tests/data/terrain).
#include <cmath>
#include <sstream>

#include "linghe/atlas/raster_facts.hpp"
#include "linghe/base/text.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::within;

const std::string kFolder = std::string(LINGHE_DATA_DIR) + "/terrain/";

/// Fields of a line of CSV; quotes keep commas.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}
double number(const std::string& word) {
    const auto v = base::parse_double(word);
    return v.ok() ? v.value() : std::nan("");
}

void pixels(verify::Points& p, const std::string& id, const std::string& name, const std::string& list,
            const atlas::RasterFacts& f) {
    if (list.find(':') == std::string::npos || list.find("all NaN") != std::string::npos) return;
    std::istringstream words(list);
    std::string word;
    char letter = 'a';
    while (words >> word) {
        const auto colon = word.find(':'), equals = word.find('=');
        const auto column = static_cast<std::int64_t>(number(word.substr(0, colon))),
                   row = static_cast<std::int64_t>(number(word.substr(colon + 1, equals - colon - 1)));
        const double target = number(word.substr(equals + 1));
        const double value = static_cast<double>(f.value[static_cast<std::size_t>(row * f.width + column)]);
        // No data, by whatever number, is NaN for us.
        const bool hole = std::isnan(target) || target == -32768 || target < -3e38;
        if (hole)
            p.formula(id + ".px" + letter++, name + ", pixel " + word.substr(0, equals) + " has no data", "1",
                      1, within(0), std::isnan(value) ? 1 : 0);
        else
            p.formula(id + ".px" + letter++, name + ", pixel " + word.substr(0, equals), "m", target,
                      within(1e-6 * std::fmax(1, std::fabs(target))), value);
    }
}

void file(verify::Points& p, const std::string& id, const std::vector<std::string>& row) {
    base::RealFileSystem fs;
    const auto facts = atlas::raster_facts(fs, kFolder + row[0]);
    p.formula(id + ".read", row[0] + " is read", "1", 1, within(0), facts.ok() ? 1 : 0);
    if (!facts.ok()) {
        p.note(row[0] + ": " + facts.error().text());
        return;
    }
    const atlas::RasterFacts& f = facts.value();
    p.formula(id + ".width", row[0] + ", width", "px", number(row[2]), within(0),
              static_cast<double>(f.width));
    p.formula(id + ".height", row[0] + ", height", "px", number(row[3]), within(0),
              static_cast<double>(f.height));
    const auto transform = fields_of(row[6].substr(1, row[6].size() - 2));
    for (std::size_t i = 0; i < 6 && i < transform.size(); ++i) {
        const auto begin = transform[i].find_first_not_of(' ');
        const double target = number(transform[i].substr(begin));
        p.formula(id + ".gt" + base::to_text(std::uint64_t{i}),
                  row[0] + ", geotransform [" + base::to_text(std::uint64_t{i}) + "]", "1", target,
                  within(1e-12 * std::fmax(1, std::fabs(target))), f.to_map[i]);
    }
    const bool same = f.crs == (row[7].empty() ? "" : "EPSG:" + row[7]);
    p.formula(id + ".crs",
              row[0] + ", reference system " + (row[7].empty() ? "without a number" : "EPSG:" + row[7]), "1",
              1, within(0), same ? 1 : 0);
    // The table gives three decimals.
    const auto sum = [&](const char* what, const char* words, const std::string& target, double value) {
        // Where the table has no figure there is nothing to compare with.
        if (!target.empty()) p.formula(id + what, row[0] + words, "m", number(target), within(0.0051), value);
    };
    sum(".min", ", least", row[9], f.low);
    sum(".max", ", greatest", row[10], f.high);
    sum(".mean", ", mean", row[11], f.mean);
    sum(".sd", ", standard deviation", row[12], f.deviation);
    pixels(p, id, row[0], row[15], f);
    if (row[15].find("all NaN except") != std::string::npos) {
        double holes = 0;
        for (const float v : f.value) holes += std::isnan(v) ? 1 : 0;
        p.formula(id + ".px", row[0] + ", pixel 2:2, the only one with data", "m", 1, within(0),
                  static_cast<double>(f.value[12]));
        p.formula(id + ".holes", row[0] + ", pixels without data", "1", 24, within(0), holes);
    }
}

void measure(verify::Points& p) {
    base::RealFileSystem fs;
    const auto table = fs.read_text(kFolder + "reference_values.csv");
    if (!table.ok()) {
        p.formula("T.0", "tests/data/terrain/reference_values.csv is there", "1", 1, within(0), 0);
        return;
    }
    std::istringstream lines(table.value());
    std::string line;
    std::getline(lines, line);
    for (int n = 1; std::getline(lines, line); ++n)
        if (const auto row = fields_of(line); row.size() >= 16) file(p, "T." + base::to_text(n), row);
}

const verify::Registered rasters{
    {"terrain-rasters", "GDAL 3.6.2 on the files of tests/data/terrain; exact pixels and georeference",
     verify::Length::quick, measure}};

}  // namespace
