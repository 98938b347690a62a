import Platform
import TestSupport
import Testing

@testable import MemoFolder

/// Texts by their hashes: what both had, what somebody wrote outside, what somebody wrote inside.
private let (old, outside, inside): (UInt128, UInt128, UInt128) = (1, 2, 3)

@Suite("What makes a file and its memo equal")
struct DecisionTests {
  @Test(
    "each rule, by what was last equal, what the file is and where the memo is",
    arguments: [
      // Changed outside; inside; both; both in the same way; neither.
      (Agreement(.text(old)), .text(outside), .text(old), .takeIn),
      (Agreement(.text(old)), .text(old), .text(inside), .writeFile),
      (Agreement(.text(old)), .text(outside), .text(inside), .merge),
      (Agreement(.text(old)), .text(outside), .text(outside), .agree),
      (Agreement(.text(old)), .text(old), .text(old), .nothing),
      // Gone outside: not before a second has passed, and edit wins.
      (Agreement(.text(old)), .missing, .text(old), .wait), (Agreement(.text(old)), .missing, .text(inside), .wait),
      (Agreement(.text(old)), .missing, .trashed, .wait), (Agreement(.text(old)), .gone, .text(old), .trashMemo),
      (Agreement(.text(old)), .gone, .text(inside), .writeFile),
      // Gone inside: edit wins.
      (Agreement(.text(old)), .text(old), .trashed, .removeFile),
      (Agreement(.text(old)), .text(old), .none, .removeFile),
      (Agreement(.text(old)), .text(outside), .trashed, .bringBack),
      (Agreement(.text(old)), .text(outside), .none, .bringBack),
      // Gone in both, and then: back outside, back inside, destroyed.
      (Agreement(.text(old)), .gone, .trashed, .agree), (Agreement(.gone), .gone, .trashed, .nothing),
      (Agreement(.gone), .text(old), .trashed, .bringBack), (Agreement(.gone), .text(old), .none, .bringBack),
      (Agreement(.gone), .gone, .text(old), .writeFile), (Agreement(.gone), .missing, .text(old), .writeFile),
      (Agreement(.gone), .text(old), .text(old), .agree), (Agreement(.gone), .text(old), .text(inside), .merge),
      (Agreement(.gone), .gone, .none, .forget), (Agreement(.text(old)), .gone, .none, .forget),
      // New.
      (nil, .text(outside), .none, .makeMemo), (nil, .gone, .text(inside), .writeFile),
      (nil, .text(outside), .text(inside), .merge), (nil, .text(old), .text(old), .agree),
      (nil, .gone, .none, .nothing),
      // No memo any more, and one again.
      (Agreement(.text(old)), .skipped(.ignored), .text(old), .release),
      (Agreement(.text(old)), .skipped(.notUTF8), .text(inside), .release),
      (Agreement(.text(old)), .skipped(.link), .trashed, .release), (nil, .skipped(.hidden), .none, .nothing),
      (Agreement(.text(old), isReleased: true), .skipped(.ignored), .text(inside), .nothing),
      // Removing what was no note says nothing about the memo.
      (Agreement(.text(old), isReleased: true), .gone, .text(old), .writeFile),
      (Agreement(.text(old), isReleased: true), .gone, .text(inside), .writeFile),
      (Agreement(.text(old), isReleased: true), .gone, .trashed, .agree),
      (Agreement(.text(old), isReleased: true), .gone, .none, .forget),
      (Agreement(.text(old), isReleased: true), .missing, .text(old), .wait),
      (Agreement(.text(old), isReleased: true), .text(old), .text(old), .agree),
      (Agreement(.text(old), isReleased: true), .text(outside), .text(old), .takeIn),
      (Agreement(.text(old), isReleased: true), .text(old), .text(inside), .writeFile),
      (Agreement(.text(old), isReleased: true), .text(old), .trashed, .bringBack),
      // Unreadable just now.
      (Agreement(.text(old)), .skipped(.unreadable(13)), .text(inside), .hold),
      (Agreement(.text(old)), .skipped(.unreadable(13)), .trashed, .hold),
    ] as [(Agreement?, FileState, FolderMemoState, Decision)])
  func rules(row: Agreement?, file: FileState, memo: FolderMemoState, decision: Decision) {
    #expect(Decision(row, file: file, memo: memo) == decision)
  }

  /// All rows that are possible.
  private static let rows: [Agreement?] =
    [nil]
    + [false, true].flatMap { isReleased in
      [.text(old), .gone].map { Agreement($0, isReleased: isReleased) }
    }
  private static let files: [FileState] = [
    .text(old), .text(outside), .text(inside), .missing, .gone, .skipped(.ignored), .skipped(.unreadable(13)),
  ]
  private static let memos: [FolderMemoState] = [.text(old), .text(outside), .text(inside), .trashed, .none]

  /// A file, its memo and their row, and what else has come of them.
  private struct World: Equatable {
    var row: Agreement?
    var file: FileState
    var memo: FolderMemoState
    var copies: Set<UInt128> = []
    /// Texts in the memo's history, which stays with it in the trash.
    var history: Set<UInt128> = []

    var fileText: UInt128? { if case .text(let text) = file { text } else { nil } }
    var memoText: UInt128? { if case .text(let text) = memo { text } else { nil } }

    /// All words that somebody can still find.
    var words: Set<UInt128> { copies.union(history).union([fileText, memoText].compactMap(\.self)) }

    /// Does what was decided; false if that can't be done.
    mutating func carryOut(_ decision: Decision) -> Bool {
      if let memoText { history.insert(memoText) }
      switch decision {
      case .nothing, .wait, .hold: return true
      case .agree:
        guard fileText == memoText else { return false }
      case .forget:
        guard memo == .none, fileText == nil else { return false }
        row = nil
        return true
      case .release:
        row?.isReleased = true
        return row != nil
      case .makeMemo, .takeIn, .bringBack:
        guard let fileText, (decision == .takeIn) == (memoText != nil) else { return false }
        memo = .text(fileText)
      case .trashMemo:
        guard memoText != nil, file == .gone else { return false }
        memo = .trashed
      case .writeFile:
        guard let memoText else { return false }
        file = .text(memoText)
      case .removeFile:
        guard fileText != nil, memoText == nil else { return false }
        file = .gone
      case .merge:
        guard let fileText, let memoText else { return false }
        copies.insert(fileText)
        file = .text(memoText)
      }
      row = Agreement(fileText.map(Content.text) ?? .gone)
      return true
    }
  }

  @Test("whatever there is: what is decided can be done, loses no words, and makes both equal at once")
  func all() throws {
    for row in Self.rows {
      for file in Self.files {
        for memo in Self.memos {
          let before = World(row: row, file: file, memo: memo)
          let decision = Decision(row, file: file, memo: memo)
          let what = "\(String(describing: row)), \(file), \(memo): \(decision)"
          var after = before
          let isDone = after.carryOut(decision)
          #expect(isDone, "\(what)")
          // Words that both had may go with both; what was written since may not.
          let base: UInt128? = if case .text(let text)? = row?.content { text } else { nil }
          #expect(before.words.subtracting([base].compactMap(\.self)).isSubset(of: after.words), "\(what)")
          // Nothing is done twice, except that a row goes when nothing else is left.
          let next = Decision(after.row, file: after.file, memo: after.memo)
          #expect([.nothing, .wait, .hold].contains(next) || next == .forget && after.memo == .none, "\(what)")
          let isAtRest = ![Decision.wait, .hold, .release, .nothing].contains(decision)
          if isAtRest { #expect(after.fileText == after.memoText, "\(what)") }
          // A file that is no note is left alone, and so is one that can't be read.
          if case .skipped = file { #expect(after.file == file && after.memo == memo, "\(what)") }
        }
      }
    }
  }

  @Test(
    "people are asked before all go, or more than 20 and more than half",
    arguments: [
      (0, 0, false), (0, 5, false), (1, 1, true), (1, 2, false), (5, 5, true), (20, 21, false), (20, 20, true),
      (21, 22, true), (21, 42, false), (22, 43, true), (50, 1000, false), (501, 1000, true),
    ])
  func guarded(gone: Int, all: Int, isAsked: Bool) {
    #expect(MassDeletion.isToBeConfirmed(gone: gone, of: all) == isAsked)
  }

  @Test("one file is gone, and several are")
  func counted() {
    #expect(FolderLoss(paths: ["a.md"], all: 1).counted == "1 of 1 file is")
    #expect(FolderLoss(paths: ["a.md", "b.md"], all: 3).counted == "2 of 3 files are")
  }
}
