import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  func history(_ params: History.Params) throws -> Answer<History.Result> {
    try WireError.checkPage(params.limit, of: "revisions")
    let id = try memoID(params.id)
    let history = try onEngine { try $0.history(id) }
    let version = try HistoryCursor.version(params)
    // A state takes a few hundred bytes.
    return .later(expectedBytes: params.limit * 256) {
      // One more state tells whether there is a next page.
      let page = try history.page(before: version, limit: params.limit + 1)
      return page.result(limit: params.limit, of: params.id)
    }
  }

  /// An earlier state of a memo.
  func pastMemo(_ params: GetMemo.Params) throws -> Answer<Memo> {
    let (history, revision) = try past(params)
    let encoding = positionEncoding
    return .later(expectedBytes: history.bytes) { Memo(try history.memo(at: revision), encoding) }
  }

  /// Takes a memo out of the trash, or restores an earlier state.
  func restore(_ params: RestoreMemo.Params) throws -> Answer<Memo> {
    let id = try memoID(params.id)
    guard params.revision != nil else { return whole(try onEngine { try $0.restoreMemo(id) }) }
    let encoding = positionEncoding
    let (history, revision) = try past(params)
    return .later(expectedBytes: history.bytes) { [engine, commit] in
      Memo(try await engine.restoreMemo(id, revision: revision, commit: commit), encoding)
    }
  }

  /// Undoes or redoes a memo's last step.
  func move(_ params: MemoAtVersion, _ direction: HistoryDirection) throws -> Answer<Memo> {
    let id = try memoID(params.id)
    let encoding = positionEncoding
    return .later(expectedBytes: 0) { [engine, commit] in
      Memo(try await engine.move(id, direction, baseVersion: params.baseVersion, commit: commit), encoding)
    }
  }

  /// The history of a memo, and the revision that a client names. A text that can't be a revision is none of the
  /// memo's.
  private func past(_ params: MemoReference) throws -> (MemoHistory, Int) {
    let id = try memoID(params.id)
    let history = try onEngine { try $0.history(id) }
    let text = params.revision ?? ""
    guard let revision = Int(text), String(revision) == text else {
      throw WireError.revisionNotFound(params.id, text)
    }
    return (history, revision)
  }
}
