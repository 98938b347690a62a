extension Migrations {
  /// The files of a folder that is kept in sync with the store, as both were when they were last in sync. Paths are
  /// compared byte by byte. `hash` has 16 bytes, most significant first; times are nanoseconds since 1970.
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

  /// Whether a file's name follows its memo's title. No program has written such rows before.
  static let eleventh = """
    ALTER TABLE files ADD COLUMN follows_title INTEGER NOT NULL DEFAULT 0;
    """

  /// The permissions of a file, which it gets again if it comes back; 0 where they are not known.
  static let fifteenth = """
    ALTER TABLE files ADD COLUMN permissions INTEGER NOT NULL DEFAULT 0;
    """

  /// Files that clients have open, and who holds them; ``OpenFilesLock`` shows whether a holder is alive.
  static let thirteenth = """
    CREATE TABLE open_files (
      holder INTEGER NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (holder, id)
    ) STRICT, WITHOUT ROWID;
    """
}
