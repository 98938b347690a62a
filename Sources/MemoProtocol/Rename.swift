package import JSONRPC
package import MemoEngine

/// Calls a memo, a heading or a tag otherwise, with whatever names it in all memos.
package enum Rename: RequestType {
  /// `rename`
  package static let method: StaticString = "rename"

  /// What is called how.
  package struct Params: JSONReadable, Sendable {
    /// The memo, with its new title or the heading; nil where it is a tag.
    package let id: String?
    /// What is renamed.
    package let subject: Subject
    /// The version the client believes the memo has; nil leaves that unchecked.
    package let baseVersion: Int?

    /// What is renamed.
    package enum Subject: Sendable {
      /// The memo gets this title.
      case title(String)
      /// A heading of it, by its text or slug, gets another text.
      case heading(String, to: String)
      /// A tag gets another name; both with or without `#`.
      case tag(String, to: String)
    }

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.optional("id")
      baseVersion = try json.optional("baseVersion")
      let title: String? = try json.optional("title")
      let heading: String? = try json.optional("heading")
      let tag: String? = try json.optional("tag")
      // Of its kind even where nothing asks for it.
      _ = try json.optional("to") as String?
      switch (id, title, heading, tag) {
      case (.some, let title?, nil, nil): subject = .title(title)
      case (.some, nil, let heading?, nil): subject = .heading(heading, to: try json.required("to"))
      case (nil, nil, nil, let tag?): subject = .tag(tag, to: try json.required("to"))
      default: throw JSONTypeError("must have id and title, id, heading and to, or tag and to")
      }
    }
  }

  /// What was changed.
  package struct Result: JSONObjectWritable, Sendable {
    private let result: RenamingResult

    /// Creates a result.
    package init(_ result: RenamingResult) { self.result = result }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("memos", result.memos)
      writer.member("edits", result.edits)
    }
  }
}
