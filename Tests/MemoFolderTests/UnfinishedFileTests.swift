import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Files that somebody has begun to write")
struct UnfinishedFileTests {
  private let kept: KeptFolder

  init() throws {
    kept = try KeptFolder()
    try kept.write("one\ntwo\n", "a.md")
    try kept.rest()
    kept.ahead.stop()
  }

  private var memo: StoredMemo {
    get throws { try #require(kept.memo("a.md")) }
  }

  /// Writes into the file, as of the test's clock.
  private func write(_ text: String) throws {
    try kept.writeInPlace(text, "a.md")
    kept.touch("a.md")
  }

  @Test("a file that is emptied, and written later, is one step of history", arguments: [1, 60, 300, 900])
  func writtenLater(milliseconds: Int) throws {
    try write("")
    #expect(try kept.reconcile([.name("a.md")]).missing == 1)
    kept.wait(milliseconds: milliseconds)
    #expect(try kept.reconcile([]).isQuiet)
    try write("ONE\ntwo\n")
    #expect(try kept.reconcile([.name("a.md")]).takenIn == 1)
    #expect(try kept.history(of: memo).map { String(decoding: $0, as: UTF8.self) } == ["ONE\ntwo\n", "one\ntwo\n"])
  }

  @Test("what is stored inside meanwhile is merged with what comes, and not written before")
  func changedInside() throws {
    try write("")
    try kept.reconcile()
    try kept.save("one\ntwo!\n", in: memo.metadata.id)
    #expect(try kept.reconcile([]).isQuiet)
    #expect(kept.files == ["a.md": ""])
    try write("ONE\ntwo\n")
    try kept.rest()
    #expect(kept.files == ["a.md": "ONE\ntwo!\n"] && kept.texts == ["ONE\ntwo!\n"])
  }

  @Test("a file that stays empty empties its memo after a second; what is new inside stays, and no copy says nothing")
  func emptied() throws {
    try write("")
    try kept.reconcile()
    kept.wait(milliseconds: 1_000)
    #expect(try kept.reconcile([]).takenIn == 1)
    #expect(kept.texts == [""])
    try write("one\n")
    try kept.rest()
    try write("")
    try kept.save("one!\n", in: memo.metadata.id)
    try kept.rest()
    #expect(kept.files == ["a.md": "one!\n"] && kept.texts == ["one!\n"])
  }

  @Test("a file that comes back, and is empty at first, brings its memo back with what is written then")
  func emptyWhenBack() throws {
    try kept.write("other", "b.md")
    try kept.rest()
    let id = try memo.metadata.id
    try kept.remove("a.md")
    try kept.rest()
    try kept.write("", "a.md")
    kept.touch("a.md")
    #expect(try kept.reconcile().isQuiet)
    try write("one\nmore\n")
    try kept.rest()
    #expect(try memo.metadata.id == id && kept.texts == ["one\nmore\n", "other"])
    #expect(try !kept.history(of: memo).contains([]))
  }

  @Test("a file that has been empty for long is what it is at once")
  func emptiedBefore() throws {
    try kept.writeInPlace("", "a.md")
    kept.wait(milliseconds: 1_100)
    #expect(try kept.reconcile().takenIn == 1)
    #expect(kept.texts == [""])
  }

  @Test("a file that is written in several steps is taken in once it is closed, or has not grown for a second")
  func severalSteps() throws {
    for closes in [true, false] {
      let file = open("\(kept.path)/a.md", O_WRONLY | O_TRUNC)
      guard kept.folder.root.entry("a.md")?.isOpenForWriting == true else {
        close(file)
        return
      }
      for step in 0..<4 {
        #expect(Descriptors.writeAll(Array("\(closes) \(step)\n".utf8), to: file) == 0)
        kept.touch("a.md")
        #expect(try kept.reconcile([.name("a.md")]).isQuiet)
        kept.wait(milliseconds: 100)
      }
      if closes { close(file) } else { kept.wait(milliseconds: 1_000) }
      #expect(try kept.reconcile([]).takenIn == 1)
      #expect(kept.texts == ["\(closes) 0\n\(closes) 1\n\(closes) 2\n\(closes) 3\n"])
      if !closes { close(file) }
    }
  }

  @Test(
    "a command waits neither for a new file that says nothing yet nor for its own output", arguments: ["a.md", "b.md"])
  func notWaitedFor(name: String) throws {
    let file = open("\(kept.path)/\(name)", O_CREAT | O_WRONLY | O_TRUNC, 0o644)
    defer { close(file) }
    guard kept.folder.root.entry(FilePath(name))?.isOpenForWriting == true else { return }
    kept.touch(name)
    #expect(try kept.reconcile().missing == (name == "a.md" ? 1 : 0))
    kept.keeper.ownOutputs = try [#require(FileStatus(file))]
    let report = try kept.reconcile()
    #expect(report.missing == 0 && report.isQuiet && kept.texts == ["one\ntwo\n"])
    // Whoever goes on takes it in once it is written.
    kept.keeper.ownOutputs = []
    #expect(Descriptors.writeAll(Array("more\n".utf8), to: file) == 0)
    kept.touch(name)
    #expect(try kept.reconcile().missing == 1)
  }

  @Test("a file that somebody goes on writing is taken in every few seconds")
  func noEnd() throws {
    let file = open("\(kept.path)/a.md", O_WRONLY | O_APPEND)
    defer { close(file) }
    guard kept.folder.root.entry("a.md")?.isOpenForWriting == true else { return }
    var taken = 0
    for _ in 0..<45 {
      #expect(Descriptors.writeAll(Array("more\n".utf8), to: file) == 0)
      kept.touch("a.md")
      taken += try kept.reconcile([.name("a.md")]).takenIn
      kept.wait(milliseconds: 100)
    }
    #expect(taken == 2)
  }

  @Test("a file that is being written is told to differ, and its memo follows its name at once")
  func told() throws {
    try kept.move("a.md", "b.md")
    try kept.writeInPlace("", "b.md")
    kept.touch("b.md")
    try kept.reconcile()
    #expect(kept.memo("b.md")?.words == "one\ntwo\n")
    #expect(try kept.keeper.survey().differences == ["b.md": .file])
  }
}
