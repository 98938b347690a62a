import MemoMarkup
import MemoModel
import MemoText

/// The stored state of a memo that another process has changed: read, and if that takes long compared, off the
/// executor.
struct ExternalMemo: Sendable {
  let id: MemoID
  /// Nil if it is gone; an error if it can't be read.
  let contents: Result<MemoContents?, StoreError>
  /// Its difference from the memo's text here; nil if they were not compared.
  private(set) var difference: TextDifference?

  init(id: MemoID, contents: Result<MemoContents?, StoreError>) { (self.id, self.contents) = (id, contents) }

  /// - Parameter text: the memo's text here, if the difference is to be reported.
  init(_ stale: StaleMemo, insteadOf text: Rope? = nil) {
    id = stale.id
    contents = Result { () throws(StoreError) in try stale.stored.map(MemoContents.init) }
    if let text, case .success(let theirs?) = contents, text.summary.utf8 > TextDifference.longText {
      difference = TextDifference(from: text, to: theirs.text)
    }
  }
}

/// The difference between two texts.
public struct TextDifference: Sendable {
  /// The longest text, in bytes, that is compared on the executor.
  static let longText = 256 << 10

  /// The text before.
  let before: Rope
  /// The changes, the last one first, each in bytes of the text before.
  public let changes: [(range: Range<Int>, text: String)]

  init(from before: Rope, to after: Rope) { self.init(before, before.changes(to: after)) }

  private init(_ before: Rope, _ changes: [(range: Range<Int>, text: String)]) {
    (self.before, self.changes) = (before, changes)
  }

  /// The same changes applied to a text that was edited meanwhile, and those edits applied after the changes.
  struct Moved {
    let changes: TextDifference
    let edits: [TextReplacement]
    /// Whether no change was dropped.
    let isWhole: Bool
  }

  /// Moves the changes to a text that was edited meanwhile.
  ///
  /// - Parameter givesWay: what to do where both touch the same lines, or adjacent ones: drop the changes and keep the
  ///   edits, or move nothing.
  /// - Returns: nil if nothing is moved.
  func moved(to edited: Rope, givesWay: Bool = false) -> Moved? {
    var moved: [(range: Range<Int>, text: String)] = []
    var edits: [TextReplacement] = []
    var isWhole = true
    // The growth so far of the text before, by the edits and by the changes.
    var (byEdits, byChanges) = (0, 0)
    func take(_ splice: (old: Range<Int>, new: Range<Int>)) {
      edits.append(TextReplacement(range: splice.old.moved(by: byChanges), text: edited.string(in: splice.new)))
      byEdits += splice.new.count - splice.old.count
    }
    var rest = before.splices(to: edited)[...]
    var left = Array(changes.reversed())[...]
    while let (range, text) = left.first {
      var lines = before.wholeLines(around: range)
      while let first = rest.first, before.wholeLines(around: first.old).upperBound < lines.lowerBound {
        take(rest.removeFirst())
      }
      guard let first = rest.first, before.wholeLines(around: first.old).lowerBound <= lines.upperBound else {
        moved.append((range.moved(by: byEdits), text))
        byChanges += text.utf8.count - range.count
        left.removeFirst()
        continue
      }
      guard givesWay else { return nil }
      isWhole = false
      let longer = takeTogether(&lines, &rest, &left)
      edits.append(
        TextReplacement(
          range: lines.lowerBound + byChanges..<lines.upperBound + byChanges + longer.changed,
          text: edited.string(in: lines.lowerBound + byEdits..<lines.upperBound + byEdits + longer.edited)))
      (byEdits, byChanges) = (byEdits + longer.edited, byChanges + longer.changed)
    }
    for splice in rest { take(splice) }
    return Moved(changes: TextDifference(edited, moved.reversed()), edits: edits, isWhole: isWhole)
  }

  /// Groups the edits and changes on some lines with those on overlapping lines, and so on.
  ///
  /// - Parameter lines: grows to all of these lines.
  /// - Returns: the growth of the lines by the edits and by the changes.
  private func takeTogether(
    _ lines: inout Range<Int>, _ splices: inout ArraySlice<(old: Range<Int>, new: Range<Int>)>,
    _ changes: inout ArraySlice<(range: Range<Int>, text: String)>
  ) -> (edited: Int, changed: Int) {
    var (edited, changed) = (0, 0)
    while true {
      if let change = changes.first, case let more = before.wholeLines(around: change.range),
        more.lowerBound < lines.upperBound
      {
        lines = lines.joined(with: more)
        changed += change.text.utf8.count - change.range.count
        changes.removeFirst()
      } else if let splice = splices.first, case let more = before.wholeLines(around: splice.old),
        more.lowerBound < lines.upperBound
      {
        lines = lines.joined(with: more)
        edited += splice.new.count - splice.old.count
        splices.removeFirst()
      } else {
        return (edited, changed)
      }
    }
  }
}

extension Rope {
  /// The whole lines around a range, including terminators.
  fileprivate func wholeLines(around range: Range<Int>) -> Range<Int> {
    let last = position(at: range.upperBound, in: .utf8).line
    return offsetOfLine(position(at: range.lowerBound, in: .utf8).line)..<offsetOfLine(last + 1)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Self { lowerBound + distance..<upperBound + distance }

  /// The shortest range that contains both.
  fileprivate func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
