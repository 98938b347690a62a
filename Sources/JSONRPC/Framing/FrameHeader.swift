import Platform

/// The header of a message in the base protocol of LSP 3.17. Names are compared without regard to case; unknown ones
/// are ignored.
struct FrameHeader: Sendable, Equatable {
  /// The longest header, in bytes, that is read.
  static let maximumBytes = 8 << 10
  /// The longest body, in bytes, that may be announced.
  static let maximumLength = 1 << 30

  /// The length of the message in bytes.
  let length: Int

  /// Reads a header: lines that each end with `\r\n`, the blank one last.
  init(_ block: ArraySlice<UInt8>) throws(FramingError) {
    var length: Int?
    var rest = block
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end].dropLast()
      rest = rest[(end + 1)...]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = trimmed(line[..<colon])
      let value = trimmed(line[(colon + 1)...])
      if isName(name, "content-length") {
        let announced = try Self.parseLength(value)
        guard length == nil || length == announced else {
          throw FramingError(message: "a header must not have two different Content-Lengths")
        }
        length = announced
      } else if isName(name, "content-type") {
        try Self.checkCharset(lowercased(value))
      }
    }
    guard let length else { throw FramingError(message: "a header must have a Content-Length") }
    self.length = length
  }

  /// The header at the start of these bytes if it is as nearly all clients write it, with its own length: one line, in
  /// the usual letters. Nil says nothing: it is read with care then.
  static func usual(_ bytes: UnsafeBufferPointer<UInt8>) -> (header: FrameHeader, count: Int)? {
    let name: StaticString = "Content-Length: "
    let digits = name.utf8CodeUnitCount
    // Ten digits, and what ends the header.
    guard let base = bytes.baseAddress, bytes.count >= digits + 14, memcmp(base, name.utf8Start, digits) == 0 else {
      return nil
    }
    var (length, index) = (0, digits)
    while index < digits + 10, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      length = length * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > digits, length <= maximumLength, memcmp(base + index, "\r\n\r\n", 4) == 0 else { return nil }
    return (FrameHeader(length: length), index + 4)
  }

  private init(length: Int) { self.length = length }

  /// Refuses a line that can't be a header's as soon as it has come.
  static func checkLine(_ line: ArraySlice<UInt8>) throws(FramingError) {
    guard line.contains(UInt8(ascii: ":")) else {
      throw FramingError(message: "a header's line must have a colon between name and value")
    }
    guard line.allSatisfy({ $0 == 0x09 || (0x20..<0x7F).contains($0) }) else {
      throw FramingError(message: "a header must be printable ASCII")
    }
  }

  private static func parseLength(_ digits: ArraySlice<UInt8>) throws(FramingError) -> Int {
    // 19 digits always fit in 64 bits.
    var length = (1...19).contains(digits.count) ? 0 : maximumLength + 1
    for digit in digits where length <= maximumLength {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
      length = isDigit ? length * 10 + Int(digit - UInt8(ascii: "0")) : maximumLength + 1
    }
    guard length <= maximumLength else {
      throw FramingError(
        message: "Content-Length must be a whole number of bytes in decimal digits, at most \(maximumLength)")
    }
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
  var trimmed = bytes.drop(while: isBlank)
  while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
  return trimmed
}

/// Whether a header's name is this one, given in lower case. Every message has a header, so no string is made of it.
private func isName(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
  let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  return bytes.count == name.count
    && zip(bytes, name).allSatisfy { byte, wanted in
      byte == wanted || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == wanted)
    }
}

private func lowercased(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
