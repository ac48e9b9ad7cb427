// What: the tables of results.gpkg: each column with type, unit and meaning in both languages.
// Who: results.cpp; the handbook page results-gpkg.md tells the same.
// Never: a column without a unit where it has one.
#pragma once
#include <span>
#include <string>

namespace linghe::record {

struct ResultColumn {
    const char *name, *type, *unit, *en, *zh;
};
struct ResultTable {
    const char* name;
    const char* geometry;  ///< "POINT", "LINESTRING" or nullptr
    const char *en, *zh;
    std::span<const ResultColumn> columns;
};

[[nodiscard]] std::span<const ResultTable> result_tables();
/// CREATE TABLE of one table: fid, geom where it has one, then its columns.
[[nodiscard]] std::string create_sql(const ResultTable& table);
/// INSERT of one row without fid: geom where it has one, then its columns.
[[nodiscard]] std::string insert_sql(const ResultTable& table);
[[nodiscard]] const ResultTable& result_table(const char* name);

}  // namespace linghe::record
