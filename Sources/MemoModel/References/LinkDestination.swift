/// What a link leads to, as far as memos go.
///
/// Rules are tried in this order, and the first that finds something decides: a memo's identifier, a display title, an
/// alias, the slug of a title. Memos in the trash are looked for only if no other is found by any rule.
public enum LinkDestination: Sendable, Equatable {
  /// Nothing.
  case none
  /// Memos that live. Several make the link ambiguous; they are in the order of their identifiers.
  case live([LeadsTo])
  /// Memos in the trash, in the order of their identifiers.
  case trashed([LeadsTo])
  /// Nothing any more: a memo that lives had this title before another was typed over it. Of several it is the one that
  /// had it last.
  case renamed(LeadsTo)

  /// A memo that a link leads to.
  public struct LeadsTo: Sendable, Equatable {
    /// The memo.
    public let id: MemoID
    /// Its display title.
    public let title: String

    /// Creates one.
    public init(id: MemoID, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The memos that have the name the link leads by, in the trash or not.
  public var memos: [LeadsTo] {
    switch self {
    case .none, .renamed: []
    case .live(let memos), .trashed(let memos): memos
    }
  }
}
