import JSONRPC
import MemoEngine

extension ContextSession {
  /// A memo as it is now, trashed ones too. Whether it is there for agents is still to be asked.
  ///
  /// - Throws: ``ToolFailure`` if there is none, or `EngineError`.
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
  /// Checks that a memo is there for agents.
  ///
  /// - Throws: ``ToolFailure``, the same as if it were nowhere.
  func require(_ memo: MemoSnapshot) throws(ToolFailure) {
    guard admits(memo) else { throw .noMemo(memo.metadata.id.description) }
  }
}
