import MemoModel
import MemoText

/// The uses of tags, at one moment.
enum TagUses {
  static func page(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences,
    in connection: SQLiteConnection
  ) throws(StoreError) -> TagPage {
    let prefix = Array((prefix?.tagPrefixForm ?? "").utf8)
    var uses = unsaved.tag == nil ? try stored(in: connection) : [:]
    var names = try changes(by: unsaved, in: connection)
    for (form, change) in names { uses[form, default: 0] += change.values.reduce(0, +) }
    let all = uses.filter { $0.value > 0 && $0.key.utf8.starts(with: prefix) }
      .map { TagPlace(memos: $0.value, form: $0.key) }.sorted { $0.precedes($1) }
    let rest = all.lazy.filter { tag in place.map { $0.precedes(tag) } ?? true }
    var tags: [TagUse] = []
    for tag in rest.prefix(limit) {
      let sql = "SELECT name, memos FROM tag_names WHERE tag = ?"
      // If all memos must have a tag, all of their tags are among the changes.
      if unsaved.tag == nil {
        try connection.forEachRow(sql, [.text(tag.form)]) { row throws(StoreError) in
          names[tag.form, default: [:]][row.text(0), default: 0] += row.integer(1, in: 0...(1 << 40))
          return true
        }
      }
      let written = (names[tag.form] ?? [:]).filter { $0.value > 0 && !$0.key.isEmpty }.min {
        $0.value == $1.value ? $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) : $0.value > $1.value
      }
      tags.append(TagUse(name: written?.key ?? tag.form, form: tag.form, memos: tag.memos))
    }
    return TagPage(tags: tags, total: all.count)
  }

  /// The stored number of memos with each tag.
  private static func stored(in connection: SQLiteConnection) throws(StoreError) -> [String: Int] {
    var uses: [String: Int] = [:]
    try connection.forEachRow("SELECT tag, live FROM tag_totals", []) { row throws(StoreError) in
      uses[row.text(0)] = row.integer(1, in: 0...(1 << 40))
      return true
    }
    return uses
  }

  /// The changes of each tag's number of memos by unsaved ones, for each of its spellings. If all memos must have a
  /// tag, there are no stored totals, and stored memos are counted here, too.
  private static func changes(
    by unsaved: UnsavedReferences, in connection: SQLiteConnection
  ) throws(StoreError) -> [String: [String: Int]] {
    var changes: [String: [String: Int]] = [:]
    for key in try unsaved.keysWithTag(in: connection) ?? [] {
      let sql = "SELECT tag, name FROM tags WHERE key = ? AND is_trashed = 0"
      try connection.forEachRow(sql, [.integer(key)]) { row throws(StoreError) in
        changes[row.text(0), default: [:]][row.text(1), default: 0] += 1
        return true
      }
    }
    let sql = """
      SELECT tag, name FROM tags WHERE key = (SELECT key FROM memos WHERE id = ?1) AND is_trashed = 0
        AND (?2 IS NULL OR EXISTS (SELECT 1 FROM tags AS own WHERE own.key = tags.key AND own.tag = ?2))
      """
    for id in unsaved.hidden {
      let values: [SQLiteValue] = [.text(id.description), unsaved.tag.map { .text($0) } ?? .null]
      try connection.forEachRow(sql, values) { row throws(StoreError) in
        changes[row.text(0), default: [:]][row.text(1), default: 0] -= 1
        return true
      }
    }
    for memo in unsaved.memos where !memo.row.summary.metadata.isTrashed {
      for (form, name) in TagRows.tags(of: memo.row.summary.metadata, memo.references) {
        changes[form, default: [:]][name, default: 0] += 1
      }
    }
    return changes
  }
}
