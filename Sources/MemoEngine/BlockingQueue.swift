import Dispatch

/// Runs blocking work (the store's) on a thread of its own, one piece after the other, so that neither the engine nor
/// Swift's small pool of threads waits for a disk.
struct BlockingQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameters:
  ///   - isAwaited: whether a person waits for the work.
  ///   - isLong: whether it may take long all the same.
  init(label: String, isAwaited: Bool = false, isLong: Bool = false) {
    queue = DispatchQueue(label: label, qos: isLong ? .utility : isAwaited ? .userInitiated : Self.importance)
  }

  /// Typing goes first on a single processor: a save may take longer, since the journal has what it saves. On Linux
  /// Dispatch gives these threads the nice value 10 (with 2, that of `.utility`, one answer in a hundred took 2 ms and
  /// more beside the save of 100 MB, rather than 0.2). On macOS `.background` would slow down the disk as well.
  #if os(Linux)
    private static let importance = DispatchQoS.background
  #else
    private static let importance = DispatchQoS.utility
  #endif

  /// Runs a piece of work once those before it are done.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}

/// Runs an actor's jobs on a serial dispatch queue.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "memo-engine")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
