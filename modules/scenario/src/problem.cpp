#include "linghe/scenario/problem.hpp"

#include "linghe/base/text.hpp"
#include "value.hpp"

namespace linghe::scenario {

namespace {

/// At most so many bytes, never cut inside a character.
std::string cut(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t end = most - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
    return text.substr(0, end) + "...";
}

}  // namespace

std::string Problem::text() const {
    std::string out = file;
    if (line > 0) out += ":" + base::to_text(line) + ":" + base::to_text(column);
    if (!out.empty()) out += ": ";
    out += severity == Severity::error ? "error: " : "warning: ";
    if (!key.empty()) out += cut(key, 200) + ": ";  // a key may be as long as its file
    out += cut(reason, 1000);
    if (!remedy.empty()) out += "\n  remedy: " + remedy;
    return out;
}

bool any_error(const std::vector<Problem>& problems) noexcept {
    for (const Problem& p : problems)
        if (p.severity == Severity::error) return true;
    return false;
}

// Here, where Field is complete.
Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

const Value* Value::find(std::string_view key) const noexcept {
    for (const Field& field : fields)
        if (field.first == key) return &field.second;
    return nullptr;
}
Value* Value::find(std::string_view key) noexcept {
    return const_cast<Value*>(static_cast<const Value*>(this)->find(key));
}

std::string_view name_of(Value::Kind kind) noexcept {
    switch (kind) {
        case Value::Kind::text: return "text";
        case Value::Kind::integer: return "a whole number";
        case Value::Kind::number: return "a number";
        case Value::Kind::boolean: return "true or false";
        case Value::Kind::array: return "an array";
        case Value::Kind::table: return "a table";
    }
    return "";
}

std::string shown(const Value& value) {
    std::string out;
    switch (value.kind) {
        case Value::Kind::text: out = "\"" + value.text + "\""; break;
        case Value::Kind::integer: out = base::to_text(value.integer); break;
        case Value::Kind::number: out = base::to_text(value.number); break;
        case Value::Kind::boolean: out = value.boolean ? "true" : "false"; break;
        case Value::Kind::array: out = "an array"; break;
        case Value::Kind::table: out = "a table"; break;
    }
    return cut(out, 40);
}

}  // namespace linghe::scenario
