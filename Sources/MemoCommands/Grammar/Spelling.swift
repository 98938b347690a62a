/// Finds what was meant by a word that is none.
enum Spelling {
  /// The word that is nearest to a mistyped one; nil if none is near. Dashes before a word don't count.
  static func nearest(to typed: String, among words: [String]) -> String? {
    let letters = Array(typed.drop { $0 == "-" }.prefix(32))
    var (best, least) = (String?.none, 4)
    for word in words {
      let others = Array(word.drop { $0 == "-" })
      let distance = distance(letters, others)
      // Of a short word little may be wrong: every other letter.
      if distance < least, distance * 2 <= max(letters.count, others.count) { (best, least) = (word, distance) }
    }
    return best
  }

  /// What is said to whoever mistyped a word; nil if none is near.
  static func advice(for typed: String, among words: [String]) -> String? {
    nearest(to: typed, among: words).map { "did you mean \($0)?" }
  }

  /// The least number of letters to put in, take out, replace or swap with the next one (optimal string alignment).
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
