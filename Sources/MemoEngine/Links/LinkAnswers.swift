package import MemoMarkup
public import MemoModel
public import MemoText

/// A problem with a link.
public enum LinkProblem: Sendable, Equatable {
  /// It leads to nothing.
  case broken
  /// It may mean any of these.
  case ambiguous([LinkDestination.LeadsTo])
  /// It leads only to memos in the trash.
  case trashed
  /// It leads to nothing, but this memo once had the name.
  case renamed(LinkDestination.LeadsTo)
  /// The memo that it leads to has no such heading or block.
  case fragment
}

/// The structure of a text, with the destinations of its links.
package struct ResolvedOutline: Sendable {
  /// The structure.
  package let outline: Outline
  /// The title, which for a memo's text may come from its file.
  package let title: String
  /// The destination of each of its links, in the order of ``outline``'s.
  package let links: [ResolvedLink]
  /// Whether some stored memos were not indexed yet, so that links may seem to lead nowhere.
  package let isIndexing: Bool
}

/// The destination of a link.
public struct ResolvedLink: Sendable, Equatable {
  /// The one memo that it leads to, perhaps in the trash; nil if there is none, or several, or the link is not between
  /// memos, or leads into a text that is no memo's.
  public let id: MemoID?
  /// The problem with it; nil if there is none.
  public let problem: LinkProblem?

  /// Creates a destination.
  package init(id: MemoID?, problem: LinkProblem?) {
    self.id = id
    self.problem = problem
  }
}

/// A page of memos with some of their links, newest first.
public struct LinkedMemos: Sendable {
  /// The memos in order.
  public let memos: [LinkingMemo]
  /// The number of memos on all pages.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether some stored memos were not indexed yet, and may be missing.
  public let isIndexing: Bool
}

/// A memo with some of its links.
public struct LinkingMemo: Sendable {
  /// The memo as lists show it.
  public let listed: ListedMemo
  /// Its text.
  public let text: Rope
  /// The links, in the order of the text.
  public let links: [LinkInText]
}

/// A link in a text.
public struct LinkInText: Sendable {
  /// Its range in bytes.
  public let range: Range<Int>
  /// The heading, or `^` and the block, that it leads to; nil for the memo as a whole.
  public let fragment: String?
  /// The problem with it; nil if there is none.
  public let problem: LinkProblem?
}

/// A page of tags, the most used first.
public struct UsedTags: Sendable {
  /// The tags in order.
  public let tags: [TagUse]
  /// The number of tags on all pages.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: TagPlace?
  /// Whether some stored memos were not indexed yet, so that tags may be missing.
  public let isIndexing: Bool
}

/// Completions for a query.
public struct Completions: Sendable {
  /// The completions, best first.
  public let items: [Completion]
  /// Whether there are more.
  public let isIncomplete: Bool
  /// Whether these memos have other names than the ones shown, which may fit what is typed next.
  public let hidesNames: Bool
  /// Whether some stored memos were not indexed yet, and may be missing.
  public let isIndexing: Bool
}

/// A completion.
public struct Completion: Sendable, Equatable {
  /// The text to show: a title, an alias, a heading, a block's name or a tag.
  public let label: String
  /// The text to insert in place of the query.
  public let insert: String
  /// The memo that it names; nil for a tag.
  public let id: MemoID?
  /// A detail that tells it from others; nil if there is none.
  public let detail: String?

  /// Creates a completion.
  package init(label: String, insert: String, id: MemoID?, detail: String?) {
    self.label = label
    self.insert = insert
    self.id = id
    self.detail = detail
  }
}

/// What to complete.
public enum CompletionKind: String, Sendable, CaseIterable {
  /// A memo's name.
  case link
  /// A heading of a memo.
  case heading
  /// The name of a block.
  case block
  /// A tag.
  case tag
}
