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

  /// Saves a memo; what another process has saved of it just then is merged. Where it can't be saved now it is told as
  /// it is, and the journal keeps it; its version is then no base of a later edit, unless it still is the memo's.
  nonisolated func saved(_ memo: MemoSnapshot) async -> SavedMemo {
    var saved = SavedMemo(memo: memo)
    for _ in 0..<Self.mostAttempts where !saved.memo.isSaved {
      let id = memo.metadata.id
      do throws(EngineError) {
        let hasConflict = try await engine.flush(id) > 1
        guard let now = try await engine.snapshot(id, by: origin) else { return saved }
        saved = SavedMemo(memo: now, hasConflict: hasConflict || saved.hasConflict)
      } catch {
        break
      }
    }
    if !saved.memo.isSaved { await noteUnsaved(saved.memo) }
    return saved
  }

  private func noteUnsaved(_ memo: MemoSnapshot) {
    unsavedVersions[memo.metadata.id, default: []].insert(memo.metadata.version)
  }

  /// Whether an agent was told of a version here that was not saved: another process may have saved one of this number.
  func wasUnsaved(_ version: Int, of id: MemoID) -> Bool { unsavedVersions[id]?.contains(version) ?? false }
}
