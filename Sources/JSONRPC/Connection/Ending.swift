/// The way in which the process is to end.
public struct Ending: Sendable {
  /// The exit status if all goes well.
  public let status: Int32
  /// Whether requests under way are still answered.
  public var finishesRequests = false
  /// Whether the client is given all the time it needs to read its answers.
  public var waitsForReader = false

  /// Creates an end.
  public init(status: Int32, finishesRequests: Bool = false, waitsForReader: Bool = false) {
    self.status = status
    self.finishesRequests = finishesRequests
    self.waitsForReader = waitsForReader
  }

  /// The end after a client that has sent all it wanted: everything is answered, and read, first.
  public static func orderly(status: Int32) -> Ending {
    Ending(status: status, finishesRequests: true, waitsForReader: true)
  }
}
