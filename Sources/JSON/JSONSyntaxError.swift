/// The reason why bytes are not a JSON text (RFC 8259), and where.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fault, in a few words.
  public let reason: String
  /// The offset, in bytes from the start of the text, at which it was noticed.
  public let offset: Int

  /// Creates an error from its reason and its byte offset.
  public init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether nothing is wrong but that arrays and objects nest deeper than ``JSONDocument/maximumDepth``, up to there.
  public var isTooDeep: Bool { reason == Self.tooDeep }

  static let tooDeep = "arrays and objects nest deeper than \(JSONDocument.maximumDepth)"

  /// The reason and the place, as shown to a client.
  public var description: String { "\(reason) at byte \(offset)" }
}
