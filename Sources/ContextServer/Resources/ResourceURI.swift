import MemoEngine

/// What a memo is called as a resource: `memo:///ID`, or `memo:///ID?startLine=N&startCharacter=N` for what is behind
/// the first piece of a long one.
struct ResourceURI: Sendable {
  static let template = "memo:///{id}"
  private static let scheme = "memo:///"

  let id: String
  let start: Piece.Place

  init(_ id: String, from start: Piece.Place = Piece.Place(line: 1, character: 0)) {
    (self.id, self.start) = (id, start)
  }

  /// Reads an address; nil if it is none of ours. Whether there is such a memo is another question.
  init?(_ text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    let parts = text.dropFirst(Self.scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first, MemoID(String(id)) != nil else { return nil }
    var values = ["startLine": 1, "startCharacter": 0]
    for pair in parts.count > 1 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : [] {
      let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, values[words[0]] != nil, let value = Int(words[1]), (0...(1 << 31)).contains(value) else {
        return nil
      }
      values[words[0]] = value
    }
    guard let line = values["startLine"], let character = values["startCharacter"], line > 0 else { return nil }
    self.init(String(id), from: Piece.Place(line: line, character: character))
  }

  /// The address.
  var text: String {
    let isWhole = start.line == 1 && start.character == 0
    return Self.scheme + id + (isWhole ? "" : "?startLine=\(start.line)&startCharacter=\(start.character)")
  }
}
