/// Where a session stands, and what may come next.
struct Lifecycle {
  private enum Phase { case fresh, running, shutDown }

  private var phase = Phase.fresh

  /// Whether `shutdown` has come: then only `exit` may follow.
  var isShutDown: Bool { phase == .shutDown }

  /// Whether nothing has come yet: only then may `initialize`.
  var isFresh: Bool { phase == .fresh }

  /// Notes that a message came.
  mutating func begin() { if phase == .fresh { phase = .running } }

  /// Notes that `shutdown` came.
  mutating func shutDown() { phase = .shutDown }
}

/// How the process is to end.
struct Ending {
  /// The exit status if everything can be saved.
  let status: Int32
  /// Whether requests under way are still answered.
  var finishesRequests = false
  /// Whether the client is given all the time it takes to read what waits for it.
  var waitsForReader = false
}
