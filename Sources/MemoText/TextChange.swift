/// One edit: `text` takes the place of what `range` holds.
public struct TextChange: Hashable, Sendable {
  /// The stretch to replace; nil is the whole text.
  public var range: TextRange?
  /// What stands there afterwards, stored exactly as it is.
  public var text: String

  /// Replaces what `range` holds, or the whole text where it is nil, by `text`.
  public init(range: TextRange?, text: String) {
    self.range = range
    self.text = text
  }
}
