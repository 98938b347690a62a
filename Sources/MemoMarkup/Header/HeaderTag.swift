import MemoText

/// A tag in a header, with its range.
struct HeaderTag {
  /// Its name without `#`.
  let name: String
  /// The range of the name.
  let range: Range<Int>
  /// Its range including `#` and quotation marks.
  let whole: Range<Int>
  /// Whether a replacement must be a value by itself, because the name has no quotation marks.
  let isValue: Bool
  /// The text of several words that contains it; nil if it is an item of a list.
  let text: Range<Int>?

  /// The tags in a word or a text, as ``HeaderMeaning`` reads them. None where they can't be told apart.
  static func all(in scalar: HeaderScalar, _ bytes: [UInt8]) -> [HeaderTag] {
    scalar.isItem ? item(scalar, bytes).map { [$0] } ?? [] : words(scalar, bytes)
  }

  private static func item(_ scalar: HeaderScalar, _ bytes: [UInt8]) -> HeaderTag? {
    let word = scalar.text.trimmingWhiteSpace
    let name = word.first == "#" ? String(word.dropFirst()) : word
    guard !name.isEmpty else { return nil }
    let source = bytes[scalar.range]
    let mark = scalar.isPlain ? nil : source.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    let start = source.dropFirst(mark == nil ? 0 : 1).drop { " \t#".utf8.contains($0) }.startIndex
    let end = start + name.utf8.count
    let rest = bytes[min(end, scalar.range.upperBound)..<scalar.range.upperBound].drop { $0 == 0x20 || $0 == 0x09 }
    guard bytes[start..<scalar.range.upperBound].starts(with: name.utf8), rest.elementsEqual(mark.map { [$0] } ?? [])
    else { return HeaderTag(name: name, range: scalar.range, whole: scalar.range, isValue: true, text: nil) }
    return HeaderTag(name: name, range: start..<end, whole: scalar.range, isValue: mark == nil, text: nil)
  }

  private static func words(_ scalar: HeaderScalar, _ bytes: [UInt8]) -> [HeaderTag] {
    var start = scalar.range.lowerBound
    var end = scalar.range.upperBound
    if !scalar.isPlain, let mark = bytes[start..<end].first {
      if "|>".utf8.contains(mark) {
        start = bytes[start..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
      } else {
        let marks = end - start >= 6 && bytes[start..<end].starts(with: [mark, mark, mark]) ? 3 : 1
        (start, end) = (start + marks, max(start + marks, end - marks))
      }
    }
    let source = String(decoding: bytes[start..<end], as: UTF8.self)
    let words = source.headerWords
    guard words.elementsEqual(scalar.text.headerWords, by: { $0.isSame(as: $1) }) else { return [] }
    return words.compactMap { word in
      let offset = start + source.utf8.distance(from: source.startIndex, to: word.startIndex)
      let whole = offset..<offset + word.utf8.count
      let name = word.first == "#" ? word.dropFirst() : word
      guard !name.isEmpty else { return nil }
      return HeaderTag(
        name: String(name), range: whole.upperBound - name.utf8.count..<whole.upperBound, whole: whole,
        isValue: scalar.isPlain && whole == scalar.range, text: scalar.range)
    }
  }
}

extension String {
  /// The words of a text that stands for a list, separated by commas and white space.
  fileprivate var headerWords: [Substring] {
    split { $0.utf8.elementsEqual(",".utf8) || $0.isWhitespace }.map(\.trimmingWhiteSpace).filter { !$0.isEmpty }
  }
}

extension Substring {
  /// Whether both are canonically equal, quickly even with many marks.
  fileprivate func isSame(as other: Substring) -> Bool {
    String(self).withOrderedMarks == String(other).withOrderedMarks
  }
}

extension [UInt8] {
  /// The range to remove with a word of a list: the comma beside it, or its line. A comment behind it stays.
  func removal(of word: Range<Int>) -> Range<Int> {
    func byte(_ index: Int) -> Unicode.Scalar? { indices.contains(index) ? Unicode.Scalar(self[index]) : nil }
    func isBlank(_ index: Int) -> Bool { byte(index) == " " || byte(index) == "\t" }
    var (before, after) = (word.lowerBound, word.upperBound)
    while isBlank(before - 1) { before -= 1 }
    while isBlank(after) { after += 1 }
    if byte(after) == "," {
      after += 1
      while isBlank(after) { after += 1 }
      return word.lowerBound..<after
    }
    if byte(before - 1) == "," { return (before - 1)..<word.upperBound }
    // The line of an item.
    if let dash = dash(before: before) {
      if byte(after) == "#" { return dash..<after }
      if byte(after) == "\n" || byte(after) == "\r" {
        before = dash
        while isBlank(before - 1) { before -= 1 }
        after += byte(after) == "\r" && byte(after + 1) == "\n" ? 2 : 1
        return before..<after
      }
    }
    // One of several words in a text.
    return before < word.lowerBound && !":=".utf8.contains(self[before - 1])
      ? before..<word.upperBound : word.lowerBound..<after
  }

  /// The dash at the start of an item's line, with nothing but `&name` and `!type` behind it; nil if there is none.
  private func dash(before place: Int) -> Int? {
    var end = place
    while let last = self[..<end].lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
      let start = self[...last].lastIndex { " \t\r\n,[".utf8.contains($0) }.map { $0 + 1 } ?? 0
      guard start <= last, "&!".utf8.contains(self[start]) else {
        let before = self[..<start].last { $0 != 0x20 && $0 != 0x09 }
        let isFirst = before == nil || before == UInt8(ascii: "\n") || before == UInt8(ascii: "\r")
        return self[start..<(last + 1)].elementsEqual("-".utf8) && isFirst ? start : nil
      }
      end = start
    }
    return nil
  }

  /// The bytes with some words replaced, given in order; where two overlap, both are removed. If the last items of a
  /// list go, no comma is left at its end.
  func edited(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var rest = 0
    for edit in edits {
      result += self[rest..<Swift.max(rest, edit.range.lowerBound)] + edit.text.utf8
      rest = Swift.max(rest, edit.range.upperBound)
      guard edit.text.isEmpty, self[rest...].first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "]"),
        let last = result.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }), result[last] == UInt8(ascii: ",")
      else { continue }
      result.removeSubrange(last...)
    }
    return result + self[rest...]
  }
}
