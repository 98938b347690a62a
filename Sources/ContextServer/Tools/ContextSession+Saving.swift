import JSONRPC
import MemoEngine

/// A memo as an agent may be told of it.
struct SavedMemo: Sendable {
  let memo: MemoSnapshot
  /// Whether another process has changed the same lines at the same moment, so that its text is a memo of its own now.
  var hasConflict = false
}

/// Agents are told of what is saved and of nothing else: so a version that one was told names one state of the memo,
/// whichever process is asked later, and the history has the text.
extension ContextSession {
  /// How often somebody else may change the memo meanwhile before it is told as it is.
  private static let mostAttempts = 8
  /// Saves a memo; what another process has saved of it just then is merged. Where it can't be saved soon it is told as
  /// it is, and the journal keeps it; its version is then no base of a later edit, unless it still is the memo's.
  nonisolated func saved(_ memo: MemoSnapshot) async -> SavedMemo {
    var saved = SavedMemo(memo: memo)
    for _ in 0..<Self.mostAttempts where !saved.memo.isSaved {
      let id = memo.metadata.id
      guard let texts = await soon({ [engine] in try? await engine.flush(id) }) ?? nil,
        let now = try? await engine.snapshot(id, by: origin)
      else { break }
      saved = SavedMemo(memo: now, hasConflict: texts > 1 || saved.hasConflict)
    }
    if !saved.memo.isSaved { await noteUnsaved(saved.memo) }
    return saved
  }

  /// What some work with the store comes to; nil if that takes longer than an agent waits: it goes on by itself.
  nonisolated func soon<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    let (outcomes, outcome) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    Task.detached { outcome.yield(await work()) }
    let end = Task.detached { [patience] in
      try await Task.sleep(for: patience)
      outcome.yield(nil)
    }
    defer { end.cancel() }
    for await outcome in outcomes { return outcome }
    return nil
  }

  private func noteUnsaved(_ memo: MemoSnapshot) {
    unsavedVersions[memo.metadata.id, default: []].insert(memo.metadata.version)
  }

  /// Whether an agent was told of a version here that was not saved: another process may have saved one of this number.
  func wasUnsaved(_ version: Int, of id: MemoID) -> Bool { unsavedVersions[id]?.contains(version) ?? false }
}
