import Dispatch
import Synchronization

/// The signals that ask the process to end, taken as messages rather than as interruptions.
package final class Signals: Sendable {
  private static var asked: sigset_t { ChildProcess.signals([SIGTERM, SIGINT, SIGHUP]) }

  /// Blocks these signals. Must be called before any other thread starts.
  package static func hold() {
    // A closed pipe and a file size limit become errors of `write`, not reasons to die.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = asked
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// What is done with a signal.
  private struct Taker: Sendable {
    let take: @Sendable (Int32) -> Void
  }

  private let taker = Mutex<Taker?>(nil)

  /// Receives the signals that ask the process to end, those since ``hold()`` included. Until ``take(_:)`` is called
  /// the first one ends the process at once: a start may be cut short at any point.
  package init() {
    DispatchQueue(label: "signals").async { [self] in
      var set = Self.asked
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 {
        guard let taker = taker.withLock({ $0 }) else { _exit(128 + number) }
        taker.take(number)
      }
    }
  }

  /// Hands each later signal to a body.
  ///
  /// Two signals mean no more than one: a closing terminal or a service manager may send several at once, and saving is
  /// never skipped. Only SIGKILL ends the process without it.
  package func take(_ body: @escaping @Sendable (Int32) -> Void) { taker.withLock { $0 = Taker(take: body) } }
}
