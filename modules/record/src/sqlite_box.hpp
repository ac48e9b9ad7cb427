// What: a database in memory, filled by prepared statements, taken out as the bytes of its file.
// Who: results.cpp.
// Never: touches the disk.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace linghe::record {

/// Faults are kept; the first is told by take().
class Sqlite {
public:
    Sqlite();
    ~Sqlite();
    Sqlite(const Sqlite&) = delete;
    Sqlite& operator=(const Sqlite&) = delete;

    void run(const std::string& sql);
    /// Bytes of the database file.
    base::Result<std::vector<std::byte>> take();

    /// One prepared INSERT; values are bound in order, then row() is written.
    class Insert {
    public:
        Insert(Sqlite& db, const std::string& sql);
        ~Insert();
        Insert(const Insert&) = delete;
        Insert& operator=(const Insert&) = delete;
        Insert& i(std::int64_t v);
        Insert& r(double v);  ///< NaN becomes NULL
        Insert& t(std::string_view v);
        Insert& b(std::span<const std::uint8_t> v);
        Insert& null();
        void row();

    private:
        Sqlite& db_;
        sqlite3_stmt* statement_ = nullptr;
        int next_ = 1;
    };

private:
    void note(int code);
    sqlite3* db_ = nullptr;
    std::string fault_;
};

}  // namespace linghe::record
