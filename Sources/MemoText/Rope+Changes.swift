extension Rope {
  /// Replaces `range`, in bytes of UTF-8 and between scalars, which the caller must ensure, with `text`. O(log n +
  /// length of `text`).
  public mutating func replaceSubrange(_ range: Range<Int>, with text: String) {
    precondition(range.lowerBound >= 0 && range.upperBound <= summary.utf8, "range outside the text")
    var text = text
    text.withUTF8 { root.replace(range, with: $0) }
  }

  /// Applies `change`, whose positions are counted in `encoding`, and returns whether the text has changed, byte for
  /// byte. On an error nothing was applied. For several changes of which all or none must take effect, copy the rope
  /// first, which is O(1).
  public mutating func apply(_ change: TextChange, in encoding: PositionEncoding) throws(PositionError) -> Bool {
    let replaced = try offsets(of: change.range, in: encoding)
    guard !holds(change.text, at: replaced) else { return false }
    replaceSubrange(replaced, with: change.text)
    return true
  }

  /// Whether `range`, in bytes of UTF-8, holds exactly the bytes of `text`.
  public func holds(_ text: String, at range: Range<Int>) -> Bool {
    var text = text
    return text.withUTF8 { $0.count == range.count && holds($0, at: range) }
  }

  /// The stretch that `range` names, in bytes of UTF-8; nil names the whole text. O(log n).
  public func offsets(
    of range: TextRange?, in encoding: PositionEncoding
  ) throws(PositionError) -> Range<Int> {
    guard let range else { return 0..<summary.utf8 }
    let line = try startOfLine(of: range.start)
    let start = try offset(of: range.start, from: line, in: encoding)
    if range.end == range.start { return start..<start }
    // What is typed and taken away is mostly within a line.
    let isWithinLine = range.end.line == range.start.line && range.end.character >= 0
    let end = try offset(of: range.end, from: isWithinLine ? line : startOfLine(of: range.end), in: encoding)
    guard start <= end else { throw PositionError(position: range.start, reason: .startAfterEnd) }
    return start..<end
  }

  /// Whether `range`, as long as `text`, holds exactly its bytes.
  private func holds(_ text: UnsafeBufferPointer<UInt8>, at range: Range<Int>) -> Bool {
    var start = 0
    return root.visit(range) { chunk in
      let end = start + chunk.count
      defer { start = end }
      return chunk.hasSameBytes(as: UnsafeBufferPointer(rebasing: text[start..<end]))
    }
  }
}
