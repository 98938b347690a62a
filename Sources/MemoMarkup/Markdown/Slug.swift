/// How links name headings and titles, as GitHub does it: lower case, white space as `-`, and only letters, marks,
/// digits, `_` and `-` (the package github-slugger, which says which characters these are).
package struct Slug {
  private var given: [String: Int] = [:]

  /// Gives slugs that are each given once.
  package init() {}

  /// The slug of a title by itself.
  package static func of(_ title: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in title.lowercased().unicodeScalars {
      if scalar == " " {
        slug.append("-")
      } else if scalar.staysInSlug {
        slug.append(scalar)
      }
    }
    return String(slug)
  }

  /// The slug of the next title: `-1`, `-2` is added to what was given already.
  package mutating func next(_ title: String) -> String {
    let slug = Self.of(title)
    var result = slug
    while given[result] != nil {
      given[slug, default: 0] += 1
      result = "\(slug)-\(given[slug, default: 0])"
    }
    given[result] = 0
    return result
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
