// Columns: the one list from which storage, snapshot, hash and diff of a table come.
// Every table of State is declared with LINGHE_TABLE; nothing else may hold simulation state.
// Never put a float, a pointer or a bool in a column: columns are integers, so that a state has one byte pattern.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

namespace linghe::base {

/// Allocator that starts every column on its own cache line (64 bytes), so that vector loads never straddle two tables.
template <class T>
struct CacheAligned {
    using value_type = T;
    CacheAligned() noexcept = default;
    template <class U>
    CacheAligned(const CacheAligned<U>&) noexcept {}
    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
    }
    void deallocate(T* p, std::size_t) noexcept { ::operator delete (p, std::align_val_t{64}); }
    bool operator==(const CacheAligned&) const noexcept { return true; }
};

/// One attribute of all rows of a table. Integers only.
template <class T>
using Column = std::vector<T, CacheAligned<T>>;

/// What a reader of a table wants to know about a column besides its bytes.
struct ColumnInfo {
    std::string_view name;
    std::string_view unit;
    std::string_view meaning;
};

}  // namespace linghe::base

// A column list is a macro of one argument COL; each entry is COL(type, name, "unit", "meaning").
#define LINGHE_COLUMN_MEMBER_(type, name, unit, meaning) \
    static_assert(std::is_integral_v<type> && !std::is_same_v<type, bool>, "columns are integers"); \
    ::linghe::base::Column<type> name;
#define LINGHE_COLUMN_RESIZE_(type, name, unit, meaning) name.resize(rows);
#define LINGHE_COLUMN_RESERVE_(type, name, unit, meaning) name.reserve(rows);
#define LINGHE_COLUMN_VISIT_(type, name, unit, meaning) \
    visitor(::linghe::base::ColumnInfo{#name, unit, meaning}, name);
#define LINGHE_COLUMN_SIZE_(type, name, unit, meaning) +sizeof(type)
#define LINGHE_COLUMN_FIRST_(type, name, unit, meaning) \
    if (first == 0) first = name.size() + 1;
#define LINGHE_COLUMN_MOVE_ROW_(type, name, unit, meaning) name[to] = name[from];

/// Declares struct Name with one Column per entry of LIST, and: size(), resize(), reserve(), move_row(),
/// visit(visitor(ColumnInfo, Column<T>&)), kBytesPerRow.
#define LINGHE_TABLE(Name, LIST) \
    struct Name { \
        static constexpr std::string_view kName = #Name; \
        static constexpr std::size_t kBytesPerRow = 0 LIST(LINGHE_COLUMN_SIZE_); \
        LIST(LINGHE_COLUMN_MEMBER_) \
        [[nodiscard]] std::size_t size() const noexcept { \
            std::size_t first = 0; \
            LIST(LINGHE_COLUMN_FIRST_) \
            return first == 0 ? 0 : first - 1; \
        } \
        void resize(std::size_t rows) { LIST(LINGHE_COLUMN_RESIZE_) } \
        void reserve(std::size_t rows) { LIST(LINGHE_COLUMN_RESERVE_) } \
        void move_row(std::size_t from, std::size_t to) noexcept { LIST(LINGHE_COLUMN_MOVE_ROW_) } \
        template <class V> \
        void visit(V&& visitor) { \
            LIST(LINGHE_COLUMN_VISIT_) \
        } \
        template <class V> \
        void visit(V&& visitor) const { \
            LIST(LINGHE_COLUMN_VISIT_) \
        } \
    };
