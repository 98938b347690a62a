public import JSON
public import MemoModel

extension MemoEngine {
  /// Makes a memo of a template.
  ///
  /// - Parameter properties: come on top of the template's tags.
  /// - Returns: the memo, and where its cursor is to be, in UTF-8 bytes; nil if the template does not say.
  /// - Throws: `templateUnusable`, and what making a memo throws.
  public func createMemo(
    id: MemoID?, from use: TemplateUse, properties: JSONObject, by origin: ChangeOrigin? = nil
  ) async throws(EngineError) -> (memo: MemoSnapshot, cursor: Int?) {
    let made = try await made(of: use)
    let memo = try createMemo(id: id, text: made.text, properties: made.properties(with: properties), by: origin)
    return (memo, made.cursor)
  }

  /// Fills in a template, away from the executor.
  ///
  /// - Parameter day: what its dates say; nil for today.
  func made(of use: TemplateUse, on day: CalendarDay? = nil) async throws(EngineError) -> MadeText {
    let candidates = try await candidates(use.name)
    let time = CalendarTime(time.date(), on: day)
    let limit = configuration.maximumMemoBytes
    return try await Self.make(of: candidates, use, time, limit)
  }

  /// The live memos that a template's name leads to, as a link would.
  private func candidates(_ name: String) async throws(EngineError) -> [MemoContents] {
    let destination = try await links().destinations(of: [LinkTarget(naming: name)])[0]
    switch destination {
    case .none: throw .templateUnusable(name, .unknown)
    case .renamed(let memo): throw .templateUnusable(name, .renamed(memo.id, title: memo.title))
    case .trashed(let memos): throw .templateUnusable(name, .trashed(memos[0].id))
    case .live(let memos):
      var candidates: [MemoContents] = []
      for memo in memos.prefix(Self.mostCandidates) {
        if let memo = try await opened(memo.id) { candidates.append(memo.contents) }
      }
      return candidates
    }
  }

  /// How many memos of one title are looked at.
  private static let mostCandidates = 100

  private nonisolated static func make(
    of candidates: [MemoContents], _ use: TemplateUse, _ time: CalendarTime, _ limit: Int
  ) async throws(EngineError) -> MadeText {
    // Of several memos of one title the one is meant that is a template.
    let templates = candidates.compactMap(Template.init)
    guard let template = templates.first, templates.count == 1 else {
      let ids = candidates.map(\.metadata.id)
      throw .templateUnusable(use.name, ids.count == 1 ? .untagged(ids[0]) : .ambiguous(ids))
    }
    return try MadeText(template, use.values, time, limit: limit)
  }
}
