/// Reads a JSON text in one pass over its bytes and writes its tape. Escapes are resolved in place: a string never
/// becomes longer.
struct JSONReader {
  private(set) var tape: [TapeEntry] = []
  let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The offset of the next byte to read.
  var position = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
    // A small message has about one value in eight bytes; a large one is mostly text.
    tape.reserveCapacity(min(buffer.count / 8 + 4, 4096))
  }

  mutating func readText() throws(JSONSyntaxError) {
    skipWhiteSpace()
    try readValue(depth: 0)
    skipWhiteSpace()
    guard position == buffer.count else { throw syntaxError("unexpected text after the value") }
  }

  func syntaxError(_ reason: String) -> JSONSyntaxError {
    if position >= buffer.count { return JSONSyntaxError("the text ends in the middle of a value", at: buffer.count) }
    return JSONSyntaxError(reason, at: position)
  }

  private mutating func readValue(depth: Int) throws(JSONSyntaxError) {
    guard position < buffer.count else { throw syntaxError("a value is missing") }
    switch buffer[position] {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "{"): try readObject(depth: depth + 1)
    case UInt8(ascii: "["): try readArray(depth: depth + 1)
    case UInt8(ascii: "t"): try readLiteral("true", .true)
    case UInt8(ascii: "f"): try readLiteral("false", .false)
    case UInt8(ascii: "n"): try readLiteral("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    default: throw syntaxError("a value can't start here")
    }
  }

  private mutating func readObject(depth: Int) throws(JSONSyntaxError) {
    let opened = try open(.object, depth: depth)
    if skip(UInt8(ascii: "}")) { return close(opened) }
    repeat {
      skipWhiteSpace()
      guard peek() == UInt8(ascii: "\"") else { throw syntaxError("a member's name in quotation marks is missing") }
      try readString()
      skipWhiteSpace()
      guard skip(UInt8(ascii: ":")) else { throw syntaxError("the colon after a member's name is missing") }
      skipWhiteSpace()
      try readValue(depth: depth)
      skipWhiteSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw syntaxError("an object's comma or closing brace is missing") }
    close(opened)
  }

  private mutating func readArray(depth: Int) throws(JSONSyntaxError) {
    let opened = try open(.array, depth: depth)
    if skip(UInt8(ascii: "]")) { return close(opened) }
    repeat {
      skipWhiteSpace()
      try readValue(depth: depth)
      skipWhiteSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw syntaxError("an array's comma or closing bracket is missing") }
    close(opened)
  }

  private mutating func open(_ kind: TapeEntry.Kind, depth: Int) throws(JSONSyntaxError) -> Int {
    guard depth <= JSONDocument.maximumDepth else {
      throw syntaxError(JSONSyntaxError.tooDeep)
    }
    append(kind, from: position, to: position)
    position += 1
    skipWhiteSpace()
    return tape.count - 1
  }

  private mutating func close(_ opened: Int) {
    tape[opened].end = UInt32(truncatingIfNeeded: position)
    tape[opened].next = UInt32(truncatingIfNeeded: tape.count)
  }

  private mutating func readLiteral(_ text: StaticString, _ kind: TapeEntry.Kind) throws(JSONSyntaxError) {
    let start = position
    for offset in 0..<text.utf8CodeUnitCount {
      guard peek() == text.utf8Start[offset] else { throw syntaxError("a value can't start here") }
      position += 1
    }
    append(kind, from: start, to: position)
  }

  private mutating func readNumber() throws(JSONSyntaxError) {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if let next = peek(), isDigit(next) { throw syntaxError("a number starts with a needless zero") }
    } else {
      try readDigits()
    }
    if skip(UInt8(ascii: ".")) { try readDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try readDigits()
    }
    append(.number, from: start, to: position)
  }

  private mutating func readDigits() throws(JSONSyntaxError) {
    guard let first = peek(), isDigit(first) else { throw syntaxError("a number lacks a digit") }
    while let next = peek(), isDigit(next) { position += 1 }
  }

  /// Adds an entry for bytes already checked. Offsets fit: the document is at most 2³² − 2 bytes long.
  mutating func append(_ kind: TapeEntry.Kind, from start: Int, to end: Int) {
    tape.append(
      TapeEntry(
        kind: kind,
        start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: tape.count + 1)
      )
    )
  }

  func peek() -> UInt8? { position < buffer.count ? buffer[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhiteSpace() {
    while position < buffer.count {
      switch buffer[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
