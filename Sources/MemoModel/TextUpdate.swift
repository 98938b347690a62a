/// A text to be stored, said by what it does not share with the stored one: what is written then grows with the edits
/// and not with the text.
public struct TextUpdate: Sendable {
  /// A stretch of the stored text and the stretch of the new one that takes its place, both in UTF-8 bytes.
  public struct Splice: Sendable, Equatable {
    /// What goes.
    public let old: Range<Int>
    /// What comes.
    public let new: Range<Int>

    /// Creates a splice.
    public init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// How many bytes the new text has.
  public let count: Int
  /// In order, apart from each other. All else is the same in both texts.
  public let splices: [Splice]
  /// The new text's bytes in a range.
  public let bytes: @Sendable (Range<Int>) -> [UInt8]

  /// Creates an update.
  public init(count: Int, splices: [Splice], bytes: @escaping @Sendable (Range<Int>) -> [UInt8]) {
    self.count = count
    self.splices = splices
    self.bytes = bytes
  }

  /// An update that stores a whole text in place of one of so many bytes.
  public init(_ text: [UInt8], replacing oldCount: Int) {
    self.init(count: text.count, splices: [Splice(old: 0..<oldCount, new: 0..<text.count)]) { Array(text[$0]) }
  }

  /// The new text, whole.
  public var text: [UInt8] { bytes(0..<count) }
}
