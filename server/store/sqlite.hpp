#pragma once
/// SQLite's C interface with owners for what it hands out. Only the store's own sources include this.
#include <sqlite3.h>

#include <memory>
#include <string>

namespace dolbang::store {

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// Null when the text makes no sense in this database.
inline Statement prepare(sqlite3* db, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(db, sql, -1, &statement, nullptr);
  return Statement(statement);
}

inline std::string column_text(sqlite3_stmt* statement, int at) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));
  return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, at))) : std::string();
}

}  // namespace dolbang::store
