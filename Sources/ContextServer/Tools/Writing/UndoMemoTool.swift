import JSONRPC
import MemoEngine

/// `undo_memo`
enum UndoMemoTool: Tool {
  typealias Arguments = OnlyMemo

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "undo_memo", title: "Take back an agent's change",
      description: """
        Takes back the newest change of a memo, if an agent made it. What a person wrote is never taken back: change \
        it with edit_memo.
        """,
      effect: .replaces, subject: .memo, arguments: [.id], answer: Written.textFields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    { [session] in
      let memo = try await session.liveMemo(arguments.id)
      try await session.connection.commit()
      let (id, access) = (memo.metadata.id, session.access)
      do throws(EngineError) {
        let undone = try await session.engine.undoAgentsStep(id, by: session.origin(of: call)) { access.admits($0) }
        let after = await session.wrote(undone)
        return .answer(Written(after, changedFrom: memo))
      } catch {
        guard case .undoRefused(_, .notAdmitted) = error else { throw error }
        throw ToolFailure("Nothing was taken back: the memo must keep the tag \(access.tag ?? "").")
      }
    }
  }
}
