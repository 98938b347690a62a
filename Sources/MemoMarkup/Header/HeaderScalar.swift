/// A word or a text in a header, with its range: after a name, in a list there, or in a list in that.
struct HeaderScalar {
  /// The text that it means.
  let text: String
  /// Its range, including quotation marks, in bytes of the header; for an alias, the alias's own.
  let range: Range<Int>
  /// Whether it is an item of a list, and so one word, however many it looks like.
  let isItem: Bool
  /// Whether it is written without quotation marks.
  let isPlain: Bool

  /// The scalars of all members of one meaning, in order. None where they can't be found.
  static func all(of name: HeaderName, in bytes: [UInt8], _ bounds: HeaderBounds) -> [HeaderScalar] {
    switch bounds.syntax {
    case .toml: return TOMLReader.scalars(of: name, in: Array(bytes[bounds.contents])).moved(by: bounds.contents)
    case .json:
      // JSON is YAML except for the way it escapes characters of more than four hexadecimal digits, and for U+007F.
      let plain = bytes[bounds.contents].withoutSurrogates.map { $0 == 0x7F ? UInt8(ascii: "x") : $0 }
      return ((try? YAMLReader.places(of: name, in: plain[...]).scalars) ?? []).moved(by: bounds.contents)
    case .yaml:
      return ((try? YAMLReader.places(of: name, in: bytes[bounds.contents]).scalars) ?? []).moved(by: bounds.contents)
    }
  }

  /// The same scalar further back.
  fileprivate func moved(by offset: Int) -> HeaderScalar {
    HeaderScalar(
      text: text, range: range.lowerBound + offset..<range.upperBound + offset, isItem: isItem, isPlain: isPlain)
  }
}

extension [HeaderScalar] {
  fileprivate func moved(by range: Range<Int>) -> [HeaderScalar] { map { $0.moved(by: range.lowerBound) } }
}

extension ArraySlice<UInt8> {
  /// The JSON with as many letters in place of escapes such as `\ud83d`.
  fileprivate var withoutSurrogates: [UInt8] {
    var bytes = Array(self)
    var index = 0
    while index + 5 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let isSurrogate =
        bytes[index + 1] == UInt8(ascii: "u") && (bytes[index + 2] | 0x20) == UInt8(ascii: "d")
        && "89abcdefABCDEF".utf8.contains(bytes[index + 3])
      if isSurrogate { bytes.replaceSubrange(index..<index + 6, with: "xxxxxx".utf8) }
      index += isSurrogate ? 6 : 2
    }
    return bytes
  }
}
