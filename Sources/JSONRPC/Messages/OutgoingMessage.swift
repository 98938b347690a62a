public import JSON

/// Messages to the client, as JSON bytes without a frame.
public enum OutgoingMessage {
  /// The answer to a request that succeeded.
  public static func response(_ id: RequestID, result: some JSONWritable) -> [UInt8] {
    envelope { writer in
      writer.member("id", id)
      writer.member("result", result)
    }
  }

  /// The answer to a request that failed, or to an invalid message; it bears no id if that is nil.
  public static func response(_ id: RequestID?, error: ResponseError) -> [UInt8] {
    envelope { writer in
      writer.member("id", id)
      writer.member("error", error)
    }
  }

  /// A request.
  public static func request(_ id: RequestID, _ method: StaticString, params: some JSONWritable) -> [UInt8] {
    envelope { writer in
      writer.member("id", id)
      writer.member("method", method)
      if !(params is NoParams) { writer.member("params", params) }
    }
  }

  /// A notification.
  public static func notification(_ method: StaticString, params: some JSONWritable) -> [UInt8] {
    envelope { writer in
      writer.member("method", method)
      writer.member("params", params)
    }
  }

  private static func envelope(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    // Most answers are to keystrokes and have about 200 bytes.
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.name("jsonrpc")
    writer.value("2.0" as StaticString)
    members(&writer)
    writer.endObject()
    return writer.bytes
  }
}
