/// Which memos are asked for by their links.
public enum LinkedKind: String, Sendable, CaseIterable {
  /// Those with links that lead to no memo, to one in the trash, to one by the title it had once, or to a heading or
  /// block that is not there.
  case broken
  /// Those with links that lead to several memos.
  case ambiguous
  /// Those that have no link, and to which none leads from a memo that lives.
  case orphans
}

/// Which memos are let through.
public enum ReferenceFilter: Hashable, Sendable {
  /// Those with a link that leads to a memo which this target leads to; where it leads to none, those with a link by
  /// this very name.
  case linking(to: LinkTarget)
  /// Those with a tag of this form, or one that is in it.
  case tagged(String)
  /// Those with tasks.
  case withTasks
  /// As ``LinkedKind/orphans``.
  case orphans
}

/// A memo with some of its links.
public struct LinkedMemo: Sendable {
  /// What lists show of the memo.
  public let row: ListRow
  /// The links, in the order of the text.
  public let links: [LinkReference]

  /// Creates one.
  public init(row: ListRow, links: [LinkReference]) {
    self.row = row
    self.links = links
  }
}

/// A page of memos with links, those changed last first, equal ones in the order of their identifiers.
public struct LinkedPage: Sendable {
  /// At most as many as were asked for.
  public let memos: [LinkedMemo]
  /// How many there are on all pages.
  public let total: Int

  /// Creates a page.
  public init(memos: [LinkedMemo], total: Int) {
    self.memos = memos
    self.total = total
  }
}

extension ListRow {
  /// Its place on a ``LinkedPage``.
  public var linkedPlace: ListPlace {
    ListPlace(value: .time(summary.metadata.modifiedAt), id: summary.metadata.id)
  }
}
