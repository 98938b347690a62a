extension Migrations {
  /// The last import of each file, so that changes there can be told from changes here; and the files exported to each
  /// folder. `digest` is of the file's bytes, `text` is the memo's text made from them.
  static let sixth = """
    CREATE TABLE imports (source TEXT PRIMARY KEY, id TEXT NOT NULL, digest TEXT NOT NULL, text BLOB NOT NULL) STRICT;
    CREATE TABLE exports (
      folder TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
    """
}
