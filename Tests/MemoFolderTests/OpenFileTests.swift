import MemoModel
import Platform
import TestSupport
import Testing

@testable import MemoFolder

@Suite("A file that a client has open is the client's")
struct OpenFileTests {
  private let kept: KeptFolder
  private let id: MemoID

  init() throws {
    kept = try KeptFolder()
    try kept.write("one\n", "a.md")
    try kept.reconcile()
    id = try #require(kept.memo("a.md")).metadata.id
    try kept.other.openFiles(of: [id])
  }

  @Test("what is typed comes into the memo and not into the file, until it is closed")
  func written() throws {
    try kept.save("two\n", in: id)
    let report = try kept.reconcile()
    #expect(kept.files == ["a.md": "one\n"] && report.due != nil)
    try kept.other.closeFiles(of: [id])
    try kept.reconcile([])
    #expect(kept.files == ["a.md": "two\n"])
  }

  @Test("a file that is opened while others are written or removed is left alone from then on")
  func openedMeanwhile() throws {
    try kept.other.closeFiles(of: [id])
    for name in ["b.md", "c.md", "d.md"] { try kept.write("one\n", name) }
    try kept.reconcile()
    let ids = try ["a.md", "b.md", "c.md", "d.md"].map { try #require(kept.memo($0)).metadata.id }
    for id in ids.prefix(2) { try kept.save("two\n", in: id) }
    for id in ids.suffix(2) { try kept.trash(id) }
    let other = kept.other
    for step in [DurableStep.exchanged, .takenOut] {
      kept.steps.set { if $0 == step { try? other.openFiles(of: ids) } }
      try kept.reconcile([])
      try other.closeFiles(of: step == .exchanged ? Array(ids.suffix(2)) : [])
    }
    kept.steps.set(nil)
    // One of each was touched before that.
    #expect(kept.files.values.count { $0 == "two\n" } == 1 && kept.files.count == 3)
    try other.closeFiles(of: ids)
    try kept.reconcile()
    #expect(kept.files == ["a.md": "two\n", "b.md": "two\n"])
  }

  @Test("a new file that is opened before it is called by its title keeps its name")
  func openedBeforeItFollows() throws {
    let new = try kept.save("Plan")
    try kept.reconcile()
    try kept.save("Trip", in: new)
    let other = kept.other
    kept.steps.set { if $0 == .noted { try? other.openFiles(of: [new]) } }
    try kept.reconcile()
    #expect(kept.files == ["a.md": "one\n", "Plan.md": "Trip"])
  }

  @Test("whose process has ended is closed")
  func ended() throws {
    try kept.save("two\n", in: id)
    try kept.reconcile()
    // As if its process said nothing more.
    kept.other.close()
    try kept.reconcile([])
    #expect(kept.files == ["a.md": "two\n"])
  }

  @Test("the next process to keep the folder leaves it alone, too")
  func successor() throws {
    try kept.save("two\n", in: id)
    try kept.reopen()
    try kept.reconcile()
    #expect(kept.files == ["a.md": "one\n"])
  }

  @Test("that goes, and comes back as it was, has no changes that its memo doesn't have")
  func returned() throws {
    try kept.save("two\n", in: id)
    try kept.reconcile()
    try kept.remove("a.md")
    for _ in 0..<3 {
      try kept.reconcile()
      kept.wait(milliseconds: 5000)
    }
    try kept.write("one\n", "a.md")
    for _ in 0..<2 {
      try kept.reconcile()
      kept.wait(milliseconds: 5000)
    }
    let row = try #require(try kept.store.fileRow(at: "a.md"))
    #expect(kept.folder.standing(of: "a.md", row, limit: 1 << 20) == .known)
    #expect(kept.texts == ["two\n"] && kept.files == ["a.md": "one\n"])
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    #expect(kept.texts == ["two\n"] && kept.files == ["a.md": "two\n"])
  }

  @Test("what the client saves is the memo's already, or in a moment: no step of history, and no copy")
  func saved() throws {
    try kept.save("two\n", in: id)
    try kept.reconcile()
    try kept.write("two\n", "a.md")
    try kept.reconcile()
    #expect(kept.counts.takenIn == 1)
    // The file first, then the memo.
    try kept.write("three\n", "a.md")
    try kept.reconcile()
    try kept.save("three\n", in: id)
    kept.wait(milliseconds: 1000)
    try kept.reconcile()
    kept.wait(milliseconds: 5000)
    try kept.reconcile()
    #expect(kept.counts.takenIn == 1 && kept.texts == ["three\n"] && kept.files == ["a.md": "three\n"])
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    #expect(kept.counts.written == 0)
  }

  @Test("what the client has saved before it went on typing is no other's work")
  func wentOn() throws {
    try kept.save("two\n", in: id)
    try kept.write("two\n", "a.md")
    try kept.save("two three\n", in: id)
    try kept.reconcile()
    kept.wait(milliseconds: 5000)
    try kept.reconcile()
    #expect(kept.texts == ["two three\n"] && kept.files == ["a.md": "two\n"] && kept.counts.takenIn == 1)
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    #expect(kept.files == ["a.md": "two three\n"])
  }

  @Test("what the client has saved is no other's work though it has closed the file, and somebody went on")
  func wentOnAfterClosing() throws {
    try kept.save("one\ntheirs\n", in: id)
    try kept.write("one\ntheirs\n", "a.md")
    try kept.save("one\nmore\ntheirs\n", in: id)
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    try kept.reconcile()
    #expect(kept.texts == ["one\nmore\ntheirs\n"] && kept.files == ["a.md": "one\nmore\ntheirs\n"])
  }

  /// Has the client write a file and say so.
  private func writeAndTell(_ text: String) throws {
    try kept.write(text, "a.md")
    try tell(text)
  }

  private func tell(_ text: String) throws {
    let root = try #require(OpenFolder(path: kept.path))
    try kept.other.noteWritten(Array(text.utf8), of: id, in: root, limit: 1 << 20)
  }

  @Test(
    "what the client has told to have written is no other's work, though the memo never said that alone",
    arguments: [true, false])
  func told(isClosed: Bool) throws {
    try kept.save("typed one\nwords of others\n", in: id)
    try writeAndTell("typed one\n")
    if !isClosed {
      try kept.reconcile()
      kept.wait(milliseconds: 5000)
      try kept.reconcile()
      #expect(kept.files == ["a.md": "typed one\n"])
    }
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    #expect(kept.texts == ["typed one\nwords of others\n"])
    #expect(kept.files == ["a.md": "typed one\nwords of others\n"])
  }

  @Test(
    "what another program makes at once of what the client has written is a change of that, and there is no copy",
    arguments: [true, false], ["typed one\n", "typed one\nand on\n"])
  func rewritten(isToldFirst: Bool, now: String) throws {
    try kept.save("typed one  \n", in: id)
    try kept.write("typed one  \n", "a.md")
    if isToldFirst { try tell("typed one  \n") }
    try kept.write("typed one\n", "a.md")
    if !isToldFirst { try tell("typed one  \n") }
    if now != "typed one\n" { try kept.save(now.replacing("one\n", with: "one  \n"), in: id) }
    try kept.reconcile()
    kept.wait(milliseconds: 2500)
    try kept.reconcile()
    #expect(kept.texts == [now])
    #expect(kept.files == ["a.md": "typed one\n"])
  }

  @Test("what others wrote into it stays, though the client has not taken that in before it wrote the file")
  func toldWithout() throws {
    try kept.write("one\noutside\n", "a.md")
    try kept.reconcile()
    kept.wait(milliseconds: 2500)
    try kept.reconcile()
    #expect(kept.texts == ["one\noutside\n"])
    for text in ["one\n", "typed one\n"] {
      try kept.save("\(text)outside\n", in: id)
      try writeAndTell(text)
      try kept.reconcile()
      kept.wait(milliseconds: 5000)
      try kept.reconcile()
      #expect(kept.texts == ["\(text)outside\n"])
    }
    // What others write next starts from what the client wrote.
    try kept.write("typed one\nmore\n", "a.md")
    try kept.reconcile()
    kept.wait(milliseconds: 2500)
    try kept.reconcile()
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    let lines = kept.files["a.md"]?.split(separator: "\n").sorted()
    #expect(kept.files.count == 1 && lines == ["more", "outside", "typed one"])
  }

  @Test(
    "what others wrote into it is in the memo's history, if the client wrote over it within two seconds",
    arguments: [true, false])
  func writtenOver(isMemoFirst: Bool) throws {
    for text in ["one\nother\n", "one\nother\nmore\n"] {
      try kept.write(text, "a.md")
      try kept.reconcile()
    }
    if isMemoFirst { try kept.save("typed\none\n", in: id) }
    try kept.write("typed\none\n", "a.md")
    try kept.reconcile()
    if !isMemoFirst { try kept.save("typed\none\n", in: id) }
    try kept.reconcile()
    kept.wait(milliseconds: 5000)
    try kept.reconcile()
    #expect(kept.texts == ["typed\none\n"] && kept.files == ["a.md": "typed\none\n"])
    let memo = try #require(kept.memo("a.md"))
    let history = try kept.history(of: memo).map { String(decoding: $0, as: UTF8.self) }
    #expect(history.contains("one\nother\nmore\n"))
  }

  @Test("what others wrote over themselves is not in the memo's history, if the client closed it without a word")
  func closedUnsaved() throws {
    for text in ["one\nfirst\n", "one\nsecond\n"] {
      try kept.write(text, "a.md")
      try kept.reconcile()
    }
    try kept.other.closeFiles(of: [id])
    for _ in 0..<2 {
      try kept.write("one\nsecond\n", "a.md")
      try kept.reconcile()
      kept.wait(milliseconds: 5000)
      try kept.reconcile()
    }
    let memo = try #require(kept.memo("a.md"))
    let history = try kept.history(of: memo).map { String(decoding: $0, as: UTF8.self) }
    #expect(kept.texts == ["one\nsecond\n"] && !history.contains("one\nfirst\n"))
  }

  @Test("what the client wrote itself is in the memo's history once, though it wrote again within two seconds")
  func writtenAgain() throws {
    for text in ["typed\n", "typed more\n", "typed anew\n"] {
      try kept.write(text, "a.md")
      try kept.reconcile()
      try kept.save(text, in: id)
      try kept.reconcile()
    }
    let memo = try #require(kept.memo("a.md"))
    #expect(try kept.history(of: memo).count == 4)
  }

  @Test("an earlier state that somebody brings back is somebody's change, whatever was typed since")
  func checkedOut() throws {
    try kept.save("two\n", in: id)
    try kept.write("two\n", "a.md")
    try kept.reconcile()
    try kept.save("two\nmore\n", in: id)
    try kept.write("one\n", "a.md")
    try kept.reconcile()
    kept.wait(milliseconds: 2500)
    try kept.reconcile()
    #expect(kept.texts == ["one\nmore\n"])
  }

  @Test("what others write into it is the memo's within three seconds, merged with what was typed")
  func outside() throws {
    try kept.save("typed\none\n", in: id)
    try kept.write("one\nwritten\n", "a.md")
    #expect(try kept.reconcile().due != nil)
    #expect(kept.texts == ["typed\none\n"])
    kept.wait(milliseconds: 2500)
    try kept.reconcile([])
    #expect(kept.texts == ["typed\none\nwritten\n"] && kept.files == ["a.md": "one\nwritten\n"])
    // And once more, from what the file says now.
    try kept.write("one\nwritten\nagain\n", "a.md")
    try kept.reconcile()
    kept.wait(milliseconds: 2500)
    try kept.reconcile([])
    #expect(kept.texts == ["typed\none\nwritten\nagain\n"])
    try kept.other.closeFiles(of: [id])
    try kept.reconcile()
    #expect(kept.files == ["a.md": "typed\none\nwritten\nagain\n"])
  }

  @Test("a memo that goes to the trash leaves it there until it is closed")
  func trashed() throws {
    try kept.trash(id)
    try kept.reconcile()
    #expect(kept.files == ["a.md": "one\n"])
    try kept.other.closeFiles(of: [id])
    try kept.reconcile([])
    #expect(kept.files == [:])
  }

  @Test("a file that was called as its memo is titled keeps its name from then on")
  func named() throws {
    let new = try kept.save("Plan")
    try kept.reconcile()
    try kept.other.openFiles(of: [new])
    try kept.save("Plan B", in: new)
    try kept.reconcile()
    try kept.other.closeFiles(of: [new])
    try kept.reconcile()
    #expect(kept.files == ["a.md": "one\n", "Plan.md": "Plan B"])
  }
}
