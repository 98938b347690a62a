/// The header of a message in the base protocol of LSP 3.17. Names are told apart without regard to case; unknown ones are
/// passed over.
struct Header: Sendable, Equatable {
  /// The longest header, in bytes, that is read.
  static let maximumBytes = 8 << 10
  /// The longest body, in bytes, whose announcement is believed.
  static let maximumLength = 1 << 30

  /// How many bytes the message has.
  let length: Int

  /// Reads a header: lines that each end with `\r\n`, the blank one last.
  init(_ block: ArraySlice<UInt8>) throws(FramingError) {
    var length: Int?
    for line in block.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      let line = line.dropLast()
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = trimmed(line[line.index(after: colon)...])
      switch lowercased(trimmed(line[..<colon])) {
      case "content-length":
        let announced = try Self.parseLength(value)
        guard length == nil || length == announced else {
          throw FramingError(message: "a header must not have two different Content-Lengths")
        }
        length = announced
      case "content-type": try Self.checkCharset(lowercased(value))
      default: break
      }
    }
    guard let length else { throw FramingError(message: "a header must have a Content-Length") }
    self.length = length
  }

  /// Refuses a line that can be no header's as soon as it has come.
  static func checkLine(_ line: ArraySlice<UInt8>) throws(FramingError) {
    guard line.contains(UInt8(ascii: ":")) else {
      throw FramingError(message: "a header's line must have a colon between name and value")
    }
    guard line.allSatisfy({ $0 == 0x09 || (0x20..<0x7F).contains($0) }) else {
      throw FramingError(message: "a header must be printable ASCII")
    }
  }

  private static func parseLength(_ digits: ArraySlice<UInt8>) throws(FramingError) -> Int {
    let wrong = FramingError(
      message: "Content-Length must be a whole number of bytes in decimal digits, at most \(maximumLength)")
    // 19 digits always fit in 64 bits.
    guard (1...19).contains(digits.count) else { throw wrong }
    var length = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { throw wrong }
      length = min(length * 10 + Int(digit - UInt8(ascii: "0")), maximumLength + 1)
    }
    guard length <= maximumLength else { throw wrong }
    return length
  }

  private static func checkCharset(_ type: String) throws(FramingError) {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { lowercased(trimmed(Array($0.utf8)[...])) }
      guard parts.count == 2, parts[0] == "charset" else { continue }
      guard ["utf-8", "utf8", "\"utf-8\"", "\"utf8\""].contains(parts[1]) else {
        throw FramingError(message: "the charset of a Content-Type must be utf-8")
      }
    }
  }
}

private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
  return bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()[...]
}

private func lowercased(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
