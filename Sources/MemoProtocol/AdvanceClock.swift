package import JSONRPC

/// Moves the virtual clock; answered once all that fell due meanwhile is done. Exists only with `--virtual-clock`.
package enum AdvanceClock: RequestType {
  /// `$/advanceClock`
  package static let method: StaticString = "$/advanceClock"
  /// The longest move of one request: a hundred years.
  static let longestAdvanceMs = 36525 * 86_400_000

  /// The length of the move.
  package struct Params: JSONReadable, Sendable {
    /// Milliseconds.
    package let ms: Int

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      ms = try json.required("ms")
      guard (0...longestAdvanceMs).contains(ms) else {
        throw JSONTypeError("must be between 0 and \(longestAdvanceMs)").inside("ms")
      }
    }
  }

  /// `null`
  package typealias Result = NoResult
}
