import Foundation
import JSON
import MemoModel
import MemoStore

/// A folder that goes when the test does.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "memo-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a store in the folder.
  var database: String { "\(path)/memos.sqlite" }

  /// A store in the folder.
  func store() -> SQLiteStore { SQLiteStore(path: database) }
}

/// A row with a text, ready to be stored in place of whatever is.
func change(
  _ id: String, text: String? = "", version: Int = 1, created: Int = 0, modified: Int = 0, trashed: Int? = nil,
  title: String = "", properties: String = "{}"
) throws -> (id: MemoID, kind: StoreChange.Kind) {
  guard let id = MemoID(id) else { throw StoreError(.other, "\(id) is no identifier") }
  let metadata = MemoMetadata(
    id: id, version: version, createdAt: Timestamp(millisecondsSince1970: created),
    modifiedAt: Timestamp(millisecondsSince1970: modified),
    trashedAt: trashed.map(Timestamp.init(millisecondsSince1970:)),
    properties: try JSONObject(json: Array(properties.utf8)))
  let summary = MemoSummary(metadata: metadata, displayTitle: title, preview: "", bytes: text?.utf8.count ?? 0)
  return (id, .put(ListRow(summary: summary, sortTitle: title.lowercased()), text: text.map { Array($0.utf8) }))
}

extension SQLiteStore {
  /// Writes changes that stand in no journal, one transaction, in place of whatever is stored.
  func write(_ changes: [(id: MemoID, kind: StoreChange.Kind)]) throws {
    let bases = Dictionary(try memos(changes.map(\.id)).map { ($0.metadata.id, $0.revision) }) { $1 }
    let stale = try write(
      changes.map {
        StoreChange($0.id, base: bases[$0.id], $0.kind, mark: JournalMark(sequence: 0, version: 0, base: 0))
      },
      journal: nil)
    if !stale.isEmpty { throw StoreError(.other, "\(stale.count) memos were stale") }
  }

  /// A memo's text.
  func text(_ id: String) throws -> String? {
    guard let id = MemoID(id) else { return nil }
    return try memo(id).map { String(decoding: $0.text, as: UTF8.self) }
  }
}
