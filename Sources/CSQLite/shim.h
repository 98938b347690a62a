#include <sqlite3.h>

/* What SQLite offers only as a C macro or a variadic function, neither of which Swift can call. */

/* SQLITE_TRANSIENT: SQLite copies what is bound before the call returns. */
static inline sqlite3_destructor_type memo_sqlite_transient(void) {
  return (sqlite3_destructor_type)-1;
}

/* Ends the count of SQLite's memory; before its first call only. */
static inline int memo_sqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Sets one of the options SQLITE_DBCONFIG_... that are on or off. */
static inline int memo_sqlite_configure(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}
