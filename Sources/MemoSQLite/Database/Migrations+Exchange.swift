extension Migrations {
  /// What was imported from which file, so that what changed there since can be told from what changed here; and what
  /// was exported to which folder. `digest` is of the file's bytes, `text` the memo's text that they made.
  static let sixth = """
    CREATE TABLE imports (source TEXT PRIMARY KEY, id TEXT NOT NULL, digest TEXT NOT NULL, text BLOB NOT NULL) STRICT;
    CREATE TABLE exports (
      folder TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
    """
}
