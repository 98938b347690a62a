import MemoText

/// A title that is being typed, by which a new memo's file is called meanwhile.
package enum TypedTitle {
  /// Whether whoever writes a text has gone on behind the line of its title. Nobody has while there is none, while a
  /// header is not complete, or while all that is behind the line was there before, as the rest of a template is.
  ///
  /// - Parameters:
  ///   - text: the text, in UTF-8.
  ///   - former: the text that it was written over; nil if that is not known, or there was none. Then all counts that
  ///     is behind the line, unless an empty place for a title is in front of it.
  package static func isLeft(_ text: [UInt8], since former: [UInt8]?) -> Bool {
    let rope = Rope(validatingUTF8: text) ?? Rope()
    let header = Header(rope)
    // What has just been begun looks like a title; no blank line stands in it.
    if header == nil, let syntax = HeaderBounds.syntax(text.prefix(7)), syntax != .json, !text.hasBlankLine {
      return false
    }
    let start = rope.startOfWords(behind: header)
    let isInHeader = header.map { HeaderMeaning($0).title != nil } ?? false
    let line = isInHeader ? nil : TitleLine(of: rope, from: start)
    guard isInHeader || line?.isEmptyHeading == false else { return false }
    let rest = text[(line?.lineEnd ?? start)...]
    if rest.isEmpty { return false }
    if let former {
      let rope = Rope(validatingUTF8: former) ?? Rope()
      let words = former[rope.startOfWords(behind: Header(rope))...]
      return !words.suffix(rest.count).elementsEqual(rest)
    }
    guard let line else { return true }
    let hasPlaceInHeader = header?.members.contains { HeaderName($0.name) == .title } ?? false
    return !hasPlaceInHeader && rope.position(at: start, in: .utf8).line == line.number
  }
}

extension [UInt8] {
  /// Whether a line end follows another one.
  fileprivate var hasBlankLine: Bool {
    let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return zip(self, dropFirst()).contains { $0 == lf && ($1 == lf || $1 == cr) }
  }
}
