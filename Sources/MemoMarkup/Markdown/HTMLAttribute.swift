package import MemoText

/// An attribute of an element of HTML in a text that leads somewhere, or that fragments lead to.
package struct HTMLAttribute: Sendable, Equatable {
  /// What an attribute is for.
  package enum Kind: Sendable {
    /// `href`, and `src` of what is no picture.
    case address
    /// `src` of a picture.
    case picture
    /// `id` and `name`.
    case anchor
  }

  /// What it is for.
  package let kind: Kind
  /// The value as it is written, and its range in bytes of UTF-8, without quotation marks.
  package let value: String, range: Range<Int>

  /// The attributes of a text, in its order; none in code and comments. O(n).
  package static func all(in text: Rope, _ outline: Outline) -> [HTMLAttribute] {
    let bytes = text.utf8Bytes
    guard bytes.contains(UInt8(ascii: "<")) else { return [] }
    var (found, code): ([HTMLAttribute], ArraySlice<Outline.Code>) = ([], outline.code[...])
    var place = outline.start
    while place < bytes.count, let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = open + 1
      while let first = code.first, first.range.upperBound <= open { code.removeFirst() }
      if let first = code.first, first.range.contains(open) {
        place = first.range.upperBound
      } else if bytes[place...].starts(with: "!--".utf8) {
        place = bytes[place...].firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.count
      } else if bytes[outline.start..<open].reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 0 {
        var tag = OpenTag(bytes: bytes, place: place)
        guard tag.read() else { continue }
        found += tag.attributes
        place = tag.place
      }
    }
    return found
  }

  /// Reads an open tag (CommonMark 0.31.2, section 6.6).
  private struct OpenTag {
    let bytes: [UInt8]
    var place: Int
    var attributes: [HTMLAttribute] = []

    /// The longest value that is read.
    private static let longest = 4096

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Reads from the name on; false if there is no tag.
    mutating func read() -> Bool {
      let name = take { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      guard let first = name.utf8.first, first.isASCIILetter else { return false }
      while true {
        let isApart = !take(\.isHTMLSpace).isEmpty
        switch byte {
        case UInt8(ascii: ">"):
          place += 1
          return true
        case UInt8(ascii: "/"):
          place += 1
          guard byte == UInt8(ascii: ">") else { return false }
          place += 1
          return true
        case nil: return false
        default: guard isApart, readAttribute(of: name) else { return false }
        }
      }
    }

    private mutating func readAttribute(of element: String) -> Bool {
      let name = take { $0.isASCIILetter || $0.isASCIIDigit || "_:.-@".utf8.contains($0) }
      guard !name.isEmpty else { return false }
      let end = place
      _ = take(\.isHTMLSpace)
      guard byte == UInt8(ascii: "=") else {
        place = end
        return true
      }
      place += 1
      _ = take(\.isHTMLSpace)
      guard let mark = byte else { return false }
      let isQuoted = mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
      if isQuoted { place += 1 }
      let start = place
      let value = take { isQuoted ? $0 != mark : !$0.isHTMLSpace && !"\"'=<>`".utf8.contains($0) }
      guard isQuoted ? byte == mark : !value.isEmpty else { return false }
      if let kind = Kind(name.lowercased(), of: element.lowercased()), !value.isEmpty {
        attributes.append(HTMLAttribute(kind: kind, value: value, range: start..<place))
      }
      if isQuoted { place += 1 }
      return true
    }

    private mutating func take(_ isWanted: (UInt8) -> Bool) -> String {
      let start = place
      while place < bytes.count, place - start < Self.longest, isWanted(bytes[place]) { place += 1 }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }
  }
}

extension HTMLAttribute.Kind {
  /// The kind of an attribute, by names in lower case; nil if it is for something else.
  fileprivate init?(_ name: String, of element: String) {
    switch (element, name) {
    case (_, "id"), (_, "name"): self = .anchor
    case (_, "href"): self = .address
    case ("img", "src"): self = .picture
    case ("video", "src"), ("audio", "src"), ("source", "src"), ("iframe", "src"), ("embed", "src"): self = .address
    default: return nil
    }
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isHTMLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
