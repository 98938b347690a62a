import Platform
import Synchronization

/// The signals that ask a command to end, for one that has something to finish first.
enum Interruption {
  /// The signal that came; 0 for none. A signal's handler may do no more than set it.
  private static let caught = Atomic<Int32>(0)

  /// From now on signals end nothing by themselves. Those that were passed over when the process began still are, as
  /// under `nohup`.
  static func begin() {
    // Made before a handler needs it.
    caught.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      if !Signals.isIgnored(number) { signal(number) { Interruption.caught.store($0, ordering: .relaxed) } }
    }
  }

  /// The exit status of a command that a signal ended, as a shell would tell it; nil if none came.
  static var status: Int32? {
    let number = caught.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }
}
