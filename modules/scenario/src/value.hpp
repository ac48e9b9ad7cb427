// Value: a TOML document as a plain tree, every node with file, line and column, tables in the order of the file.
// Used inside this module only; it keeps the TOML library behind one .cpp.
// Never holds a number that is not finite, nor text that is not UTF-8.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linghe/scenario/problem.hpp"

namespace linghe::scenario {

struct Field;

struct Value {
    enum class Kind : std::uint8_t { text, integer, number, boolean, array, table } kind = Kind::table;
    std::shared_ptr<const std::string> file;
    int line = 0, column = 0;
    std::string text;
    std::int64_t integer = 0;
    double number = 0;
    bool boolean = false;
    bool refused = false;       ///< a problem has been told already; nothing more is said of it
    std::vector<Value> items;   ///< array
    std::vector<Field> fields;  ///< table, in the order of the file

    Value();
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();

    [[nodiscard]] const Value* find(std::string_view key) const noexcept;
    [[nodiscard]] Value* find(std::string_view key) noexcept;
};
struct Field {
    std::string first;
    Value second;
    Field(std::string name, Value value) : first(std::move(name)), second(std::move(value)) {}
};
/// "text", "whole number", "number", "true or false", "array", "table".
[[nodiscard]] std::string_view name_of(Value::Kind kind) noexcept;
/// The value as one would write it, cut at 40 bytes.
[[nodiscard]] std::string shown(const Value& value);

/// The list of problems while it grows.
class Problems {
public:
    explicit Problems(std::vector<Problem>& out) : out_(&out) {}
    void error(const Value& at, std::string key, std::string reason, std::string remedy = "") {
        add(Severity::error, at, std::move(key), std::move(reason), std::move(remedy));
    }
    void warning(const Value& at, std::string key, std::string reason, std::string remedy = "") {
        add(Severity::warning, at, std::move(key), std::move(reason), std::move(remedy));
    }
    void limit(const Value& at, std::string key, std::string reason, std::string remedy) {
        limit_ = true;
        error(at, std::move(key), std::move(reason), std::move(remedy));
    }
    void add(Problem problem) {
        if (problem.severity == Severity::error) ++errors_;
        out_->push_back(std::move(problem));
    }
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    [[nodiscard]] bool limit_passed() const noexcept { return limit_; }

private:
    void add(Severity severity, const Value& at, std::string key, std::string reason, std::string remedy) {
        add({severity, at.file ? *at.file : std::string{}, at.line, at.column, std::move(key),
             std::move(reason), std::move(remedy)});
    }
    std::vector<Problem>* out_;
    std::size_t errors_ = 0;
    bool limit_ = false;
};

/// True for text that may stand in a terminal, a picture, a page and a table: UTF-8 without control characters (but line
/// ends and tabs) and without marks that turn the direction of reading.
[[nodiscard]] bool fit_for_print(std::string_view text) noexcept;

/// Parses a document. On a mistake of TOML, bytes that are not UTF-8, NaN, infinity or a date: problems, and an empty table.
[[nodiscard]] Value parse_toml(std::string_view text, const std::string& file, Problems& problems);

}  // namespace linghe::scenario
