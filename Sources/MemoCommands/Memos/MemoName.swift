import MemoEngine
import MemoProtocol
import Platform

/// Finds the memo that a person means, and gives memos short names.
enum MemoName {
  /// The least characters of an id that are shown: enough of a UUID to tell a million memos apart nearly always.
  private static let least = 8
  /// The least characters of an id that name its memo: a typing mistake is rarely as long.
  private static let leastPart = 4
  /// The most candidates that are named: they share a line.
  static let mostCandidates = 20
  /// The most columns of their titles.
  private static let longestTitle = 24

  /// The memo that a word means: the one with this id, else the one with this file, else the one with this title,
  /// compared as in links, else the only one that a link with this name leads to, as an alias does, or whose id begins
  /// or ends with these 4 characters or more.
  ///
  /// - Parameters:
  ///   - isWhole: whether only a whole id will do.
  ///   - isTrashed: whether to choose those in the trash among several with a title.
  /// - Throws: a failure that names the candidates, if it is not exactly one.
  static func find(
    _ word: String, isWhole: Bool = false, isTrashed: Bool = false, in store: OpenStore
  ) async throws(CommandError) -> MemoID {
    if Arguments.isBlank(word) { throw .usage("the id is empty; is a variable unset?") }
    return try await settled(in: store) { () throws(CommandError) in
      try await meant(by: word, isWhole: isWhole, isTrashed: isTrashed, in: store)
    }
  }

  /// The memo that is found, looked for once more if its file was another, or said something else: titles are those of
  /// files, too.
  private static func settled(
    in store: OpenStore, _ find: () async throws(CommandError) -> MemoID
  ) async throws(CommandError) -> MemoID {
    let id = try await find()
    return try await store.waitForFile(of: id) ? try await find() : id
  }

  private static func meant(
    by word: String, isWhole: Bool, isTrashed: Bool, in store: OpenStore
  ) async throws(CommandError) -> MemoID {
    let found = try await store.asking { engine throws(EngineError) in
      try await engine.ids(beginningOrEndingWith: word, limit: mostCandidates + 1)
    }
    if let exact = found.first(where: { $0.description == word }) { return exact }
    let filed = try await store.memo(ofFile: word)
    let (titled, named): ([MemoID], [MemoID]) =
      if let filed { ([filed], []) } else { try await titled(word, isTrashed: isTrashed, in: store) }
    let parts = word.count < leastPart ? [] : found
    let meant = titled.isEmpty ? named + parts.filter { !named.contains($0) } : titled
    if meant.isEmpty, let refusal = store.refusal(ofFile: word) { throw refusal }
    if meant.isEmpty, case .renamed(let memo) = try await destination(of: word, in: store) {
      throw .failure("no memo is called \(word) any more; it is called \(told([memo])) now")
    }
    if meant.isEmpty, word.count < leastPart {
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
      "\(word) could mean several memos; give \(titled.isEmpty && named.isEmpty ? "more of " : "")the id:",
      detail: try await candidates(meant, in: store))
  }

  /// What a link with this name leads to.
  private static func destination(of word: String, in store: OpenStore) async throws(CommandError) -> LinkDestination {
    let links = await store.links()
    return try await store.asking { _ throws(EngineError) in
      try await links.destinations(of: [LinkTarget(naming: word)]).first ?? .none
    }
  }

  /// The memos with a title, and those that are called so otherwise, as by an alias: live ones, unless there are none.
  private static func titled(
    _ word: String, isTrashed: Bool, in store: OpenStore
  ) async throws(CommandError) -> (titled: [MemoID], named: [MemoID]) {
    let found = try await destination(of: word, in: store)
    let form = word.nameForm
    let titled = found.memos.filter { $0.title.nameForm == form }.map(\.id)
    let named = found.memos.map(\.id).filter { !titled.contains($0) }
    guard isTrashed, case .live = found else { return (titled, named) }
    var trashed: [MemoID] = []
    let query = ListQuery(
      sort: .modified, order: .descending, trashed: true, after: nil, limit: ListMemos.largestLimit)
    _ = try await store.forEachPage(query, limit: RowLimit.unlimited) { page in
      trashed += page.memos.map(\.summary).filter { $0.displayTitle.nameForm == form }.map(\.metadata.id)
    }
    return trashed.isEmpty ? (titled, named) : (trashed, [])
  }

  /// Memos' ids and titles, in a line.
  private static func candidates(_ found: [MemoID], in store: OpenStore) async throws(CommandError) -> String {
    var memos: [LinkDestination.LeadsTo] = []
    for id in found.prefix(mostCandidates) {
      memos.append(LinkDestination.LeadsTo(id: id, title: try await store.memo(id).displayTitle))
    }
    return told(memos, of: found.count)
  }

  /// Memos' ids and titles, in a line.
  ///
  /// - Parameter count: the number of all; nil if these are all.
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
    _ = try await store.memo(ofFile: word)
    return try await settled(in: store) { () throws(CommandError) in
      try await store.asking { engine throws(EngineError) in
        do throws(EngineError) { return try await engine.template(named: word) } catch {
          guard case .templateUnusable(_, .unknown) = error, word.count >= leastPart else { throw error }
          let ids = try await engine.ids(beginningOrEndingWith: word, limit: 2)
          guard ids.count == 1 else { throw error }
          return try await engine.template(named: ids[0].description)
        }
      }
    }
  }

  /// The memos that some words mean, each once.
  ///
  /// - Throws: a failure if a word means none, or several.
  static func findAll(
    _ words: [String], areWhole: Bool = false, areTrashed: Bool = false, in store: OpenStore
  ) async throws(CommandError) -> [MemoID] {
    var ids: [MemoID] = []
    for word in words {
      do throws(CommandError) {
        let id = try await find(word, isWhole: areWhole, isTrashed: areTrashed, in: store)
        if !ids.contains(id) { ids.append(id) }
      } catch {
        throw try await unquoted(words, in: store) ?? error
      }
    }
    return ids
  }

  /// The memo that a word means, before other words.
  ///
  /// - Throws: as ``find(_:isWhole:isTrashed:in:)``, and a failure that says so if it and those behind it are a title.
  static func find(_ word: String, before words: [String], in store: OpenStore) async throws(CommandError) -> MemoID {
    do throws(CommandError) { return try await find(word, in: store) } catch {
      for count in words.indices.prefix(longestUnquoted) {
        if let failure = try await unquoted([word] + words[...count], in: store) { throw failure }
      }
      throw error
    }
  }

  /// The most words behind the first one of a title that is looked for without quotes.
  private static let longestUnquoted = 10

  /// The failure for words that are one title, which lacks its quotes; nil if they are none.
  private static func unquoted(_ words: [String], in store: OpenStore) async throws(CommandError) -> CommandError? {
    let title = words.joined(separator: " ")
    guard words.count > 1, try await !destination(of: title, in: store).memos.isEmpty else { return nil }
    return .failure("these words are one title, which needs quotes: \(title.shellWord)")
  }

  /// The memos that some words mean, or without any the memo that was changed last.
  static func findAllOrNewest(_ words: [String], in store: OpenStore) async throws(CommandError) -> [MemoID] {
    words.isEmpty ? [try await newest(in: store)] : try await findAll(words, in: store)
  }

  /// The memo that was changed last, for commands without an operand.
  ///
  /// - Throws: a failure if there is none.
  private static func newest(in store: OpenStore) async throws(CommandError) -> MemoID {
    let query = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: 1)
    guard let newest = try await store.page(query).memos.first else {
      throw .failure("there is no memo; memo-ls new makes one")
    }
    return newest.summary.metadata.id
  }

  /// The end of an id, as in lists where no other memo's is the same.
  static func short(_ id: MemoID) -> String { ShortNames([id.description], least: least).short(id.description) }

  /// The ends of ids, long enough to tell these memos apart. Successive UUIDs begin alike.
  static func short(_ ids: [MemoID]) -> [MemoID: String] {
    let ends = ShortNames(ids.map(\.description), least: least)
    return Dictionary(ids.map { ($0, ends.short($0.description)) }) { first, _ in first }
  }
}

/// The ends of names that tell them apart.
struct ShortNames {
  private let length: Int

  /// Finds the common length of ends that tell these names apart, at least `least` characters.
  init(_ names: [String], least: Int) {
    let names = Set(names)
    var length = least
    while Set(names.map { $0.suffix(length) }).count < names.count { length += 1 }
    self.length = length
  }

  /// A name's end; the whole name if that is hardly longer.
  func short(_ name: String) -> String { name.count <= length + 4 ? name : String(name.suffix(length)) }
}
