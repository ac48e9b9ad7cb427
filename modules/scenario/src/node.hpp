// Node: a checked table of the document together with its table of keys; gives values with the defaults of that table.
// Used by the builders, only after check_table found nothing wrong with types.
// Never reports a problem about types or ranges; never knows a default itself.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys.hpp"
#include "linghe/base/units.hpp"
#include "linghe/model/model.hpp"

namespace linghe::scenario {

class Node {
public:
    Node(const Value& value, const Table& table, std::string path)
        : value_(&value), table_(&table), path_(std::move(path)) {}

    [[nodiscard]] const Value& value() const noexcept { return *value_; }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::string path(std::string_view key) const {
        return path_.empty() ? std::string{key} : path_ + "." + std::string{key};
    }
    [[nodiscard]] bool has(std::string_view key) const noexcept { return value_->find(key) != nullptr; }
    /// The value of a key, or of the table itself where the key is missing: where a problem points.
    [[nodiscard]] const Value& at(std::string_view key) const noexcept {
        const Value* v = value_->find(key);
        return v != nullptr ? *v : *value_;
    }
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] float real(std::string_view key) const { return static_cast<float>(number(key)); }
    [[nodiscard]] std::int64_t integer(std::string_view key) const {
        return static_cast<std::int64_t>(number(key));
    }
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] model::Name name(std::string_view key) const;
    [[nodiscard]] base::Tick tick_of_s(std::string_view key) const { return base::ticks_from_s(number(key)); }
    [[nodiscard]] base::Tick tick_of_min(std::string_view key) const {
        return base::ticks_from_s(number(key) * 60.0);
    }
    /// Millimetres of coordinate i of a point or box.
    [[nodiscard]] std::int32_t mm(std::string_view key, std::size_t i) const;
    [[nodiscard]] double metre(std::string_view key, std::size_t i) const;
    [[nodiscard]] std::vector<ground::PointM> points(std::string_view key) const;
    [[nodiscard]] std::optional<Node> child(std::string_view key) const;
    [[nodiscard]] std::vector<Node> children(std::string_view key) const;

private:
    [[nodiscard]] std::string_view fallback(std::string_view key) const noexcept;

    const Value* value_;
    const Table* table_;
    std::string path_;
};

}  // namespace linghe::scenario
