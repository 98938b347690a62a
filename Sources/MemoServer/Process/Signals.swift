import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals that ask the process to end, taken as messages rather than as interruptions.
enum Signals {
  private static let asked = [SIGTERM, SIGINT, SIGHUP]

  /// Hands each such signal to a body. To be called before any other thread is started, so that none of them is hit.
  ///
  /// One signal is as good as several: a terminal that closes, or a service manager, may send two at once, and neither means
  /// that saving may be skipped. Only SIGKILL ends the process without it.
  static func take(_ body: @escaping @Sendable (Int32) -> Void) {
    // A closed pipe is an error of `write`, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    sigemptyset(&set)
    for number in asked { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waited = set
    DispatchQueue(label: "signals").async {
      var set = waited
      var number: Int32 = 0
      while sigwait(&set, &number) == 0 { body(number) }
    }
  }
}
