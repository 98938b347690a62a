/// A string that stays where it was read, for a text too long to copy needlessly. Keeps its document in memory.
public struct JSONString: JSONReadable, Sendable {
  private let view: JSONView

  /// Reads a string.
  public init(json: JSONView) throws(JSONTypeError) {
    guard json.kind == .string else { throw JSONTypeError("must be a string") }
    view = json
  }

  /// Hands over the text, valid UTF-8 with its escapes resolved, for as long as `body` runs.
  public func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { view.withBytes(body) }
}
