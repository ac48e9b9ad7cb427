#include "sqlite_box.hpp"

#include <sqlite3.h>

#include <cmath>

namespace linghe::record {

Sqlite::Sqlite() { note(sqlite3_open(":memory:", &db_)); }
Sqlite::~Sqlite() { sqlite3_close(db_); }

void Sqlite::note(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW || !fault_.empty()) return;
    fault_ = db_ != nullptr ? sqlite3_errmsg(db_) : sqlite3_errstr(code);
}

void Sqlite::run(const std::string& sql) { note(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr)); }

base::Result<std::vector<std::byte>> Sqlite::take() {
    sqlite3_int64 size = 0;
    unsigned char* bytes = fault_.empty() ? sqlite3_serialize(db_, "main", &size, 0) : nullptr;
    if (bytes == nullptr) {
        return base::Error{base::ErrorCode::run_failed, "results.gpkg",
                           fault_.empty() ? "no memory for the database" : "SQLite: " + fault_, ""};
    }
    const auto* from = reinterpret_cast<const std::byte*>(bytes);
    std::vector<std::byte> out(from, from + size);
    sqlite3_free(bytes);
    return out;
}

Sqlite::Insert::Insert(Sqlite& db, const std::string& sql) : db_(db) {
    db.note(sqlite3_prepare_v2(db.db_, sql.c_str(), -1, &statement_, nullptr));
}
Sqlite::Insert::~Insert() { sqlite3_finalize(statement_); }
Sqlite::Insert& Sqlite::Insert::i(std::int64_t v) {
    db_.note(sqlite3_bind_int64(statement_, next_++, v));
    return *this;
}
Sqlite::Insert& Sqlite::Insert::r(double v) {
    if (std::isnan(v)) return null();
    db_.note(sqlite3_bind_double(statement_, next_++, v));
    return *this;
}
Sqlite::Insert& Sqlite::Insert::t(std::string_view v) {
    db_.note(sqlite3_bind_text(statement_, next_++, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT));
    return *this;
}
Sqlite::Insert& Sqlite::Insert::b(std::span<const std::uint8_t> v) {
    db_.note(sqlite3_bind_blob(statement_, next_++, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT));
    return *this;
}
Sqlite::Insert& Sqlite::Insert::null() {
    db_.note(sqlite3_bind_null(statement_, next_++));
    return *this;
}
void Sqlite::Insert::row() {
    if (statement_ == nullptr) return;
    db_.note(sqlite3_step(statement_));
    db_.note(sqlite3_reset(statement_));
    next_ = 1;
}

}  // namespace linghe::record
