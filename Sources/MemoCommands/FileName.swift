/// Names of files, from texts that may hold anything.
enum FileName {
  /// The most bytes of a text that go into a name: with the longest identifier (128) and what stands around it, a name stays
  /// below the 255 bytes that file systems take.
  private static let mostBytes = 60

  /// A text's first line with letters in it, as a word of letters, digits and dashes.
  static func title(of bytes: [UInt8]) -> String {
    // A title is short: what comes later is not looked at.
    let beginning = String(decoding: bytes.prefix(4096), as: UTF8.self)
    for line in beginning.split(whereSeparator: \.isNewline) {
      let words = line.split { !($0.isLetter || $0.isNumber) }
      var title = ""
      for word in words {
        let longer = title.isEmpty ? String(word) : "\(title)-\(word)"
        guard longer.utf8.count <= mostBytes else { break }
        title = longer
      }
      // A single word that is too long is cut between characters.
      if title.isEmpty, let word = words.first { title = cut(word) }
      if !title.isEmpty { return title }
    }
    return "untitled"
  }

  private static func cut(_ word: Substring) -> String {
    var result = ""
    for character in word {
      guard result.utf8.count + character.utf8.count <= mostBytes else { break }
      result.append(character)
    }
    return result
  }
}
