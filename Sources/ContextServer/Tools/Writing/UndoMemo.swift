import JSONRPC
import MemoEngine

/// `undo_memo`
enum UndoMemo: Tool {
  typealias Arguments = OnlyMemo

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "undo_memo", title: "Take back an agent's change",
      description: """
        Takes back the newest change of a memo, if an agent made it in this session. What a person wrote is never \
        taken back: change it with edit_memo.
        """,
      effect: .replaces, subject: .memo, arguments: [.id], answer: Written.textFields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    { [session] in
      let memo = try await session.liveMemo(arguments.id)
      let others = ToolFailure(
        "Nothing was taken back: the newest change of memo \(arguments.id) was not made by an agent in this session.")
      guard let target = await session.lastWrite(of: memo) else { throw others }
      guard session.access.admits(target) else {
        throw ToolFailure("Nothing was taken back: the memo must keep the tag \(session.access.tag ?? "").")
      }
      try Task.checkCancellation()
      let (id, version) = (memo.metadata.id, memo.metadata.version)
      let after: MemoSnapshot
      do throws(EngineError) {
        // The newest step is the agent's only if it leads to what the memo was before the agent wrote.
        after = try await session.engine.move(id, .undo, baseVersion: version, to: target, by: session.origin)
      } catch {
        if case .nothingToUndo = error { throw others }
        throw error
      }
      await session.tookBack(memo, after)
      return .answer(Written(after, changed: ChangedLines(from: memo.text, to: after.text)))
    }
  }
}

extension ContextSession {
  fileprivate func lastWrite(of memo: MemoSnapshot) -> MemoSnapshot? { writes.last(of: memo) }

  fileprivate func tookBack(_ memo: MemoSnapshot, _ after: MemoSnapshot) {
    writes.takeBack(memo, to: after)
    readTexts.add(after)
    changed(after.metadata.id, isListed: false)
  }
}
