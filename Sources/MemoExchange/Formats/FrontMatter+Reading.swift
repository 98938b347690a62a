import JSON
import MemoModel

/// What others write is read, too, where it means the same to everybody: words without quotation marks, and lists a line an
/// item. Where anything else stands, nothing is front matter, and it stays in the text.
extension FrontMatter {
  /// Takes the front matter off a text.
  ///
  /// - Returns: it, and the offset of the text behind it; nil if the text begins with none that is understood.
  static func read(_ bytes: [UInt8]) -> (matter: FrontMatter, end: Int)? {
    var lines = FrontMatterLines(bytes)
    guard let first = lines.next(), isEnd(first) else { return nil }
    var matter = FrontMatter()
    /// The name whose value stands on the next lines as a list, and what there is of it.
    var list: (name: String, items: [JSONValue])?
    while let line = lines.next() {
      if isEnd(line) {
        if let list { matter.take(list.name, .array(list.items)) }
        // Nor is it front matter where a property that the service understands would be malformed, such as `weather: sunny`.
        guard (try? KnownProperties.check(matter.properties, changedBy: matter.properties)) != nil else { return nil }
        return (matter, lines.position)
      }
      if list != nil, let item = item(line) {
        guard let value = FrontMatterScalar.value(item) else { return nil }
        list?.items.append(value)
        continue
      }
      if let list { matter.take(list.name, .array(list.items)) }
      list = nil
      if line.isEmpty { continue }
      guard let (name, rest) = key(line) else { return nil }
      if rest.isEmpty {
        list = (name, [])
      } else {
        guard let value = FrontMatterScalar.value(rest) else { return nil }
        matter.take(name, name == "tags" && FrontMatterScalar.endOfString(rest) == nil ? words(value) : value)
      }
    }
    return nil
  }

  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool { line.elementsEqual("---".utf8) }

  /// What stands behind a list's dash.
  private static func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.drop { $0 == UInt8(ascii: " ") }
    return line.starts(with: "- ".utf8) ? line.dropFirst(2).trimmed : nil
  }

  /// A line's name, and what stands behind its colon. The name of a time stays behind nothing, a property's behind `properties.`.
  private static func key(_ line: ArraySlice<UInt8>) -> (name: String, rest: ArraySlice<UInt8>)? {
    let name: String
    let rest: ArraySlice<UInt8>
    if line.first == UInt8(ascii: "\"") {
      guard let end = FrontMatterScalar.endOfString(line), let root = try? JSONDocument(Array(line[..<end])).root,
        let string = root.string
      else { return nil }
      (name, rest) = (string, line[end...])
    } else {
      let word = line.prefix { isPlain($0) || $0 == UInt8(ascii: "-") }
      guard !word.isEmpty else { return nil }
      (name, rest) = (String(decoding: word, as: UTF8.self), line[word.endIndex...])
    }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    let value = rest.dropFirst()
    guard value.isEmpty || value.first == UInt8(ascii: " ") else { return nil }
    return (name, value.trimmed)
  }

  private mutating func take(_ name: String, _ value: JSONValue) {
    if Self.times.contains(name), case .string(let text) = value, let time = Timestamp(writable: text) {
      switch name {
      case "created": created = time
      case "modified": modified = time
      default: trashed = time
      }
      return
    }
    let isPrefixed = name.utf8.starts(with: Self.prefix.utf8)
    let name = isPrefixed ? String(decoding: name.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self) : name
    properties[name] = value
  }

  /// Tags as many write them: `tags: one, two`.
  private static func words(_ value: JSONValue) -> JSONValue {
    guard case .string(let words) = value else { return value }
    let parts = words.utf8.split(separator: UInt8(ascii: ",")).map { Array($0)[...].trimmed }
    return .array(parts.filter { !$0.isEmpty }.map { .string(String(decoding: $0, as: UTF8.self)) })
  }
}

/// A value on one line.
enum FrontMatterScalar {
  /// JSON; or, as others write, a list of words in brackets, or words in single quotation marks or none. Nil for what YAML would
  /// read in another way.
  static func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    if let document = try? JSONDocument(Array(bytes)) { return JSONValue(document.root) }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      return list(bytes.dropFirst().dropLast().trimmed)
    }
    return word(bytes)
  }

  /// Words between commas. A comma in quotation marks is part of a word.
  private static func list(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    var items: [JSONValue] = []
    var rest = bytes
    while true {
      let start = endOfString(rest) ?? rest.startIndex
      let end = rest[start...].firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      guard let item = word(rest[..<end].trimmed) else { return nil }
      items.append(item)
      if end == rest.endIndex { return .array(items) }
      rest = rest[(end + 1)...].trimmed
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    if let end = endOfString(bytes) { return end == bytes.endIndex ? string(bytes) : nil }
    guard let first = bytes.first, !Array("[]{},&*!|>%@`\"'#-?:".utf8).contains(first) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // What stands behind these would be a remark, or a value of its own.
    if text.contains(" #") || text.contains(": ") || bytes.last == UInt8(ascii: ":") { return nil }
    if bytes.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) { return nil }
    if let document = try? JSONDocument(Array(bytes)) { return JSONValue(document.root) }
    return .string(text)
  }

  /// What stands in quotation marks: in double ones as JSON has it, in single ones as it is, but that two of them are one.
  private static func string(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    if bytes.first == UInt8(ascii: "\"") { return (try? JSONDocument(Array(bytes))).map { JSONValue($0.root) } }
    let inside = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    return .string(inside.replacing("''", with: "'"))
  }

  /// The offset behind the closing quotation mark of what begins with one; nil if it begins with none, or none closes it.
  static func endOfString(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let mark = bytes.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
    let isDouble = mark == UInt8(ascii: "\"")
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      if isDouble, bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] != mark {
        index += 1
      } else if !isDouble, bytes[(index + 1)...].first == mark {
        index += 2
      } else {
        return index + 1
      }
    }
    return nil
  }
}

/// Lines without their ends, and where the next one begins. A line that nothing ends is none: front matter is never the end of a
/// file without one.
struct FrontMatterLines {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let rest = bytes[position...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      // The closing dashes may be the file's last bytes.
      position = bytes.count
      return rest
    }
    position = end + 1
    let line = rest[..<end]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}

extension ArraySlice<UInt8> {
  /// Without spaces at either end.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 == UInt8(ascii: " ") }
    let end = start.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? start.startIndex
    return start[..<end]
  }
}
