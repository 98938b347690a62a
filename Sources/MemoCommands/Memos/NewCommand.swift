import MemoEngine
import MemoProtocol

/// `memo-ls new`: creates a memo.
struct NewCommand: Command {
  private static let tag = Option("--tag", "t", .tag, "a tag of the memo; may be given several times")
  private static let pin = Option("--pin", "p", nil, "pin the memo")
  private static let template = Option(
    "--template", nil, .template, "make it of this memo, which has the tag template; TEXT is the title")
  private static let value = Option(
    "--value", nil, .text("NAME=VALUE"), "what {{NAME}} in the template gives way to; may be given several times")
  static let usage = CommandUsage(
    "new", "make a memo",
    operands: CommandUsage.Operands(form: "[TEXT ...] [-]", count: 0...Int.max, kind: .words),
    options: Option.place + [tag, pin, template, value, .json],
    details: [
      "The memo's text is TEXT, \(GivenText.explanation) Without TEXT it is what comes from stdin or, if that is a "
        + "terminal, what is written in an editor: $VISUAL, else $EDITOR, else vi.",
      "In a template {{title}} gives way to TEXT, {{date}}, {{time}} and {{date:FORMAT}}, as strftime has it, to the "
        + "present; {{cursor}} is left out, and what has no value stays as it is. MEMO is the id or title of a memo "
        + "with the tag template, or what follows in that tag: trip in template/trip.",
      "Prints the new memo's id. Editors that have the store open know the memo within a second.",
    ],
    success: "the memo is stored",
    failure: "no memo was made: there is no text, no such template, or it can't be stored")

  let arguments: Arguments
  private var given: GivenText { GivenText(arguments) }

  func opensEditor(in environment: CommandEnvironment) -> Bool {
    arguments.operands.isEmpty && environment.terminal.readsPerson && !arguments.has(Self.template)
  }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let values = try values()
    try Tags.check(arguments.all(Self.tag))
    let (made, status): (MemoSnapshot, Int32)
    if let template = arguments[Self.template] {
      (made, status) = (try await make(of: template, values, environment), 0)
    } else if opensEditor(in: environment) {
      let draft = try Draft(Rope(), name: "memo", in: environment)
      (made, status) = try await draft.write { text throws(CommandError) in
        try await make(text ?? Rope(), environment)
      }
    } else {
      let text = try given.read(in: environment)
      made = try await given.keeping([text], in: environment) { () throws(CommandError) in
        try await make(text, environment)
      }
      status = 0
    }
    let advice = arguments.has(Self.template) ? "the title of a memo made of a template is what follows its name" : nil
    if let remark = given.remark(of: "new", advice, in: environment) { environment.complain(remark) }
    if arguments.has(.json) {
      environment.print(json: MemoState(made, .utf16))
    } else {
      environment.print("\(made.metadata.id)\n")
    }
    return status
  }

  private func make(_ text: Rope, _ environment: CommandEnvironment) async throws(CommandError) -> MemoSnapshot {
    guard !text.displayTitle(from: 0).isEmpty else { throw .failure("there is no text, so no memo was made") }
    return try await OpenStore.with(arguments, in: environment, to: .make) { store throws(CommandError) in
      let made = try await store.asking { engine throws(EngineError) in
        try await engine.createMemo(id: nil, text: text.string, properties: properties)
      }
      try await store.save()
      return try await store.memo(made.metadata.id)
    }
  }
  private func make(
    of template: String, _ values: [String: String], _ environment: CommandEnvironment
  ) async throws(CommandError) -> MemoSnapshot {
    try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let use = TemplateUse(try await MemoName.template(template, in: store).description, values: values)
      let made = try await store.asking { engine throws(EngineError) in
        try await engine.createMemo(id: nil, from: use, properties: properties).memo
      }
      try await store.save()
      return try await store.memo(made.metadata.id)
    }
  }

  private var properties: JSONObject {
    let tags = Tags.adding(arguments.all(Self.tag))
    var properties = JSONObject()
    if !tags.isEmpty { properties.tags = tags }
    if arguments.has(Self.pin) { properties.set(.pinned, to: true) }
    return properties
  }

  /// The values of a template's fields.
  private func values() throws(CommandError) -> [String: String] {
    if !arguments.has(Self.template), arguments.has(Self.value) { throw .usage("--value goes with --template") }
    if arguments.has(Self.template), !arguments.operands.isEmpty, given.readsInput {
      throw .usage("a template takes no stdin; the words are the title")
    }
    var values: [String: String] = [:]
    if !arguments.operands.isEmpty { values["title"] = arguments.operands.joined(separator: " ") }
    for text in arguments.all(Self.value) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw .usage("--value must be followed by NAME=VALUE") }
      values[parts[0]] = parts[1]
    }
    return values
  }
}
