import JSONRPC
import MemoEngine

extension ContextSession {
  /// A memo as it is now, in the trash or not. Whether agents can see it must still be checked.
  ///
  /// - Throws: ``ToolFailure`` if it does not exist, or `EngineError`.
  func memo(_ id: String) throws -> MemoSnapshot {
    guard let known = MemoID(id) else { throw ToolFailure.noMemo(id) }
    let origin = origin
    do {
      return try onEngine { try $0.memo(known, by: origin) }
    } catch EngineError.memoNotFound {
      throw ToolFailure.noMemo(id)
    }
  }
}

extension Access {
  /// Checks that agents can see a memo.
  ///
  /// - Throws: ``ToolFailure``, the same as if it did not exist.
  func require(_ memo: MemoSnapshot) throws(ToolFailure) {
    guard admits(memo) else { throw .noMemo(memo.metadata.id.description) }
  }
}
