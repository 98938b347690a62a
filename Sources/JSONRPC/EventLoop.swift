import Platform
import Synchronization

/// The one thread that a server's state belongs to: it waits for input, for room for output, and for jobs of the actors
/// that use it as their executor.
///
/// Whatever runs on the thread reaches those actors' state through `assumeIsolated`, without a hop.
public final class EventLoop: SerialExecutor {
  private let jobs = Mutex(Jobs())

  /// The waiting jobs, oldest first; those before `first` have been taken.
  private struct Jobs {
    private var waiting: [UnownedJob] = []
    private var first = 0

    var isEmpty: Bool { first == waiting.count }

    mutating func append(_ job: UnownedJob) { waiting.append(job) }

    mutating func next() -> UnownedJob? {
      if isEmpty {
        waiting.removeAll(keepingCapacity: true)
        first = 0
        return nil
      }
      defer { first += 1 }
      return waiting[first]
    }
  }

  @usableFromInline
  let owner: UInt
  private let wakes: Pipe

  /// Creates the loop of the thread that this is called on.
  ///
  /// Fails only where the system has no file descriptor left for the pipe that wakes the thread.
  public init?() {
    guard let wakes = Pipe(waits: false) else { return nil }
    self.wakes = wakes
    owner = Self.currentThread
  }

  @usableFromInline
  static var currentThread: UInt { CurrentThread.id }

  /// Takes a job to run on the thread, from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let wasEmpty = jobs.withLock { jobs in
      defer { jobs.append(job) }
      return jobs.isEmpty
    }
    guard wasEmpty, Self.currentThread != owner else { return }
    // A full pipe already wakes the thread.
    _ = write(wakes.writer, [0], 1)
  }

  /// Whether the caller is on the loop's thread.
  public func isIsolatingCurrentContext() -> Bool? { Self.currentThread == owner }

  /// Stops the process if the caller is not on the loop's thread.
  @inlinable
  public func checkIsolated() { precondition(Self.currentThread == owner, "not on the event loop's thread") }

  /// Runs the jobs that wait, and those that they add.
  ///
  /// - Parameter goesOn: asked after each job whether the others may run now; if not, they wait for the next call.
  public func runJobs(while goesOn: () -> Bool = { true }) {
    while let job = jobs.withLock({ $0.next() }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
      guard goesOn() else { return }
    }
  }

  /// The result of a wait.
  public struct Readiness: Sendable {
    /// Whether there is input, or its end.
    public let canRead: Bool
    /// Whether there is room for output, or nobody reads it any more.
    public let canWrite: Bool
    /// Whether nobody reads what is written any more.
    public let hasNoReader: Bool
  }

  /// Waits until there is input, room for output, or a job.
  ///
  /// - Parameters:
  ///   - input: the descriptor to read from; nil if no input is wanted now.
  ///   - output: the descriptor to write to; nil if nothing waits to be written.
  ///   - reader: the descriptor whose reader may go; nil if that need not be known.
  ///   - isBusy: whether to only look, without waiting.
  public func wait(input: Int32?, output: Int32?, reader: Int32? = nil, isBusy: Bool = false) -> Readiness {
    // `poll` ignores descriptors below zero.
    var descriptors = [
      pollfd(fd: wakes.reader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0),
      // `poll` reports a closed reader without being asked.
      pollfd(fd: reader ?? -1, events: 0, revents: 0),
    ]
    // Jobs that the thread adds itself don't ring the pipe, nor do those behind them.
    let hasJobs = jobs.withLock { !$0.isEmpty }
    let count = poll(&descriptors, nfds_t(descriptors.count), hasJobs || isBusy ? 0 : -1)
    guard count > 0 else { return Readiness(canRead: false, canWrite: false, hasNoReader: false) }
    if descriptors[0].revents != 0 { drainWakes() }
    return Readiness(
      canRead: descriptors[1].revents != 0, canWrite: descriptors[2].revents != 0,
      hasNoReader: descriptors[3].revents != 0)
  }

  private func drainWakes() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      while read(wakes.reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
