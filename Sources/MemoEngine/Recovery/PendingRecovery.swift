public import MemoModel

/// What ended processes left in their journals, on its way into the store while everything else goes on. May be asked
/// anywhere.
///
/// A memo read without its last changes would be edited from an old version, and then nothing could bring them back: so
/// what concerns it waits.
public protocol PendingRecovery: Sendable {
  /// Whether the store was opened: then reading a row of it waits for nobody.
  var isStoreOpen: Bool { get }

  /// Whether something is not in the store yet.
  var isUnderWay: Bool { get }

  /// Whether something of a memo may not be in the store yet.
  func concerns(_ id: MemoID) -> Bool

  /// Returns once all of a memo is in the store, or all of every memo, however long other programs keep it locked.
  ///
  /// - Throws: ``StoreError`` if it can't be brought there.
  func finish(_ id: MemoID?) async throws(StoreError)

  /// Gives up soon where the store stays locked: the session ends.
  ///
  /// - Parameter patience: how long those who wait may still wait.
  func end(patience: Duration)
}

extension MemoEngine {
  /// Whether some memos' last changes are not in the store yet.
  public var isRecovering: Bool { recovery?.isUnderWay ?? false }

  /// Returns once all that ended processes left is in the store.
  ///
  /// - Throws: `storeUnavailable`.
  public func recovered() async throws(EngineError) { try await finishRecovery(of: nil) }

  func finishRecovery(of id: MemoID?) async throws(EngineError) {
    do throws(StoreError) { try await recovery?.finish(id) } catch { throw .storeUnavailable(error) }
  }
}
