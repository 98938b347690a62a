package import MemoText

/// A template's text without the tags that make it one: `template`, and those below it, such as `template/meeting`.
package struct TemplateSource: Sendable {
  /// The text. A line or a header with nothing but such tags is removed.
  package let text: Rope
  /// The structure of the text with those tags.
  package let outline: Outline
  /// Those tags of the text or its header.
  package let marks: [String]
  /// Whether it had any.
  package var isTagged: Bool { !marks.isEmpty }
  /// Whether the text still has some, in a header that can't be changed so.
  package let keepsMarks: Bool

  /// The tag that makes a memo a template.
  package static let mark = "template"

  /// Whether a tag makes a memo a template.
  package static func isMark(_ tag: String) -> Bool {
    let form = tag.tagForm
    return form == mark || form.hasPrefix("\(mark)/")
  }

  /// The template's name in such a tag: `meeting` in `template/meeting`; nil if the tag has none.
  package static func name(_ tag: String) -> String? {
    isMark(tag) ? tag.withoutTagMark.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) : nil
  }

  /// Reads a text and removes the tags.
  package init(_ text: Rope) {
    outline = Outline(of: text)
    let tags = outline.tags.filter { Self.isMark($0.name) }
    marks = outline.headerTags.filter(Self.isMark) + tags.map(\.name)
    guard !marks.isEmpty else {
      (self.text, keepsMarks) = (text, false)
      return
    }
    var (bytes, isOpened) = text.utf8Bytes.removing(tags.map(\.range))
    var isChanged = true
    if var editor = HeaderEditor(text) {
      isChanged = editor.changeTags { Self.isMark($0) ? .removed : .kept }
      if let replacement = editor.replacement {
        bytes.replaceSubrange(replacement.range, with: replacement.text.utf8)
        isOpened = replacement.text.isEmpty
      }
    }
    keepsMarks = !isChanged
    // The text begins with what came after the removed words.
    let start = isOpened ? bytes.firstIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } : 0
    self.text = bytes[(start ?? bytes.count)...].withUnsafeBufferPointer { Rope(validUTF8: $0) }
  }
}

extension [UInt8] {
  /// The text without some words, given in order, and whether it begins where one of them was. With a word goes the
  /// white space after it, before it at a line's end, or its line if nothing else is left there. O(n).
  fileprivate func removing(_ words: [Range<Int>]) -> (rest: [UInt8], isOpened: Bool) {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    // What stays of the text behind `start`, the last byte first.
    var (behind, start) = ([UInt8](), count)
    for word in words.reversed() {
      behind += self[word.upperBound..<start].reversed()
      start = word.lowerBound
      while let byte = behind.last, isBlank(byte) { behind.removeLast() }
      if let next = behind.last, !isLineEnd(next) { continue }
      start = self[..<start].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
      guard start == 0 || isLineEnd(self[start - 1]), let end = behind.popLast() else { continue }
      if end == UInt8(ascii: "\r"), behind.last == UInt8(ascii: "\n") { behind.removeLast() }
    }
    return (self[..<start] + behind.reversed(), start == 0 && !words.isEmpty)
  }
}
