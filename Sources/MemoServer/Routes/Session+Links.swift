import JSONRPC
import MemoEngine
import MemoProtocol

/// Requests about the meaning of memos' words: structure, links and tags.
extension Session {
  func outline(_ params: OutlineMemo.Params) throws -> Answer<OutlineMemo.Result> {
    let source = try source(params)
    let encoding = positionEncoding
    let links = onEngine { $0.links() }
    return .later(expectedBytes: source.bytes) {
      let text = source.read()
      let outline = try await links.outline(of: text, in: source.id)
      return try OutlineMemo.Result(outline, of: text, encoding, isRecovering: links.isRecovering)
    }
  }

  func backlinks(_ params: ListBacklinks.Params) throws -> Answer<ListBacklinks.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let id = try memoID(params.id)
    try onEngine { try $0.requireMemo(id) }
    let after = try ListBacklinks.place(params)
    let encoding = positionEncoding
    let links = onEngine { $0.links() }
    return .later(expectedBytes: params.limit * Self.linkingMemo) {
      let page = try await links.backlinks(of: id, after: after, limit: params.limit)
      return page.result(
        encoding, cursor: { ListBacklinks.cursor(of: $0, to: params.id) }, isRecovering: links.isRecovering)
    }
  }

  func links(_ params: ListLinks.Params) throws -> Answer<ListLinks.Result> {
    try WireError.checkPage(params.limit, of: "memos")
    let after = try params.place()
    let encoding = positionEncoding
    let links = onEngine { $0.links() }
    return .later(expectedBytes: params.limit * Self.linkingMemo) {
      let page = try await links.linked(params.kind, after: after, limit: params.limit)
      return page.result(encoding, cursor: params.cursor(of:), isRecovering: links.isRecovering)
    }
  }

  func tags(_ params: ListTags.Params) throws -> Answer<ListTags.Result> {
    try WireError.checkPage(params.limit, of: "tags")
    let after = try params.place()
    let links = onEngine { $0.links() }
    return .later(expectedBytes: params.limit * 64) {
      let page = try await links.tags(prefix: params.prefix, after: after, limit: params.limit)
      return page.result(cursor: params.cursor(of:), isRecovering: links.isRecovering)
    }
  }

  func complete(_ params: Complete.Params) throws -> Answer<Complete.Result> {
    try WireError.checkPage(params.limit, of: "items")
    try WireError.checkQuery(params.query)
    let id = try params.id.map(memoID)
    if let id { try onEngine { try $0.requireMemo(id) } }
    let links = onEngine { $0.links() }
    return .later(expectedBytes: params.limit * 256) {
      let completions = try await links.complete(
        params.kind, query: params.query, in: id, limit: params.limit, inText: true)
      return Complete.Result(completions, isRecovering: links.isRecovering)
    }
  }

  /// The bytes, roughly, that a memo with its links takes in an answer.
  private static let linkingMemo = 1024

  /// The text that a request names.
  private func source(_ params: TextOrMemo) throws -> TextSource {
    switch params {
    case .text(let given):
      return TextSource(id: nil, bytes: given.withUTF8(\.count), read: { Rope(given) })
    case .id(let name):
      let id = try memoID(name)
      let text = try onEngine { try $0.text(of: id) }
      return TextSource(id: id, bytes: text.summary.utf8, read: { text })
    }
  }
}

/// A text to be read off the loop's thread.
private struct TextSource: Sendable {
  /// The memo that has it; nil if none does.
  let id: MemoID?
  /// Its length in UTF-8 bytes.
  let bytes: Int
  let read: @Sendable () -> Rope
}

extension Concern {
  /// Everything that came before, and a memo, if one is named.
  static func everything(and memo: String?) -> Concern { memo.map(Concern.everythingAnd) ?? .everything }
}

extension TextOrMemo {
  /// The identifier of the memo that is named.
  var memo: String? { if case .id(let id) = self { id } else { nil } }
}
