/// Whose several changes are that become one step of history: an agent's if all of them are its, else a person's.
public enum Authorship: Sendable, Equatable {
  /// Nothing was changed.
  case nobody
  /// A person changed something, or several did.
  case person
  /// All was changed by the agent of this name.
  case agent(String)

  /// The most bytes of an agent's name in UTF-8.
  public static let longestName = 256

  /// What may be an agent's name: text of at least one byte and at most ``longestName``; nil for any other.
  package static func name(_ text: String) -> String? { (1...longestName).contains(text.utf8.count) ? text : nil }

  /// The agent's name, if all changes are its.
  public var agent: String? { if case .agent(let name) = self { name } else { nil } }

  /// Whose they are together with one more; nil stands for a person.
  public func joined(by agent: String?) -> Authorship {
    guard case .nobody = self else { return self.agent == agent ? self : .person }
    return agent.map(Authorship.agent) ?? .person
  }
}
