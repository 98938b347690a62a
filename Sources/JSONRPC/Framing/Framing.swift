/// The way in which messages are told apart in a stream of bytes.
public enum Framing: Sendable, Equatable {
  /// The base protocol of LSP 3.17: a header with `Content-Length`, a blank line, and that many bytes.
  case contentLength
  /// One message a line.
  case jsonLines

  private static let beforeLength = Array("Content-Length: ".utf8)
  private static let afterLength = Array("\r\n\r\n".utf8)
  private static let lineEnd = [UInt8(ascii: "\n")]

  /// A framed message.
  public func frame(_ message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(message, to: &bytes)
    return bytes
  }

  /// Appends a framed message.
  public func append(_ message: [UInt8], to bytes: inout [UInt8]) {
    switch self {
    case .contentLength:
      bytes.append(contentsOf: Self.beforeLength)
      bytes.append(contentsOf: String(message.count).utf8)
      bytes.append(contentsOf: Self.afterLength)
      bytes.append(contentsOf: message)
    case .jsonLines:
      bytes.append(contentsOf: message)
      bytes.append(contentsOf: Self.lineEnd)
    }
  }

  /// The bytes before and behind a message of this length.
  func ends(ofMessageOf count: Int) -> (before: [UInt8], behind: [UInt8]) {
    self == .contentLength ? (Self.beforeLength + String(count).utf8 + Self.afterLength, []) : ([], Self.lineEnd)
  }
}

/// What a stream of bytes holds next.
public enum Frame: Sendable, Equatable {
  /// A message's bytes.
  case message([UInt8])
  /// A message longer than the limit, which was skipped.
  case tooLong(bytes: Int)
}

/// The reason why a stream can't be read any further: the start of the next frame is unknown.
public struct FramingError: Error, Sendable, Equatable {
  /// What was wrong and what would have been right.
  public let message: String
}
