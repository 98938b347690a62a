public import JSONRPC

/// A change of text, as LSP 3.17 has it (`TextDocumentContentChangeEvent`).
public struct ContentChange: JSONReadable, JSONWritable, Sendable {
  /// What is replaced; nil for the whole text.
  public let range: Range?
  /// What takes its place.
  public let text: String

  /// Creates a change.
  public init(range: Range?, text: String) {
    self.range = range
    self.text = text
  }

  /// Reads a change. `rangeLength`, which LSP has given up, is passed over.
  public init(json: JSONView) throws(JSONTypeError) {
    range = try json.optional("range")
    text = try json.required("text")
  }

  /// Writes the change.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let range {
      writer.name("range")
      range.write(to: &writer)
    }
    writer.name("text")
    writer.value(text)
    writer.endObject()
  }

  /// A stretch of text, its end not included.
  public struct Range: JSONReadable, JSONWritable, Sendable {
    /// Where it starts.
    public let start: Position
    /// Where it ends.
    public let end: Position

    /// Creates a range.
    public init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }

    /// Reads a range.
    public init(json: JSONView) throws(JSONTypeError) {
      start = try json.required("start")
      end = try json.required("end")
    }

    /// Writes the range.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("start")
      start.write(to: &writer)
      writer.name("end")
      end.write(to: &writer)
      writer.endObject()
    }
  }
}

/// A place in a text, zero-based.
public struct Position: JSONReadable, JSONWritable, Sendable {
  /// The line. Lines end at `\n`, `\r\n` or a lone `\r`.
  public let line: Int
  /// The place in the line, in units of the session's position encoding.
  public let character: Int

  /// Creates a position.
  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a position of any numbers; whether the text has it is another question.
  public init(json: JSONView) throws(JSONTypeError) {
    line = try json.required("line")
    character = try json.required("character")
  }

  /// Writes the position.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("line")
    writer.value(line)
    writer.name("character")
    writer.value(character)
    writer.endObject()
  }
}
