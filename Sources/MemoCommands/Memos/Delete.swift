import MemoEngine
import MemoProtocol
import MemoServer

/// `memo-ls delete`: moves memos to the trash, or destroys them.
struct Delete: Command {
  private static let permanent = Option("--permanent", nil, nil, "destroy the memos for good, in the trash or not")
  private static let yes = Option("--yes", "y", nil, "do not ask")
  static let usage = CommandUsage(
    "delete", "move memos to the trash",
    operands: CommandUsage.Operands(form: "ID ...", count: 1...Int.max, kind: .memo),
    options: [.store, permanent, yes, .json],
    details: [
      "ID is a memo's id, or its beginning or end if that is no other memo's. On a terminal you are asked first. memo-ls "
        + "restore brings a memo back from the trash."
    ],
    success: "the memos are deleted",
    failure: "nothing was deleted: there is no such memo, the answer was not yes, or the store can't be written")

  private let arguments: Arguments
  private let isPermanent: Bool

  init(_ arguments: Arguments) {
    self.arguments = arguments
    isPermanent = arguments.has(Self.permanent)
  }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let deleted = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      let memos = try await store.memos(arguments.operands)
      if !isPermanent, let memo = memos.first(where: \.metadata.isTrashed) {
        throw .failure("\(memo.metadata.id) is in the trash already; --permanent destroys it")
      }
      try confirm(memos, surroundings)
      var deleted: [MemoSnapshot] = []
      for id in memos.map(\.metadata.id) {
        deleted.append(
          try await store.asking { [isPermanent] engine throws(EngineError) in
            isPermanent ? try engine.destroyMemo(id, baseVersion: nil) : try engine.trashMemo(id, baseVersion: nil)
          })
      }
      try await store.save()
      return deleted
    }
    if arguments.has(.json) {
      surroundings.print(json: JSONArray(deleted.map(result)))
    } else {
      let verb = isPermanent ? "destroyed" : "deleted"
      for memo in deleted { surroundings.print(memo.line(verb, on: surroundings.terminal)) }
    }
    return 0
  }

  private func confirm(_ memos: [MemoSnapshot], _ surroundings: Surroundings) throws(CommandError) {
    guard surroundings.terminal.readsPerson, !arguments.has(Self.yes) else { return }
    for memo in memos { surroundings.complain(memo.line("memo", on: surroundings.terminal)) }
    surroundings.complain(isPermanent ? "Really delete, for good? [y/N] " : "Really delete? [y/N] ")
    let answer = surroundings.line()?.lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else { throw .failure("nothing was deleted") }
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
  /// - Throws: a failure if one means none, or several.
  func memos(_ words: [String]) async throws(CommandError) -> [MemoSnapshot] {
    var memos: [MemoSnapshot] = []
    for word in words {
      let id = try await MemoName.find(word, in: self)
      if memos.contains(where: { $0.metadata.id == id }) { continue }
      memos.append(try await asking { engine throws(EngineError) in try engine.memo(id) })
    }
    return memos
  }
}

extension MemoSnapshot {
  /// A line about the memo: what became of it, its id and its title, as much of it as the terminal has room for.
  func line(_ verb: String, on terminal: Terminal) -> String {
    let title = Harmless.line(text.displayTitle)
    let line = "\(verb) \(metadata.id)  \(title.isEmpty ? "(empty)" : title)"
    return (terminal.columns.map { DisplayWidth.cut(line, to: $0) } ?? line) + "\n"
  }
}

/// Values one after the other.
struct JSONArray<Element: JSONWritable>: JSONWritable {
  private let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in elements { element.write(to: &writer) }
    writer.endArray()
  }
}
