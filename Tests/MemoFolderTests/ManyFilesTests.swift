import Foundation
import MemoModel
import Synchronization
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("More files than are looked at, or stored, at once")
struct ManyFilesTests {
  private let kept: KeptFolder
  /// In the order in which they are stored.
  private let names: [String]

  init() throws {
    kept = try KeptFolder()
    names = (0...FolderKeeper.filePortion).map { "d/\(10_000 + $0).md" }
    for name in names { try kept.write("words of \(name)", name) }
  }

  /// The texts of memos by their files.
  private func texts() throws -> [String: String] {
    let rows = try kept.other.fileRows()
    let memos = try kept.other.memos(rows.map(\.id))
    let texts = Dictionary(memos.map { ($0.metadata.id, $0.words) }) { first, _ in first }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.path, texts[$0.id] ?? "") })
  }

  @Test("each is a memo, with what it says by then, though somebody writes one while others are stored")
  func written() throws {
    let late = names[FolderKeeper.filePortion]
    let file = URL(filePath: "\(kept.path)/\(late)")
    let isFirst = Mutex(true)
    kept.steps.set { step in
      let writes = isFirst.withLock { isFirst in
        defer { isFirst = isFirst && step != .stored }
        return isFirst && step == .stored
      }
      if writes { try? Data("late".utf8).write(to: file) }
    }
    try kept.reconcile()
    kept.steps.set(nil)
    kept.wait(milliseconds: 5000)
    try kept.reconcile()
    #expect(try texts() == kept.files && kept.files.count == names.count && kept.files[late] == "late")
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("a memo that was changed while nobody kept them is in its file once somebody does")
  func changed() throws {
    // As long as their times do not tell one change from the next, each is read, whatever its memo is.
    repeat { try kept.reconcile() } while try kept.other.fileRows().contains { $0.changed == 0 }
    try kept.save("changed", in: #require(kept.memo(names[7])).metadata.id)
    try kept.reopen()
    try kept.reconcile()
    #expect(kept.files[names[7]] == "changed")
    #expect(try texts() == kept.files)
  }
}
