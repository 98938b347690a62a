import JSON
package import MemoModel

/// A change that stores a row with a text in place of whatever is there.
package func change(
  _ id: String, text: String? = "", version: Int = 1, created: Int = 0, modified: Int = 0, trashed: Int? = nil,
  title: String = "", properties: String = "{}", references: MemoReferences? = nil
) throws -> (id: MemoID, kind: StoreChange.Kind) {
  guard let id = MemoID(id) else { throw StoreError(.other, "\(id) is no identifier") }
  let metadata = MemoMetadata(
    id: id, version: version, createdAt: Timestamp(millisecondsSince1970: created),
    modifiedAt: Timestamp(millisecondsSince1970: modified),
    trashedAt: trashed.map(Timestamp.init(millisecondsSince1970:)),
    properties: try JSONObject(json: Array(properties.utf8)))
  let tags = Set(metadata.properties.tags.map { $0.lowercased() })
  let summary = MemoSummary(metadata: metadata, displayTitle: title, preview: "", bytes: text?.utf8.count ?? 0)
  return (
    id,
    .put(
      ListRow(summary: summary, sortTitle: title.lowercased(), tags: tags),
      text: text.map { TextUpdate(Array($0.utf8), replacing: 0) }, references: references)
  )
}

extension StoreChange.Kind {
  /// The same change for a memo with this text, of which the beginning and the end may stay.
  package func replacing(_ old: [UInt8]) -> StoreChange.Kind {
    guard case .put(let row, let update?, let references) = self else { return self }
    let new = update.text
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
    let splice = TextUpdate.Splice(old: prefix..<(old.count - suffix), new: prefix..<(new.count - suffix))
    let splices = splice.old.isEmpty && splice.new.isEmpty ? [] : [splice]
    return .put(
      row, text: TextUpdate(count: new.count, splices: splices) { Array(new[$0]) }, references: references)
  }
}

extension MemoStore {
  /// Writes changes that are in no journal, in one transaction, in place of whatever is stored.
  package func write(_ changes: [(id: MemoID, kind: StoreChange.Kind)]) throws {
    let stored = Dictionary(try memos(changes.map(\.id)).map { ($0.metadata.id, $0) }) { $1 }
    let stale = try write(
      changes.map {
        let old = stored[$0.id]
        let kind = $0.kind.replacing(old?.text ?? [])
        return StoreChange($0.id, base: old?.revision, kind, mark: JournalMark(sequence: 0, version: 0, base: 0))
      },
      journal: nil)
    if !stale.isEmpty { throw StoreError(.other, "\(stale.count) memos were stale") }
  }

  /// A memo's text.
  package func text(_ id: String) throws -> String? {
    guard let id = MemoID(id) else { return nil }
    return try memo(id).map { String(decoding: $0.text, as: UTF8.self) }
  }
}
