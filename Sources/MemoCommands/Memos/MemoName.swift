import MemoEngine
import MemoProtocol

/// Finds the memo that a person means, and names memos shortly.
enum MemoName {
  /// The least characters of an id that are shown: of a UUID that many tell a million memos apart nearly always.
  private static let least = 8
  /// The least characters of an id that name its memo: a slip of the fingers is rarely as long.
  private static let leastPart = 4
  /// The most memos that are named where several could be meant, and the most columns of a title then: they share a
  /// line.
  private static let mostCandidates = 5, longestTitle = 24

  /// The memo that a word means: the one with this id, else the one with this title or alias, compared as links are,
  /// else the only one whose id begins or ends with these 4 characters or more.
  ///
  /// - Parameters:
  ///   - isWhole: whether only a whole id will do.
  ///   - isTrashed: whether of several that have a title those in the trash are meant.
  /// - Throws: a failure that names the memos that could be meant, if it is not one.
  static func find(
    _ word: String, isWhole: Bool = false, isTrashed: Bool = false, in store: OpenStore
  ) async throws(CommandError) -> MemoID {
    if Arguments.isBlank(word) { throw .usage("the id is empty; is a variable unset?") }
    let found = try await store.asking { engine throws(EngineError) in
      try await engine.ids(beginningOrEndingWith: word, limit: mostCandidates + 1)
    }
    if let exact = found.first(where: { $0.description == word }) { return exact }
    let titled = try await titled(word, isTrashed: isTrashed, in: store)
    let meant = titled.isEmpty ? found : titled
    if titled.isEmpty, word.count < leastPart {
      throw .failure(
        "no memo has the id or the title \(word), and a part of an id needs \(leastPart) characters; memo-ls list "
          + "shows which there are")
    }
    guard let first = meant.first else {
      throw .failure(
        "no memo has the id or the title \(word), and no id begins or ends so; memo-ls list shows which there are")
    }
    if meant.count == 1 {
      guard isWhole else { return first }
      let memo = try await store.memo(first)
      throw .failure("\(word) is no whole id, and this needs one: \(memo.named)")
    }
    throw .failure(
      "\(word) could mean several memos; give \(titled.isEmpty ? "more of " : "")the id:",
      detail: try await candidates(meant, in: store))
  }

  /// The memos of a title or alias: those that live, unless there are none.
  private static func titled(
    _ word: String, isTrashed: Bool, in store: OpenStore
  ) async throws(CommandError) -> [MemoID] {
    let links = await store.links()
    let found = try await store.asking { _ throws(EngineError) in
      try await links.destinations(of: [LinkTarget(naming: word)]).first ?? .none
    }
    guard isTrashed, case .live = found else { return found.memos.map(\.id) }
    var trashed: [MemoID] = []
    let query = ListQuery(
      sort: .modified, order: .descending, trashed: true, after: nil, limit: ListMemos.largestLimit)
    _ = try await store.forEachPage(query, limit: RowLimit.unlimited) { page in
      trashed += page.memos.map(\.summary).filter { $0.displayTitle.nameForm == word.nameForm }.map(\.metadata.id)
    }
    return trashed.isEmpty ? found.memos.map(\.id) : trashed
  }

  /// Some memos' ids and titles, in a line.
  private static func candidates(_ found: [MemoID], in store: OpenStore) async throws(CommandError) -> String {
    var memos: [LinkDestination.LeadsTo] = []
    for id in found.prefix(mostCandidates) {
      memos.append(LinkDestination.LeadsTo(id: id, title: try await store.memo(id).text.displayTitle))
    }
    return told(memos, of: found.count)
  }

  /// Some memos' ids and titles, in a line.
  ///
  /// - Parameter count: how many there are; nil if these are all.
  static func told(_ memos: [LinkDestination.LeadsTo], of count: Int? = nil) -> String {
    let shown = memos.prefix(mostCandidates)
    let names = short(shown.map(\.id))
    let parts = shown.map { memo in
      let title = DisplayWidth.cut(TerminalSanitizer.line(memo.title), to: longestTitle)
      return "\(names[memo.id] ?? memo.id.description) \(title.isEmpty ? "(empty)" : title)"
    }
    return (parts + ((count ?? memos.count) > shown.count ? ["…"] : [])).joined(separator: "; ")
  }

  /// The template that a word means: as the engine finds it, or by a part of its id.
  static func template(_ word: String, in store: OpenStore) async throws(CommandError) -> MemoID {
    try await store.asking { engine throws(EngineError) in
      do throws(EngineError) { return try await engine.template(named: word) } catch {
        guard case .templateUnusable(_, .unknown) = error, word.count >= leastPart else { throw error }
        let ids = try await engine.ids(beginningOrEndingWith: word, limit: 2)
        guard ids.count == 1 else { throw error }
        return try await engine.template(named: ids[0].description)
      }
    }
  }

  /// The memos that some words mean, each once.
  ///
  /// - Throws: a failure if one means none, or several.
  static func findAll(
    _ words: [String], areWhole: Bool = false, areTrashed: Bool = false, in store: OpenStore
  ) async throws(CommandError) -> [MemoID] {
    var ids: [MemoID] = []
    for word in words {
      let id = try await find(word, isWhole: areWhole, isTrashed: areTrashed, in: store)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The memos that some words mean, or without any the memo that was changed last.
  static func findAllOrNewest(_ words: [String], in store: OpenStore) async throws(CommandError) -> [MemoID] {
    words.isEmpty ? [try await newest(in: store)] : try await findAll(words, in: store)
  }

  /// The memo that was changed last, for commands that were told none.
  ///
  /// - Throws: a failure if there is none.
  private static func newest(in store: OpenStore) async throws(CommandError) -> MemoID {
    let query = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: 1)
    guard let newest = try await store.page(query).memos.first else {
      throw .failure("there is no memo; memo-ls new makes one")
    }
    return newest.summary.metadata.id
  }

  /// The end of one id, as lists have it where no other memo's is the same.
  static func short(_ id: MemoID) -> String { ShortNames([id.description], least: least).short(id.description) }

  /// The ends of ids, long enough to tell these memos apart. UUIDs that were made one after the other begin alike.
  static func short(_ ids: [MemoID]) -> [MemoID: String] {
    let ends = ShortNames(ids.map(\.description), least: least)
    return Dictionary(ids.map { ($0, ends.short($0.description)) }) { first, _ in first }
  }
}

/// The ends of names that tell them apart.
struct ShortNames {
  private let length: Int

  /// Finds how long the ends of these names must be, but no shorter than `least` characters.
  init(_ names: [String], least: Int) {
    let names = Set(names)
    var length = least
    while Set(names.map { $0.suffix(length) }).count < names.count { length += 1 }
    self.length = length
  }

  /// A name's end; all of it where that is hardly more.
  func short(_ name: String) -> String { name.count <= length + 4 ? name : String(name.suffix(length)) }
}
