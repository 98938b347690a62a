import JSONRPC
import MemoEngine

/// `append_to_memo`
enum AppendToMemoTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let text: String
    let heading: String?

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      text = try json.required("text")
      heading = try json.optional("heading")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "append_to_memo", title: "Add to a memo",
      description: """
        Adds lines to the end of a memo, or of the section below one of its headings. It needs no version: nothing is \
        replaced. To change words that are there use edit_memo.
        """,
      effect: .adds, subject: .memo,
      arguments: [
        .id, .required("text", .text(), "It begins a line of its own and ends with a line's end."),
        .optional(
          "heading", .text(1...200),
          "The words of a heading, or its line with its marks; it is made at the end if it is not there."),
      ],
      answer: Written.textFields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let heading = arguments.heading.flatMap(SectionHeading.init)
    if arguments.heading != nil, heading == nil {
      throw ToolFailure("heading must be the words of a heading, on one line.")
    }
    return { [session] in
      let (before, after) = try await session.change(arguments.id, call) { memo in
        let words = memo.text.terminator(near: 0).map(arguments.text.ended) ?? arguments.text
        guard let addition = Addition(Rope(words), below: heading) else {
          throw ToolFailure("text has no words, so nothing was added.")
        }
        var text = memo.text
        do {
          _ = try text.apply(addition.change(of: memo.text), in: .utf8)
        } catch let block as EndlessBlock {
          throw ToolFailure("Nothing was added: \(block.explanation).")
        }
        return ToolChange(text: text)
      }
      return .answer(Written(after, changedFrom: before))
    }
  }
}
