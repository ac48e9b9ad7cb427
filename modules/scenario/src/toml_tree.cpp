// The only file that knows the TOML library (toml++): text to Value.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 64
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#include <toml++/toml.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "value.hpp"

namespace linghe::scenario {
namespace {

constexpr std::size_t kMostDots = 64;

/// Where keys parted by dots ("a.b.c") go deeper than kMostDots; the text's size when nowhere. The library limits
/// brackets but not dots, and walks down both by recursion.
std::size_t too_deep_at(std::string_view text) {
    std::size_t dots = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.') {
            if (++dots > kMostDots) return i;
        } else if (c == '#') {
            i = std::min(text.find('\n', i), text.size());
            dots = 0;
        } else if (c == '"' || c == '\'') {
            const bool three = text.substr(i, 3) == std::string(3, c);
            const std::string end(three ? 3 : 1, c);
            for (i += end.size(); i < text.size() && text.substr(i, end.size()) != end; ++i)
                if (c == '"' && text[i] == '\\')
                    ++i;
                else if (!three && text[i] == '\n')
                    break;
            i += end.size() - 1;
        } else if (c == '=' || c == '[' || c == '{' || c == ',' || c == '\n') {
            dots = 0;
        }
    }
    return text.size();
}

Value place_of(std::string_view text, std::size_t at, const Value& root) {
    Value v = root;
    const std::string_view before = text.substr(0, at);
    v.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_start = before.rfind('\n');
    v.column = static_cast<int>(at - (line_start == std::string_view::npos ? 0 : line_start + 1)) + 1;
    return v;
}

class Converter {
public:
    Converter(std::shared_ptr<const std::string> file, Problems& problems)
        : file_(std::move(file)), problems_(&problems) {}

    Value convert(const toml::node& node, const std::string& path) {
        Value v;
        v.file = file_;
        v.line = static_cast<int>(node.source().begin.line);
        v.column = static_cast<int>(node.source().begin.column);
        if (const auto* text = node.as_string()) {
            v.kind = Value::Kind::text;
            v.text = text->get();
            if (v.text.size() > base::limits::kStringBytes)
                problems_->limit(v, path,
                                 "a text of " + base::to_text(std::uint64_t{v.text.size()}) + " bytes",
                                 "texts have at most 4096 bytes");
            else if (!fit_for_print(v.text))
                problems_->error(v, path, "a text with control characters",
                                 "write letters, digits and signs");
        } else if (const auto* integer = node.as_integer()) {
            v.kind = Value::Kind::integer;
            v.integer = integer->get();
            v.number = static_cast<double>(v.integer);
        } else if (const auto* number = node.as_floating_point()) {
            v.kind = Value::Kind::number;
            v.number = number->get();
            if (!(v.number - v.number == 0)) {
                problems_->error(v, path, "a number that is not finite (nan or inf)",
                                 "write a finite number");
                v.number = 0;
                v.refused = true;
            }
        } else if (const auto* boolean = node.as_boolean()) {
            v.kind = Value::Kind::boolean;
            v.boolean = boolean->get();
        } else if (const auto* array = node.as_array()) {
            convert_array(*array, path, v);
        } else if (const auto* table = node.as_table()) {
            convert_table(*table, path, v);
        } else {
            problems_->error(v, path, "a date or a time of day",
                             "give times in seconds or minutes from the start, as numbers");
            v.kind = Value::Kind::text;
            v.refused = true;
        }
        return v;
    }

private:
    void convert_array(const toml::array& array, const std::string& path, Value& v) {
        v.kind = Value::Kind::array;
        if (array.size() > base::limits::kArrayItems) {
            problems_->limit(v, path, "an array of " + base::to_text(std::uint64_t{array.size()}) + " items",
                             "arrays have at most 1000000 items");
            return;
        }
        for (std::size_t i = 0; i < array.size(); ++i)
            v.items.push_back(convert(array[i], path + "[" + base::to_text(std::uint64_t{i}) + "]"));
    }
    void convert_table(const toml::table& table, const std::string& path, Value& v) {
        v.kind = Value::Kind::table;
        for (const auto& [key, child] : table) {
            const std::string name{key.str()};
            v.fields.emplace_back(name, convert(child, path.empty() ? name : path + "." + name));
            // Where a value begins on the line of its key, the key is the better place to point at.
            const auto at = key.source().begin;
            Value& field = v.fields.back().second;
            if (at.line != 0 && field.kind != Value::Kind::table && field.kind != Value::Kind::array) {
                field.line = static_cast<int>(at.line);
                field.column = static_cast<int>(at.column);
            }
        }
        // The library sorts by name; people wrote another order, and problems should come in theirs.
        std::stable_sort(v.fields.begin(), v.fields.end(), [](const auto& a, const auto& b) {
            return a.second.line != b.second.line ? a.second.line < b.second.line
                                                  : a.second.column < b.second.column;
        });
    }

    std::shared_ptr<const std::string> file_;
    Problems* problems_;
};

}  // namespace

bool fit_for_print(std::string_view text) noexcept {
    if (!base::utf8_valid(text)) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto at = [&](std::size_t k) {
            return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u;
        };
        const unsigned c = at(0), second = at(1), third = at(2);
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) return false;
        if (c == 0xc2 && second < 0xa0) return false;  // C1: U+0080 to U+009F
        // U+2028 to U+202E, U+2066 to U+2069: lines and directions; U+FFFE, U+FFFF: no characters
        if (c == 0xe2 && second == 0x80 && third >= 0xa8 && third <= 0xae) return false;
        if (c == 0xe2 && second == 0x81 && third >= 0xa6 && third <= 0xa9) return false;
        if (c == 0xef && second == 0xbf && third >= 0xbe) return false;
    }
    return true;
}

Value parse_toml(std::string_view text, const std::string& file, Problems& problems) {
    Value root;
    root.file = std::make_shared<const std::string>(file);
    root.line = root.column = 1;
    if (text.size() > base::limits::kScenarioBytes) {
        problems.limit(root, "", "a file of " + base::to_text(std::uint64_t{text.size()}) + " bytes",
                       "files of a scenario have at most 16 MiB");
        return root;
    }
    std::size_t bad = 0;
    if (!base::utf8_valid(text, &bad)) {
        problems.error(place_of(text, bad, root), "",
                       "bytes that are not UTF-8 at offset " + base::to_text(std::uint64_t{bad}),
                       "save the file as UTF-8");
        return root;
    }
    if (const std::size_t deep = too_deep_at(text); deep < text.size()) {
        problems.error(place_of(text, deep, root), "", "keys parted by more than 64 dots",
                       "scenarios need no more than four");
        return root;
    }
    const toml::parse_result parsed = toml::parse(text, std::string_view{file});
    if (!parsed) {
        const auto& error = parsed.error();
        root.line = static_cast<int>(error.source().begin.line);
        root.column = static_cast<int>(error.source().begin.column);
        problems.error(root, "", "not TOML: " + std::string{error.description()},
                       "see https://toml.io/en/v1.0.0");
        return root;
    }
    Converter converter(root.file, problems);
    Value tree = converter.convert(parsed.table(), "");
    tree.line = tree.column = 1;
    return tree;
}

}  // namespace linghe::scenario
