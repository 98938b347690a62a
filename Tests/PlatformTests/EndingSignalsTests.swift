import Platform
import Testing

/// Each process that gets a signal is one of its own.
@Suite("A signal that asks a process to end")
struct EndingSignalsTests {
  /// Lets these signals through, which the process that runs the tests may have blocked.
  private static func unblock() {
    var set = ChildProcess.signals([SIGTERM, SIGHUP])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  @Test("is recorded, and rings")
  func caught() async {
    await #expect(processExitsWith: .exitCode(0)) {
      EndingSignalsTests.unblock()
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { exit(1) }
      EndingSignals.catch()
      EndingSignals.ring(ends[1])
      guard EndingSignals.caught == nil else { exit(2) }
      raise(SIGTERM)
      var ring: UInt8 = 0
      exit(EndingSignals.caught == SIGTERM && read(ends[0], &ring, 1) == 1 ? 0 : 3)
    }
  }

  @Test("reaches the handler that was there, too")
  func chained() async {
    await #expect(processExitsWith: .exitCode(7)) {
      EndingSignalsTests.unblock()
      signal(SIGHUP) { _ in _exit(7) }
      EndingSignals.catch()
      raise(SIGHUP)
      exit(1)
    }
  }

  @Test("stays ignored where it was")
  func ignored() async {
    await #expect(processExitsWith: .exitCode(0)) {
      EndingSignalsTests.unblock()
      signal(SIGHUP, SIG_IGN)
      EndingSignals.catch()
      raise(SIGHUP)
      exit(EndingSignals.caught == nil ? 0 : 1)
    }
  }

  @Test("takes its effect after what had to be done first")
  func putOff() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      EndingSignalsTests.unblock()
      EndingSignals.putOff {
        raise(SIGTERM)
        _ = write(STDERR_FILENO, "done first\n", 11)
      }
      exit(1)
    }
  }
}
