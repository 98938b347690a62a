/// How messages are told apart in a stream of bytes.
public enum Framing: Sendable, Equatable {
  /// The base protocol of LSP 3.17: a header with `Content-Length`, a blank line, and that many bytes.
  case contentLength
  /// One message a line.
  case jsonLines

  private static let beforeLength = Array("Content-Length: ".utf8)
  private static let afterLength = Array("\r\n\r\n".utf8)
  private static let lineEnd = [UInt8(ascii: "\n")]

  /// A message in its frame.
  public func frame(_ message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(message, to: &bytes)
    return bytes
  }

  /// Puts a message in its frame behind others.
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

  /// What stands before and behind a message of so many bytes.
  func ends(ofMessageOf count: Int) -> (before: [UInt8], behind: [UInt8]) {
    self == .contentLength ? (Self.beforeLength + String(count).utf8 + Self.afterLength, []) : ([], Self.lineEnd)
  }
}

/// What a stream of bytes holds next.
public enum Frame: Sendable, Equatable {
  /// A message's bytes.
  case message([UInt8])
  /// A message longer than the limit, which was passed over.
  case tooLong(bytes: Int)
}

/// Why a stream can't be read any further: where the next frame starts is not to be known.
public struct FramingError: Error, Sendable, Equatable {
  /// What was wrong and what would have been right.
  public let message: String
}
