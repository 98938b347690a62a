import MemoEngine
import Synchronization

/// A change of a memo that is stored by now.
struct StoredChange: Sendable {
  /// The memo as it is stored.
  let memo: MemoSnapshot
  /// Whether what others stored meanwhile was merged with it.
  let isMerged: Bool
  /// The memos that hold others' texts, where both changed the same lines.
  let copies: [MemoID]

  /// What is said of others' texts that could not be merged; empty if there are none.
  var copiesRemark: String {
    if copies.isEmpty { return "" }
    let names = copies.map(\.description).joined(separator: ", ")
    return "both changed the same lines; yours are in the memo, and the other text is now the memo \(names)\n"
  }
}

extension OpenStore {
  /// Stores a change of a memo as it was when it was read; what was stored since is merged as between servers.
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

/// What a save found out about others' changes.
private final class Merges: Sendable {
  private let id: MemoID
  private let noted = Mutex<(isMerged: Bool, copies: [MemoID])>((false, []))

  init(of id: MemoID) { self.id = id }

  var found: (isMerged: Bool, copies: [MemoID]) { noted.withLock { $0 } }

  func note(_ event: EngineEvent) {
    noted.withLock { noted in
      switch event {
      case .changedByOther: noted.isMerged = true
      case .createdByOther(let copy) where copy != id: noted.copies.append(copy)
      default: break
      }
    }
  }
}
