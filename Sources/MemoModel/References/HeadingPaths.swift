/// A memo's headings by the names that Obsidian writes in links, and takes in them: without marks, and perhaps behind
/// the names of headings above them, as in `Japan#Packing list`.
struct HeadingPaths: Sendable {
  /// The headings of each name, in the order of the text.
  private var places: [String: [Int]] = [:]
  /// The number of each heading's name, and the heading right above it; -1 for none.
  private var (names, above): ([Int], [Int]) = ([], [])

  /// The most headings of one name that are looked at: a text may have as many links as headings.
  private static let mostPlaces = 1000

  init(_ headings: [HeadingReference]) {
    var open: [(index: Int, level: Int)] = []
    for (index, heading) in headings.enumerated() {
      let name = heading.form.withoutMarks
      places[name, default: []].append(index)
      names.append(places[name]?.first ?? index)
      while let last = open.last, last.level >= heading.level { open.removeLast() }
      above.append(open.last?.index ?? -1)
      open.append((index, heading.level))
    }
  }

  /// The headings that the parts of a path name, the last one last; nil if it leads to none.
  ///
  /// - Parameter path: the path in the form in which headings' texts are compared.
  func headings(on path: String) -> [Int]? {
    let parts = path.split(separator: "#").map { String($0).withoutMarks }
    guard let last = parts.last, !parts.contains("") else { return nil }
    let outer = parts.dropLast().compactMap { places[$0]?.first }
    guard outer.count == parts.count - 1 else { return nil }
    for place in places[last, default: []].prefix(Self.mostPlaces) {
      if let way = headings(above: place, named: outer) { return way + [place] }
    }
    return nil
  }

  /// The headings of these names above one, not each need be named; nil if one is not above it.
  private func headings(above place: Int, named outer: [Int]) -> [Int]? {
    var (way, rest, heading) = ([Int](), outer[...], above[place])
    while let name = rest.last {
      guard heading >= 0 else { return nil }
      if names[heading] == name {
        way.append(heading)
        rest.removeLast()
      }
      heading = above[heading]
    }
    return way.reversed()
  }
}

extension String {
  /// A heading's compared form with each run of marks and white space as one space, and none at its ends: links can't
  /// have all marks, and Obsidian looks at none but `'`, `-` and `_`.
  fileprivate var withoutMarks: String {
    guard utf8.contains(where: \.isMark) || utf8.first == 0x20 || utf8.last == 0x20 else { return self }
    return split { $0 == " " || $0.utf8.count == 1 && $0.utf8.allSatisfy(\.isMark) }.joined(separator: " ")
  }
}

extension UInt8 {
  /// Whether it is ASCII punctuation other than `'`, `-` and `_`.
  fileprivate var isMark: Bool {
    switch self {
    case UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "_"): false
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
