/// Writes one JSON text as UTF-8 bytes, compact and on one line; the commas put themselves.
///
/// Calls must nest as the text does: an object's ``name(_:)`` before each value, every `begin` with its `end`.
public struct JSONWriter: Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer with nothing in it.
  ///
  /// - Parameter capacity: how many bytes there is room for before more must be found.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written but keeps its room for the next text.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Starts an object.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }

  /// Ends the object begun last.
  public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Starts an array.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// Ends the array begun last.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a member's name, which must need no escape.
  public mutating func name(_ name: StaticString) {
    // In one go: an answer may have a million names, and each check for room costs as much as a few bytes.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.utf8CodeUnitCount + 4) { room in
      let start = needsComma ? 1 : 0
      let end = start + 1 + name.utf8CodeUnitCount
      room[0] = UInt8(ascii: ",")
      room[start] = UInt8(ascii: "\"")
      name.withUTF8Buffer { _ = room[(start + 1)...].update(fromContentsOf: $0) }
      room[end] = UInt8(ascii: "\"")
      room[end + 1] = UInt8(ascii: ":")
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<(end + 2)]))
    }
    needsComma = false
  }

  /// Writes a member's name of any text.
  public mutating func name(escaping name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    append("null")
  }

  /// Writes `true` or `false`.
  public mutating func value(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes an integer.
  public mutating func value(_ value: Int) {
    // Room for a comma, a sign and the digits of the largest number.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { room in
      var (start, rest) = (room.count, value.magnitude)
      repeat {
        start -= 1
        room[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest != 0
      func put(_ sign: Unicode.Scalar) {
        start -= 1
        room[start] = UInt8(ascii: sign)
      }
      if value < 0 { put("-") }
      if needsComma { put(",") }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[start...]))
    }
    needsComma = true
  }

  /// Writes a string.
  public mutating func value(_ value: String) {
    beginString()
    var value = value
    value.withUTF8 { appendToString($0) }
    endString()
  }

  /// Writes a string that must need no escape.
  public mutating func value(_ value: StaticString) {
    beginString()
    append(value)
    endString()
  }

  /// Writes a number's digits as they are, which must be a JSON number.
  public mutating func number(literal: String) {
    separate()
    bytes.append(contentsOf: literal.utf8)
  }

  /// Writes a value that is already JSON.
  public mutating func raw(_ json: [UInt8]) { json.withUnsafeBufferPointer { raw($0) } }

  /// Writes a value that is already JSON.
  public mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a value that is already JSON where it is to stand, in one go.
  ///
  /// - Parameters:
  ///   - most: the most bytes that it may have.
  ///   - fill: writes it into that room, and returns its length.
  public mutating func raw(atMost most: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    separate()
    bytes.append(addingCapacity: most) { span in
      span.withUnsafeMutableBufferPointer { room, count in count = fill(room) }
    }
  }

  /// Writes a member that is a string; its name must need no escape.
  public mutating func member(_ name: StaticString, _ value: String) {
    var value = value
    value.withUTF8 { member(name, utf8: $0) }
  }

  /// Writes a member that is a string, or none where there is no value.
  public mutating func member(_ name: StaticString, _ value: String?) { if let value { member(name, value) } }

  private mutating func member(_ name: StaticString, utf8: UnsafeBufferPointer<UInt8>) {
    // In one go, as in most answers most members are short strings without escapes.
    let plain = endOfPlain(utf8, from: 0)
    let hasComma = needsComma
    bytes.append(addingCapacity: name.utf8CodeUnitCount + plain + 6) { span in
      span.withUnsafeMutableBufferPointer { room, count in
        func put(_ scalar: Unicode.Scalar) {
          room[count] = UInt8(ascii: scalar)
          count += 1
        }
        func put(_ bytes: UnsafeBufferPointer<UInt8>) {
          UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: room[count...]))
            .copyMemory(from: UnsafeRawBufferPointer(bytes))
          count += bytes.count
        }
        if hasComma { put(",") }
        put("\"")
        name.withUTF8Buffer { put($0) }
        put("\"")
        put(":")
        put("\"")
        put(UnsafeBufferPointer(rebasing: utf8[..<plain]))
        if plain == utf8.count { put("\"") }
      }
    }
    needsComma = true
    if plain < utf8.count {
      appendToString(UnsafeBufferPointer(rebasing: utf8[plain...]))
      endString()
    }
  }

  /// Starts a string that is written in pieces.
  public mutating func beginString() {
    separate()
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a piece of a string: UTF-8, escaped here where RFC 8259, section 7, demands it and nowhere else.
  public mutating func appendToString(_ utf8: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < utf8.count {
      let end = endOfPlain(utf8, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<end]))
      guard end < utf8.count else { return }
      appendEscape(utf8[end])
      start = end + 1
    }
  }

  /// Ends a string that was written in pieces.
  public mutating func endString() { bytes.append(UInt8(ascii: "\"")) }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func endOfPlain(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(utf8)
    while index + 8 <= utf8.count {
      let plain = Word.bytesWithoutEscape(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += plain
      if plain < 8 { return index }
    }
    while index < utf8.count {
      let byte = utf8[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index += 1
    }
    return index
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      append(byte < 0x10 ? "u000" : "u001")
      let digit = byte & 0x0F
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
