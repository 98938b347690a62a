import MemoEngine
import Synchronization

/// A stored change of a memo.
struct StoredChange: Sendable {
  /// The memo as it is stored.
  let memo: MemoSnapshot
  /// Whether it was merged with what others stored meanwhile.
  let isMerged: Bool
  /// The memos that keep others' texts, where both changed the same lines.
  let copies: [MemoID]

  /// A remark about others' texts that could not be merged; empty if there are none.
  var copiesRemark: String {
    if copies.isEmpty { return "" }
    let names = copies.map(\.description).joined(separator: ", ")
    return "both changed the same lines; yours are in the memo, and the other text is now the memo \(names)\n"
  }
}

extension OpenStore {
  /// Stores a change of a memo based on the state that was read; later changes are merged as between servers.
  func change(
    _ id: MemoID, _ changes: [TextChange], properties patch: JSONObject? = nil
  ) async throws(CommandError) -> StoredChange {
    let merges = Merges(of: id)
    let observation = try await asking { engine throws(EngineError) in
      let observation = await engine.observe(merges.note)
      _ = try await engine.updateMemo(id, baseVersion: nil, changes: changes, properties: patch, encoding: .utf8)
      return observation
    }
    try await save()
    observation.end()
    let (isMerged, copies) = merges.found
    return StoredChange(memo: try await memo(id), isMerged: isMerged, copies: copies)
  }
}

/// The merges that a save has made.
private final class Merges: Sendable {
  private let id: MemoID
  private let noted = Mutex<(isMerged: Bool, copies: [MemoID])>((false, []))

  init(of id: MemoID) { self.id = id }

  var found: (isMerged: Bool, copies: [MemoID]) { noted.withLock { $0 } }

  func note(_ event: EngineEvent) {
    noted.withLock { noted in
      switch event {
      case .changedByOther(let edit) where edit.version != edit.baseVersion: noted.isMerged = true
      case .createdByOther(let copy) where copy != id: noted.copies.append(copy)
      default: break
      }
    }
  }
}
