public import JSONRPC

/// Moves the virtual clock; answered once all that fell due on the way is done. Exists only with `--virtual-clock`.
public enum AdvanceClock: RequestType {
  /// `$/advanceClock`
  public static let method: StaticString = "$/advanceClock"
  /// The furthest one request may move it: a hundred years.
  static let longestAdvanceMs = 36525 * 86_400_000

  /// How far.
  public struct Params: JSONReadable, Sendable {
    /// Milliseconds.
    public let ms: Int

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      ms = try json.required("ms")
      guard (0...longestAdvanceMs).contains(ms) else {
        throw JSONTypeError("must be between 0 and \(longestAdvanceMs)").inside("ms")
      }
    }
  }

  /// `null`
  public typealias Result = NoResult
}
