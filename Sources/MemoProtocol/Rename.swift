package import JSONRPC
package import MemoEngine

/// Renames a memo, a heading or a tag, together with all mentions of it.
package enum Rename: RequestType {
  /// `rename`
  package static let method: StaticString = "rename"

  /// The old and new names.
  package struct Params: JSONReadable, Sendable {
    /// The memo to rename, or the one with the heading; nil for a tag.
    package let id: String?
    /// What is renamed.
    package let subject: Subject
    /// The version that the client believes the memo has; nil skips that check.
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
      // Checked even where it is not needed.
      _ = try json.optional("to") as String?
      switch (id, title, heading, tag) {
      case (.some, let title?, nil, nil): subject = .title(title)
      case (.some, nil, let heading?, nil): subject = .heading(heading, to: try json.required("to"))
      case (nil, nil, nil, let tag?): subject = .tag(tag, to: try json.required("to"))
      default: throw JSONTypeError("must have id and title, id, heading and to, or tag and to")
      }
    }
  }

  /// The extent of the renaming.
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
