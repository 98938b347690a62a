import MemoMarkup
import MemoModel
import MemoText

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

  init(from before: Rope, to after: Rope) { self.init(before, before.changes(to: after)) }

  private init(_ before: Rope, _ changes: [(range: Range<Int>, text: String)]) {
    (self.before, self.changes) = (before, changes)
  }

  /// The same changes made to a text that was edited meanwhile, and those edits made to what the changes make; nil
  /// where both touch the same lines, or lines beside each other.
  func moved(to edited: Rope) -> (changes: TextDifference, edits: [TextReplacement])? {
    let splices = before.splices(to: edited)
    var moved: [(range: Range<Int>, text: String)] = []
    var edits: [TextReplacement] = []
    // How much longer what stands before has become by the edits, and by the changes.
    var (byEdits, byChanges) = (0, 0)
    func take(_ splice: (old: Range<Int>, new: Range<Int>)) {
      edits.append(TextReplacement(range: splice.old.moved(by: byChanges), text: edited.string(in: splice.new)))
      byEdits += splice.new.count - splice.old.count
    }
    var rest = splices[...]
    for (range, text) in changes.reversed() {
      let lines = before.wholeLines(around: range)
      while let first = rest.first, before.wholeLines(around: first.old).upperBound < lines.lowerBound {
        take(rest.removeFirst())
      }
      if let first = rest.first, before.wholeLines(around: first.old).lowerBound <= lines.upperBound { return nil }
      moved.append((range.moved(by: byEdits), text))
      byChanges += text.utf8.count - range.count
    }
    for splice in rest { take(splice) }
    return (TextDifference(edited, moved.reversed()), edits)
  }
}

extension Rope {
  /// From where the line begins that a range begins in to where the one ends that it ends in, terminators included.
  fileprivate func wholeLines(around range: Range<Int>) -> Range<Int> {
    let last = position(at: range.upperBound, in: .utf8).line
    return offsetOfLine(position(at: range.lowerBound, in: .utf8).line)..<offsetOfLine(last + 1)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Self { lowerBound + distance..<upperBound + distance }
}
