import JSONRPC
import MemoEngine

/// `restore_memo`
enum RestoreMemoTool: Tool {
  typealias Arguments = OnlyMemo

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "restore_memo", title: "Bring a memo back from the trash",
      description: """
        Brings a memo back from the trash. Use it if a call says that a memo is in the trash and the person wants it; \
        to take back a change of its words use undo_memo. A memo that is not in the trash stays as it is.
        """,
      effect: .sets, subject: .memo, arguments: [.id], answer: Written.fields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    { [session] in
      let memo = try await session.anyMemo(arguments.id)
      try await session.connection.commit()
      let restored = try await session.engine.restoreMemo(memo.metadata.id, by: session.origin(of: call))
      let isChanged = memo.metadata.isTrashed
      return .answer(Written(isChanged ? await session.wrote(restored, isListed: true) : await session.saved(restored)))
    }
  }
}
