import Dispatch
import Platform
import Synchronization

/// The signals that ask a command to end, for a command that has something to finish first.
enum Interruption {
  /// The signal that came; 0 for none. A signal handler may only set this and ring.
  private static let caught = Atomic<Int32>(0)

  /// The descriptor on which a handler rings for a waiter; -1 for none.
  private static let bell = Atomic<Int32>(-1)

  /// The pipe of the bell, which stays: a handler may ring at any time.
  private static let rings = Pipe()

  /// Keeps signals from ending the process from now on. Signals that were ignored when the process began still are, as
  /// under `nohup`.
  static func begin() {
    // Initialised before a handler needs it.
    caught.store(0, ordering: .relaxed)
    bell.store(-1, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Signals.isIgnored(number) {
      signal(number) { number in
        Interruption.caught.store(number, ordering: .sequentiallyConsistent)
        let (bell, failure) = (Interruption.bell.load(ordering: .sequentiallyConsistent), errno)
        var ring: UInt8 = 0
        if bell >= 0 { _ = write(bell, &ring, 1) }
        errno = failure
      }
    }
  }

  /// Returns once a signal has come. Waiting takes no processor time.
  ///
  /// - Throws: a failure if no file descriptor is left.
  static func wait() async throws(CommandError) {
    guard let rings else { throw .failure("no file descriptor is left; close some programs and start again") }
    bell.store(rings.writer, ordering: .sequentiallyConsistent)
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "interruption").async {
        var ring: UInt8 = 0
        while status == nil { _ = read(rings.reader, &ring, 1) }
        continuation.resume()
      }
    }
  }

  /// The exit status of a command that a signal ended, as a shell would report it; nil if none came.
  static var status: Int32? {
    let number = caught.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }
}
