import MemoEngine
import MemoProtocol

/// `memo-ls restore`: takes memos out of the trash, or restores one to an earlier state.
struct RestoreCommand: Command {
  private static let revision = Option(
    "--revision", "r", .text("R"), "make the one memo what it was then; memo-ls history shows which revisions there are"
  )
  static let usage = CommandUsage(
    "restore", "bring memos back from the trash, or an earlier text",
    operands: CommandUsage.Operands(form: "ID ...", count: 1...Int.max, kind: .trashedMemo),
    options: Option.place + [revision, .json],
    details: [
      "\(MemoName.explanation) memo-ls list --trash shows which there are.",
      "With --revision the memo's text and properties become what they were, in the trash or not. What they were "
        + "before is a revision, too: nothing is lost.",
    ],
    success: "the memos are among the living",
    failure: "a memo was not in the trash, there is no such memo, or the store can't be written")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    if arguments.has(Self.revision), arguments.operands.count > 1 { throw .usage("--revision is for one memo") }
    let (restored, living) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let memos = try await store.memos(arguments.operands, areTrashed: !arguments.has(Self.revision))
      let living = arguments.has(Self.revision) ? [] : memos.filter { !$0.metadata.isTrashed }
      let ids = memos.map(\.metadata.id).filter { id in !living.contains { $0.metadata.id == id } }
      for id in ids { try await restore(id, in: store) }
      try await store.save()
      var restored: [MemoSnapshot] = []
      for id in ids { restored.append(try await store.memo(id)) }
      return (restored, living)
    }
    if arguments.has(.json) {
      environment.print(json: restored.map { Memo($0, .utf16) })
    } else {
      for memo in restored { environment.print(memo.line("restored", on: environment.terminal)) }
    }
    for memo in living { environment.complain("memo-ls restore: \(memo.named) is not in the trash\n") }
    return living.isEmpty ? 0 : 1
  }

  private func restore(_ id: MemoID, in store: OpenStore) async throws(CommandError) {
    guard let word = arguments[Self.revision] else {
      _ = try await store.asking { engine throws(EngineError) in try await engine.restoreMemo(id) }
      return
    }
    let revision = try await Revisions.find(word, of: id, in: store)
    _ = try await store.asking { engine throws(EngineError) in try await engine.restoreMemo(id, revision: revision) }
  }
}
