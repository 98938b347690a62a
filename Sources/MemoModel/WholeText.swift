/// A whole text in UTF-8 that is handed over piece by piece, so that a long one need not be joined.
public struct WholeText: Sendable {
  /// Its length in bytes.
  public let count: Int
  /// Hands over its bytes in order. A piece may be used only inside the closure.
  public let forEachPiece: @Sendable (_ take: (UnsafeBufferPointer<UInt8>) -> Void) -> Void

  /// Creates a text from a function that hands over its bytes.
  public init(count: Int, forEachPiece: @escaping @Sendable (_ take: (UnsafeBufferPointer<UInt8>) -> Void) -> Void) {
    self.count = count
    self.forEachPiece = forEachPiece
  }

  /// The text of a string.
  public init(_ string: String) {
    self.init(count: string.utf8.count) { take in
      var string = string
      string.withUTF8(take)
    }
  }

  /// The bytes, joined.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The text, joined.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension WholeText: Equatable {
  /// Whether both have the same bytes.
  public static func == (left: WholeText, right: WholeText) -> Bool {
    left.count == right.count && left.bytes == right.bytes
  }
}
