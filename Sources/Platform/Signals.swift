import Dispatch
import Synchronization

/// The signals that ask the process to end, taken as messages rather than as interruptions.
package final class Signals: Sendable {
  private static var asked: sigset_t { ChildProcess.signals([SIGTERM, SIGINT, SIGHUP]) }

  /// Keeps signals from interrupting anything. To be called first of all, before any other thread is started.
  package static func hold() {
    // A closed pipe and a file that may not grow are errors of `write`, not reasons to die.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = asked
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether a signal is passed over.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    _ = sigaction(number, nil, &action)
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == SIG_IGN
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #endif
  }

  private let taker = Mutex<(@Sendable (Int32) -> Void)?>(nil)

  /// Takes the signals that ask the process to end, also those that came since they were held. As long as nobody else
  /// takes them, the first ends the process at once: whatever a start does may be cut short.
  package init() {
    DispatchQueue(label: "signals").async { [self] in
      var set = Self.asked
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 {
        guard let take = taker.withLock({ $0 }) else { _exit(128 + number) }
        take(number)
      }
    }
  }

  /// Hands each signal to a body from now on.
  ///
  /// One signal is as good as several: a terminal that closes, or a service manager, may send two at once, and neither
  /// means that saving may be skipped. Only SIGKILL ends the process without it.
  package func take(_ body: @escaping @Sendable (Int32) -> Void) { taker.withLock { $0 = body } }
}
