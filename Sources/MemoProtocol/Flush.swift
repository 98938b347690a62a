public import JSONRPC

/// Saves now, and answers once what was unsaved is durable.
public enum Flush: RequestType {
  /// `flush`
  public static let method: StaticString = "flush"

  /// What to save.
  public struct Params: JSONReadable, Sendable {
    /// The one memo to save; nil saves all.
    public let id: String?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) { id = try json.optional("id") }
  }

  /// What was saved.
  public struct Result: JSONWritable, Sendable {
    /// How many memos this request wrote.
    public let memosWritten: Int

    /// Creates a result.
    public init(memosWritten: Int) { self.memosWritten = memosWritten }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("memosWritten")
      writer.value(memosWritten)
      writer.endObject()
    }
  }
}
