import MemoEngine

/// `memo-ls edit`: changes a memo in an editor, or its tags and pin without one.
struct EditCommand: Command {
  private static let tag = Option(
    "--tag", "t", .tag, "add a tag, without an editor; may be given several times")
  private static let untag = Option("--untag", nil, .tag, "take a tag away, in the same way")
  private static let pin = Option("--pin", "p", nil, "pin the memo, without an editor")
  private static let unpin = Option("--unpin", nil, nil, "take the pin away, in the same way")
  static let usage = CommandUsage(
    "edit", "change a memo in an editor, or its tags",
    operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
    options: Option.place + [tag, untag, pin, unpin, .json],
    details: [
      "\(MemoName.explanation) Without ID it is the memo that was changed last. Tags and pins are set of several memos "
        + "at once; an editor takes one.",
      "The editor is $VISUAL, else $EDITOR, else vi. It gets a file that only you can read, in memory where the system "
        + "has a place for that, which is taken away afterwards.",
      "What others changed meanwhile is merged, line by line. Where both changed the same line yours stands in the "
        + "memo, and the other text becomes a memo of its own. An editor that ends with another status than 0 changes "
        + "nothing; what was written is kept in its file.",
    ],
    success: "the memo is stored as it was written, or nothing was changed",
    failure: "the memo is as it was: there is no such memo, the editor failed, or the store can't be written")

  let arguments: Arguments

  private var changesPropertiesAlone: Bool {
    [Self.tag, Self.untag, Self.pin, Self.unpin].contains(where: arguments.has)
  }

  func opensEditor(in environment: CommandEnvironment) -> Bool { !changesPropertiesAlone }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    if arguments.has(Self.pin), arguments.has(Self.unpin) { throw .usage("--pin and --unpin exclude each other") }
    if arguments.operands.count > 1, !changesPropertiesAlone {
      throw .usage("an editor takes one memo; name one, or say what to change with --tag, --untag, --pin or --unpin")
    }
    try Tags.check(arguments.all(Self.tag))
    let (edited, status) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      // All are found before any is changed.
      var memos: [MemoSnapshot] = []
      for id in try await MemoName.findAllOrNewest(arguments.operands, in: store) {
        memos.append(try await store.livingMemo(id))
      }
      guard changesPropertiesAlone else { return try await store.edit(memos[0], in: environment) }
      var edited: [EditedMemo] = []
      for memo in memos { edited.append(try await changeProperties(memo, store)) }
      return (edited, 0)
    }
    EditedMemo.report(
      edited, asJSON: arguments.has(.json), asArray: arguments.operands.count > 1, in: environment)
    return status
  }

  private func changeProperties(_ memo: MemoSnapshot, _ store: OpenStore) async throws(CommandError) -> EditedMemo {
    let properties = memo.metadata.properties
    let added = Tags.adding(arguments.all(Self.tag), to: properties.tags)
    let missing = arguments.all(Self.untag).filter { !Tags.contains(added, $0) }
    let remark = missing.map { "\(memo.named) has no tag #\(TerminalSanitizer.line($0))\n" }.joined()
    let patch = patch(properties, tags: Tags.removing(arguments.all(Self.untag), from: added))
    // A patch without effect is no change: no new version, no new date.
    if patch.isEmpty { return EditedMemo(memo: memo, isChanged: false, remark: remark) }
    var edited = EditedMemo(try await store.change(memo.metadata.id, [], properties: patch))
    edited.remark = remark + edited.remark
    return edited
  }

  private func patch(_ properties: JSONObject, tags: [String]) -> JSONObject {
    var patch = JSONObject()
    if tags != properties.tags { patch["tags"] = tags.isEmpty ? .null : .array(tags.map(JSONValue.string)) }
    if arguments.has(Self.pin), !properties.isPinned { patch.set(.pinned, to: true) }
    if arguments.has(Self.unpin), properties.isPinned { patch.set(.pinned, to: false) }
    return patch
  }
}
