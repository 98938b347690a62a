import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  /// The longest text with its properties, in UTF-8 bytes, that is written on the loop's thread.
  static let longText = 1 << 20

  func getMemo(_ params: GetMemo.Params) throws -> Answer<Memo> {
    if params.revision != nil { return try pastMemo(params) }
    return whole(try snapshot(params.id))
  }

  /// An answer with a memo and its text.
  func whole(_ memo: MemoSnapshot) -> Answer<Memo> {
    let encoding = positionEncoding
    let bytes = memo.text.summary.utf8 + memo.metadata.properties.bytes(upTo: Self.longText + 1)
    guard bytes > Self.longText else { return .now(Memo(memo, encoding)) }
    return .later(expectedBytes: bytes) { Memo(memo, encoding) }
  }

  func updateMemo(_ params: UpdateMemo.Params) throws -> MemoSnapshot {
    let id = try memoID(params.id)
    let changes = params.contentChanges.map(TextChange.init)
    return try onEngine((id, params.baseVersion, changes, params.properties, positionEncoding)) { engine, edit in
      let (id, baseVersion, changes, properties, encoding) = edit
      return try engine.updateMemo(
        id, baseVersion: baseVersion, changes: changes, properties: properties, encoding: encoding)
    }
  }

  /// The same for a long update, off the loop's thread; nil if the update is short.
  func updateLongMemo(_ params: UpdateMemo.Params) throws -> (@Sendable () async throws -> UpdateMemo.Result)? {
    guard params.isLong else { return nil }
    let id = try memoID(params.id)
    let encoding = positionEncoding
    return { [engine, commit] in
      let changes = params.contentChanges.map(TextChange.init)
      let memo = try await engine.updateLongMemo(
        id, baseVersion: params.baseVersion, changes: changes, properties: params.properties, encoding: encoding,
        commit: commit)
      return UpdateMemo.Result(memo, encoding)
    }
  }

  typealias Split = TitleBodySplitRequest

  func titleBodySplit(_ params: Split.Params) throws -> Answer<Split.Result> {
    let (bytes, text): (Int, @Sendable () -> Rope)
    switch params {
    case .text(let given): (bytes, text) = (given.withUTF8(\.count), { Rope(given) })
    case .id(let id):
      let stored = try snapshot(id).text
      (bytes, text) = (stored.summary.utf8, { stored })
    }
    guard bytes > Self.longText else { return .now(Split.Result(text())) }
    return .later(expectedBytes: bytes) { Split.Result(text()) }
  }

  func delete(_ params: DeleteMemo.Params) throws -> DeleteMemo.Result {
    let id = try memoID(params.id)
    let memo = try onEngine { engine in
      params.permanent
        ? try engine.destroyMemo(id, baseVersion: params.baseVersion)
        : try engine.trashMemo(id, baseVersion: params.baseVersion)
    }
    let trashedAt = params.permanent ? nil : memo.metadata.trashedAt
    return DeleteMemo.Result(id: params.id, version: memo.metadata.version, trashedAt: trashedAt?.description)
  }

  /// A memo as it is now, in the trash or not.
  func snapshot(_ id: String) throws -> MemoSnapshot {
    let id = try memoID(id)
    return try onEngine { try $0.memo(id) }
  }

  /// The identifier of a memo to look up. A text that can't be one is no memo's.
  func memoID(_ text: String) throws -> MemoID {
    guard let id = MemoID(text) else { throw WireError.memoNotFound(text) }
    return id
  }
}

extension TextChange {
  fileprivate init(_ change: ContentChange) {
    let range = change.range.map { TextRange(start: TextPosition($0.start), end: TextPosition($0.end)) }
    self.init(range: range, text: change.text)
  }
}

extension TextPosition {
  fileprivate init(_ position: Position) { self.init(line: position.line, character: position.character) }
}

extension TextOrMemo {
  /// What a request with this text is about.
  var concern: Concern {
    switch self {
    case .text: .nothing
    case .id(let id): .subject(id)
    }
  }
}

extension Rope {
  /// The text of a string that was read, and so is valid UTF-8.
  init(_ string: JSONString) { self = string.withUTF8 { Rope(validUTF8: $0) } }
}
