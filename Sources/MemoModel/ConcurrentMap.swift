import Dispatch
import Platform
import Synchronization

extension Array where Element: Sendable {
  /// What a function makes of each element, in their order, worked out on all cores while the caller waits.
  ///
  /// - Throws: what the function throws for the first element for which it throws something.
  package func concurrentMap<Value: Sendable, Failure: Error>(
    _ work: @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let share = Swift.max(1, count / (4 * Self.cores))
    let parts = (count + share - 1) / share
    let made = Mutex<[Result<[Value], Failure>]>(Array<Result<[Value], Failure>>(repeating: .success([]), count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let elements = self[part * share..<Swift.min(count, (part + 1) * share)]
      let values = Result { () throws(Failure) in try elements.map(work) }
      made.withLock { $0[part] = values }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for part in made.withLock({ $0 }) { values += try part.get() }
    return values
  }

  private static var cores: Int { Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
