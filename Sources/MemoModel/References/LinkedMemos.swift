/// A kind of memo, by the state of its links.
public enum LinkedKind: String, Sendable, CaseIterable {
  /// Memos with links that lead to no memo, to one in the trash, to one by a title it no longer has, or to a heading or
  /// block that does not exist.
  case broken
  /// Memos with links that lead to several memos.
  case ambiguous
  /// Memos without links, to which no live memo links either.
  case orphans
}

/// A filter for memos.
public enum ReferenceFilter: Hashable, Sendable {
  /// Memos that link to a memo that this target leads to; if it leads to none, memos that link by the same name.
  case linking(to: LinkTarget)
  /// Memos with a tag of this form, or one below it.
  case tagged(String)
  /// Memos with tasks.
  case withTasks
  /// Memos of kind ``LinkedKind/orphans``.
  case orphans
}

/// A memo with some of its links.
public struct LinkedMemo: Sendable {
  /// The memo as lists show it.
  public let row: ListRow
  /// The links, in the order of the text.
  public let links: [LinkReference]

  /// Creates a memo with links.
  public init(row: ListRow, links: [LinkReference]) {
    self.row = row
    self.links = links
  }
}

/// A page of memos with links, those changed last first, ties in the order of their identifiers.
public struct LinkedPage: Sendable {
  /// The memos, at most as many as were asked for.
  public let memos: [LinkedMemo]
  /// The number of memos on all pages.
  public let total: Int

  /// Creates a page.
  public init(memos: [LinkedMemo], total: Int) {
    self.memos = memos
    self.total = total
  }
}

extension ListRow {
  /// The row's place on a ``LinkedPage``.
  public var linkedPlace: ListPlace {
    ListPlace(value: .time(summary.metadata.modifiedAt), id: summary.metadata.id)
  }
}
