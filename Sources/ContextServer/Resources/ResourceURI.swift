import MemoEngine

/// The address of a memo as a resource: `memo:///ID`, or `memo:///ID?startLine=N&startCharacter=N` for the pieces of a
/// long one after the first.
struct ResourceURI: Sendable {
  static let template = "memo:///{id}"
  private static let scheme = "memo:///"
  /// The longest name with its number, in bytes.
  private static let longestPair = 40

  let id: String
  let start: Piece.Place

  init(_ id: String, from start: Piece.Place = Piece.Place(line: 1, character: 0)) {
    (self.id, self.start) = (id, start)
  }

  /// Reads an address; nil if it is not one of ours. Whether the memo exists is checked later.
  init?(_ text: String) {
    guard text.utf8.starts(with: Self.scheme.utf8) else { return nil }
    // By bytes: comparing letters with thousands of marks takes long.
    let parts = Self.parts(text.utf8.dropFirst(Self.scheme.utf8.count), by: "?", atMost: 2)
    guard let id = parts.first, MemoID(id) != nil else { return nil }
    var values = ["startLine": 1, "startCharacter": 0]
    for pair in parts.count > 1 ? Self.parts(parts[1].utf8[...], by: "&", atMost: .max) : [] {
      guard pair.utf8.count <= Self.longestPair else { return nil }
      let words = Self.parts(pair.utf8[...], by: "=", atMost: 2)
      guard words.count == 2, values[words[0]] != nil, let value = Int(words[1]), (0...(1 << 31)).contains(value)
      else { return nil }
      values[words[0]] = value
    }
    guard let line = values["startLine"], let character = values["startCharacter"], line > 0 else { return nil }
    self.init(id, from: Piece.Place(line: line, character: character))
  }

  private static func parts(_ bytes: Substring.UTF8View, by separator: Unicode.Scalar, atMost most: Int) -> [String] {
    bytes.split(separator: UInt8(ascii: separator), maxSplits: most - 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The address.
  var text: String {
    let isWhole = start.line == 1 && start.character == 0
    return Self.scheme + id + (isWhole ? "" : "?startLine=\(start.line)&startCharacter=\(start.character)")
  }
}
