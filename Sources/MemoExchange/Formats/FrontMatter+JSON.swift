import JSON
import MemoMarkup
import MemoModel

/// A header in JSON has no lines and no comments: what it doesn't say is added as one more member, its last.
extension FrontMatter {
  /// The separator between the text's own members and the addition.
  private static let mark = ",\"memo-ls\":"

  func addingMember(to header: Header, _ text: [UInt8]) -> [UInt8] {
    let unsaid = unsaid(by: header)
    // If the text's own header looks like one with additions, an empty addition protects it.
    guard !unsaid.isEmpty || Self.added(to: text) != nil else { return text }
    var added = JSONObject()
    for (name, value) in unsaid {
      // A time is written without quotation marks, all else as JSON.
      let isTime = Self.times.contains(name)
      added[name] =
        isTime ? .string(String(decoding: value, as: UTF8.self)) : (try? JSONDocument(value)).map { JSONValue($0.root) }
    }
    let place = header.bounds.contents.upperBound - 1
    return text[..<place] + Self.mark.utf8 + added.json + text[place...]
  }

  /// Removes from a header in JSON what was added; nil if nothing was.
  static func addedMember(in bytes: [UInt8], _ bounds: HeaderBounds) -> (matter: FrontMatter, text: [UInt8])? {
    let end = bounds.contents.upperBound - 1
    guard let comma = JSONExtent(bytes, from: bounds.contents.lowerBound)?.lastComma,
      bytes[comma...].starts(with: mark.utf8),
      let added = try? JSONObject(json: Array(bytes[(comma + mark.utf8.count)..<end]))
    else { return nil }
    var matter = FrontMatter()
    for (name, value) in added.members {
      let line = if times.contains(name), case .string(let text) = value { Array(text.utf8) } else { value.json }
      guard matter.take(Self.key(name) + ": ".utf8 + line, separator: ": ") else { return nil }
    }
    return matter.isRight ? (matter, Array(bytes[..<comma] + bytes[end...])) : nil
  }
}
