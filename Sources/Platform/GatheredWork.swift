import Dispatch
import Synchronization

/// Work that many may ask for, and that is done once for all who do so within a while. Nobody waits for it.
package final class GatheredWork: Sendable {
  private let milliseconds: Int
  private let work: @Sendable () -> Void
  private let isAwaited = Mutex(false)

  /// - Parameters:
  ///   - milliseconds: how long after it was first asked for it is done.
  ///   - work: the work.
  package init(afterMilliseconds milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
    (self.milliseconds, self.work) = (milliseconds, work)
  }

  /// Asks for it. Who asks while it is done already is one of the next.
  package func ask() {
    let isFirst = isAwaited.withLock { isAwaited in
      defer { isAwaited = true }
      return !isAwaited
    }
    guard isFirst else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      isAwaited.withLock { $0 = false }
      work()
    }
  }
}
