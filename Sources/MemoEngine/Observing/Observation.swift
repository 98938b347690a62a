import MemoModel
import Synchronization

/// The author of changes where several use one engine: a face names itself in its calls, and hears what the others do.
/// Callers without a name count as one more.
public struct ChangeOrigin: Hashable, Sendable {
  private static let last = Atomic(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue
  /// The agent that makes changes now; nil for a person. History records it.
  public private(set) var agent: String?

  /// Creates an origin that differs from all others.
  public init() {}

  /// The same origin with an agent that makes a change. A name of over 256 bytes is cut.
  public func acting(for agent: String) -> ChangeOrigin {
    var name = agent
    while name.utf8.count > Authorship.longestName { name.unicodeScalars.removeLast() }
    var origin = self
    origin.agent = name.isEmpty ? nil : name
    return origin
  }

  /// Whether both are the same user of the engine, whatever agents they act for.
  public static func == (left: ChangeOrigin, right: ChangeOrigin) -> Bool { left.number == right.number }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The origin of changes from outside this process's engines: another process, or an imported file.
  static let outside = ChangeOrigin()
}

/// A handle that an observer keeps as long as it wants events.
public final class Observation: Sendable {
  /// A closure in a type of its own: a mutex of bare closures hands each out wrapped in another one, and keeps that, so
  /// that each event would go through one layer more.
  private struct Observer: Sendable {
    let hear: @Sendable (EngineEvent) -> Void
  }

  private let observer: Mutex<Observer?>

  init(_ observer: @escaping @Sendable (EngineEvent) -> Void) { self.observer = Mutex(Observer(hear: observer)) }

  /// Ends the observation, as releasing it does. The observer is not called again.
  public func end() { observer.withLock { $0 = nil } }

  var hasEnded: Bool { observer.withLock { $0 == nil } }

  func tell(_ event: EngineEvent) { observer.withLock(\.self)?.hear(event) }
}
