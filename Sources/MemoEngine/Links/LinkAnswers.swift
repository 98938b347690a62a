package import MemoMarkup
public import MemoModel
public import MemoText

/// What is wrong with a link.
public enum LinkProblem: Sendable, Equatable {
  /// It leads to nothing.
  case broken
  /// It may mean any of these.
  case ambiguous([LinkDestination.LeadsTo])
  /// It leads only to what is in the trash.
  case trashed
  /// It leads to nothing, but this memo was once called so.
  case renamed(LinkDestination.LeadsTo)
  /// The memo that it leads to has no such heading or block.
  case fragment
}

/// What a text says, and what its links lead to.
package struct ResolvedOutline: Sendable {
  /// What it says.
  package let outline: Outline
  /// What each of its links leads to, in the order of ``outline``'s.
  package let links: [ResolvedLink]
  /// Whether some stored memos were not looked through yet, so that links may seem to lead nowhere.
  package let isIndexing: Bool
}

/// What a link leads to.
public struct ResolvedLink: Sendable, Equatable {
  /// The one memo that it leads to, be it in the trash; nil if there is none, or several, or the link is none between
  /// memos, or leads into a text that is no memo's.
  public let id: MemoID?
  /// What is wrong with it; nil if nothing is.
  public let problem: LinkProblem?

  /// Creates one.
  package init(id: MemoID?, problem: LinkProblem?) {
    self.id = id
    self.problem = problem
  }
}

/// A page of memos with those of their links that were asked for, newest first.
public struct LinkedMemos: Sendable {
  /// The memos in order.
  public let memos: [LinkingMemo]
  /// How many there are in all.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether some stored memos were not looked through yet, so that they may be missing.
  public let isIndexing: Bool
}

/// A memo with some of its links.
public struct LinkingMemo: Sendable {
  /// What a list shows of it.
  public let listed: ListedMemo
  /// Its text.
  public let text: Rope
  /// The links, in the order of the text.
  public let links: [LinkInText]
}

/// A link in a text.
public struct LinkInText: Sendable {
  /// Where all of it stands, in bytes.
  public let range: Range<Int>
  /// The heading, or `^` and the block, that it leads to; nil if it leads to all of the memo.
  public let fragment: String?
  /// What is wrong with it; nil if nothing is.
  public let problem: LinkProblem?
}

/// A page of tags, the most used first.
public struct UsedTags: Sendable {
  /// The tags in order.
  public let tags: [TagUse]
  /// How many there are in all.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: TagPlace?
  /// Whether some stored memos were not looked through yet, so that tags may be missing.
  public let isIndexing: Bool
}

/// What may be typed next.
public struct Completions: Sendable {
  /// What fits, best first.
  public let items: [Completion]
  /// Whether more fits.
  public let isIncomplete: Bool
  /// Whether some stored memos were not looked through yet, so that they may be missing.
  public let isIndexing: Bool
}

/// Something that may be typed next.
public struct Completion: Sendable, Equatable {
  /// What is shown: a title, an alias, a heading, a block's name or a tag.
  public let label: String
  /// What takes the place of the query.
  public let insert: String
  /// The memo that it means; nil for a tag.
  public let id: MemoID?
  /// What tells it from others; nil if there is nothing to say.
  public let detail: String?

  /// Creates one.
  package init(label: String, insert: String, id: MemoID?, detail: String?) {
    self.label = label
    self.insert = insert
    self.id = id
    self.detail = detail
  }
}

/// What is to be completed.
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
