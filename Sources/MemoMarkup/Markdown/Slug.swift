import MemoText

/// How links name headings and titles, as GitHub does it: lower case, white space as `-`, and only letters, marks,
/// digits, `_` and `-` (the package github-slugger, which says which characters these are).
package struct Slug {
  /// By their bytes: what is composed otherwise is another one.
  private var given: [[UInt8]: Int] = [:]

  /// Gives slugs that are each given once.
  package init() {}

  /// The slug of a title by itself.
  package static func of(_ title: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in title.lowercasedWithFinalSigma.unicodeScalars {
      if scalar == " " {
        slug.append("-")
      } else if scalar.staysInSlug {
        slug.append(scalar)
      }
    }
    // Marks that a sign stood between are side by side now.
    return String(slug).withOrderedMarks
  }

  /// The slug of the next title: `-1`, `-2` is added to what was given already.
  package mutating func next(_ title: String) -> String {
    let slug = Self.of(title)
    var result = slug
    while given[Array(result.utf8)] != nil {
      given[Array(slug.utf8), default: 0] += 1
      result = "\(slug)-\(given[Array(slug.utf8), default: 0])"
    }
    given[Array(result.utf8)] = 0
    return result
  }
}

extension String {
  /// In lower case, where a sigma that ends a word is a final one (the Unicode Standard, section 3.13, Final_Sigma):
  /// the standard library knows no context.
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
