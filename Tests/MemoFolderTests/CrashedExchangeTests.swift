import Foundation
import MemoModel
import Synchronization
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A process that ends between two steps of an exchange")
struct CrashedExchangeTests {
  /// What others do to a file that was written, before the next process looks.
  enum Act: CaseIterable {
    case changesBack, swaps, moves

    func act(_ kept: KeptFolder) throws {
      switch self {
      case .changesBack: try kept.writeInPlace("one\n", "a.md")
      case .swaps:
        try kept.move("a.md", "c.md")
        try kept.move("b.md", "a.md")
        try kept.move("c.md", "b.md")
      case .moves:
        try kept.write("more\n", "d/c.md")
        try kept.move("a.md", "d/a.md")
      }
    }

    var name: String { [.changesBack: "a.md", .swaps: "b.md", .moves: "d/a.md"][self] ?? "" }
    var text: String { self == .changesBack ? "one\n" : "one\ninside\n" }
  }

  @Test(
    "what others do to a file that was written, but not noted, is done to its memo",
    arguments: Act.allCases, [true, false])
  func notNoted(act: Act, canExchange: Bool) throws {
    let kept = try KeptFolder(canExchange: canExchange)
    try kept.write("one\n", "a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let (id, rows) = (try #require(kept.memo("a.md")).metadata.id, try kept.other.fileRows())
    try kept.save("one\ninside\n", in: id)
    try kept.reconcile([])
    // As if the process had been killed before it noted the row.
    try kept.other.note(rows, forgetting: [])
    try act.act(kept)
    kept.wait(milliseconds: 60_000)
    try kept.reopen()
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo(act.name)?.metadata.id == id && kept.memo(act.name)?.words == act.text)
    #expect(kept.memos.count == (act == .moves ? 3 : 2) && kept.trashedMemos.isEmpty, "\(kept.files)")
  }

  /// The same for a file that is new.
  enum ActOnNew: CaseIterable {
    case nothing, changes, replaces, movesAndChanges, deletes

    func act(_ kept: KeptFolder) throws {
      switch self {
      case .nothing: break
      case .changes: try kept.writeInPlace("New\nmore\n", "New.md")
      case .replaces:
        try kept.write("New\nmore\n", "x")
        try kept.remove("New.md")
        try kept.move("x", "New.md")
      case .movesAndChanges:
        try kept.write("two\n", "d/b.md")
        try kept.move("New.md", "d/Other.md")
        try kept.writeInPlace("New\nmore\n", "d/Other.md")
      case .deletes: try kept.remove("New.md")
      }
    }

    var name: String { self == .movesAndChanges ? "d/Other.md" : "New.md" }
    var text: String { [.nothing, .deletes].contains(self) ? "New\n" : "New\nmore\n" }
  }

  @Test(
    "what others do to a new file that was placed, but not noted, is done to its memo", arguments: ActOnNew.allCases)
  func newNotNoted(act: ActOnNew) throws {
    let kept = try KeptFolder()
    try kept.write("one\n", "a.md")
    try kept.rest()
    let staging = "\(kept.path)/.memo-ls/staging"
    let note = Mutex<(name: String, bytes: Data)?>(nil)
    kept.steps.set { step in
      guard step == .exchanged else { return }
      let names = try? FileManager.default.contentsOfDirectory(atPath: staging)
      for name in names ?? [] where name.hasPrefix("at-") {
        note.withLock { $0 = (name, FileManager.default.contents(atPath: "\(staging)/\(name)") ?? Data()) }
      }
    }
    let id = try kept.save("New\n")
    try kept.reconcile([])
    #expect(kept.folder.staged.allSatisfy { !$0.hasPrefix("at-") })
    // As if the process had been killed before it noted the row.
    try kept.other.note([], forgetting: [id])
    let (name, bytes) = try #require(note.withLock { $0 })
    try bytes.write(to: URL(filePath: "\(staging)/\(name)"))
    try act.act(kept)
    kept.wait(milliseconds: 60_000)
    try kept.reopen()
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo(act.name)?.metadata.id == id && kept.memo(act.name)?.words == act.text, "\(kept.files)")
    #expect(kept.memos.count == (act == .movesAndChanges ? 3 : 2) && kept.trashedMemos.isEmpty, "\(kept.files)")
    #expect(kept.folder.staged.isEmpty)
  }

  @Test("a new file that did not come to its place is written again", arguments: [false, true])
  func newNotPlaced(hasOther: Bool) throws {
    let kept = try KeptFolder()
    try kept.write("one\n", "a.md")
    try kept.rest()
    let id = try kept.save("New\n")
    let hash = ContentHash.of(Array("New\n".utf8))
    let number = FileNumber(inode: 1, born: 1)
    let staged: [StagedName] = [
      .placed(number: 5, hash: hash, file: number, id: id),
      .exchanged(number: 5, expected: 0, new: hash, file: number, id: id),
    ]
    for (name, text) in zip(staged, ["New.md", "New\n"]) { try kept.write(text, ".memo-ls/staging/\(name.name)") }
    if hasOther { try kept.write("two\n", "New.md") }
    try kept.reopen()
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo(hasOther ? "New 2.md" : "New.md")?.metadata.id == id && kept.trashedMemos.isEmpty)
    #expect(kept.memos.count == (hasOther ? 3 : 2) && kept.folder.staged.isEmpty)
  }

  @Test("what others add to a file that was merged, but not written, is merged from there")
  func notWritten() throws {
    let first = try KeptFolder()
    let lines = (0..<20).map { "\($0)\n" }
    func text(_ words: [Int: String]) -> String {
      lines.indices.map { lines[$0] + (words[$0] ?? "") }.joined()
    }
    try first.write(text([:]), "a.md")
    try first.rest()
    try first.save(text([19: "inside\n"]), in: #require(first.memo("a.md")).metadata.id)
    try first.write(text([3: "outside\n"]), "a.md")
    nonisolated(unsafe) var after: KeptFolder?
    nonisolated(unsafe) let folder = first
    first.steps.set { if $0 == .stored, after == nil { after = try? KeptFolder(after: folder) } }
    try first.reconcile()
    let kept = try #require(after)
    try kept.write(text([3: "outside\n", 9: "more\n"]), "a.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == [text([3: "outside\n", 9: "more\n", 19: "inside\n"])])
  }
}
