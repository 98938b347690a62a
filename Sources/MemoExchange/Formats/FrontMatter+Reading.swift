import JSON
import MemoMarkup
import MemoModel

extension FrontMatter {
  /// Splits off exactly what export wrote before a text. Anything that somebody else wrote, or changed, is text.
  ///
  /// - Returns: the front matter, and the offset of the text after it; nil if there is none.
  static func read(_ bytes: [UInt8]) -> (matter: FrontMatter, end: Int)? {
    var lines = HeaderLines(bytes)
    guard let first = lines.next(), first.bytes.elementsEqual("---".utf8) else { return nil }
    var matter = FrontMatter()
    while let line = lines.next() {
      if line.bytes.elementsEqual("---".utf8) {
        let end = line.range.upperBound
        guard matter.created != nil, matter.modified != nil, matter.isRight, matter.bytes.elementsEqual(bytes[..<end])
        else { return nil }
        return (matter, end)
      }
      guard matter.take(line.bytes, separator: ": ") else { return nil }
    }
    return nil
  }

  /// Whether no known property is malformed; null removes one.
  var isRight: Bool { KnownProperties.accept(JSONObject().merging(properties)) }

  /// Takes a line that export wrote; false if it is not one.
  mutating func take(_ line: some Collection<UInt8>, separator: String) -> Bool {
    guard let (name, rest) = Self.key(Array(line)[...]), rest.starts(with: separator.utf8) else { return false }
    let value = rest.dropFirst(separator.utf8.count)
    if Self.times.contains(name) {
      guard let time = Timestamp(writable: String(decoding: value, as: UTF8.self)) else { return false }
      switch name {
      case "created": created = time
      case "modified": modified = time
      default: trashed = time
      }
      return true
    }
    guard let document = try? JSONDocument(Array(value)) else { return false }
    let isPrefixed = name.utf8.starts(with: Self.prefix.utf8)
    let property = isPrefixed ? String(decoding: name.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self) : name
    properties[property] = JSONValue(document.root)
    return true
  }

  /// A line's name, and the rest of the line.
  private static func key(_ line: ArraySlice<UInt8>) -> (name: String, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "\"") else {
      let word = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: " ") }
      return word.isEmpty ? nil : (String(decoding: word, as: UTF8.self), line[word.endIndex...])
    }
    var index = line.startIndex + 1
    while index < line.endIndex, line[index] != UInt8(ascii: "\"") {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < line.endIndex, let name = (try? JSONDocument(Array(line[...index])))?.root.string else { return nil }
    return (name, line[(index + 1)...])
  }
}
