#include <sqlite3.h>

/* What SQLite offers only as a C macro or a variadic function, neither of which Swift can call. */

/* SQLITE_TRANSIENT: SQLite copies what is bound before the call returns. */
static inline sqlite3_destructor_type memo_sqlite_transient(void) {
  return (sqlite3_destructor_type)-1;
}

/* SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing the last connection leaves the write-ahead log as it is. */
static inline int memo_sqlite_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* SQLITE_DBCONFIG_DEFENSIVE: no SQL can corrupt the file, whatever the schema in it says. */
static inline int memo_sqlite_defensive(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
