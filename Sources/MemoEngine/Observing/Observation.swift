import MemoModel
import Synchronization

/// Who changes memos, where several use one engine: a face names itself in what it does, and is told what the others
/// do. Whoever names nobody is one more.
public struct ChangeOrigin: Hashable, Sendable {
  private static let last = Atomic(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue
  /// The agent that makes changes now; nil for a person. History tells of it.
  public private(set) var agent: String?

  /// Creates an origin that is like no other.
  public init() {}

  /// The same origin, where an agent makes a change. Of a name of over 256 bytes the beginning is kept.
  public func acting(for agent: String) -> ChangeOrigin {
    var name = agent
    while name.utf8.count > Authorship.longestName { name.unicodeScalars.removeLast() }
    var origin = self
    origin.agent = name.isEmpty ? nil : name
    return origin
  }

  /// Whether both are the same who use the engine, whatever agents they act for.
  public static func == (left: ChangeOrigin, right: ChangeOrigin) -> Bool { left.number == right.number }

  /// Takes in what tells it from others.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

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
