import JSONRPC
import MemoEngine
import MemoProtocol

/// Requests that create memos.
extension Session {
  /// What the creation of a memo is about. Without an identifier that is something new; but a subject of its own if the
  /// store must be read first, or the text is long, so that later calls about everything see the memo. A template may
  /// be any memo.
  func concern(_ params: CreateMemo.Params) -> Concern {
    if params.template != nil { return .made(params.id ?? Self.anyNewMemo, patience: Self.patience) }
    if let id = params.id { return .subject(id) }
    return isPrepared && !params.isLong ? .new : .subject(Self.anyNewMemo)
  }

  private static var anyNewMemo: String { MemoID.unique(at: .now).description }

  /// How long others wait for what is made of a template, so that it is what that says now.
  private static let patience = Duration.milliseconds(250)

  func createMemo(_ params: CreateMemo.Params) throws -> Answer<CreateMemo.Result> {
    let id = params.id.flatMap(MemoID.init)
    if params.id != nil, id == nil {
      throw WireError.invalidParams(
        "id", "must be 1 to \(MemoID.maximumLength) characters of A-Z, a-z, 0-9, '.', '_' and '-'")
    }
    let encoding = positionEncoding
    if let template = params.template {
      return .later(expectedBytes: 0) { [engine, commit, files] in
        let (memo, cursor) = try await engine.createMemo(
          id: id, from: template, properties: params.properties, commit: commit)
        // What stands behind the title is known then as the template's, and not as what was typed next.
        if files != nil { Task { _ = try? await engine.flush(memo.metadata.id) } }
        return CreateMemo.Result(memo, cursor: cursor, encoding)
      }
    }
    if params.isLong {
      return .later(expectedBytes: 0) { [engine, commit] in
        let memo = try await engine.createLongMemo(id: id, properties: params.properties, commit: commit) {
          params.text.map(Rope.init) ?? Rope()
        }
        return CreateMemo.Result(memo, encoding)
      }
    }
    let memo = try onEngine {
      try $0.createMemo(id: id, text: params.text.map(Rope.init) ?? Rope(), properties: params.properties)
    }
    return .now(CreateMemo.Result(memo, encoding))
  }

  /// What a day's memo is about: itself, and its template.
  func concern(_ params: Daily.Params) -> Concern {
    let id = MemoID.daily(params.date ?? onEngine { $0.today }).description
    return params.template == nil ? .subject(id) : .made(id, patience: Self.patience)
  }

  func daily(_ params: Daily.Params) -> Answer<Memo> {
    let encoding = positionEncoding
    return .later(expectedBytes: 0) { [engine, commit] in
      Memo(try await engine.daily(params.date, template: params.template, commit: commit), encoding)
    }
  }
}
