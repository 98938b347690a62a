public import JSON
import MemoMarkup
public import MemoModel
import MemoText

extension MemoEngine {
  /// Creates a memo from a template.
  ///
  /// - Parameters:
  ///   - properties: are added to the template's tags.
  ///   - commit: called right before the memo is made; from then on it can't be cancelled.
  /// - Returns: the memo, and the place of its cursor, in UTF-8 bytes; nil if the template has none.
  /// - Throws: `templateUnusable`, and what creating a memo throws; `cancelled` if the task was cancelled, or `commit`
  ///   throws.
  public func createMemo(
    id: MemoID?, from use: TemplateUse, properties: JSONObject, by origin: ChangeOrigin? = nil,
    commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> (memo: MemoSnapshot, cursor: Int?) {
    let made = try await made(of: use)
    try Self.commit(commit)
    let memo = try createMemo(id: id, text: made.text, properties: made.properties(with: properties), by: origin)
    return (memo, made.cursor)
  }

  /// The template with a name: found as a link would find it, or else, among templates only, by its title, alias or
  /// slug, or by the rest of its tag, `trip` in `template/trip`.
  ///
  /// - Throws: `templateUnusable` or `storeUnavailable`.
  public func template(named name: String) async throws(EngineError) -> MemoID { try await find(name).id }

  /// Fills in a template, off the executor.
  ///
  /// - Parameter day: the day of its dates; nil for today.
  func made(of use: TemplateUse, on day: CalendarDay? = nil) async throws(EngineError) -> MadeText {
    let template = try await find(use.name)
    return try await Self.make(of: template, use, CalendarTime(time.date(), on: day), configuration.maximumMemoBytes)
  }

  /// Fills in a template for today, off the executor.
  func made(of template: Template, values: [String: String]) async throws(EngineError) -> MadeText {
    let use = TemplateUse(template.shown.title, values: values)
    return try await Self.make(
      of: template, use, CalendarTime(time.date(), on: nil), configuration.maximumMemoBytes)
  }

  /// Fills in another program's template, whose dates have formats of Moment.js, off the executor.
  func made(
    of template: Template, values: [String: String], on day: CalendarDay
  ) async throws(EngineError) -> MadeText {
    let now = time.date()
    return try await Self.make(
      of: template, TemplateUse(template.shown.title, values: values), CalendarTime(now, on: day),
      configuration.maximumMemoBytes, moment: now)
  }

  private nonisolated static func make(
    of template: Template, _ use: TemplateUse, _ time: CalendarTime, _ limit: Int, moment: Timestamp? = nil
  ) async throws(EngineError) -> MadeText {
    guard !template.keepsMarks else { throw .templateUnusable(use.name, .headerUnwritable(template.id)) }
    return try MadeText(template, use.values, time, moment: moment, limit: limit)
  }

  private func find(_ name: String) async throws(EngineError) -> Template {
    let destination = try await links().destinations(of: [LinkTarget(naming: name)])[0]
    var meant: [MemoContents] = []
    if case .live(let memos) = destination { meant = try await contents(of: memos.map(\.id)) }
    // Of several memos with one title, the one that is a template is meant.
    var found = await Self.templates(among: meant)
    if found.isEmpty {
      let all = try await taggedTemplates()
      found = Template.all(all, called: name)
      if found.isEmpty { throw .templateUnusable(Self.shown(name), Self.problem(destination, meant, all)) }
    }
    guard found.count == 1 else { throw .templateUnusable(Self.shown(name), .ambiguous(found.map(\.shown))) }
    return found[0]
  }

  /// A name as messages repeat it: it is the client's, and may have any length.
  private static func shown(_ name: String) -> String { DisplayWidth.cut(name, to: 200) }

  /// The memos that are templates, by their identifiers.
  func taggedTemplates() async throws(EngineError) -> [Template] {
    let tagged = try await links().ids(.tagged(TemplateSource.mark)).sorted { $0.description < $1.description }
    return await Self.templates(among: try await contents(of: tagged))
  }

  /// The reason why no template has a name.
  private static func problem(
    _ destination: LinkDestination, _ meant: [MemoContents], _ templates: [Template]
  ) -> TemplateProblem {
    switch destination {
    case .renamed(let memo): .renamed(memo.id, title: memo.title)
    case .trashed(let memos): .trashed(memos[0].id)
    case .live(let memos) where meant.count == 1: .untagged(memos[0].id)
    case .live(let memos) where meant.count > 1: .ambiguous(memos)
    case .live, .none: .unknown(templates.map(\.shown))
    }
  }

  /// The present contents of memos, without those in the trash.
  private func contents(of ids: [MemoID]) async throws(EngineError) -> [MemoContents] {
    var contents: [MemoContents] = []
    for id in ids.prefix(Self.mostCandidates) {
      if let memo = try await opened(id), !memo.metadata.isTrashed { contents.append(memo.contents) }
    }
    return contents
  }

  /// The most memos to examine.
  private static let mostCandidates = 500

  private nonisolated static func templates(among memos: [MemoContents]) async -> [Template] {
    memos.compactMap { Template($0) }
  }
}
