/// Suggests the word that was meant by a mistyped one.
enum Spelling {
  /// The word nearest to a mistyped one; nil if none is near. Dashes at the start don't count.
  static func nearest(to typed: String, among words: [String]) -> String? {
    let letters = Array(typed.drop { $0 == "-" }.prefix(32))
    var (best, least) = (String?.none, 4)
    for word in words {
      let others = Array(word.drop { $0 == "-" })
      let distance = distance(letters, others)
      // At most half of the letters may be wrong.
      if distance < least, distance * 2 <= max(letters.count, others.count) { (best, least) = (word, distance) }
    }
    return best
  }

  /// The advice about a mistyped word; nil if no word is near.
  static func advice(for typed: String, among words: [String]) -> String? {
    nearest(to: typed, among: words).map { "did you mean \($0)?" }
  }

  /// The least number of letters to insert, remove, replace or swap with the next one (optimal string alignment).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var rows = [Array(0...second.count)]
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == second[j - 1], other == first[i - 1] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
