// The table of keys: every key of scenario.toml, map.toml and the data files, with type, unit, range, default and meaning.
// The reader's checks, the JSON Schema and the handbook page all come from it.
// Never check a key anywhere else; never give a default anywhere else.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "value.hpp"

namespace linghe::scenario {

enum class KeyType : std::uint8_t {
    text,     ///< any text
    id,       ///< a-z 0-9 _ - . , at most 64 bytes, begins with a letter
    name,     ///< { en = "...", zh = "..." }, or one text for both
    number,   ///< low .. high
    integer,  ///< low .. high
    boolean,
    choice,      ///< one of `choices`
    colour,      ///< "#RRGGBB"
    reference,   ///< the id of something declared elsewhere; `choices` says of what
    point,       ///< [x, y], metres
    box,         ///< [west, south, east, north], metres
    line,        ///< [[x, y], [x, y], ...], two points and more
    ring,        ///< the same, three points and more
    table,       ///< one table of `table`
    tables,      ///< an array of tables of `table`
    parameters,  ///< [parameters]: "group.name" = number, or group = { name = number }
};

struct Table;
struct Key {
    std::string_view name;
    KeyType type = KeyType::text;
    std::string_view en, zh;
    bool required = false;
    std::string_view fallback = "";  ///< default as written in TOML; empty: none
    std::string_view unit = "";
    double low = 0, high = 0;
    std::string_view choices = "";  ///< separated by spaces
    const Table* table = nullptr;
};
struct Table {
    std::string_view id;  ///< "unit"; the name in schema and handbook
    std::string_view en, zh;
    std::span<const Key> keys;
    [[nodiscard]] const Key* find(std::string_view name) const noexcept {
        for (const Key& key : keys)
            if (key.name == name) return &key;
        return nullptr;
    }
};

[[nodiscard]] const Table& scenario_table();
[[nodiscard]] const Table& map_table();
[[nodiscard]] const Table& troop_table();      ///< one [id] of data/arms.toml
[[nodiscard]] const Table& fuel_table();       ///< one [id] of data/fuels.toml
[[nodiscard]] const Table& parameter_table();  ///< one [name] of data/parameters/*.toml

/// Checks a table of the document against the table of keys: unknown, missing, wrong type, out of range, bad ids.
/// `path` is the key's path as problems name it.
void check_table(const Value& value, const Table& table, const std::string& path, Problems& problems);

[[nodiscard]] bool good_id(std::string_view text) noexcept;
/// The path of an item of an array of tables: by its id where it has one ("person.dodo"), else by number ("wind[2]").
[[nodiscard]] std::string item_path(const std::string& path, const Value& item, std::size_t index);

}  // namespace linghe::scenario
