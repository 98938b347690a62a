import JSONRPC
import MemoEngine

/// `edit_memo`
enum EditMemoTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let baseVersion: Int
    let edits: [ExactEdit]

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.required("baseVersion")
      edits = try json.required("edits")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "edit_memo", title: "Edit a memo",
      description: """
        Replaces words of a memo by others: all edits, or none. Each old must stand in the version that you read \
        exactly as often as you say, once if you say nothing. What others changed meanwhile is kept; where they \
        changed the same lines nothing is done, and you are told which. To add lines use append_to_memo.
        """,
      effect: .replaces, subject: .memo,
      arguments: [.id, .baseVersion, .required("edits", .list(ExactEdit.shape, 1...100))], answer: Written.textFields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    { [session] in
      let (before, after) = try await session.change(arguments.id, call) { memo in
        let base = try await session.baseText(of: memo, at: arguments.baseVersion)
        let edited = try arguments.edits.carriedOut(on: base).text
        guard !edited.isIdentical(to: base) else { throw ToolFailure("Nothing was changed: old and new are the same.") }
        return ToolChange(text: try merged(edited, of: memo, from: base))
      }
      var others: ChangedLines?
      if before.metadata.version != arguments.baseVersion {
        let base = try? await session.baseText(of: before, at: arguments.baseVersion)
        others = base.map { ChangedLines(from: $0, to: before.text) }
      }
      return .answer(Written(after, changedFrom: before, merged: others))
    }
  }

  /// An edited text merged with others' changes since.
  private static func merged(_ edited: Rope, of memo: MemoSnapshot, from base: Rope) throws(ToolFailure) -> Rope {
    let merge = TextMerge(base: base, ours: edited, theirs: memo.text)
    guard merge.hasConflict else { return merge.text }
    let lines = merge.conflicts.map { ($0.lowerBound...max($0.lowerBound, $0.upperBound - 1)) }
    throw ToolFailure(
      "Nothing was changed: since the version that you read others have changed the same lines. The memo is at version "
        + "\(memo.metadata.version) now; its lines in dispute are:\n"
        + ChangedLines(lines, in: memo.text).listed + "\nMake your edit from these, with that version.")
  }
}
