extension Migrations {
  /// The hub that the memos are synced with, one row at most, and what is known of each memo there. `revision` is the
  /// one that the hub has, 0 for a tombstone. `sync_revisions` lists the revisions that rows name, so that they stay
  /// among their memo's revisions; `memo` is what it was there, if it never was stored.
  static let fourteenth = """
    CREATE TABLE sync_hubs (url TEXT PRIMARY KEY, membership TEXT NOT NULL, cursor TEXT) STRICT;
    CREATE TABLE sync_rows (
      id TEXT PRIMARY KEY,
      revision INTEGER,
      is_based INTEGER NOT NULL,
      row TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_revisions (
      id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      memo TEXT,
      PRIMARY KEY (id, revision)
    ) STRICT, WITHOUT ROWID;
    """
}
