package import JSONRPC
import MemoEngine

/// A change of text, as LSP 3.17 has it (`TextDocumentContentChangeEvent`).
package struct ContentChange: JSONReadable, JSONObjectWritable, Sendable {
  /// The stretch to replace; nil for the whole text.
  package let range: Range?
  /// The new text.
  package let text: String

  init(range: Range?, text: String) { (self.range, self.text) = (range, text) }

  /// Reads a change. LSP's deprecated `rangeLength` is ignored.
  package init(json: JSONView) throws(JSONTypeError) {
    range = try json.optional("range")
    text = try json.required("text")
  }

  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("range", range)
    writer.member("text", text)
  }

  /// A stretch of text, without its end.
  package struct Range: JSONReadable, JSONObjectWritable, Sendable {
    /// The position where it starts.
    package let start: Position
    /// The position where it ends.
    package let end: Position

    /// Creates the range of bytes of a text.
    init(_ range: Swift.Range<Int>, in text: Rope, _ encoding: PositionEncoding) {
      var walk = PositionWalk(text, in: encoding)
      self.init(range, by: &walk)
    }

    /// Creates the range of bytes of a text, quickly if it is close to the last one.
    init(_ range: Swift.Range<Int>, by walk: inout PositionWalk) {
      start = Position(walk.position(at: range.lowerBound))
      end = Position(walk.position(at: range.upperBound))
    }

    /// Reads a range.
    package init(json: JSONView) throws(JSONTypeError) {
      start = try json.required("start")
      end = try json.required("end")
    }

    /// Writes the range.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("start", start)
      writer.member("end", end)
    }
  }
}

/// A place in a text, zero-based.
package struct Position: JSONReadable, JSONObjectWritable, Sendable {
  /// The line. Lines end at `\n`, `\r\n` or a lone `\r`.
  package let line: Int
  /// The place in the line, in units of the session's position encoding.
  package let character: Int

  init(_ position: TextPosition) { (line, character) = (position.line, position.character) }

  /// Reads a position with any numbers; whether the text has it is checked later.
  package init(json: JSONView) throws(JSONTypeError) {
    line = try json.required("line")
    character = try json.required("character")
  }

  /// Writes the position.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("line", line)
    writer.member("character", character)
  }
}
