// Checks a document against the table of keys, and says what is wrong in the words of the table.
#include <array>
#include <cmath>

#include "keys.hpp"
#include "linghe/base/text.hpp"

namespace linghe::scenario {
namespace {

using base::to_text;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t space = text.find(' ');
        words.push_back(text.substr(0, space));
        text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
    }
    return words;
}

std::string joined(const std::vector<std::string_view>& words) {
    std::string out;
    for (const auto word : words) out += (out.empty() ? "" : ", ") + std::string{word};
    return out;
}

bool is_number(const Value& v) { return v.kind == Value::Kind::number || v.kind == Value::Kind::integer; }

class Checker {
public:
    explicit Checker(Problems& problems) : problems_(&problems) {}

    void table(const Value& value, const Table& table, const std::string& path);

private:
    void key(const Value& value, const Key& key, const std::string& path);
    void number(const Value& value, const Key& key, const std::string& path);
    void points(const Value& value, const Key& key, const std::string& path, std::size_t least);
    void extent(const Value& value, const std::string& path, std::size_t least);
    void name(const Value& value, const std::string& path, bool one_line);
    void line(const Value& value, const std::string& path, bool one_line) {
        if (one_line && value.text.find_first_of("\n\r\t") != std::string::npos)
            problems_->error(value, path, "a name of more than one line", "write it in one line");
    }
    void coordinates(const Value& value, const std::string& path, std::size_t count, std::string_view form);
    void word(const Value& value, const Key& key, const std::string& path);
    void wrong_type(const Value& value, const std::string& path, std::string_view wanted) {
        problems_->error(value, path, shown(value) + " is " + std::string{name_of(value.kind)},
                         "give " + std::string{wanted});
    }
    bool is_text(const Value& value, const std::string& path, std::string_view wanted) {
        if (value.kind == Value::Kind::text) return true;
        wrong_type(value, path, wanted);
        return false;
    }

    Problems* problems_;
};

void Checker::number(const Value& value, const Key& key, const std::string& path) {
    const std::string unit = key.unit.empty() || key.unit == "1" ? "" : " " + std::string{key.unit};
    const bool whole = key.type == KeyType::integer;
    if (!is_number(value) || (whole && value.kind != Value::Kind::integer))
        return wrong_type(
            value, path,
            std::string{whole ? "a whole number" : "a number"} + (unit.empty() ? "" : " in" + unit));
    if (value.number < key.low || value.number > key.high) {
        const auto bound = [](double b) {
            return b >= -1e15 && b <= 1e15 && b == static_cast<double>(static_cast<std::int64_t>(b))
                       ? to_text(static_cast<std::int64_t>(b))
                       : to_text(b);
        };
        problems_->error(
            value, path, shown(value) + unit + " is out of range",
            "give " + bound(key.low) + (key.low < key.high ? " to " + bound(key.high) : "") + unit);
    }
}

void Checker::coordinates(const Value& value, const std::string& path, std::size_t count,
                          std::string_view form) {
    bool fine = value.kind == Value::Kind::array && value.items.size() == count;
    for (const Value& item : value.items) fine = fine && is_number(item);
    if (!fine)
        return problems_->error(value, path, "not of the form " + std::string{form},
                                "give numbers in metres");
    for (const Value& item : value.items)
        if (item.number < -1e6 || item.number > 1e6)
            return problems_->error(item, path, shown(item) + " m is out of range",
                                    "give -1000000 to 1000000 m");
    if (count == 4 &&
        !(value.items[0].number < value.items[2].number && value.items[1].number < value.items[3].number))
        problems_->error(value, path, "a box without area",
                         "give [west, south, east, north], west < east, south < north");
}

void Checker::points(const Value& value, const Key&, const std::string& path, std::size_t least) {
    if (value.kind != Value::Kind::array || value.items.size() < least)
        return problems_->error(value, path,
                                "not a list of at least " + to_text(std::uint64_t{least}) + " points",
                                "give [[x, y], [x, y], ...] in metres");
    const std::size_t before = problems_->errors();
    for (std::size_t i = 0; i < value.items.size(); ++i)
        coordinates(value.items[i], path + "[" + to_text(std::uint64_t{i}) + "]", 2, "[x, y]");
    if (problems_->errors() == before) extent(value, path, least);
}

/// A line that goes nowhere, or an outline around nothing: it would be drawn and do nothing.
void Checker::extent(const Value& value, const std::string& path, std::size_t least) {
    const auto at = [&](std::size_t i, std::size_t k) { return value.items[i].items[k].number; };
    double length = 0, twice_area = 0;
    const std::size_t n = value.items.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t j = (i + 1) % n;
        if (j != 0) length += std::fabs(at(j, 0) - at(i, 0)) + std::fabs(at(j, 1) - at(i, 1));
        // From the first point, so that the products stay small and equal points give nothing exactly.
        twice_area +=
            (at(i, 0) - at(0, 0)) * (at(j, 1) - at(0, 1)) - (at(j, 0) - at(0, 0)) * (at(i, 1) - at(0, 1));
    }
    if (least == 2 && length <= 0)
        problems_->error(value, path, "a line of no length", "give at least two different points");
    if (least == 3 && twice_area == 0)
        problems_->error(value, path, "an outline around nothing",
                         "give at least three points that are not in one line");
}

void Checker::name(const Value& value, const std::string& path, bool one_line) {
    if (value.kind == Value::Kind::text) {
        if (value.text.empty()) problems_->error(value, path, "an empty name", "give a name");
        return line(value, path, one_line);
    }
    if (value.kind != Value::Kind::table)
        return wrong_type(value, path, "{ en = \"...\", zh = \"...\" } or one text");
    for (const auto& [field, text] : value.fields) {
        if (field != "en" && field != "zh")
            problems_->error(text, path + "." + field, "unknown key", "known keys: en, zh");
        else if (is_text(text, path + "." + field, "text"))
            line(text, path + "." + field, one_line);
    }
    if (value.find("en") == nullptr && value.find("zh") == nullptr)
        problems_->error(value, path, "a name without en and zh", "give { en = \"...\", zh = \"...\" }");
}

void Checker::word(const Value& value, const Key& key, const std::string& path) {
    if (!is_text(value, path, "text")) return;
    if (key.type == KeyType::id && !good_id(value.text))
        problems_->error(value, path, shown(value) + " is no id",
                         "ids begin with a letter and have a-z 0-9 _ - . only, at most 64");
    if (key.type == KeyType::choice) {
        const auto words = words_of(key.choices);
        for (const auto w : words)
            if (w == value.text) return;
        const auto near = base::did_you_mean(value.text, words);
        problems_->error(value, path, shown(value) + " is none of the choices",
                         (near ? "did you mean \"" + *near + "\"? " : "") + "choices: " + joined(words));
    }
    if (key.type == KeyType::colour) {
        bool fine = value.text.size() == 7 && value.text[0] == '#';
        for (std::size_t i = 1; fine && i < 7; ++i)
            fine = std::string_view{"0123456789abcdefABCDEF"}.find(value.text[i]) != std::string_view::npos;
        if (!fine) problems_->error(value, path, shown(value) + " is no colour", "give \"#RRGGBB\"");
    }
}

void Checker::key(const Value& value, const Key& key, const std::string& path) {
    if (value.refused) return;
    switch (key.type) {
        case KeyType::number:
        case KeyType::integer: return number(value, key, path);
        case KeyType::boolean:
            if (value.kind != Value::Kind::boolean) wrong_type(value, path, "true or false");
            return;
        case KeyType::text:
        case KeyType::id:
        case KeyType::choice:
        case KeyType::colour:
        case KeyType::reference: return word(value, key, path);
        case KeyType::name: return name(value, path, key.name != "about");
        case KeyType::point: return coordinates(value, path, 2, "[x, y]");
        case KeyType::box: return coordinates(value, path, 4, "[west, south, east, north]");
        case KeyType::line: return points(value, key, path, 2);
        case KeyType::ring: return points(value, key, path, 3);
        case KeyType::table:
            if (value.kind != Value::Kind::table) return wrong_type(value, path, "a table");
            return table(value, *key.table, path);
        case KeyType::tables:
            if (value.kind != Value::Kind::array)
                return wrong_type(value, path, "an array of tables: [[" + std::string{key.name} + "]]");
            for (std::size_t i = 0; i < value.items.size(); ++i) {
                const std::string at = item_path(path, value.items[i], i);
                if (value.items[i].kind != Value::Kind::table)
                    wrong_type(value.items[i], at, "a table");
                else
                    table(value.items[i], *key.table, at);
            }
            return;
        case KeyType::parameters:
            if (value.kind != Value::Kind::table) wrong_type(value, path, "a table");
            return;
    }
}

void Checker::table(const Value& value, const Table& table, const std::string& path) {
    const std::string prefix = path.empty() ? "" : path + ".";
    std::vector<std::string_view> known;
    for (const Key& k : table.keys) known.push_back(k.name);
    for (const auto& [field, child] : value.fields) {
        if (const Key* k = table.find(field)) {
            key(child, *k, prefix + field);
            continue;
        }
        const auto near = base::did_you_mean(field, known);
        problems_->error(child, prefix + field, "unknown key",
                         near ? "did you mean \"" + *near + "\"?"
                              : "keys of " + std::string{table.id} + ": " + joined(known));
    }
    for (const Key& k : table.keys)
        if (k.required && value.find(k.name) == nullptr)
            problems_->error(value, prefix + std::string{k.name}, "missing",
                             "give " + std::string{k.name} + ": " + std::string{k.en});
}

}  // namespace

bool good_id(std::string_view text) noexcept {
    if (text.empty() || text.size() > 64 || text[0] < 'a' || text[0] > 'z') return false;
    for (const char c : text)
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'))
            return false;
    return true;
}

std::string item_path(const std::string& path, const Value& item, std::size_t index) {
    if (const Value* name = item.find("id");
        name != nullptr && name->kind == Value::Kind::text && good_id(name->text))
        return path + "." + name->text;
    return path + "[" + to_text(std::uint64_t{index}) + "]";
}

void check_table(const Value& value, const Table& table, const std::string& path, Problems& problems) {
    Checker{problems}.table(value, table, path);
}

}  // namespace linghe::scenario
