import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals that ask the process to end, taken as messages rather than as interruptions.
public enum Signals {
  private static var asked: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
    return set
  }

  /// Keeps signals from interrupting anything. To be called first of all, before any other thread is started.
  public static func hold() {
    // A closed pipe and a file that may not grow are errors of `write`, not reasons to die.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = asked
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Hands each signal that asks the process to end to a body, from when they were held.
  ///
  /// One signal is as good as several: a terminal that closes, or a service manager, may send two at once, and neither means
  /// that saving may be skipped. Only SIGKILL ends the process without it.
  static func take(_ body: @escaping @Sendable (Int32) -> Void) {
    DispatchQueue(label: "signals").async {
      var set = asked
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 { body(number) }
    }
  }
}
