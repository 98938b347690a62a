import MemoEngine
import MemoProtocol

/// `memo-ls trash`: lists the trash, or empties it.
struct TrashCommand: Command {
  private static let older = Option(
    "--older", nil, .text("DATE"), "with empty: only memos that were deleted before DATE, as in 30d")
  private static let yes = Option("--yes", "y", nil, "with empty: do not ask")
  static let usage = CommandUsage(
    "trash", "show what is in the trash, or empty it",
    operands: CommandUsage.Operands(form: "[empty]", count: 0...1, kind: .choice(["empty"])),
    options: Option.place + PrintedList.options + [older, yes],
    details: [
      "Shows the memos in the trash with the dates on which they were deleted. memo-ls restore brings one back.",
      "memo-ls trash empty destroys them for good, after a question that says how many they are; where nobody can be "
        + "asked, --yes must be given.",
    ] + PrintedList.details,
    success: "the memos were shown or destroyed, though there may be none",
    failure: "nothing was destroyed: the answer was not yes, or the store can't be read or written")

  let arguments: Arguments
  private var isEmptying: Bool { !arguments.operands.isEmpty }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let list = try PrintedList(arguments, trashed: true)
    let end = try arguments[Self.older].map { text throws(CommandError) in
      try MemoFilter.date(text, Self.older, .now)
    }
    if let word = arguments.operands.first, word != "empty" {
      let given = Arguments.isBlank(word) ? "an empty one" : word
      throw .usage("memo-ls trash takes nothing or the word empty, not \(given)")
    }
    // Options that select some memos contradict destroying all of them.
    let strangers = isEmptying ? PrintedList.options.filter { $0.name != Option.json.name } : [Self.older, Self.yes]
    if let stranger = strangers.first(where: arguments.has) {
      throw .usage("\(stranger.name) does not go with memo-ls trash\(isEmptying ? " empty" : "")")
    }
    guard isEmptying else {
      try await list.print(in: environment)
      return 0
    }
    if !arguments.has(Self.yes) { try environment.requirePerson() }
    let destroyed = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let memos = try await doomed(store, before: end)
      if memos.isEmpty { return [] as [DeleteMemo.Result] }
      try confirm(memos.count, environment)
      return try await destroy(memos, store)
    }
    if arguments.has(.json) {
      environment.print(json: destroyed)
    } else if destroyed.isEmpty {
      environment.complain(end == nil ? "the trash is empty\n" : "nothing in the trash was deleted before that\n")
    } else {
      environment.print("destroyed \(destroyed.count.counted("memo"))\n")
    }
    return 0
  }

  private typealias Doomed = (id: MemoID, version: Int)

  /// The memos in the trash.
  ///
  /// - Parameter end: only those deleted before this moment; nil for all.
  private func doomed(_ store: OpenStore, before end: Timestamp?) async throws(CommandError) -> [Doomed] {
    let query = ListQuery(
      sort: .modified, order: .descending, trashed: true, after: nil, limit: ListMemos.largestLimit)
    var memos: [Doomed] = []
    _ = try await store.forEachPage(query, limit: RowLimit.unlimited) { page in
      for metadata in page.memos.map(\.summary.metadata) {
        if let end, let time = metadata.trashedAt, time >= end { continue }
        memos.append((metadata.id, metadata.version))
      }
    }
    return memos
  }

  private func confirm(_ count: Int, _ environment: CommandEnvironment) throws(CommandError) {
    if arguments.has(Self.yes) { return }
    guard environment.confirms("Really destroy \(count.counted("memo")) in the trash, for good?") else {
      throw .failure("nothing was destroyed")
    }
  }

  private func destroy(_ memos: [Doomed], _ store: OpenStore) async throws(CommandError) -> [DeleteMemo.Result] {
    var destroyed: [DeleteMemo.Result] = []
    for (id, version) in memos {
      // One that was restored or destroyed since it was counted is left alone.
      let memo = try await store.asking { engine throws(EngineError) in
        do throws(EngineError) {
          return try await engine.destroyMemo(id, baseVersion: version) as MemoSnapshot?
        } catch .memoNotFound, .versionConflict {
          return nil
        }
      }
      guard let memo else { continue }
      destroyed.append(DeleteMemo.Result(id: id.description, version: memo.metadata.version, trashedAt: nil))
      // Unsaved changes take memory.
      if destroyed.count.isMultiple(of: 1000) { try await store.save() }
    }
    try await store.save()
    return destroyed
  }
}
