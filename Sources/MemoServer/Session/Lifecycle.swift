/// The phase of a session, which decides what may come next.
struct Lifecycle {
  private enum Phase { case fresh, running, shutDown }

  private var phase = Phase.fresh

  /// Whether `shutdown` has come: then only `exit` may follow.
  var isShutDown: Bool { phase == .shutDown }

  /// Whether nothing has come yet: only then may `initialize`.
  var isFresh: Bool { phase == .fresh }

  /// Records that a message came.
  mutating func begin() { if phase == .fresh { phase = .running } }

  /// Records that `shutdown` came.
  mutating func shutDown() { phase = .shutDown }
}
