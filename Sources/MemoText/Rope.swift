/// A text of up to hundreds of megabytes, kept as a persistent B-tree of UTF-8: it is stored exactly as given, copying
/// it is O(1), a copy never sees later edits, and every edit and every lookup of a position is O(log n).
///
/// Offsets are bytes of UTF-8 from the start of the text and must lie between scalars; they come from this type, never
/// straight from a client. Clients' positions go through `apply(_:in:)` and `offset(of:in:)`, which never trap.
public struct Rope: Sendable {
  var root: Node

  /// The empty text.
  public init() {
    root = .empty
  }

  /// The text of `string`. O(n), one copy.
  public init(_ string: String) {
    var string = string
    root = string.withUTF8 { Node(text: $0) }
  }

  /// The text whose UTF-8 is `bytes`, which the caller must ensure is valid. O(n), one copy.
  public init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    root = Node(text: bytes)
  }

  /// The text whose UTF-8 is `bytes`, or nil if they are not valid UTF-8. O(n), one copy.
  public init?(validatingUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.isValidUTF8 else { return nil }
    self.init(validUTF8: bytes)
  }

  /// The text whose UTF-8 is `bytes`, or nil if they are not valid UTF-8. O(n), one copy.
  public init?(validatingUTF8 bytes: [UInt8]) {
    guard let rope = bytes.withUnsafeBufferPointer({ Rope(validatingUTF8: $0) }) else { return nil }
    self = rope
  }

  init(root: Node) {
    self.root = root
  }

  /// The text's lengths and its number of line ends. O(1).
  public var summary: TextSummary { root.summary }

  /// Whether there is no text. O(1).
  public var isEmpty: Bool { root.summary.utf8 == 0 }

  /// Length in the units of `encoding`. O(1).
  public func length(in encoding: PositionEncoding) -> Int { root.summary.length(in: encoding) }

  /// Number of lines: one more than there are line ends. O(1).
  public var lineCount: Int { root.summary.lineEnds + 1 }
}
