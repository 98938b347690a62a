import JSONRPC
import MemoEngine

/// `trash_memo`
enum TrashMemoTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let baseVersion: Int

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.required("baseVersion")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "trash_memo", title: "Move a memo to the trash",
      description: """
        Moves a memo to the trash, from which restore_memo brings it back. Where the client can, the person is asked \
        first. Use it only if the person wants a memo gone; to take out words use edit_memo.
        """,
      effect: .replaces, subject: .unheldMemo, arguments: [.id, .baseVersion], answer: Written.fields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    { [session] in
      let memo = try await session.liveMemo(arguments.id)
      try await require(arguments.baseVersion, of: memo, in: session)
      if call.caller.client.hasForms {
        switch try await session.answer(to: Self.question(memo), about: memo, call) {
        case .yes: break
        case .no: throw ToolFailure("Memo \(arguments.id) stays where it is: the person has not said yes.")
        case .ask(let question): return .question(question)
        }
      }
      // Only the version that the person was asked about, not later changes.
      let (id, version, origin) = (memo.metadata.id, memo.metadata.version, session.origin(of: call))
      let now = try await session.liveMemo(arguments.id)
      try await require(arguments.baseVersion, of: now, in: session)
      try await session.connection.commit()
      let trashed = try await session.trash(id, version, by: origin)
      return .answer(Written(await session.wrote(trashed, isListed: true)))
    }
  }

  private static func question(_ memo: MemoSnapshot) -> String {
    "Move the memo \"\(memo.displayTitle)\" to the trash? It can be brought back from there."
  }

  /// Refuses a call that starts from a version other than the memo's.
  private static func require(_ version: Int, of memo: MemoSnapshot, in session: ContextSession) async throws {
    let current = memo.metadata.version
    guard version != current else { return }
    let base = try await session.baseText(of: memo, at: version)
    let lines = ChangedLines(from: base, to: memo.text).listed
    throw ToolFailure(
      "The memo stays where it is: it was changed since version \(version) and is at version \(current) now."
        + (lines.isEmpty ? "" : " These lines are new or other:\n\(lines)"))
  }
}

extension ContextSession {
  /// Moves a memo to the trash if it is still at a version.
  fileprivate func trash(_ id: MemoID, _ version: Int, by origin: ChangeOrigin) throws -> MemoSnapshot {
    try onEngine { engine in
      guard try engine.memo(id, by: origin).metadata.version == version else {
        throw ToolFailure("The memo stays where it is: it has been changed just now. Read it and ask again.")
      }
      return try engine.trashMemo(id, baseVersion: nil, by: origin)
    }
  }
}
