import JSON
import MemoModel

/// A value on several lines: a list or a map, whose items stand on a line each.
struct FrontMatterBlock {
  private var items: [JSONValue] = []
  private var members = JSONObject()
  /// How far the members stand from the line's start.
  private var indent: Int?

  /// An empty list.
  init() {}

  var json: JSONValue { indent == nil ? .array(items) : .object(members) }

  /// Whether a line belongs to the value of the name above it.
  static func mayContain(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: " ") || line.starts(with: "- ".utf8)
  }

  /// Takes in the next line; false if it is none of the list or map.
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.drop { $0 == UInt8(ascii: " ") }
    if start.starts(with: "- ".utf8) {
      guard indent == nil, let value = FrontMatterScalar.value(start.dropFirst(2).trimmed) else { return false }
      items.append(value)
      return true
    }
    let depth = line.count - start.count
    guard items.isEmpty, depth == indent ?? depth, let (name, rest) = FrontMatter.key(start),
      let value = FrontMatterScalar.value(rest)
    else { return false }
    indent = depth
    members[name] = value
    return true
  }
}

/// A value on one line.
enum FrontMatterScalar {
  /// JSON; or, as others write, a list or map of words in brackets, or words in single quotation marks or none. Nil for what YAML
  /// would read in another way.
  static func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    if let document = try? JSONDocument(Array(bytes)) { return JSONValue(document.root) }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      return list(bytes.dropFirst().dropLast().trimmed)
    }
    if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {
      return map(bytes.dropFirst().dropLast().trimmed)
    }
    return word(bytes)
  }

  private static func list(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    var items: [JSONValue] = []
    for part in parts(bytes) {
      guard let item = word(part) else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  private static func map(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    var members = JSONObject()
    for part in parts(bytes) {
      // A brace would begin or end a map of its own.
      guard !part.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }),
        let (name, rest) = FrontMatter.key(part), let value = word(rest)
      else { return nil }
      members[name] = value
    }
    return .object(members)
  }

  /// What stands between commas. A comma in quotation marks at a part's start is no end of it.
  private static func parts(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = bytes
    while true {
      let start = endOfString(rest) ?? rest.startIndex
      let end = rest[start...].firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      parts.append(rest[..<end].trimmed)
      if end == rest.endIndex { return parts }
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
