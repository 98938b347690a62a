/// A whole text in UTF-8 that is handed over piece by piece: a long one need not be put together for it.
public struct WholeText: Sendable {
  /// How many bytes it has.
  public let count: Int
  /// Hands over its bytes in order. A piece may be used only inside the closure.
  public let forEachPiece: @Sendable (_ take: (UnsafeBufferPointer<UInt8>) -> Void) -> Void

  /// Creates a text from what hands over so many bytes.
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

  /// The bytes, put together.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The text, put together.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension WholeText: Equatable {
  /// Whether both are the same bytes.
  public static func == (left: WholeText, right: WholeText) -> Bool {
    left.count == right.count && left.bytes == right.bytes
  }
}
