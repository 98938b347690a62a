extension Array where Element: Equatable {
  /// Where other elements begin that stand in this array, those that overlap, too.
  ///
  /// Looks at no element more often than a few times, whatever stands here and there (Knuth, Morris and Pratt). The C
  /// library's search would begin anew behind the beginning of each place, and compare all of it again.
  func starts(of wanted: [Element]) -> [Int] {
    guard !wanted.isEmpty, wanted.count <= count else { return [] }
    // Of how many elements the longest beginning is that also ends the first ones, the whole left out.
    var borders = [0]
    var matching = 0
    for element in wanted.dropFirst() {
      matching = wanted.matching(matching, then: element, borders)
      borders.append(matching)
    }
    var starts: [Int] = []
    matching = 0
    for (index, element) in enumerated() {
      matching = wanted.matching(matching == wanted.count ? borders[matching - 1] : matching, then: element, borders)
      if matching == wanted.count { starts.append(index + 1 - matching) }
    }
    return starts
  }

  /// How many of the first elements end what ended with so many of them when one more has come.
  private func matching(_ count: Int, then element: Element, _ borders: [Int]) -> Int {
    var count = count
    while self[count] != element {
      if count == 0 { return 0 }
      count = borders[count - 1]
    }
    return count + 1
  }
}
