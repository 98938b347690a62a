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
