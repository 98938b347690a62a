package import MemoText

/// A template's text without what makes it one: the tag `template`, and those in it, such as `template/meeting`.
package struct TemplateSource: Sendable {
  /// The text. A tag that stood in a line or a header of its own took it along.
  package let text: Rope
  /// What the text said with them.
  package let outline: Outline
  /// Such tags that the text or its header had.
  package let marks: [String]
  /// Whether it had any.
  package var isTagged: Bool { !marks.isEmpty }

  /// The tag that makes a memo a template.
  package static let mark = "template"

  /// Whether a tag makes a memo a template.
  package static func isMark(_ tag: String) -> Bool {
    let form = tag.tagForm
    return form == mark || form.hasPrefix("\(mark)/")
  }

  /// What a template is called by such a tag: `meeting` by `template/meeting`; nil if the tag says nothing of that.
  package static func name(_ tag: String) -> String? {
    isMark(tag) ? tag.withoutTagMark.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) : nil
  }

  /// Reads a text and takes the tags out.
  package init(_ text: Rope) {
    outline = Outline(of: text)
    let tags = outline.tags.filter { Self.isMark($0.name) }
    marks = outline.headerTags.filter(Self.isMark) + tags.map(\.name)
    guard !marks.isEmpty else {
      self.text = text
      return
    }
    var bytes = text.utf8Bytes
    var isOpened = false
    for tag in tags.reversed() {
      let range = bytes.surroundings(of: tag.range)
      bytes.removeSubrange(range)
      isOpened = range.lowerBound == 0
    }
    if var editor = HeaderEditor(text) {
      _ = editor.changeTags { Self.isMark($0) ? .removed : .kept }
      if let replacement = editor.replacement {
        bytes.replaceSubrange(replacement.range, with: replacement.text.utf8)
        isOpened = replacement.text.isEmpty
      }
    }
    // What came behind the first words begins the text now.
    let start = isOpened ? bytes.firstIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } : 0
    self.text = bytes[(start ?? bytes.count)...].withUnsafeBufferPointer { Rope(validUTF8: $0) }
  }
}

extension [UInt8] {
  /// What goes with a word: the white space behind it, before it at a line's end, and the line where it stands alone.
  fileprivate func surroundings(of word: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let end = self[word.upperBound...].firstIndex { !isBlank($0) } ?? count
    guard end == count || isLineEnd(self[end]) else { return word.lowerBound..<end }
    let start = self[..<word.lowerBound].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    guard start == 0 || isLineEnd(self[start - 1]), end < count else { return start..<end }
    let isPair = self[end] == UInt8(ascii: "\r") && end + 1 < count && self[end + 1] == UInt8(ascii: "\n")
    return start..<(end + (isPair ? 2 : 1))
  }
}
