/// How the process is to end.
public struct Ending: Sendable {
  /// The exit status if all goes well.
  public let status: Int32
  /// Whether requests under way are still answered.
  public var finishesRequests = false
  /// Whether the client is given all the time it takes to read what waits for it.
  public var waitsForReader = false

  /// Creates an end.
  public init(status: Int32, finishesRequests: Bool = false, waitsForReader: Bool = false) {
    self.status = status
    self.finishesRequests = finishesRequests
    self.waitsForReader = waitsForReader
  }

  /// The client has said all it had to say: everything is answered, and read, first.
  public static func orderly(status: Int32) -> Ending {
    Ending(status: status, finishesRequests: true, waitsForReader: true)
  }
}
