public import JSONRPC

/// Gives a memo in a form that can leave the editor.
public enum ShareMemo: RequestType {
  /// `share`
  public static let method: StaticString = "share"

  /// Where a memo can go.
  public enum Target: String, Sendable, CaseIterable {
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
  public struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// Where it goes.
    public let target: Target

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      let name: String = try json.required("target")
      guard let target = Target(rawValue: name) else {
        throw JSONTypeError("must be clipboard, file, mail, markdown or html").inside("target")
      }
      self.target = target
    }
  }

  /// The memo in that form.
  public struct Result: JSONWritable, Sendable {
    /// What was asked for.
    public let target: Target
    /// The memo.
    public let file: ExportedFile
    /// What opens a new mail; only for `mail`.
    public let uri: String?

    /// Creates a result.
    public init(target: Target, file: ExportedFile, uri: String?) {
      self.target = target
      self.file = file
      self.uri = uri
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("target")
      writer.value(target.rawValue)
      file.writeContents(to: &writer)
      writer.name("fileName")
      writer.value(file.name)
      if let uri {
        writer.name("uri")
        writer.value(uri)
      }
      writer.endObject()
    }
  }
}

/// A file that was not written anywhere.
public struct ExportedFile: JSONWritable, Sendable {
  /// A name that is safe on Linux, macOS and Windows, with what says its form.
  public let name: String
  /// The media type.
  public let mimeType: String
  /// What is in it, in UTF-8.
  public let text: [UInt8]

  /// Creates a file.
  public init(name: String, mimeType: String, text: [UInt8]) {
    self.name = name
    self.mimeType = mimeType
    self.text = text
  }

  /// Writes the file.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("name")
    writer.value(name)
    writeContents(to: &writer)
    writer.endObject()
  }

  fileprivate func writeContents(to writer: inout JSONWriter) {
    writer.name("mimeType")
    writer.value(mimeType)
    writer.name("text")
    writer.beginString()
    text.withUnsafeBufferPointer { writer.appendToString($0) }
    writer.endString()
  }
}
