/// A position that can't be resolved. Nothing was applied.
public struct PositionError: Error, Hashable {
  /// The reason why a position can't be resolved.
  public enum Reason: Hashable, Sendable {
    /// `line` or `character` is below zero.
    case negative
    /// `line` is past the end of a text of `lineCount` lines; `lineCount` itself still means the end of the text.
    case lineBeyondEnd(lineCount: Int)
    /// The position would cut a UTF-16 surrogate pair in two.
    case insideSurrogatePair
    /// The position would cut a scalar's UTF-8 bytes apart.
    case insideUTF8Sequence
    /// The range's start lies after its end, once both are resolved.
    case startAfterEnd
  }

  /// The position as the client sent it; for `startAfterEnd` it is the start.
  public let position: TextPosition
  /// What is wrong with it.
  public let reason: Reason

  /// Creates an error for a position.
  public init(position: TextPosition, reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

extension PositionError.Reason: CustomStringConvertible {
  /// What is wrong and how to fix it, in one short English clause.
  public var description: String {
    switch self {
    case .negative: "line and character must be 0 or more"
    case .lineBeyondEnd(let lineCount):
      "the text has \(lineCount) \(lineCount == 1 ? "line" : "lines"); line must be at most \(lineCount)"
    case .insideSurrogatePair: "character lies inside a surrogate pair; move it before or after the pair"
    case .insideUTF8Sequence: "character lies inside a UTF-8 sequence; move it before or after the sequence"
    case .startAfterEnd: "start lies after end; swap them"
    }
  }
}
