/// Who made the changes that become one step of history: an agent if it made all of them, else a person.
public enum Authorship: Sendable, Equatable {
  /// Nothing was changed.
  case nobody
  /// One or more people, perhaps with agents.
  case person
  /// Only the agent of this name.
  case agent(String)

  /// The most bytes of an agent's name in UTF-8.
  public static let longestName = 256

  /// A text as an agent's name: one of 1 to ``longestName`` bytes; nil for any other.
  package static func name(_ text: String) -> String? { (1...longestName).contains(text.utf8.count) ? text : nil }

  /// The agent's name, if it made all changes.
  public var agent: String? { if case .agent(let name) = self { name } else { nil } }

  /// The authorship with one more change by this agent; nil stands for a person.
  public func joined(by agent: String?) -> Authorship {
    guard case .nobody = self else { return self.agent == agent ? self : .person }
    return agent.map(Authorship.agent) ?? .person
  }
}
