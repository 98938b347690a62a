import MemoText

/// Names of headings and titles in addresses, made as GitHub makes them: lower case, white space as `-`, and only
/// letters, marks, digits, `_` and `-` (the package github-slugger defines these characters).
package struct Slug {
  /// How often each slug was given.
  private var given: [Bytes: Int] = [:]

  /// A slug's bytes: another composition is another slug.
  private struct Bytes: Hashable {
    let slug: String

    static func == (one: Self, other: Self) -> Bool { one.slug.utf8.elementsEqual(other.slug.utf8) }

    func hash(into hasher: inout Hasher) {
      var slug = slug
      slug.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Creates a generator of unique slugs.
  package init() {}

  /// The slug of a title by itself.
  package static func of(_ title: String) -> String {
    if let slug = title.slugOfASCII { return slug }
    var slug = String.UnicodeScalarView()
    for scalar in title.lowercasedWithFinalSigma.unicodeScalars {
      if scalar == " " {
        slug.append("-")
      } else if scalar.staysInSlug {
        slug.append(scalar)
      }
    }
    // Marks that were separated by a removed character are adjacent now.
    return String(slug).withOrderedMarks
  }

  /// The slug of a memo's title; nil if it holds a link.
  package static func ofMemo(titled title: String) -> String? {
    let holdsLink = title.utf8.contains(where: "[<".utf8.contains) && !Outline(of: Rope(title)).links.isEmpty
    return holdsLink ? nil : of(title)
  }

  /// The next slug, with `-1`, `-2` if it was given before.
  package mutating func unique(_ slug: String) -> String {
    var (result, count) = (slug, give(slug))
    while count > 0 {
      result = "\(slug)-\(count)"
      if given[Bytes(slug: result)] == nil {
        given[Bytes(slug: result)] = 1
        break
      }
      count = give(slug)
    }
    return result
  }

  /// Counts that a slug is given; returns how often it was before.
  private mutating func give(_ slug: String) -> Int {
    func counted(_ count: inout Int) -> Int {
      count += 1
      return count - 1
    }
    return counted(&given[Bytes(slug: slug), default: 0])
  }
}

extension String {
  /// The slug of a title that has nothing but ASCII, as most have in many languages; nil if it has.
  fileprivate var slugOfASCII: String? {
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { room in
        var count = 0
        for byte in bytes {
          let isSpace = byte == UInt8(ascii: " ")
          guard isSpace || Unicode.Scalar(byte).staysInSlug else { continue }
          room[count] = isSpace ? UInt8(ascii: "-") : (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
  }

  /// The text in lower case, with a final sigma at the end of a word (the Unicode Standard, section 3.13, Final_Sigma):
  /// the standard library ignores context.
  fileprivate var lowercasedWithFinalSigma: String {
    guard unicodeScalars.contains("\u{3A3}") else { return lowercased() }
    var words = unicodeScalars
    for place in unicodeScalars.indices where unicodeScalars[place] == "\u{3A3}" {
      let before = unicodeScalars[..<place].last { !$0.properties.isCaseIgnorable }
      let after = unicodeScalars[place...].dropFirst().first { !$0.properties.isCaseIgnorable }
      guard before?.properties.isCased == true, after?.properties.isCased != true else { continue }
      words.replaceSubrange(place...place, with: CollectionOfOne("\u{3C2}"))
    }
    return String(words).lowercased()
  }
}

extension Unicode.Scalar {
  fileprivate var staysInSlug: Bool {
    if self == "-" || self == "_" { return true }
    if isASCII { return (0x41...0x5A).contains(value & ~0x20) || (0x30...0x39).contains(value) }
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
