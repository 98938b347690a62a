/// A memo that was found by part of one of its names.
public struct NameMatch: Sendable, Equatable {
  /// The memo.
  public let id: MemoID
  /// Its display title.
  public let title: String
  /// The name that was found, as written: the title, an alias, or the name of its file without the
  /// extension.
  public let name: String
  /// Whether a link by this name leads to this memo and no other.
  public let leadsHere: Bool
  /// Whether the memo has other names, which may fit a longer text.
  public let isOneOfSeveral: Bool

  /// Creates a match.
  public init(id: MemoID, title: String, name: String, leadsHere: Bool, isOneOfSeveral: Bool) {
    self.id = id
    self.title = title
    self.name = name
    self.leadsHere = leadsHere
    self.isOneOfSeveral = isOneOfSeveral
  }
}
