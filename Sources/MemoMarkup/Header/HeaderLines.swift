/// The lines of some bytes, each ended by LF, CRLF or a lone CR as in YAML.
package struct HeaderLines: Sequence, IteratorProtocol {
  /// A line.
  package struct Line {
    /// Its bytes without the end.
    package let bytes: ArraySlice<UInt8>
    /// Its start, and the start of the next line.
    package let range: Range<Int>

    /// Whether it is three marks, perhaps followed by white space.
    func isFence(_ mark: Unicode.Scalar) -> Bool {
      bytes.count >= 3 && bytes.prefix(3).allSatisfy { $0 == UInt8(ascii: mark) }
        && bytes.dropFirst(3).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Whether it has nothing but spaces and tabs.
    var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    /// Whether it is a heading without words.
    var isEmptyHeading: Bool {
      let indentation = bytes.prefix { $0 == UInt8(ascii: " ") }.count
      return indentation <= 3 && bytes.headingWords(bytes.indices.dropFirst(indentation))?.isEmpty == true
    }

    /// Whether it underlines a heading: one or more of one mark (CommonMark 0.31.2, section 4.3).
    var isUnderline: Bool {
      let marks = bytes.drop { $0 == UInt8(ascii: " ") }
      guard let mark = marks.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
      let rest = marks.drop { $0 == mark }
      return bytes.count - marks.count <= 3
        && rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
  }

  private let bytes: [UInt8]
  private var position: Int

  /// The lines from an offset on.
  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next line; nil at the end.
  package mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    guard let end = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
      position = bytes.count
      return Line(bytes: bytes[start...], range: start..<position)
    }
    let isPair = bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
    position = end + (isPair ? 2 : 1)
    return Line(bytes: bytes[start..<end], range: start..<position)
  }
}
