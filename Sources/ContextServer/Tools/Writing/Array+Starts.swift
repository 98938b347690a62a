extension Array where Element: Equatable {
  /// The starts of all occurrences of other elements in this array, including overlapping ones.
  ///
  /// Compares each element only a few times, whatever both contain (Knuth, Morris and Pratt). The C library's search
  /// would start again after the beginning of each occurrence, and compare everything anew.
  func starts(of wanted: [Element]) -> [Int] {
    guard !wanted.isEmpty, wanted.count <= count else { return [] }
    // For each prefix, the length of the longest shorter prefix that also ends it.
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

  /// The length of the prefix that is matched after one more element, given the length before.
  private func matching(_ count: Int, then element: Element, _ borders: [Int]) -> Int {
    var count = count
    while self[count] != element {
      if count == 0 { return 0 }
      count = borders[count - 1]
    }
    return count + 1
  }
}
