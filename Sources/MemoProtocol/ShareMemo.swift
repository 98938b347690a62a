package import JSONRPC
package import MemoExchange

/// Returns a memo in a form for use outside of the editor.
package enum ShareMemo: RequestType {
  /// `share`
  package static let method: StaticString = "share"

  /// The destinations of a memo.
  package enum Target: String, Sendable, CaseIterable {
    /// The clipboard: the text.
    case clipboard
    /// A file: the text.
    case file
    /// A new mail: the text, and a link that opens the mail.
    case mail
    /// Markdown with times and properties.
    case markdown
    /// A page for a browser.
    case html
  }

  /// The memo, and its destination.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// The destination.
    package let target: Target

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      target = try json.requiredChoice("target")
    }
  }

  /// The memo in that form.
  package struct Result: JSONObjectWritable, Sendable {
    /// The destination.
    package let target: Target
    /// The memo.
    package let file: ExportedFile
    /// The link that opens a new mail; only for `mail`.
    package let uri: String?

    /// Creates a result.
    package init(target: Target, file: ExportedFile, uri: String?) {
      self.target = target
      self.file = file
      self.uri = uri
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("target", target.rawValue)
      file.writeContents(to: &writer)
      writer.member("fileName", file.name)
      writer.member("uri", uri)
    }
  }
}

extension ExportedFile: JSONObjectWritable {
  /// Writes the file.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writeContents(to: &writer)
  }

  fileprivate func writeContents(to writer: inout JSONWriter) {
    writer.member("mimeType", mimeType)
    writer.name("text")
    writer.beginString()
    bytes.withUnsafeBufferPointer { writer.appendToString($0) }
    writer.endString()
  }
}
