/// Examines a store without changing anything, to report its condition to people.
public protocol StoreInspector: Sendable {
  /// The findings, the most important first. Blocks until all of the store is read.
  func inspect() -> [StoreFinding]
}

/// One finding about a store.
public struct StoreFinding: Sendable, Equatable, CustomStringConvertible {
  /// Whether something is damaged, missing or can't be read.
  public let isFault: Bool
  /// A sentence for people, without a full stop. Never a memo's words.
  public let description: String

  /// Creates a finding.
  public init(isFault: Bool = false, _ description: String) {
    self.isFault = isFault
    self.description = description
  }
}
