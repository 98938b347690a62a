/// A text to be stored, described by its differences from the stored one: so the amount written grows with the edits,
/// not with the text.
public struct TextUpdate: Sendable {
  /// A stretch of the stored text and the stretch of the new one that replaces it, both in UTF-8 bytes.
  public struct Splice: Sendable, Equatable {
    /// The stretch that goes.
    public let old: Range<Int>
    /// The stretch that replaces it.
    public let new: Range<Int>

    /// Creates a splice.
    public init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The length of the new text in bytes.
  public let count: Int
  /// The splices, in order and apart from each other. The rest is the same in both texts.
  public let splices: [Splice]
  /// The new text's bytes in a range.
  public let bytes: @Sendable (Range<Int>) -> [UInt8]

  /// Creates an update.
  public init(count: Int, splices: [Splice], bytes: @escaping @Sendable (Range<Int>) -> [UInt8]) {
    self.count = count
    self.splices = splices
    self.bytes = bytes
  }

  /// An update that replaces a text of this many bytes as a whole.
  public init(_ text: [UInt8], replacing oldCount: Int) {
    self.init(count: text.count, splices: [Splice(old: 0..<oldCount, new: 0..<text.count)]) { Array(text[$0]) }
  }

  /// The new text, whole.
  public var text: [UInt8] { bytes(0..<count) }
}
