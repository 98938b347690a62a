public import MemoModel

/// The recovery of ended processes' journals, which goes on in the background. Usable on any thread.
///
/// A memo read without its last changes would be edited from an old version, and those changes could never be applied:
/// so everything that concerns it waits.
public protocol PendingRecovery: Sendable {
  /// Whether the store was opened: then reading a row waits for nobody.
  var isStoreOpen: Bool { get }

  /// Whether some changes are not in the store yet.
  var isUnderWay: Bool { get }

  /// Whether some changes of a memo may not be in the store yet.
  func concerns(_ id: MemoID) -> Bool

  /// Returns once all changes of a memo, or of every memo, are in the store.
  ///
  /// - Parameter deadline: until when other programs may keep it locked; nil for as long as they do.
  /// - Throws: ``StoreError`` if they can't be stored.
  func finish(_ id: MemoID?, until deadline: ContinuousClock.Instant?) async throws(StoreError)

  /// Gives up soon if the store stays locked: the session ends.
  ///
  /// - Parameter patience: how long its waiters may still wait.
  func end(patience: Duration)
}

extension MemoEngine {
  /// Whether some memos' last changes are not in the store yet.
  public var isRecovering: Bool { recovery?.isUnderWay ?? false }

  /// Whether a memo's last changes may not be in the store yet.
  public func isRecovering(_ id: MemoID) -> Bool { recovery?.concerns(id) ?? false }

  /// Returns once all changes of ended processes are in the store.
  ///
  /// - Parameter deadline: until when other programs may keep it locked; nil for as long as they do.
  /// - Throws: `storeUnavailable`.
  public func recovered(until deadline: ContinuousClock.Instant? = nil) async throws(EngineError) {
    try await finishRecovery(of: nil, until: deadline)
  }

  func finishRecovery(of id: MemoID?, until deadline: ContinuousClock.Instant? = nil) async throws(EngineError) {
    do throws(StoreError) { try await recovery?.finish(id, until: deadline) } catch {
      throw .storeUnavailable(error)
    }
  }
}
