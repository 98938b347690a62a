import JSONRPC
import MemoEngine

/// `set_tags`
enum SetTagsTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let id: String
    let add: [String]
    let remove: [String]

    init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      add = try json.optional("add") ?? []
      remove = try json.optional("remove") ?? []
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "set_tags", title: "Set a memo's tags",
      description: """
        Gives a memo tags, or takes some away, beside those in its text: these are words of the text, and changed with \
        edit_memo.
        """,
      effect: .sets, subject: .memo,
      arguments: [.id, .tags("add", "Tags to give, without #."), .tags("remove", "Tags to take away.")],
      answer: Written.fields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    guard !arguments.add.isEmpty || !arguments.remove.isEmpty else {
      throw ToolFailure("add or remove must have a tag.")
    }
    try arguments.add.checkFindable()
    let removed = Set(arguments.remove.map(\.tagForm))
    if let tag = arguments.add.first(where: { removed.contains($0.tagForm) }) {
      throw ToolFailure("Nothing was changed: the tag \(tag) is in both add and remove; leave it out of one.")
    }
    return { [session] in
      let (_, after) = try await session.change(arguments.id, call) { memo in
        var tags = memo.metadata.properties.tags.filter { !removed.contains($0.tagForm) }
        for tag in arguments.add where !tags.contains(where: { $0.tagForm == tag.tagForm }) {
          tags.append(tag.withoutTagMark)
        }
        try refuse(removed, in: memo)
        if tags == memo.metadata.properties.tags { return ToolChange() }
        var patch = JSONObject()
        patch.tags = tags
        return ToolChange(properties: patch)
      }
      return .answer(Written(after))
    }
  }

  /// Refuses to remove tags that are in the text.
  private static func refuse(_ tags: Set<String>, in memo: MemoSnapshot) throws(ToolFailure) {
    guard !tags.isEmpty else { return }
    let outline = Outline(of: memo.text)
    if let tag = outline.headerTags.first(where: { tags.contains($0.tagForm) }) {
      throw ToolFailure("Nothing was changed: the tag \(tag) stands in the memo's header; take it out with edit_memo.")
    }
    guard let tag = outline.tags.first(where: { tags.contains($0.name.tagForm) }) else { return }
    let line = memo.text.position(at: tag.range.lowerBound, in: .utf8).line + 1
    throw ToolFailure("Nothing was changed: the tag \(tag.name) stands in line \(line); take it out with edit_memo.")
  }
}
