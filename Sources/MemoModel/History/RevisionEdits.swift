/// The edits that turn a later text into an earlier one: stretches of the later one, in order, and what they replaced.
/// Each is stored as its start, its end (the largest number for the text's end), the length of what was there (8 bytes
/// each, little-endian), and that text.
package struct RevisionEdits {
  /// What is stored of them.
  package private(set) var encoded: [UInt8] = []

  /// Creates no edits, which lead to the same text.
  package init() {}

  /// Takes stored edits; nil if the bytes are damaged.
  package init?(_ bytes: [UInt8]) {
    encoded = bytes
    guard applied(to: nil) != nil else { return nil }
  }

  /// Edits that turn any other text into this one.
  package init(whole text: [UInt8]) { replace(0..<Self.end, with: text) }

  /// The number that stands for the end of the later text.
  static let end = Int.max

  /// Adds an edit after the others.
  package mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    for number in [range.lowerBound, range.upperBound, bytes.count] {
      withUnsafeBytes(of: Int64(number).littleEndian) { encoded.append(contentsOf: $0) }
    }
    encoded += bytes
  }

  /// All of them, in order; nil if the stored bytes are damaged.
  var edits: [Edit]? {
    var edits: [Edit] = []
    var offset = 0
    while offset < encoded.count {
      guard let start = number(at: offset), let stop = number(at: offset + 8), let count = number(at: offset + 16),
        start <= stop, count <= encoded.count - offset - 24
      else { return nil }
      edits.append(Edit(range: start..<stop, bytes: encoded[(offset + 24)..<(offset + 24 + count)]))
      offset += 24 + count
    }
    return edits
  }

  /// The earlier text; nil if the edits do not fit this one.
  package func applied(to text: [UInt8]) -> [UInt8]? { applied(to: Optional(text)) }

  /// The same; without a text it only checks the edits.
  private func applied(to text: [UInt8]?) -> [UInt8]? {
    var result: [UInt8] = []
    var (offset, end) = (0, 0)
    while offset < encoded.count {
      guard let start = number(at: offset), var stop = number(at: offset + 8), let count = number(at: offset + 16)
      else { return nil }
      if let text, stop == Self.end { stop = text.count }
      guard end <= start, start <= stop, stop <= text?.count ?? .max, count <= encoded.count - offset - 24 else {
        return nil
      }
      if let text { result += text[end..<start] }
      result += encoded[(offset + 24)..<(offset + 24 + count)]
      offset += 24 + count
      end = stop
    }
    if let text { result += text[end...] }
    return result
  }

  /// A number that is not negative.
  private func number(at offset: Int) -> Int? {
    guard offset + 8 <= encoded.count else { return nil }
    let number = encoded.withUnsafeBytes {
      Int(Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
    }
    return number >= 0 ? number : nil
  }
}
