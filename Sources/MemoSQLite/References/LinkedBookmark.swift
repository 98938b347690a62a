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
  /// is no change. And the tag that memos had to have to count.
  struct Moment: Equatable {
    private let changes: Int, unread: Int
    private let tag: String?

    init(_ connection: SQLiteConnection, within tag: String?) throws(StoreError) {
      self.tag = tag
      changes = try ChangeRows.changeSequence(in: connection)
      unread = try connection.integer("SELECT count(*) FROM unread")
    }
  }

  private let question: Question
  private let moment: Moment
  private let total: Int
  /// The memos from the last page on, if that was full.
  var keys: [Int] = []
  /// Those of that page, by their places among these.
  private var shown: [MemoID: Int] = [:]

  init(_ question: Question, at moment: Moment, total: Int) {
    (self.question, self.moment, self.total) = (question, moment, total)
  }

  /// Notes a memo of the page.
  mutating func note(_ id: MemoID, at index: Int) { shown[id] = index }

  /// The memos behind one of the page, and how many there are on all pages; nil if that must be sought.
  func left(of question: Question, after place: ListPlace, at moment: Moment) -> (keys: ArraySlice<Int>, total: Int)? {
    guard self.question == question, self.moment == moment, let index = shown[place.id], index < keys.count else {
      return nil
    }
    return (keys[(index + 1)...], total)
  }
}
