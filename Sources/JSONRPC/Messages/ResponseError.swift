public import JSON

/// An error as it goes over the wire (JSON-RPC 2.0, section 5.1).
public struct ResponseError: Error, Sendable, JSONObjectWritable {
  /// The kind of error.
  public let code: ErrorCode
  /// What went wrong and what to do about it, in a sentence.
  public let message: String
  /// More about it, for programs.
  public let data: JSONObject?

  /// Creates an error.
  public init(_ code: ErrorCode, _ message: String, data: JSONObject? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Reads an error that the other side has answered with; members that are wrong or missing get defaults.
  init(reading view: JSONView) {
    code = ErrorCode(rawValue: view["code"]?.integer ?? ErrorCode.internalError.rawValue)
    message = view["message"]?.string ?? "the other side gave no reason"
    data = view["data"].flatMap { if case .object(let object) = JSONValue($0) { object } else { nil } }
  }

  /// Wrong parameters; the message and `data.path` name the member that is wrong.
  public static func invalidParams(_ error: JSONTypeError) -> ResponseError {
    var data = JSONObject()
    data["path"] = .string("params\(error.path)")
    return ResponseError(.invalidParams, "params\(error.path) \(error.expectation)", data: data)
  }

  /// The client has cancelled the request.
  public static let requestCancelled = ResponseError(.requestCancelled, "the request was cancelled")

  /// Writes the error object.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.member("code", code.rawValue)
    writer.member("message", message)
    writer.member("data", data)
  }
}

/// A number that says which kind of error happened.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Creates a code from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes are not a JSON text (JSON-RPC 2.0, section 5.1).
  public static let parseError = ErrorCode(rawValue: -32700)
  /// The JSON text is not a request (JSON-RPC 2.0, section 5.1), or comes at the wrong time.
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  /// There is no such method (JSON-RPC 2.0, section 5.1).
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  /// The method's parameters are wrong (JSON-RPC 2.0, section 5.1).
  public static let invalidParams = ErrorCode(rawValue: -32602)
  /// The server failed in a way it should not (JSON-RPC 2.0, section 5.1).
  public static let internalError = ErrorCode(rawValue: -32603)
  /// The client cancelled the request (LSP 3.17, `RequestCancelled`).
  public static let requestCancelled = ErrorCode(rawValue: -32800)
}
