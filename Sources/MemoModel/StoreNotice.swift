/// A store's notice about itself that a client should hear.
public struct StoreNotice: Sendable, Equatable {
  /// Whether something that was saved is gone from the store.
  public let isLoss: Bool
  /// What was found, and what to do about it.
  public let description: String

  /// Creates a notice.
  public init(isLoss: Bool, _ description: String) {
    self.isLoss = isLoss
    self.description = description
  }
}
