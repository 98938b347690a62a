package import JSONRPC
package import MemoExchange

/// Gives a memo in a form that can leave the editor.
package enum ShareMemo: RequestType {
  /// `share`
  package static let method: StaticString = "share"

  /// Where a memo can go.
  package enum Target: String, Sendable, CaseIterable {
    /// To be pasted: the text.
    case clipboard
    /// Into a file: the text.
    case file
    /// Into a new mail: the text, and a link that opens one.
    case mail
    /// As Markdown, with times and properties.
    case markdown
    /// As a page for a browser.
    case html
  }

  /// Which memo, and where to.
  package struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    package let id: String
    /// Where it goes.
    package let target: Target

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      target = try json.requiredChoice("target")
    }
  }

  /// The memo in that form.
  package struct Result: JSONObjectWritable, Sendable {
    /// What was asked for.
    package let target: Target
    /// The memo.
    package let file: ExportedFile
    /// What opens a new mail; only for `mail`.
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
