import MemoText

/// Reads the TOML that headers use: texts, numbers, dates and lists after a name, also in Zola's `[taxonomies]`; other
/// tables have no meaning. Anything else is skipped and reported.
struct TOMLReader {
  private let bytes: [UInt8]
  private var position = 0
  /// How deep lists and tables may nest.
  private static let deepest = 64

  /// The meaning of members whose words are asked for; whether one of these is being read; and the words.
  private let wanted: HeaderName?
  private var isWanted = false
  private var scalars: [HeaderScalar] = []
  /// The places where a member, a table or what is not understood begins.
  private var starts: [MemberStart] = []
  /// Whether what comes first is not understood.
  private var beginsOtherwise = false

  private struct Problem: Error {}

  private init(_ bytes: [UInt8], wanted: HeaderName? = nil) { (self.bytes, self.wanted) = (bytes, wanted) }

  /// The members, the lines and members of tables that have no meaning, and what could not be read.
  static func read(_ bytes: [UInt8]) -> (members: [HeaderMember], tables: [HeaderMember], problem: String?) {
    var reader = TOMLReader(bytes)
    return reader.read()
  }

  /// Whether it is other words: what comes first, but for remarks, is neither a member nor a table.
  static func isProse(_ bytes: [UInt8]) -> Bool {
    var reader = TOMLReader(bytes)
    _ = reader.read()
    return reader.beginsOtherwise
  }

  /// The ranges of the words of members of one meaning.
  static func scalars(of name: HeaderName, in bytes: [UInt8]) -> [HeaderScalar] {
    var reader = TOMLReader(bytes, wanted: name)
    _ = reader.read()
    return reader.scalars
  }

  /// The places where members and all else begin, in order.
  static func starts(in bytes: [UInt8]) -> [MemberStart] {
    var reader = TOMLReader(bytes)
    _ = reader.read()
    return reader.starts
  }

  private mutating func read() -> (members: [HeaderMember], tables: [HeaderMember], problem: String?) {
    var members: [HeaderMember] = []
    var tables: [HeaderMember] = []
    var problem: String?
    var isTop = true
    while skipBlank() {
      let start = position
      do throws(Problem) {
        if peek == UInt8(ascii: "[") {
          let line = restOfLine().trimmingWhiteSpace
          guard Self.isTable(line) else {
            position = start
            throw Problem()
          }
          starts.append(MemberStart(name: nil, offset: start))
          isTop = line.hasPrefix("[taxonomies]")
          if !isTop { tables.append(HeaderMember(name: line, value: .map([]))) }
          continue
        }
        let name = try name()
        isWanted = isTop && wanted != nil && HeaderName(name) == wanted
        let value = try value(1)
        try endLine()
        starts.append(MemberStart(name: isTop ? name : nil, offset: start))
        let member = HeaderMember(name: name, value: value)
        if isTop { members.append(member) } else { tables.append(member) }
      } catch {
        if starts.isEmpty { beginsOtherwise = true }
        starts.append(MemberStart(name: nil, offset: start))
        position = max(start, position)
        if problem == nil {
          let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 2
          problem = "line \(line): it is not understood"
        }
        _ = restOfLine()
      }
    }
    return (members, tables, problem)
  }

  /// Whether a line begins a table, with nothing but a comment behind its brackets.
  private static func isTable(_ line: String) -> Bool {
    line.prefix { $0 != "#" }.trimmingWhiteSpace.hasSuffix("]")
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func restOfLine() -> String {
    let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
    position = min(line.endIndex + 1, bytes.count)
    return String(decoding: line, as: UTF8.self)
  }

  /// Skips white space and comments; false at the end.
  private mutating func skipBlank() -> Bool {
    while let byte = peek {
      if byte == UInt8(ascii: "#") {
        _ = restOfLine()
      } else if " \t\r\n".utf8.contains(byte) {
        position += 1
      } else {
        return true
      }
    }
    return false
  }

  private mutating func skipSpaces() {
    while let byte = peek, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  private mutating func endLine() throws(Problem) {
    skipSpaces()
    guard let byte = peek else { return }
    guard "\r\n#".utf8.contains(byte) else { throw Problem() }
    _ = restOfLine()
  }

  private mutating func name() throws(Problem) -> String {
    let name: String
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
      name = try text()
    } else {
      let word = bytes[position...].prefix { !" \t=\r\n\"'[]{},#".utf8.contains($0) }
      guard !word.isEmpty else { throw Problem() }
      position = word.endIndex
      name = String(decoding: word, as: UTF8.self)
    }
    skipSpaces()
    guard take("=") else { throw Problem() }
    return name.withOrderedMarks
  }

  private mutating func value(_ depth: Int) throws(Problem) -> HeaderValue {
    guard depth <= Self.deepest else { throw Problem() }
    skipSpaces()
    let start = position
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try text()
      note(text, from: start, to: position, depth, isPlain: false)
      return .scalar(text.withOrderedMarks, isPlain: false)
    case UInt8(ascii: "["):
      position += 1
      var items: [HeaderValue] = []
      while skipBlank() {
        if take("]") { return .list(items) }
        items.append(try value(depth + 1))
        guard skipBlank(), take(",") || peek == UInt8(ascii: "]") else { throw Problem() }
      }
      throw Problem()
    case UInt8(ascii: "{"):
      position += 1
      var members: [HeaderMember] = []
      isWanted = false
      while skipBlank() {
        if take("}") { return .map(members) }
        members.append(HeaderMember(name: try name(), value: try value(depth + 1)))
        guard skipBlank(), take(",") || peek == UInt8(ascii: "}") else { throw Problem() }
      }
      throw Problem()
    default:
      let word = bytes[position...].prefix { !"\r\n,]}#\"'[{=".utf8.contains($0) }
      let text = String(decoding: word, as: UTF8.self).trimmingWhiteSpace
      guard !text.isEmpty else { throw Problem() }
      position = word.endIndex
      note(text, from: start, to: start + text.utf8.count, depth, isPlain: true)
      return .scalar(text.withOrderedMarks, isPlain: true)
    }
  }

  private mutating func note(_ text: String, from start: Int, to end: Int, _ depth: Int, isPlain: Bool) {
    guard isWanted, depth <= 2 else { return }
    scalars.append(HeaderScalar(text: text, range: start..<end, isItem: depth > 1, isPlain: isPlain))
  }

  /// Reads a text in quotation marks: one line or, in triple marks, several.
  private mutating func text() throws(Problem) -> String {
    let mark = peek == UInt8(ascii: "\"") ? "\"" : "'"
    let isLong = take(mark + mark + mark)
    if !isLong { position += 1 }
    if isLong { _ = take("\r\n") || take("\n") }
    let end = isLong ? mark + mark + mark : mark
    var text: [UInt8] = []
    while let byte = peek {
      if take(end) { return String(decoding: text, as: UTF8.self) }
      if !isLong, byte == UInt8(ascii: "\n") { break }
      position += 1
      if byte == UInt8(ascii: "\\"), mark == "\"" {
        text += try escaped()
      } else {
        text.append(byte)
      }
    }
    throw Problem()
  }

  private mutating func escaped() throws(Problem) -> [UInt8] {
    guard let byte = peek else { throw Problem() }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "e"): return [0x1B]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [byte]
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let digits = bytes[position...].prefix(byte == UInt8(ascii: "u") ? 4 : 8)
      guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value)
      else { throw Problem() }
      position = digits.endIndex
      return Array(String(scalar).utf8)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"):
      // A backslash at a line's end joins it with the next line's first word.
      while let byte = peek, " \t\r\n".utf8.contains(byte) { position += 1 }
      return []
    default: throw Problem()
    }
  }
}
