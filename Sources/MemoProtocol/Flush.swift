package import JSONRPC

/// Saves now, and is answered once the unsaved changes are durable.
package enum Flush: RequestType {
  /// `flush`
  package static let method: StaticString = "flush"

  /// What to save.
  package struct Params: JSONReadable, Sendable {
    /// The one memo to save; nil saves all.
    package let id: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) { id = try json.optional("id") }
  }

  /// What was saved.
  package struct Result: JSONObjectWritable, Sendable {
    /// The number of memos that this request wrote.
    package let memosWritten: Int

    /// Creates a result.
    package init(memosWritten: Int) { self.memosWritten = memosWritten }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("memosWritten", memosWritten)
    }
  }
}
