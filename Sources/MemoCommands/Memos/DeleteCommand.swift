import MemoEngine
import MemoProtocol

/// `memo-ls delete`: moves memos to the trash, or destroys them.
struct DeleteCommand: Command {
  private static let permanent = Option("--permanent", nil, nil, "destroy the memos for good, in the trash or not")
  private static let yes = Option("--yes", "y", nil, "do not ask")
  static let usage = CommandUsage(
    "delete", "move memos to the trash",
    operands: CommandUsage.Operands(form: "ID ...", count: 1...Int.max, kind: .memo),
    options: Option.place + [permanent, yes, .json],
    details: [
      "\(MemoName.explanation) On a terminal you are asked first. memo-ls restore brings a memo back from the trash.",
      "With --permanent ID is a whole id, as memo-ls show --info prints it. Nothing brings such a memo back; where "
        + "nobody can be asked, --yes must be given.",
    ],
    success: "the memos are deleted",
    failure: "nothing was deleted: there is no such memo, the answer was not yes, or the store can't be written")

  let arguments: Arguments
  private var isPermanent: Bool { arguments.has(Self.permanent) }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    if isPermanent, !arguments.has(Self.yes) { try environment.requirePerson() }
    let deleted = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let memos = try await store.memos(arguments.operands, areWhole: isPermanent)
      if !isPermanent, let memo = memos.first(where: \.metadata.isTrashed) {
        throw .failure("\(memo.metadata.id) is in the trash already; --permanent destroys it")
      }
      try confirm(memos, environment)
      var deleted: [MemoSnapshot] = []
      for id in memos.map(\.metadata.id) {
        deleted.append(
          try await store.asking { engine throws(EngineError) in
            isPermanent
              ? try await engine.destroyMemo(id, baseVersion: nil) : try await engine.trashMemo(id, baseVersion: nil)
          })
      }
      try await store.save()
      return deleted
    }
    if arguments.has(.json) {
      environment.print(json: deleted.map(result))
    } else {
      let verb = isPermanent ? "destroyed" : "deleted"
      for memo in deleted { environment.print(memo.line(verb, on: environment.terminal)) }
    }
    return 0
  }

  private func confirm(_ memos: [MemoSnapshot], _ environment: CommandEnvironment) throws(CommandError) {
    guard environment.terminal.readsPerson, !arguments.has(Self.yes) else { return }
    for memo in memos { environment.complain(memo.line("memo", on: environment.terminal)) }
    guard environment.confirms("Really delete\(isPermanent ? ", for good" : "")?") else {
      throw .failure("nothing was deleted")
    }
  }

  private func result(_ memo: MemoSnapshot) -> DeleteMemo.Result {
    let trashedAt = isPermanent ? nil : memo.metadata.trashedAt
    return DeleteMemo.Result(
      id: memo.metadata.id.description, version: memo.metadata.version, trashedAt: trashedAt?.description)
  }
}

extension OpenStore {
  /// The memos that some words mean, each once.
  ///
  /// - Throws: a failure if a word means none, or several.
  func memos(
    _ words: [String], areWhole: Bool = false, areTrashed: Bool = false
  ) async throws(CommandError) -> [MemoSnapshot] {
    var memos: [MemoSnapshot] = []
    for id in try await MemoName.findAll(words, areWhole: areWhole, areTrashed: areTrashed, in: self) {
      memos.append(try await memo(id))
    }
    return memos
  }
}
