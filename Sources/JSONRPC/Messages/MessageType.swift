public import JSON

/// A message of a protocol.
public protocol MessageType {
  /// The method's name on the wire.
  static var method: StaticString { get }
}

/// A request that a client may make: its name, what it brings, and what is answered.
public protocol RequestType: MessageType {
  /// What the request brings.
  associatedtype Params: JSONReadable & Sendable
  /// What is answered.
  associatedtype Result: JSONWritable & Sendable
}

/// A notification from the client.
public protocol ClientNotificationType: MessageType {
  /// What the notification brings.
  associatedtype Params: JSONReadable & Sendable
}

/// A notification to the client.
public protocol ServerNotificationType: MessageType {
  /// What the notification brings.
  associatedtype Params: JSONWritable & Sendable
}

/// A request that the server makes of its client.
public protocol ServerRequestType: MessageType {
  /// What the request brings.
  associatedtype Params: JSONWritable & Sendable
  /// What the client answers.
  associatedtype Result: JSONReadable & Sendable
}

/// Parameters of a message that has none; members that are there all the same are passed over.
public struct NoParams: JSONReadable, Sendable {
  /// Accepts any object.
  public init(json: JSONView) throws(JSONTypeError) {}
}

/// The answer `null`.
public struct NoResult: JSONWritable, Sendable {
  /// Creates the answer.
  public init() {}

  /// Writes `null`.
  public func write(to writer: inout JSONWriter) { writer.null() }
}
