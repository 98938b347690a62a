extension Migrations {
  /// The references of memos' texts. `contents` is all of them; `names`, `links` and `tags` are for finding them by the
  /// names that others use. `kind` has raw values of `NameKind`; `written` is a link's target as it was typed, if it
  /// could be an identifier; a tag's `name` is its memo's spelling.
  ///
  /// No text is read here, so that the store is usable at once: `unread` has the memos whose texts are to be read.
  /// Counters can't overflow, whatever a file says: that would keep a memo from being saved.
  static let seventh = """
    CREATE TABLE unread (key INTEGER PRIMARY KEY) STRICT;
    INSERT INTO unread SELECT key FROM memos;
    CREATE TABLE memo_references (
      key INTEGER PRIMARY KEY, has_tasks INTEGER NOT NULL, contents TEXT NOT NULL
    ) STRICT;
    CREATE INDEX references_with_tasks ON memo_references (key) WHERE has_tasks = 1;
    CREATE TABLE names (
      form TEXT NOT NULL,
      kind INTEGER NOT NULL,
      key INTEGER NOT NULL,
      is_trashed INTEGER NOT NULL,
      PRIMARY KEY (form, kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX names_of_memo ON names (key);
    CREATE TABLE links (
      form TEXT NOT NULL,
      is_identifier INTEGER NOT NULL,
      written TEXT NOT NULL,
      key INTEGER NOT NULL,
      has_fragment INTEGER NOT NULL,
      PRIMARY KEY (form, is_identifier, written, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_of_memo ON links (key);
    CREATE INDEX links_with_fragments ON links (key) WHERE has_fragment = 1;
    CREATE TABLE former_titles (
      form TEXT NOT NULL, key INTEGER NOT NULL, had_at INTEGER NOT NULL, PRIMARY KEY (form, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX former_titles_of_memo ON former_titles (key);
    CREATE TRIGGER referencing_memo_deleted AFTER DELETE ON memos BEGIN
      DELETE FROM unread WHERE key = OLD.key;
      DELETE FROM memo_references WHERE key = OLD.key;
      DELETE FROM names WHERE key = OLD.key;
      DELETE FROM links WHERE key = OLD.key;
      DELETE FROM former_titles WHERE key = OLD.key;
    END;
    CREATE TRIGGER named_memo_trashed AFTER UPDATE OF trashed_at ON memos
      WHEN (OLD.trashed_at IS NULL) <> (NEW.trashed_at IS NULL) BEGIN
      UPDATE names SET is_trashed = NEW.trashed_at IS NOT NULL WHERE key = NEW.key;
    END;
    ALTER TABLE tags ADD COLUMN name TEXT NOT NULL DEFAULT '';
    CREATE TABLE tag_names (
      tag TEXT NOT NULL, name TEXT NOT NULL, memos INTEGER NOT NULL, PRIMARY KEY (tag, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER tag_name_inserted AFTER INSERT ON tags WHEN NEW.is_trashed = 0 AND NEW.name <> '' BEGIN
      INSERT INTO tag_names VALUES (NEW.tag, NEW.name, 1)
        ON CONFLICT DO UPDATE SET memos = max(0, min(memos, 1099511627776)) + 1;
    END;
    CREATE TRIGGER tag_name_deleted AFTER DELETE ON tags WHEN OLD.is_trashed = 0 AND OLD.name <> '' BEGIN
      UPDATE tag_names SET memos = max(1, min(memos, 1099511627776)) - 1 WHERE tag = OLD.tag AND name = OLD.name;
      DELETE FROM tag_names WHERE tag = OLD.tag AND name = OLD.name AND memos = 0;
    END;
    """
}
