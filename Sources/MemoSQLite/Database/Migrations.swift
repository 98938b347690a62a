package import MemoModel

/// The database's schema, as numbered steps from an empty file. A released step is never edited: a change is a new
/// step. `user_version` is the number of the last step done.
package enum Migrations {
  /// Marks the file as ours (`PRAGMA application_id`): "MEMO" in ASCII.
  static let applicationID = 0x4D45_4D4F

  /// A step: SQL, and work that SQL can't do.
  struct Step {
    let sql: String
    var fillIn: (SQLiteConnection) throws(StoreError) -> Void = { _ throws(StoreError) in }

    func run(_ connection: SQLiteConnection) throws(StoreError) {
      try connection.execute(sql)
      try fillIn(connection)
    }
  }

  static var steps: [Step] {
    [first, second, third, fourth].map { Step(sql: $0) }
      + [Step(sql: fifth, fillIn: TagRows.fillIn), Step(sql: sixth, fillIn: ExcerptRows.fillIn)]
      + [seventh, eighth, ninth, tenth, eleventh].map { Step(sql: $0) }
      + [Step(sql: twelfth, fillIn: fillInStems)]
      + [thirteenth, fourteenth, fifteenth, sixteenth].map { Step(sql: $0) }
  }

  /// The version of a file that is up to date.
  package static var latest: Int { steps.count }

  /// Texts are in a table of their own, so that a list reads none; each order of a list has its index; triggers keep
  /// the totals, so that no list counts rows.
  private static let first = """
    CREATE TABLE memos (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      modified_at INTEGER NOT NULL,
      trashed_at INTEGER,
      display_title TEXT NOT NULL,
      sort_title TEXT NOT NULL,
      preview TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      properties TEXT NOT NULL
    ) STRICT;
    CREATE TABLE texts (key INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
    CREATE INDEX live_by_modified ON memos (modified_at DESC, id) WHERE trashed_at IS NULL;
    CREATE INDEX live_by_created ON memos (created_at DESC, id) WHERE trashed_at IS NULL;
    CREATE INDEX live_by_title ON memos (sort_title, id) WHERE trashed_at IS NULL;
    CREATE INDEX trash_by_modified ON memos (modified_at DESC, id) WHERE trashed_at IS NOT NULL;
    CREATE INDEX trash_by_created ON memos (created_at DESC, id) WHERE trashed_at IS NOT NULL;
    CREATE INDEX trash_by_title ON memos (sort_title, id) WHERE trashed_at IS NOT NULL;
    CREATE TABLE totals (live INTEGER NOT NULL, trashed INTEGER NOT NULL) STRICT;
    INSERT INTO totals VALUES (0, 0);
    CREATE TRIGGER memo_inserted AFTER INSERT ON memos BEGIN
      UPDATE totals SET live = live + (NEW.trashed_at IS NULL), trashed = trashed + (NEW.trashed_at IS NOT NULL);
    END;
    CREATE TRIGGER memo_deleted AFTER DELETE ON memos BEGIN
      DELETE FROM texts WHERE key = OLD.key;
      UPDATE totals SET live = live - (OLD.trashed_at IS NULL), trashed = trashed - (OLD.trashed_at IS NOT NULL);
    END;
    CREATE TRIGGER memo_trashed AFTER UPDATE OF trashed_at ON memos
      WHEN (OLD.trashed_at IS NULL) <> (NEW.trashed_at IS NULL) BEGIN
      UPDATE totals SET live = live + (NEW.trashed_at IS NULL) - (OLD.trashed_at IS NULL),
        trashed = trashed + (NEW.trashed_at IS NOT NULL) - (OLD.trashed_at IS NOT NULL);
    END;
    """

  /// The point up to which each crash journal's changes are saved: replaying a journal twice has the same result as
  /// once.
  private static let second = """
    CREATE TABLE journal_marks (
      journal INTEGER NOT NULL,
      id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (journal, id)
    ) STRICT, WITHOUT ROWID;
    """

  /// Support for several processes on one store: each memo's stored revision (1 for all earlier ones), the revision
  /// that a mark saved, what each transaction did to which memo, and earlier texts. `before` and `after` are raw values
  /// of `MemoPresence`; `edits` turn the text of revision `next` into that of the row's own, where 0 stands for an
  /// empty text: so the last revision of a destroyed memo is kept.
  ///
  /// A long text is stored in pieces, which `layout` lists; its `text` is empty then.
  private static let third = """
    ALTER TABLE memos ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE journal_marks ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal_marks ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal_marks ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE changes (
      moment INTEGER PRIMARY KEY AUTOINCREMENT,
      writer INTEGER NOT NULL,
      id TEXT NOT NULL,
      before INTEGER NOT NULL,
      after INTEGER NOT NULL,
      base_version INTEGER NOT NULL,
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE revisions (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      next INTEGER NOT NULL,
      version INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      modified_at INTEGER NOT NULL,
      trashed_at INTEGER,
      properties TEXT NOT NULL,
      edits BLOB NOT NULL,
      UNIQUE (id, revision)
    ) STRICT;
    CREATE TABLE pieces (key INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    ALTER TABLE texts ADD COLUMN layout BLOB;
    """

  /// Earlier texts kept for other processes become each memo's history: `use` says why a revision is kept (raw values
  /// of `RevisionUse`), `undo_to` and `redo_to` where undo and redo lead, 0 for nowhere. `history_due` is when to
  /// prune, in milliseconds since 1970, and `history_room` how many bytes may be added before pruning at any time.
  /// Large values come last in their rows, so that the others are read without them.
  private static let fourth = """
    ALTER TABLE memos ADD COLUMN undo_to INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE memos ADD COLUMN redo_to INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE memos ADD COLUMN history_due INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE memos ADD COLUMN history_room INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE revisions RENAME TO former_revisions;
    CREATE TABLE revisions (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      next INTEGER NOT NULL,
      use INTEGER NOT NULL,
      version INTEGER NOT NULL,
      undo_to INTEGER NOT NULL,
      redo_to INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      modified_at INTEGER NOT NULL,
      trashed_at INTEGER,
      bytes INTEGER NOT NULL,
      display_title TEXT NOT NULL,
      properties TEXT NOT NULL,
      edits BLOB NOT NULL,
      UNIQUE (id, revision)
    ) STRICT;
    INSERT INTO revisions
      SELECT key, id, revision, next, iif(id IN (SELECT id FROM memos), 0, 2), version, 0, 0, created_at, modified_at,
        trashed_at, 0, '', properties, edits FROM former_revisions;
    DROP TABLE former_revisions;
    CREATE INDEX revisions_of_destroyed ON revisions (use) WHERE use = 2;
    """

  /// The schema of a version.
  static func schema(ofVersion version: Int) -> Schema {
    steps.prefix(version).reduce(into: Schema()) { $0.follow($1.sql) }
  }

  /// The schema of a file that is up to date, as most are.
  private static let latestSchema = schema(ofVersion: latest)

  /// Checks that this program can use the file, perhaps after migrating it. Only reads.
  ///
  /// - Returns: the file's version.
  static func check(_ connection: SQLiteConnection, path: String) throws(StoreError) -> Int {
    let (version, differences) = try state(of: connection, path: path)
    if let difference = differences.first {
      let advice = "\(difference.advice), or save what can be read with: memo-ls recover"
      throw StoreError(.corrupt, "the database \(path) \(difference.description); copy it, then \(advice)")
    }
    return version
  }

  /// The version of a file of ours, and its differences from that version's schema. Both are of one moment, even if
  /// another process migrates the file meanwhile.
  package static func state(
    of connection: SQLiteConnection, path: String
  ) throws(StoreError) -> (version: Int, differences: [Schema.Difference]) {
    try connection.snapshot { () throws(StoreError) in
      let version = try connection.integer("PRAGMA user_version")
      guard version <= latest else {
        throw StoreError(
          .newerVersion,
          "\(path) was made by a later version of memo-ls (store version \(version), this one knows \(latest)); "
            + "it was left untouched: update memo-ls, or name another file with --store"
        )
      }
      let isOurs = try connection.integer("PRAGMA application_id") == applicationID
      let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
      guard isOurs && version >= 0 || isEmpty && version == 0 else {
        throw StoreError(
          .notAMemoStore, "\(path) is the database of another program; name another file with --store")
      }
      let schema = version == latest ? latestSchema : schema(ofVersion: version)
      return (version, try schema.differences(in: connection))
    }
  }

  /// Migrates the file, all missing steps in one transaction. An empty file gets the last step's schema at once.
  static func run(_ connection: SQLiteConnection, path: String) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      // Checked again now that nobody else can write: two processes may start on a new file at once.
      let version = try check(connection, path: path)
      guard version < latest else { return }
      if version == 0 {
        try latestSchema.create(in: connection)
      } else {
        for step in steps.dropFirst(version) { try step.run(connection) }
      }
      try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(latest);")
    }
  }
}
