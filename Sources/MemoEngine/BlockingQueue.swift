import Dispatch

/// Runs work that blocks its thread (the store's) on a thread of its own, one piece after the other, so that neither the
/// engine nor Swift's small pool of threads waits for a disk.
struct BlockingQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter givesWay: whether the work reckons for long, and all else in the process is more urgent.
  init(label: String, givesWay: Bool = false) {
    // On Linux, too, Dispatch runs a class of work on threads of its own, with a nice value that follows from the class.
    queue = DispatchQueue(label: label, qos: givesWay ? .utility : .unspecified)
  }

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
