public import JSON

/// A message of a protocol.
public protocol MessageType {
  /// The method's name on the wire.
  static var method: StaticString { get }
}

/// A request that a client may make: its name, parameters and result.
public protocol RequestType: MessageType {
  /// The parameters.
  associatedtype Params: JSONReadable & Sendable
  /// The result.
  associatedtype Result: JSONWritable & Sendable
}

/// A notification from the client.
public protocol ClientNotificationType: MessageType {
  /// The parameters.
  associatedtype Params: JSONReadable & Sendable
}

/// A notification to the client.
public protocol ServerNotificationType: MessageType {
  /// The parameters.
  associatedtype Params: JSONWritable & Sendable
}

/// A request that the server makes of its client.
public protocol ServerRequestType: MessageType {
  /// The parameters.
  associatedtype Params: JSONWritable & Sendable
  /// The client's answer.
  associatedtype Result: JSONReadable & Sendable
}

/// The parameters of a message that takes none: any members are ignored, and none are sent.
public struct NoParams: JSONReadable, JSONObjectWritable, Sendable {
  /// Creates them.
  public init() {}

  /// Accepts any object.
  public init(json: JSONView) throws(JSONTypeError) {}

  /// Writes nothing.
  public func writeMembers(to writer: inout JSONWriter) {}
}

/// The answer `null`.
public struct NoResult: JSONWritable, Sendable {
  /// Creates the answer.
  public init() {}

  /// Writes `null`.
  public func write(to writer: inout JSONWriter) { writer.null() }
}
