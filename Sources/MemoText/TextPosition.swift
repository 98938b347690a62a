/// A place in a text as a client names it: zero-based line, and units into that line. Any two integers are allowed;
/// `Rope.offset(of:in:)` tells which of them name a place.
public struct TextPosition: Hashable, Sendable {
  /// Line, from 0. Lines end at `\n`, `\r\n` or a lone `\r`.
  public var line: Int
  /// Units of the session's `PositionEncoding` from the start of the line.
  public var character: Int

  /// The place `character` units into line `line`.
  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }
}

/// Two positions as a client sent them, which may well be out of order: hence not a `Range`, which would trap.
public struct TextRange: Hashable, Sendable {
  /// Where the stretch begins.
  public var start: TextPosition
  /// Where the stretch ends; it holds nothing at or after this place.
  public var end: TextPosition

  /// The stretch from `start` up to `end`.
  public init(start: TextPosition, end: TextPosition) {
    self.start = start
    self.end = end
  }
}
