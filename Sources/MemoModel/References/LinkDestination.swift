/// The memos that a link leads to.
///
/// Rules are tried in this order, and the first that finds something decides: a memo's identifier; a file's path from
/// the folder of the text with the link, or from the top folder, or the end of its path, each as written or else
/// without the extension; the number that a file's name begins with; a display title; an alias; the slug of a title.
/// Memos in the trash count only if no rule finds any other.
public enum LinkDestination: Sendable, Equatable {
  /// Nothing.
  case none
  /// Live memos, in the order of their identifiers. Several make the link ambiguous.
  case live([LeadsTo])
  /// Memos in the trash, in the order of their identifiers.
  case trashed([LeadsTo])
  /// No memo any more, but a live one had this title before it was renamed; of several, the one that had it last.
  case renamed(LeadsTo)

  /// A memo that a link leads to.
  public struct LeadsTo: Sendable, Equatable {
    /// The memo.
    public let id: MemoID
    /// Its display title.
    public let title: String

    /// Creates a destination.
    public init(id: MemoID, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The memos that have the name in the link, in the trash or not.
  public var memos: [LeadsTo] {
    switch self {
    case .none, .renamed: []
    case .live(let memos), .trashed(let memos): memos
    }
  }
}
