import MemoModel

/// The place where a list of memos found by their links continues: a reader of page after page does not have all of
/// them searched for each.
struct LinkedBookmark {
  /// The query.
  enum Question: Equatable {
    case kind(LinkedKind)
    case backlinks(MemoID)
  }

  /// The state of the store: its changes, and the texts that were not indexed, since indexing one is no change. And the
  /// unsaved memos, and the tag that memos had to have to count.
  struct Moment: Equatable {
    private let changes: Int, unread: Int
    private let unsaved: UnsavedReferences

    init(_ connection: SQLiteConnection, over unsaved: UnsavedReferences) throws(StoreError) {
      self.unsaved = unsaved
      changes = try ChangeRows.changeSequence(in: connection)
      unread = try connection.integer("SELECT count(*) FROM unread")
    }

    static func == (one: Moment, other: Moment) -> Bool {
      one.changes == other.changes && one.unread == other.unread && one.unsaved.says(asMuchAs: other.unsaved)
    }
  }

  private let question: Question
  private let moment: Moment
  private let total: Int
  /// The targets by which all of them were found; nil if these are unknown.
  private let targets: Set<LinkTarget>?
  /// The memos from the last page on, if that was full.
  var sources: [LinkedRows.Found.Source] = []
  /// The memos of that page, by their indices among these.
  private var shown: [MemoID: Int] = [:]

  init(_ question: Question, at moment: Moment, total: Int, _ targets: Set<LinkTarget>?) {
    (self.question, self.moment, self.total, self.targets) = (question, moment, total, targets)
  }

  /// Records a memo of the page.
  mutating func note(_ id: MemoID, at index: Int) { shown[id] = index }

  /// The memos after one of the page, how many there are on all pages, and the targets by which they were found; nil if
  /// that must be searched.
  func left(
    of question: Question, after place: ListPlace, at moment: Moment
  ) -> (sources: ArraySlice<LinkedRows.Found.Source>, total: Int, targets: Set<LinkTarget>?)? {
    guard self.question == question, let index = shown[place.id], index < sources.count, self.moment == moment else {
      return nil
    }
    return (sources[(index + 1)...], total, targets)
  }
}

extension UnsavedReferences {
  /// Whether all queries about links have the same answer with these, at the same places.
  fileprivate func says(asMuchAs other: UnsavedReferences) -> Bool {
    guard tag == other.tag, hidden == other.hidden else { return false }
    return memos.elementsEqual(other.memos) { one, other in
      let (metadata, others) = (one.row.summary.metadata, other.row.summary.metadata)
      return metadata.id == others.id && metadata.modifiedAt == others.modifiedAt
        && metadata.isTrashed == others.isTrashed && one.references == other.references
    }
  }
}
