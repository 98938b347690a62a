public import JSON

/// The progress of long work (LSP 3.17, work done progress). Sent to clients that gave a `workDoneToken`.
public enum WorkDoneProgress: ServerNotificationType {
  /// `$/progress`
  public static let method: StaticString = "$/progress"

  /// A step of the work.
  public enum Value: Sendable {
    /// It begins, under this title.
    case begin(title: String)
    /// It has come this far, in words, and as a percentage where the whole is known.
    case report(message: String, percentage: Int?)
    /// It is over, whether done, failed or cancelled.
    case end(message: String?)
  }

  /// The parameters.
  public struct Params: JSONWritable, Sendable {
    /// The request's token.
    public let token: ProgressToken
    /// The step.
    public let value: Value

    /// Creates parameters.
    public init(token: ProgressToken, value: Value) {
      self.token = token
      self.value = value
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("token", token)
      writer.name("value")
      writer.beginObject()
      writer.name("kind")
      switch value {
      case .begin(let title):
        writer.value("begin" as StaticString)
        writer.member("title", title)
      case .report(let message, let percentage):
        writer.value("report" as StaticString)
        writer.member("message", message)
        writer.member("percentage", percentage)
      case .end(let message):
        writer.value("end" as StaticString)
        writer.member("message", message)
      }
      writer.endObject()
      writer.endObject()
    }
  }
}

/// The client's token for a request's progress: a string or an integer.
public struct ProgressToken: JSONReadable, JSONWritable, Sendable {
  private let value: JSONValue

  /// Creates a token of the server's own.
  public init(_ token: String) { value = .string(token) }

  /// Reads the token.
  public init(json: JSONView) throws(JSONTypeError) {
    guard json.string != nil || json.integer != nil else {
      throw JSONTypeError("must be a string, or an integer that fits in 64 bits")
    }
    value = JSONValue(json)
  }

  /// Writes the token as it came.
  public func write(to writer: inout JSONWriter) { value.write(to: &writer) }
}
