import CSystem
package import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// What a function makes of each element, in their order, worked out on all cores while the caller waits.
  ///
  /// - Parameter quality: the quality of service of the threads that help. On Linux Dispatch's own
  ///   `concurrentPerform` has them work as if a person waited, whoever calls.
  /// - Throws: what the function throws for the first element for which it throws something.
  package func concurrentMap<Value: Sendable, Failure: Error>(
    helpedAt quality: DispatchQoS.QoSClass = .default,
    _ work: @escaping @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    if count < 2 { return try map(work) }
    let share = Swift.max(1, count / (4 * cores))
    let parts = ConcurrentParts<Result<[Value], Failure>>((count + share - 1) / share)
    let takeParts = { @Sendable in
      while let part = parts.take() {
        let elements = self[part * share..<Swift.min(count, (part + 1) * share)]
        parts.put(Result { () throws(Failure) in try elements.map(work) }, at: part)
      }
    }
    for _ in 1..<Swift.max(1, Swift.min(parts.count, cores)) {
      DispatchQueue.global(qos: quality).async(execute: takeParts)
    }
    takeParts()
    var values: [Value] = []
    values.reserveCapacity(count)
    for part in parts.all() { values += try part.get() }
    return values
  }
}

private let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// What several threads work out part by part. One that comes too late finds no part left, and nobody waits for it: all
/// threads may be at work elsewhere.
private final class ConcurrentParts<Part: Sendable>: Sendable {
  let count: Int
  private let taken = Atomic(0)
  private let made = Mutex<[Int: Part]>([:])
  private let missing = DispatchGroup()

  init(_ count: Int) {
    self.count = count
    for _ in 0..<count { missing.enter() }
  }

  /// The next part that nobody has begun; nil if there is none left.
  func take() -> Int? {
    let part = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return part < count ? part : nil
  }

  func put(_ part: Part, at place: Int) {
    made.withLock { $0[place] = part }
    missing.leave()
  }

  /// All parts in their order; waits until they are made.
  func all() -> [Part] {
    missing.wait()
    return made.withLock { made in (0..<count).compactMap { made[$0] } }
  }
}
