/// What differs between protocols on JSON-RPC 2.0.
public struct Conventions: Sendable {
  /// The way in which messages are framed; nil leaves it to the client's first byte.
  public let framing: Framing?
  /// Whether several messages may come as a batch.
  public let takesBatches: Bool
  /// Whether `null` is an id: then a request without a readable id is answered with it, else without any, unless the
  /// face says otherwise (``Connection/idOfNone``).
  public let hasNullID: Bool
  /// Tells the client that a request of ours is cancelled.
  let cancellation: @Sendable (RequestID) -> [UInt8]

  /// The conventions of the native protocol and of LSP.
  public static let standard = Conventions(framing: nil, takesBatches: true, hasNullID: true, CancelRequest.self) {
    CancelRequest.Params(id: $0)
  }

  /// Creates conventions.
  ///
  /// - Parameters:
  ///   - cancellation: the notification that cancels a request.
  ///   - params: its parameters for a request's id.
  public init<Cancellation: ServerNotificationType>(
    framing: Framing?, takesBatches: Bool, hasNullID: Bool, _ cancellation: Cancellation.Type,
    params: @escaping @Sendable (RequestID) -> Cancellation.Params
  ) {
    self.framing = framing
    self.takesBatches = takesBatches
    self.hasNullID = hasNullID
    let method = Cancellation.method
    self.cancellation = { OutgoingMessage.notification(method, params: params($0)) }
  }
}
