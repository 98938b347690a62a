import MemoMarkup
import MemoModel

extension Migrations {
  /// How links by the paths of files are found: `stem` is a possible name, without its extension, of a file that `form`
  /// leads to, where that differs from `form`. There may be rows of links that no longer exist. `wanted` is the path
  /// that a memo's file is to be moved to by whoever keeps the folder.
  static let twelfth = """
    CREATE TABLE link_stems (stem TEXT NOT NULL, form TEXT NOT NULL, PRIMARY KEY (stem, form)) STRICT, WITHOUT ROWID;
    CREATE INDEX link_stems_by_form ON link_stems (form);
    CREATE TRIGGER stemmed_link_deleted AFTER DELETE ON links BEGIN
      DELETE FROM link_stems WHERE form = OLD.form AND NOT EXISTS (SELECT 1 FROM links WHERE form = OLD.form);
    END;
    ALTER TABLE files ADD COLUMN wanted TEXT;
    CREATE INDEX wanted_files ON files (id) WHERE wanted IS NOT NULL;
    """

  /// Adds the stems of stored links: SQL can't decode percent signs.
  static func fillInStems(_ connection: SQLiteConnection) throws(StoreError) {
    let sql = "SELECT DISTINCT form FROM links WHERE instr(form, '/') OR instr(form, '.') OR instr(form, '%')"
    let forms = try connection.query(sql) { row throws(StoreError) in row.text(0) }
    for form in forms {
      try LinkRows.putStems(of: form, in: connection)
    }
  }
}
