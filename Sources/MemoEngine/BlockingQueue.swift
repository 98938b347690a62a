import Dispatch

/// Runs work that blocks its thread (the store's) on a thread of its own, one piece after the other, so that neither the
/// engine nor Swift's small pool of threads waits for a disk.
struct BlockingQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) {
    // Nobody who types waits for it: on Linux, too, Dispatch gives threads of this class a nice value of their own.
    queue = DispatchQueue(label: label, qos: .utility)
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
