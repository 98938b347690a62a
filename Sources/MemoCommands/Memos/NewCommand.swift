import MemoEngine
import MemoProtocol

/// `memo-ls new`: makes a memo.
struct NewCommand: Command {
  private static let tag = Option("--tag", "t", .tag, "a tag of the memo; may be given several times")
  private static let pin = Option("--pin", "p", nil, "pin the memo")
  static let usage = CommandUsage(
    "new", "make a memo",
    operands: CommandUsage.Operands(form: "[TEXT ...] [-]", count: 0...Int.max, kind: .words),
    options: [.store, tag, pin, .json],
    details: [
      "The memo's text is TEXT, \(GivenText.explanation) Without TEXT it is what comes from stdin or, if that is a "
        + "terminal, what is written in an editor: $VISUAL, else $EDITOR, else vi.",
      "Prints the new memo's id. Editors that have the store open know the memo within a second.",
    ],
    success: "the memo is stored", failure: "no memo was made: there is no text, or it can't be stored")

  let arguments: Arguments
  private var given: GivenText { GivenText(arguments) }

  func opensEditor(in environment: CommandEnvironment) -> Bool {
    arguments.operands.isEmpty && environment.terminal.readsPerson
  }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let (made, status): (MemoSnapshot, Int32)
    if opensEditor(in: environment) {
      let draft = try Draft(Rope(), name: "memo", in: environment)
      (made, status) = try await draft.write { text throws(CommandError) in
        try await make(text ?? Rope(), environment)
      }
    } else {
      (made, status) = (try await make(try given.read(in: environment), environment), 0)
    }
    if let remark = given.remark(of: "new", in: environment) { environment.complain(remark) }
    if arguments.has(.json) {
      environment.print(json: MemoState(made, .utf16))
    } else {
      environment.print("\(made.metadata.id)\n")
    }
    return status
  }

  private func make(_ text: Rope, _ environment: CommandEnvironment) async throws(CommandError) -> MemoSnapshot {
    guard !text.displayTitle(from: 0).isEmpty else { throw .failure("there is no text, so no memo was made") }
    let tags = Tags.adding(arguments.all(Self.tag))
    var properties = JSONObject()
    if !tags.isEmpty { properties.tags = tags }
    if arguments.has(Self.pin) { properties["pinned"] = .bool(true) }
    return try await OpenStore.with(arguments, in: environment, to: .make) { store throws(CommandError) in
      let made = try await store.asking { engine throws(EngineError) in
        try await engine.createMemo(id: nil, text: text.string, properties: properties)
      }
      try await store.save()
      return try await store.memo(made.metadata.id)
    }
  }
}
