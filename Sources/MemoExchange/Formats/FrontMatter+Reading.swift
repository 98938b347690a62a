import JSON
import MemoModel

/// What others write is read, too, where it means the same to everybody: words without quotation marks, and lists and maps of
/// these in brackets or a line an item. Where anything else stands, nothing is front matter, and it stays in the text.
extension FrontMatter {
  /// Takes the front matter off a text.
  ///
  /// - Returns: it, and the offset of the text behind it; nil if the text begins with none that is understood.
  static func read(_ bytes: [UInt8]) -> (matter: FrontMatter, end: Int)? {
    var lines = FrontMatterLines(bytes)
    guard let first = lines.next(), isEnd(first) else { return nil }
    var matter = FrontMatter()
    /// The name whose value stands on the next lines, and what there is of it.
    var block: (name: String, value: FrontMatterBlock)?
    while let line = lines.next() {
      if isEnd(line) {
        if let block { matter.take(block.name, block.value.json) }
        // Nor is it front matter where a property that the service understands would be malformed, such as `weather: sunny`.
        guard (try? KnownProperties.check(matter.properties, changedBy: matter.properties)) != nil else { return nil }
        return (matter, lines.position)
      }
      if FrontMatterBlock.mayContain(line), block != nil {
        guard block?.value.take(line) == true else { return nil }
        continue
      }
      if let block { matter.take(block.name, block.value.json) }
      block = nil
      if line.isEmpty { continue }
      guard let (name, rest) = key(line) else { return nil }
      if rest.isEmpty {
        block = (name, FrontMatterBlock())
      } else {
        guard let value = FrontMatterScalar.value(rest) else { return nil }
        matter.take(name, name == "tags" && FrontMatterScalar.endOfString(rest) == nil ? words(value) : value)
      }
    }
    return nil
  }

  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool { line.elementsEqual("---".utf8) }

  /// A line's name, and what stands behind its colon. The name of a time stays behind nothing, a property's behind `properties.`.
  static func key(_ line: ArraySlice<UInt8>) -> (name: String, rest: ArraySlice<UInt8>)? {
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
  var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 == UInt8(ascii: " ") }
    let end = start.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? start.startIndex
    return start[..<end]
  }
}
