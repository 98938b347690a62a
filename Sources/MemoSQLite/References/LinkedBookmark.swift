import MemoModel

/// Where a list of memos that were found by their links goes on: who reads it page by page does not have all of them
/// sought for each page.
struct LinkedBookmark {
  /// What was asked.
  enum Question: Equatable {
    case kind(LinkedKind)
    case backlinks(MemoID)
  }

  /// What was in the store: its changes, and the texts that nobody had looked at. When such a text is looked at, that
  /// is no change. And what was not saved, and the tag that memos had to have to count.
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
  /// The memos from the last page on, if that was full.
  var sources: [LinkedRows.Found.Source] = []
  /// Those of that page, by their places among these.
  private var shown: [MemoID: Int] = [:]

  init(_ question: Question, at moment: Moment, total: Int) {
    (self.question, self.moment, self.total) = (question, moment, total)
  }

  /// Notes a memo of the page.
  mutating func note(_ id: MemoID, at index: Int) { shown[id] = index }

  /// The memos behind one of the page, and how many there are on all pages; nil if that must be sought.
  func left(
    of question: Question, after place: ListPlace, at moment: Moment
  ) -> (sources: ArraySlice<LinkedRows.Found.Source>, total: Int)? {
    guard self.question == question, let index = shown[place.id], index < sources.count, self.moment == moment else {
      return nil
    }
    return (sources[(index + 1)...], total)
  }
}

extension UnsavedReferences {
  /// Whether all questions about links have the same answer over these, at the same places.
  fileprivate func says(asMuchAs other: UnsavedReferences) -> Bool {
    guard tag == other.tag, hidden == other.hidden else { return false }
    return memos.elementsEqual(other.memos) { one, other in
      let (metadata, others) = (one.row.summary.metadata, other.row.summary.metadata)
      return metadata.id == others.id && metadata.modifiedAt == others.modifiedAt
        && metadata.isTrashed == others.isTrashed && one.references == other.references
    }
  }
}
