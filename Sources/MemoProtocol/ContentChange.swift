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

    /// Writes the members of a range.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("start", start)
      writer.member("end", end)
    }

    /// Writes the range in one go: an outline has tens of thousands.
    package func write(to writer: inout JSONWriter) {
      writer.raw(atMost: 160) { room in
        var count = 0
        // Where the words are known, copying them takes a few instructions.
        @inline(__always)
        func put(_ words: StaticString) {
          let length = words.utf8CodeUnitCount
          UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: room[count...])).copyMemory(
            from: UnsafeRawBufferPointer(start: words.utf8Start, count: length))
          count += length
        }
        func put(_ position: Position) {
          put("{\"line\":")
          room.put(position.line, at: &count)
          put(",\"character\":")
          room.put(position.character, at: &count)
          put("}")
        }
        put("{\"start\":")
        put(start)
        put(",\"end\":")
        put(end)
        put("}")
        return count
      }
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes a number's digits at a place, which is moved behind them.
  fileprivate func put(_ number: Int, at place: inout Int) {
    if number < 0 {
      self[place] = UInt8(ascii: "-")
      place += 1
    }
    // No magnitude of an Int has more digits than 10^19, the greatest power that is a UInt.
    var (rest, power, digits) = (number.magnitude, UInt(10), 1)
    while rest >= power { (power, digits) = (power * 10, digits + 1) }
    for digit in stride(from: place + digits - 1, through: place, by: -1) {
      self[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    place += digits
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
