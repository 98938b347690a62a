import JSONRPC
import MemoEngine

/// `create_memo`
enum CreateMemoTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let text: String
    let tags: [String]
    let id: String?

    init(json: JSONView) throws(JSONTypeError) {
      text = try json.required("text")
      tags = try json.optional("tags") ?? []
      id = try json.optional("id")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    // Whether an id is free would reveal memos that agents can't see.
    let id = Field.optional(
      "id", .text(1...MemoID.maximumLength), "An id of your own, of A-Z a-z 0-9 . _ -; leave it out as a rule.")
    return ToolUsage(
      name: "create_memo", title: "Make a memo",
      description: """
        Makes a new memo; its first line is its title. Look with search_memos first whether there is one to which the \
        words belong, and add them to that with append_to_memo.
        """,
      effect: .adds, subject: .new,
      arguments: [.required("text", .text(), "Markdown."), .tags("tags", "Tags without #.")]
        + (access.tag == nil ? [id] : []),
      answer: Written.fields)
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let id = arguments.id.flatMap(MemoID.init)
    if arguments.id != nil, id == nil {
      throw ToolFailure("id must be 1 to \(MemoID.maximumLength) characters of A-Z, a-z, 0-9, '.', '_' and '-'.")
    }
    try arguments.tags.checkFindable()
    let (engine, access, origin) = (session.engine, session.access, session.origin(of: call))
    var forms: Set<String> = []
    let tags = arguments.tags.filter { forms.insert($0.tagForm).inserted }.map(\.withoutTagMark)
    return { [session] in
      var properties = JSONObject()
      if !arguments.tags.isEmpty { properties.tags = tags }
      let text = Rope(arguments.text)
      if let tag = access.tag, !access.admits(properties, text) { properties.tags += [tag.withoutTagMark] }
      try await session.connection.commit()
      let memo = try await engine.createMemo(id: id, text: text, properties: properties, by: origin)
      return .answer(Written(await session.wrote(memo, isListed: true)))
    }
  }
}
