extension Rope {
  /// Puts `text` in the place of `range`, in bytes of UTF-8 and between scalars, which the caller has made sure of.
  /// O(log n + length of `text`).
  public mutating func replaceSubrange(_ range: Range<Int>, with text: String) {
    precondition(range.lowerBound >= 0 && range.upperBound <= summary.utf8, "range outside the text")
    var text = text
    text.withUTF8 { root.replace(range, with: $0) }
  }

  /// Applies `change`, whose positions are counted in `encoding`, and says whether the text is now another, byte for
  /// byte. On an error nothing was applied. For several changes of which all or none must take effect, copy the rope
  /// first, which is O(1).
  public mutating func apply(_ change: TextChange, in encoding: PositionEncoding) throws(PositionError) -> Bool {
    let replaced = try offsets(of: change.range, in: encoding)
    guard !holds(change.text, at: replaced) else { return false }
    replaceSubrange(replaced, with: change.text)
    return true
  }

  /// Whether `text` is, byte for byte, what stands at `range`, in bytes of UTF-8.
  public func holds(_ text: String, at range: Range<Int>) -> Bool {
    var text = text
    return text.withUTF8 { $0.count == range.count && holds($0, at: range) }
  }

  /// The stretch that `range` names, in bytes of UTF-8; nil names the whole text. O(log n).
  public func offsets(
    of range: TextRange?, in encoding: PositionEncoding
  ) throws(PositionError) -> Range<Int> {
    guard let range else { return 0..<summary.utf8 }
    let start = try offset(of: range.start, in: encoding)
    if range.end == range.start { return start..<start }
    let end = try offset(of: range.end, in: encoding)
    guard start <= end else { throw PositionError(position: range.start, reason: .startAfterEnd) }
    return start..<end
  }

  /// Whether `text`, as long as `range`, is what stands there.
  private func holds(_ text: UnsafeBufferPointer<UInt8>, at range: Range<Int>) -> Bool {
    var start = 0
    return root.visit(range) { chunk in
      let end = start + chunk.count
      defer { start = end }
      return chunk.hasSameBytes(as: UnsafeBufferPointer(rebasing: text[start..<end]))
    }
  }
}
