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

/// A row with a text, ready to be stored.
func change(
  _ id: String, text: String? = "", version: Int = 1, created: Int = 0, modified: Int = 0, trashed: Int? = nil,
  title: String = "", properties: String = "{}"
) throws -> StoreChange {
  guard let id = MemoID(id) else { throw StoreError(.other, "\(id) is no identifier") }
  let metadata = MemoMetadata(
    id: id, version: version, createdAt: Timestamp(millisecondsSince1970: created),
    modifiedAt: Timestamp(millisecondsSince1970: modified),
    trashedAt: trashed.map(Timestamp.init(millisecondsSince1970:)),
    properties: try JSONObject(json: Array(properties.utf8)))
  let summary = MemoSummary(metadata: metadata, displayTitle: title, preview: "", bytes: text?.utf8.count ?? 0)
  return .put(ListRow(summary: summary, sortTitle: title.lowercased()), text: text.map { Array($0.utf8) })
}

extension SQLiteStore {
  /// Writes changes that stand in no journal.
  func write(_ changes: [StoreChange]) throws(StoreError) { try write(changes, nil) }

  /// A memo's text.
  func text(_ id: String) throws -> String? {
    guard let id = MemoID(id) else { return nil }
    return try memo(id).map { String(decoding: $0.text, as: UTF8.self) }
  }
}
