/// One edit: `text` takes the place of what `range` holds.
public struct TextChange: Hashable, Sendable {
  /// The stretch to replace; nil is the whole text.
  public var range: TextRange?
  /// The new text of the stretch, stored exactly as it is.
  public var text: String

  /// Creates a change; a nil range replaces the whole text.
  public init(range: TextRange?, text: String) {
    self.range = range
    self.text = text
  }
}
