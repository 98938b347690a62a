import JSONRPC
import MemoEngine

/// A memo that an agent may be told of.
struct SavedMemo: Sendable {
  let memo: MemoSnapshot
  /// Whether another process has changed the same lines at the same moment, so that its text is a memo of its own now.
  var hasConflict = false
}

/// Agents are told only of saved states: so a version that one was told of names one state of the memo, whichever
/// process is asked later, and the history has its text.
extension ContextSession {
  /// The number of times that others may change the memo meanwhile before it is reported unsaved.
  private static let mostAttempts = 8
  /// Saves a memo, merged with what another process has saved meanwhile. If it can't be saved soon it is reported as it
  /// is, and the journal keeps it; its version can then be the base of a later edit only as long as it is the memo's.
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

  /// The result of work with the store; nil if that takes longer than an agent waits: it goes on by itself.
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

  /// Whether an agent was told of an unsaved version here: another process may have saved one with its number.
  func wasUnsaved(_ version: Int, of id: MemoID) -> Bool { unsavedVersions[id]?.contains(version) ?? false }
}
