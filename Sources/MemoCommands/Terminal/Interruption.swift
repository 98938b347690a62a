import Dispatch
import Platform

/// The signals that ask a command to end, for a command that has something to finish first.
enum Interruption {
  /// The pipe of the bell, which stays: a handler may ring at any time.
  private static let rings = Pipe()

  /// Keeps signals from ending the process from now on. Signals that were ignored when the process began still are, as
  /// under `nohup`.
  static func begin() { EndingSignals.catch() }

  /// Returns once a signal has come. Waiting takes no processor time.
  ///
  /// - Throws: a failure if no file descriptor is left.
  static func wait() async throws(CommandError) {
    guard let rings else { throw .failure("no file descriptor is left; close some programs and start again") }
    EndingSignals.ring(rings.writer)
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "interruption").async {
        var ring: UInt8 = 0
        while status == nil { _ = read(rings.reader, &ring, 1) }
        continuation.resume()
      }
    }
  }

  /// The exit status of a command that a signal ended, as a shell would report it; nil if none came.
  static var status: Int32? { EndingSignals.caught.map { 128 + $0 } }
}
