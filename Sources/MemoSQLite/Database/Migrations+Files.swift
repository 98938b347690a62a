extension Migrations {
  /// The files of a folder that is kept equal to the store, as both were when they were last equal. Paths are compared
  /// byte by byte. `hash` has 16 bytes, the greatest first; times are nanoseconds since 1970.
  static let tenth = """
    CREATE TABLE files (
      path TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      revision INTEGER NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      born INTEGER NOT NULL,
      hash BLOB NOT NULL,
      is_gone INTEGER NOT NULL,
      is_released INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
