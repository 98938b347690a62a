import Synchronization

/// A pipe whose ends no program that is started inherits. They are closed with it.
package final class Pipe: Sendable {
  /// The end to read from.
  package let reader: Int32
  /// The end to write to, until ``closeWriter()``.
  package let writer: Int32
  private let isWritable = Atomic(true)

  /// Creates a pipe; nil if no file descriptor is left, and `errno` says so.
  ///
  /// - Parameter waits: whether reading waits for bytes, and writing for room.
  package init?(waits: Bool = true) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !waits { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Closes the end to write to, the first time: whoever reads finds the end of what was written.
  package func closeWriter() { if isWritable.exchange(false, ordering: .relaxed) { close(writer) } }

  deinit {
    close(reader)
    closeWriter()
  }
}
