#include <cstring>
#include <type_traits>

#include "linghe/base/bytes.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::sim {
namespace {

constexpr std::uint32_t kMagic = 0x53474c31u;  // "1LGS" read little-endian

template <class Visitor>
void each_column(const State& state, Visitor&& visitor) {
    state.visit_tables([&](const char* table_name, const auto& table) {
        table.visit(
            [&](const base::ColumnInfo& info, const auto& column) { visitor(table_name, info, column); });
    });
}

/// Names, order and element sizes of all columns: a state of another layout is refused, never guessed at.
std::uint64_t layout_hash(const State& state) {
    std::uint64_t hash = 1;
    each_column(state, [&](const char* table, const base::ColumnInfo& info, const auto& column) {
        using T = typename std::remove_cvref_t<decltype(column)>::value_type;
        hash = base::hash_mix(hash, base::hash_text(table));
        hash =
            base::hash_mix(hash, base::hash_text(info.name, sizeof(T) * 2 + (std::is_signed_v<T> ? 1 : 0)));
    });
    return hash;
}

}  // namespace

std::uint64_t state_hash(const State& state) {
    std::uint64_t hash = layout_hash(state);
    each_column(state, [&](const char*, const base::ColumnInfo&, const auto& column) {
        hash = base::hash_mix(
            hash, base::hash_bytes(column.data(), column.size() * sizeof(column[0]), column.size()));
    });
    return hash;
}

std::vector<ColumnHash> column_hashes(const State& state) {
    std::vector<ColumnHash> hashes;
    each_column(state, [&](const char* table, const base::ColumnInfo& info, const auto& column) {
        hashes.push_back({table, std::string(info.name),
                          base::hash_bytes(column.data(), column.size() * sizeof(column[0]), column.size())});
    });
    return hashes;
}

std::vector<std::byte> save_state(const State& state) {
    std::size_t total = 64;
    each_column(state, [&](const char*, const base::ColumnInfo&, const auto& column) {
        total += 8 + column.size() * sizeof(column[0]);
    });
    std::vector<std::byte> out;
    out.reserve(total);
    const auto put = [&out](const void* data, std::size_t size) {
        if (size == 0) return;
        const std::size_t at = out.size();
        out.resize(at + size);
        std::memcpy(out.data() + at, data, size);
    };
    const std::uint64_t layout = layout_hash(state);
    put(&kMagic, sizeof kMagic);
    put(&layout, sizeof layout);
    each_column(state, [&](const char*, const base::ColumnInfo&, const auto& column) {
        const std::uint64_t rows = column.size();
        put(&rows, sizeof rows);
        put(column.data(), column.size() * sizeof(column[0]));
    });
    const std::uint64_t check = base::hash_bytes(out.data(), out.size());
    put(&check, sizeof check);
    return out;
}

base::Result<State> load_state(const model::Model& model, std::span<const std::byte> bytes) {
    const auto damaged = [](const char* what) {
        return base::Error{
            base::ErrorCode::corrupt, "state", what,
            "use another keyframe of the run, or run the battle again from its scenario and seed"};
    };
    State state;
    constexpr std::size_t kHead = sizeof kMagic + sizeof(std::uint64_t);
    if (bytes.size() < kHead + sizeof(std::uint64_t)) return damaged("too short to be a saved state");
    std::uint32_t magic = 0;
    std::uint64_t layout = 0, check = 0;
    std::memcpy(&magic, bytes.data(), sizeof magic);
    std::memcpy(&layout, bytes.data() + sizeof magic, sizeof layout);
    if (magic != kMagic) return damaged("not a saved state of Linghe");
    if (layout != layout_hash(state)) {
        return base::Error{base::ErrorCode::corrupt, "state",
                           "saved by a release whose state has other columns",
                           "resume it with the release named in the run's manifest"};
    }
    const std::size_t body_end = bytes.size() - sizeof check;
    std::memcpy(&check, bytes.data() + body_end, sizeof check);
    if (check != base::hash_bytes(bytes.data(), body_end))
        return damaged("its checksum does not fit its bytes");
    std::size_t at = kHead;
    bool whole = true;
    state.visit_tables([&](const char*, auto& table) {
        std::size_t rows_of_table = 0;
        bool first = true;
        table.visit([&](const base::ColumnInfo&, auto& column) {
            if (!whole) return;
            std::uint64_t rows = 0;
            if (body_end - at < sizeof rows) {
                whole = false;
                return;
            }
            std::memcpy(&rows, bytes.data() + at, sizeof rows);
            at += sizeof rows;
            const std::size_t width = sizeof(typename std::remove_cvref_t<decltype(column)>::value_type);
            if (rows > (body_end - at) / width || (!first && rows != rows_of_table)) {
                whole = false;
                return;
            }
            column.resize(rows);
            if (rows > 0) std::memcpy(column.data(), bytes.data() + at, rows * width);
            at += rows * width;
            rows_of_table = rows;
            first = false;
        });
    });
    if (!whole || at != body_end) return damaged("its tables do not fit its length");
    if (state.world.clock.size() != 1 || state.world.men.size() != model.men.size() ||
        state.world.units.size() != model.units.size() ||
        state.world.persons.size() != model.persons.size()) {
        return base::Error{base::ErrorCode::corrupt, "state",
                           "saved from another scenario (other numbers of men, units or persons)",
                           "resume it with the scenario named in the run's manifest"};
    }
    state.beliefs.index_owners(model.persons.size());
    if (state.beliefs.rows.size() != state.beliefs.first.back())
        return damaged("its beliefs do not fit the scenario");
    return state;
}

std::vector<std::string> diff(const State& a, const State& b, std::size_t most) {
    std::vector<std::string> lines;
    std::vector<std::pair<const void*, std::size_t>> other;  // columns of b in the same order
    each_column(b, [&](const char*, const base::ColumnInfo&, const auto& column) {
        other.emplace_back(&column, column.size());
    });
    std::size_t k = 0;
    each_column(a, [&](const char* table, const base::ColumnInfo& info, const auto& column) {
        const auto& twin = *static_cast<const std::remove_cvref_t<decltype(column)>*>(other[k++].first);
        if (lines.size() >= most) return;
        const std::string name = std::string(table) + "." + std::string(info.name);
        if (column.size() != twin.size()) {
            lines.push_back(name + ": " + std::to_string(column.size()) + " / " +
                            std::to_string(twin.size()) + " rows");
            return;
        }
        std::size_t count = 0, first = 0;
        for (std::size_t i = 0; i < column.size(); ++i) {
            if (column[i] == twin[i]) continue;
            if (count++ == 0) first = i;
        }
        if (count > 0) {
            lines.push_back(name + ": " + std::to_string(count) + " rows, first " + std::to_string(first) +
                            ": " + std::to_string(column[first]) + " / " + std::to_string(twin[first]));
        }
    });
    return lines;
}

}  // namespace linghe::sim
