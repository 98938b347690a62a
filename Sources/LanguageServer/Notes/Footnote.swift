import MemoMarkup
import MemoText

/// `[^label]`, and `[^label]:` at the beginning of a line, if need be in a quotation.
struct Footnote: Sendable {
  let form: [UInt8]
  /// The range without brackets, with `^`.
  let range: Range<Int>
  let isDefinition: Bool

  /// The footnotes of a text, none in code.
  static func all(in text: Rope, _ outline: Outline) -> [Footnote] {
    let bytes = text.utf8Bytes
    var found: [Footnote] = []
    var (place, code) = (outline.start, outline.code[...])
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
      place = start + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "^"),
        let end = bytes[place...].prefix(200).firstIndex(where: { "]\n\r[ ".utf8.contains($0) }), end > place + 1,
        bytes[end] == UInt8(ascii: "]")
      else { continue }
      while let first = code.first, first.range.upperBound <= start { code.removeFirst() }
      if let first = code.first, first.range.contains(start) { continue }
      let before = bytes[..<start].last { !" \t>".utf8.contains($0) }
      let isFirst = before == nil || before == UInt8(ascii: "\n") || before == UInt8(ascii: "\r")
      let isDefinition = isFirst && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: ":")
      let form = Array(String(decoding: bytes[place..<end], as: UTF8.self).nameForm.utf8)
      found.append(Footnote(form: form, range: place..<end, isDefinition: isDefinition))
      place = end
    }
    return found
  }
}
