import MemoMarkup
import MemoModel

/// The notes of a Joplin export: each has an identifier of 32 hexadecimal digits, in its file's name or its header, and
/// links are `:/` and that. The memos' identifiers are derived from these, so that links can be written whichever memo
/// comes first.
struct JoplinNotes {
  private var known: Set<String> = []

  /// Records what a file's name, beginning and end tell.
  mutating func look(at name: String, beginning: [UInt8], end: [UInt8]) {
    if let digits = Self.digits(ofName: name, beginning, end) { known.insert(digits) }
  }

  private static func digits(ofName name: String, _ beginning: [UInt8], _ end: [UInt8]) -> String? {
    if let item = JoplinItem(end: end) { return item.isNote ? digits(item.id) : nil }
    return digits(ofName: name) ?? Header(beginning, .notes).flatMap { digits(in: $0) }
  }

  /// A note's text with its links to other notes as links to memos, and the memo's identifier if it is such a note.
  ///
  /// If no other note was seen, text and identifier are left alone.
  func read(_ text: String, name: String) -> (text: String, id: MemoID?) {
    guard !known.isEmpty else { return (text, nil) }
    let own = Self.digits(
      ofName: name, Array(text.utf8.prefix(Self.looksAt)), Array(text.utf8.suffix(Self.looksAt)))
    let id = own.flatMap { known.contains($0) ? MemoID("joplin-\($0)") : nil }
    return (text.utf8.contains(UInt8(ascii: ":")) ? linked(text) : text, id)
  }

  /// The number of bytes at a file's beginning and end that are searched for its identifier.
  static let looksAt = 4096

  /// Replaces `](:/…)` by `](memo:joplin-…)` where that is a note. Pictures begin with `![`, and are none.
  private func linked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var taken = 0
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "]")) {
      position = start + 1
      let rest = bytes[position...]
      let prefix = "(:/".utf8.count
      guard rest.starts(with: "(:/".utf8), rest.count > prefix + 32 else { continue }
      let digits = String(decoding: rest.dropFirst(prefix).prefix(32), as: UTF8.self)
      let end = rest[rest.startIndex + prefix + 32]
      guard known.contains(digits), ")# \t".utf8.contains(end) else { continue }
      result += bytes[taken..<(position + 1)] + "memo:joplin-\(digits)".utf8
      taken = position + prefix + 32
      position = taken
    }
    return taken == 0 ? text : String(decoding: result + bytes[taken...], as: UTF8.self)
  }

  private static func digits(in header: Header) -> String? {
    header.members.last { $0.name == "id" }?.value.text.flatMap { digits($0) }
  }

  private static func digits(ofName name: String) -> String? {
    guard let file = name.split(separator: "/").last, file.hasSuffix(".md") else { return nil }
    return digits(String(file.dropLast(3)))
  }

  private static func digits(_ text: String) -> String? {
    let isID =
      text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isID ? text : nil
  }
}

/// The lines after a blank one at the end of a file of Joplin's RAW format, `name: value` each.
struct JoplinItem {
  private var values: [String: String] = [:]

  /// Reads the end of a file; nil if it is not of that format.
  init?(end: [UInt8]) {
    let lines = String(decoding: end, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.reversed() {
      let line = line.last == "\r" ? line.dropLast() : line
      if line.isEmpty, values.isEmpty { continue }
      guard let colon = line.firstIndex(of: ":"), line[..<colon].allSatisfy({ $0.isASCII && $0 != " " }) else { break }
      values[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    guard values["id"]?.utf8.count == 32, values["type_"] != nil else { return nil }
  }

  /// The identifier.
  var id: String { values["id"] ?? "" }

  /// Whether it is a note rather than a notebook, a tag, a resource or the like.
  var isNote: Bool { values["type_"] == "1" }

  /// The times when the note was created and last changed.
  var created: String? { values["user_created_time"] ?? values["created_time"] }
  var modified: String? { values["user_updated_time"] ?? values["updated_time"] }
}
