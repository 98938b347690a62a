import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder with rare things in it")
struct FolderEdgeTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  @Test("what a program writes in two steps, of which its client has told the memo the first, is there once")
  func inTwoSteps() throws {
    try kept.write("one\n", "a.md")
    try kept.reconcile()
    try kept.save("one\ntwo\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.write("one\ntwo\nthree\n", "a.md")
    try kept.rest()
    #expect(kept.texts == ["one\ntwo\nthree\n"] && kept.files == ["a.md": "one\ntwo\nthree\n"])
  }

  @Test("of files that are shifted by one each stays its memo, and only that which was written over goes to the trash")
  func shifted() throws {
    for number in 1...4 { try kept.write("text \(number)", "\(number).md") }
    try kept.rest()
    let ids = try (1...4).map { try #require(kept.memo("\($0).md")).metadata.id }
    for number in [3, 2, 1] { #expect(rename("\(kept.path)/\(number).md", "\(kept.path)/\(number + 1).md") == 0) }
    kept.touchFolders()
    // Some changes may be told late.
    try kept.reconcile([.name("4.md"), .name("3.md")])
    #expect(kept.trashedMemos.isEmpty && kept.texts.count == 4)
    try kept.rest()
    for number in 1...3 { #expect(kept.memo("\(number + 1).md")?.metadata.id == ids[number - 1]) }
    #expect(kept.trashedMemos.map(\.metadata.id) == [ids[3]] && kept.texts == ["text 1", "text 2", "text 3"])
    #expect(kept.files == ["2.md": "text 1", "3.md": "text 2", "4.md": "text 3"])
  }

  @Test("a memo whose file was written over by one of several that are shifted is written again if it was changed")
  func shiftedOverChanged() throws {
    for name in ["a.md", "b.md", "c.md"] { try kept.write(name, name) }
    try kept.rest()
    try kept.save("Changed", in: #require(kept.memo("c.md")).metadata.id)
    for (from, to) in [("b.md", "c.md"), ("a.md", "b.md")] {
      #expect(rename("\(kept.path)/\(from)", "\(kept.path)/\(to)") == 0)
    }
    try kept.rest()
    #expect(kept.files == ["b.md": "a.md", "c.md": "b.md", "Changed.md": "Changed"])
    #expect(kept.trashedMemos.isEmpty)
  }

  @Test("a note keeps its name where its title's would not be a note's")
  func leftAloneByItsTitle() throws {
    let kept = try KeptFolder()
    try kept.write("Draft*\n", ".gitignore")
    let id = try kept.save("D")
    _ = try kept.reconcile()
    try kept.save("Draft", in: id)
    _ = try kept.reconcile()
    #expect(kept.files["D.md"] == "Draft")
    _ = try kept.save("Drafts of letters")
    _ = try kept.reconcile()
    #expect(kept.files["Untitled.md"] == "Drafts of letters")
  }

  @Test("a file that can't be where it was, since there is another in the place of its folder, is elsewhere")
  func blocked() throws {
    try kept.write("one", "d/a.md")
    try kept.write("two", "b.md")
    try kept.rest()
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try kept.remove("d/a.md")
    try kept.remove("d")
    try kept.write("no folder", "d")
    try kept.save("one and more", in: id)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files.values.sorted() == ["no folder", "one and more", "two"])
  }

  @Test("a conflict copy, and a file that can't be where it was, keep the name that they had, with a number")
  func namesThatWereHad() throws {
    try kept.write("---\nx: 1\n---\n![pic](x.png)\n", "Shopping/Diary.md")
    try kept.write("body without heading", "My list.txt")
    try kept.rest()
    let (diary, list) = (try #require(kept.memo("Shopping/Diary.md")), try #require(kept.memo("My list.txt")))
    try kept.save("inside", in: diary.metadata.id)
    try kept.write("outside", "Shopping/Diary.md")
    try kept.remove("My list.txt")
    try kept.rest()
    #expect(kept.files["Shopping/Diary 2.md"] == "outside" && kept.files["Shopping/Diary.md"] == "inside")
    try kept.write("in the way", "My list.txt/in.md")
    try kept.save("body without heading, restored", in: list.metadata.id)
    try kept.rest()
    #expect(kept.files["My list 2.txt"] == "body without heading, restored")
    #expect(kept.memo("My list 2.txt")?.metadata.id == list.metadata.id)
    // Nor do they follow a title that is typed later.
    let copy = try #require(kept.memo("Shopping/Diary 2.md")).metadata.id
    try kept.save("Title", in: copy)
    try kept.rest()
    #expect(kept.files["Shopping/Diary 2.md"] == "Title")
  }

  @Test("what is changed inside while its file is away for a moment is in the file when it comes back")
  func away() throws {
    for name in ["a.md", "b.md"] { try kept.write("text of \(name)", name) }
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.move("a.md", "a.away")
    kept.touchFolders()
    try kept.save("more", in: id)
    try kept.reconcile()
    try kept.move("a.away", "a.md")
    // As on file systems where a new name is no change.
    try kept.reconcile([.name("a.md")])
    #expect(kept.files == ["a.md": "more", "b.md": "text of b.md"])
  }

  @Test("two names of one file are two memos, and what is written inside is in one of them")
  func linked() throws {
    try kept.write("one", "a.md")
    link("\(kept.path)/a.md", "\(kept.path)/b.md")
    try kept.rest()
    #expect(kept.texts == ["one", "one"])
    try kept.writeInPlace("two", "a.md")
    // The system tells of this name alone.
    try kept.reconcile([.name("a.md")])
    #expect(kept.texts == ["two", "two"])
    try kept.save("three", in: #require(kept.memo("a.md")).metadata.id)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "three", "b.md": "two"])
    let id = try #require(kept.memo("b.md")).metadata.id
    try kept.move("b.md", "c.md")
    try kept.rest()
    #expect(kept.memo("c.md")?.metadata.id == id)
  }

  @Test(
    "the words of a memo that is destroyed are nowhere, unless a program has its file open", arguments: [true, false])
  func destroyed(isOpen: Bool) throws {
    try kept.write("private\n", "a.md")
    try kept.reconcile()
    let memo = try #require(kept.memo("a.md"))
    let file = isOpen ? open("\(kept.path)/a.md", O_WRONLY | O_APPEND) : -1
    // Not all systems tell.
    let isKnown = kept.folder.root.entry("a.md")?.isOpenForWriting != nil
    try kept.destroy(memo)
    try kept.reconcile()
    #expect(kept.files.isEmpty && kept.folder.staged.isEmpty == (isKnown && !isOpen))
    guard isOpen else { return }
    #expect(Descriptors.writeAll(Array("late\n".utf8), to: file) == 0)
    close(file)
    try kept.rest()
    #expect(kept.files.values.sorted() == ["private\nlate\n"])
  }

  @Test(
    "what is written under the second name of a file that was replaced, or removed, stays there alone",
    arguments: [true, false])
  func linkedAndReplaced(isRemoved: Bool) throws {
    try kept.write("one\n", "a.md")
    link("\(kept.path)/a.md", "\(kept.path)/b.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    if isRemoved { try kept.trash(id) } else { try kept.save("one\ninside\n", in: id) }
    try kept.reconcile()
    try kept.writeInPlace("quite other\n", "b.md")
    try kept.rest()
    try kept.checkRest()
    let others = isRemoved ? [:] : ["a.md": "one\ninside\n"]
    #expect(kept.files == others.merging(["b.md": "quite other\n"]) { $1 })
  }

  @Test(
    "a file's time may be any",
    arguments: [0, -1, -5_000_000_000, 1, 4_102_444_800_000_000_000, 1_000_000_000_999_999_999])
  func times(nanoseconds: Int) throws {
    try kept.write("one", "a.md")
    let file = open("\(kept.path)/a.md", O_WRONLY)
    FileAttributes.setModified(file, nanoseconds)
    close(file)
    try kept.rest()
    let memo = try #require(kept.memo("a.md"))
    #expect(memo.metadata.modifiedAt <= kept.ahead.date)
    try kept.save("two", in: memo.metadata.id)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "two"])
  }

  @Test("files of no bytes and of the most are memos, one byte more is left alone, with each byte as it is")
  func lengths() throws {
    let most = String(repeating: "x", count: 1 << 20)
    try kept.write("", "empty.md")
    try kept.write(most, "most.md")
    try kept.write(most + "x", "more.md")
    try kept.write("\u{FEFF}mark\r\n\0end", "bytes.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memos.count == 3 && kept.memo("more.md") == nil)
    #expect(try kept.reconcile().skipped == ["more.md": .tooLarge(1 << 20 + 1)])
    try kept.write(most, "more.md")
    #expect(try kept.reconcile([.name("more.md")]).skipped.isEmpty && kept.memos.count == 4)
    // A memo that grows too large for others, and one that is emptied.
    try kept.write("", "bytes.md")
    try kept.rest()
    try kept.checkRest()
  }

  @Test("names of 255 bytes, with line ends, in other spellings and cases are each a memo's; what is no UTF-8 is told")
  func names() throws {
    let long = String(repeating: "n", count: 252) + ".md"
    let names = [long, "a\nb.md", "é.md", "e\u{301}.md", "A.md", "a.md", " .md", "-rf.md", "d\n/\t.md", "*?.md"]
    for name in names { try kept.write("text of \(name)", name) }
    let file = open("\(kept.path)/x", O_CREAT | O_WRONLY, 0o644)
    close(file)
    "\(kept.path)/x".withCString { old in
      ("\(kept.path)/".utf8CString.dropLast() + [CChar(bitPattern: 0xFF)] + ".md".utf8CString).withUnsafeBufferPointer {
        _ = Foundation.rename(old, $0.baseAddress ?? old)
      }
    }
    try kept.rest()
    #expect(kept.memos.count == names.count)
    #expect(try kept.reconcile().skipped.values.contains(.nameNotUTF8))
    for name in names {
      let id = try #require(kept.memo(name)).metadata.id
      try kept.save("new text of \(name)", in: id)
    }
    try kept.rest()
    for name in names { #expect(contents("\(kept.path)/\(name)") == Array("new text of \(name)".utf8)) }
  }

  @Test("a memo that went to the trash while its file was left alone lives when the file is a note again")
  func releasedAndTrashed() throws {
    try kept.write("one", "a.md")
    try kept.write("two", "b.md")
    try kept.rest()
    try kept.write("/a.md\n", ".gitignore")
    try kept.rest()
    try kept.trash(#require(kept.memo("a.md")).metadata.id)
    try kept.rest()
    #expect(kept.files["a.md"] == "one")
    try kept.remove(".gitignore")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == ["one", "two"])
  }

  @Test("two texts that together are more than a note may have are not merged")
  func mergedTooLong() throws {
    let (long, half) = (String(repeating: "x", count: 1000), String(repeating: "y", count: 1 << 19))
    let other = String(repeating: "z", count: 1 << 19)
    try kept.write("\(long)\n\n\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("\(half)\n\(long)\n\n\n", in: id)
    try kept.write("\(long)\n\n\n\(other)\n", "a.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memos.count == 2 && kept.files["a.md"] == "\(half)\n\(long)\n\n\n")
    #expect(try kept.other.fileRows().allSatisfy { !$0.isReleased })
    // The same of what comes out of a file's place.
    try kept.save("\(long)\n\n\n", in: id)
    try kept.rest()
    let held = open("\(kept.path)/a.md", O_WRONLY | O_APPEND)
    try kept.save("\(half)\n\(long)\n\n\n", in: id)
    try kept.reconcile([])
    #expect(Descriptors.writeAll(Array("\(half)z\n".utf8), to: held) == 0)
    close(held)
    kept.wait(milliseconds: 10_100)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memos.count == 3)
  }

  @Test("a copy that is made of a file is a memo of its own")
  func copied() throws {
    try kept.save("the same")
    try kept.rest()
    let name = try #require(kept.files.keys.first)
    let id = try #require(kept.memo(name)).metadata.id
    try kept.write("the same", "copy.md")
    try kept.rest()
    #expect(kept.memos.count == 2 && kept.memo(name)?.metadata.id == id)
  }

  @Test("what is in staging after a crash and is no text goes back where it was", arguments: [false, true])
  func putBack(isMoved: Bool) throws {
    try kept.write("one", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("two", in: id)
    // As if, just before the exchange, somebody had put it there, and the machine had stopped after it; what came in
    // its place may have been moved since.
    let (one, two) = (ContentHash.of(Array("one".utf8)), ContentHash.of(Array("two".utf8)))
    let name = StagedName.exchanged(number: 1, expected: one, new: two, id: id).name
    try kept.write("two", "a.md")
    if isMoved { try kept.move("a.md", "moved") }
    try Data([0xFF, 0xFE]).write(to: URL(filePath: "\(kept.path)/.memo-ls/staging/\(name)"))
    try kept.reopen()
    try kept.rest()
    #expect(contents("\(kept.path)/a.md") == [0xFF, 0xFE] && kept.folder.staged.isEmpty)
    #expect(isMoved || kept.texts == ["two"])
  }
}
