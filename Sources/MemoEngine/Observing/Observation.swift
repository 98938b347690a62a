import Synchronization

/// Who changes memos, where several use one engine: a face names itself in what it does, and is told what the others
/// do. Whoever names nobody is one more.
public struct ChangeOrigin: Hashable, Sendable {
  private static let last = Atomic(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue

  /// Creates an origin that is like no other.
  public init() {}

  /// Whoever uses no engine of this process: another process, or a file that is imported.
  static let outside = ChangeOrigin()
}

/// What an observer holds as long as it wants to be told of events.
public final class Observation: Sendable {
  private let observer: Mutex<(@Sendable (EngineEvent) -> Void)?>

  init(_ observer: @escaping @Sendable (EngineEvent) -> Void) { self.observer = Mutex(observer) }

  /// Ends it, as letting go of it does. From now on the observer is told nothing.
  public func end() { observer.withLock { $0 = nil } }

  var hasEnded: Bool { observer.withLock { $0 == nil } }

  func tell(_ event: EngineEvent) { observer.withLock(\.self)?(event) }
}
