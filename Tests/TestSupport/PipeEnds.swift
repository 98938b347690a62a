import Dispatch
import Foundation
import Synchronization

/// A system pipe; both ends block, like those that a parent process hands down.
package final class PipeEnds: Sendable {
  /// The end that is read from.
  package let reader: Int32
  /// The end that is written to.
  package let writer: Int32
  private let isReaderOpen = Mutex(true)
  private let isWriterOpen = Mutex(true)

  /// Makes one.
  package init() throws {
    // A closed reader must be an error here, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Mismatch("no pipe: \(errno)") }
    // No other process may hold an end open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    closeReader()
    closeWriter()
  }

  /// Closes the end that is read from, if it is open.
  package func closeReader() { close(reader, isReaderOpen) }

  /// Closes the end that is written to, if it is open.
  package func closeWriter() { close(writer, isWriterOpen) }

  private func close(_ end: Int32, _ isOpen: borrowing Mutex<Bool>) {
    isOpen.withLock { isOpen in
      if isOpen { _ = Foundation.close(end) }
      isOpen = false
    }
  }

  /// Whether input, or its end, arrives within so many seconds.
  package func hasInput(within seconds: Int32) -> Bool {
    var input = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, seconds * 1000) > 0
  }

  /// At most so many of the bytes that are waiting; none if none are, or at the end.
  package func read(upTo count: Int) -> [UInt8] {
    var room = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard count > 0, poll(&room, 1, 0) > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(0, Foundation.read(reader, buffer.baseAddress, count))
    }
  }

  /// Writes all of the bytes, as long as somebody reads them.
  package func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Foundation.write(writer, $0.baseAddress, $0.count) }
  }

  /// Writes until the pipe takes no more.
  package func fill() {
    var room = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    while poll(&room, 1, 0) > 0 { write([UInt8](repeating: 0, count: 4_096)) }
  }
}

/// Runs a closure on a thread of its own, where blocking holds up nobody; after 20 minutes `rescue` must end the
/// blocking, since a test that hangs is to fail. Only seconds in which jobs get threads count: all suites begin at
/// once, and there are only as many threads as processors.
package func onOwnThread<Result: Sendable>(
  rescue: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let deadline = Rescue(rescue: rescue)
  let watch = Task.detached {
    var seconds = 0
    while seconds < 1200 {
      let began = ContinuousClock.now
      try await Task.sleep(for: .seconds(1))
      if began.duration(to: .now) < .seconds(2) { seconds += 1 }
    }
    deadline.run()
  }
  defer { watch.cancel() }
  let result = try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
  if deadline.finish() { throw Mismatch("it blocked for 20 minutes") }
  return result
}

/// Runs its closure once, unless it was finished before.
private final class Rescue: Sendable {
  private enum State { case waiting, finished, rescued }

  private let state = Mutex(State.waiting)
  private let rescue: @Sendable () -> Void

  init(rescue: @escaping @Sendable () -> Void) { self.rescue = rescue }

  func run() {
    state.withLock { state in
      guard state == .waiting else { return }
      state = .rescued
      rescue()
    }
  }

  /// Whether the closure has run.
  func finish() -> Bool {
    state.withLock { state in
      defer { if state == .waiting { state = .finished } }
      return state == .rescued
    }
  }
}
