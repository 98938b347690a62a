import MemoText
import MemoModel

/// A memo that another process has changed, as it is stored now: read, and where that takes long compared, beside the
/// executor.
struct TheirMemo: Sendable {
  let id: MemoID
  /// Nil if it is gone; an error if it can't be read.
  let contents: Result<MemoContents?, StoreError>
  /// What makes that of the text that the memo has here; nil if nobody looked.
  private(set) var difference: TextDifference?

  init(id: MemoID, contents: Result<MemoContents?, StoreError>) { (self.id, self.contents) = (id, contents) }

  /// - Parameter text: the text that the memo has here, if what it becomes is to be told.
  init(_ stale: StaleMemo, insteadOf text: Rope? = nil) {
    id = stale.id
    contents = Result { () throws(StoreError) in try stale.stored.map(MemoContents.init) }
    if let text, case .success(let theirs?) = contents, text.summary.utf8 > TextDifference.longText {
      difference = TextDifference(from: text, to: theirs.text)
    }
  }
}

/// What makes another text of one.
public struct TextDifference: Sendable {
  /// A text of more bytes is compared beside the executor.
  static let longText = 256 << 10

  /// The text before.
  let before: Rope
  /// The changes, the last one first, each in bytes of the text before.
  public let changes: [(range: Range<Int>, text: String)]

  init(from before: Rope, to after: Rope) {
    self.before = before
    changes = before.changes(to: after)
  }
}
