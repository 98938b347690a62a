import Foundation
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder and a store are made equal")
struct FolderKeeperTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  @Test("files become memos with their bytes and their times, and what is no note is left alone and told")
  func taken() throws {
    try kept.write("# One\r\nwords", "a.md")
    try kept.write("two", "deep/er/b.TXT")
    try kept.write("image", "a.png")
    try kept.write("hidden", ".obsidian/x.md")
    setTime("a.md", seconds: 1_000_000)
    let report = try kept.reconcile()
    #expect(kept.texts == ["# One\r\nwords", "two"] && report.isQuiet == false && report.takenIn == 2)
    #expect(kept.memo("a.md")?.metadata.modifiedAt == Timestamp(millisecondsSince1970: 1_000_000_000))
    #expect(report.skipped == [".obsidian": .hidden])
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("memos become files that are called as they are titled, and that are as old as they")
  func made() throws {
    let id = try kept.save("# A: plan?\nwords")
    try kept.save("# A plan\n")
    try kept.save("")
    try kept.reconcile()
    #expect(kept.files.keys.sorted() == ["A plan 2.md", "A plan.md", "Untitled.md"])
    #expect(Set(kept.files.values) == ["# A: plan?\nwords", "# A plan\n", ""])
    let name = try #require(kept.files.first { $0.value.hasSuffix("words") }?.key)
    #expect(kept.memo(name)?.metadata.id == id)
    let modified = try #require(kept.memo(name)).metadata.modifiedAt
    #expect(FileStatus(kept.folder.root.descriptor, name)?.mark.modified == modified.millisecondsSince1970 * 1_000_000)
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("what changes outside is one step of the memo's history, and what changes inside is in the file")
  func changed() throws {
    try kept.write("one", "a.md")
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.writeInPlace("two", "a.md")
    try kept.reconcile([.name("a.md")])
    #expect(kept.memo("a.md")?.words == "two")
    #expect(try kept.other.history(id, before: nil, limit: 9).entries.count == 2)
    try kept.save("three", in: id)
    try kept.reconcile([])
    #expect(kept.files == ["a.md": "three"])
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("what changes on both sides is merged line by line, and where both changed a line nothing is lost")
  func merged() throws {
    try kept.write("1\n2\n3\n", "d/a.md")
    try kept.reconcile()
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try kept.save("1\n2\nthree\n", in: id)
    try kept.write("one\n2\n3\n", "d/a.md")
    try kept.reconcile()
    #expect(kept.files == ["d/a.md": "one\n2\nthree\n"] && kept.texts == ["one\n2\nthree\n"])
    try kept.save("inside\n2\nthree\n", in: id)
    try kept.write("outside\n2\nthree\n", "d/a.md")
    let report = try kept.reconcile()
    #expect(kept.files == ["d/a.md": "inside\n2\nthree\n", "d/a 2.md": "outside\n2\nthree\n"], "\(report)")
    #expect(kept.texts == ["inside\n2\nthree\n", "outside\n2\nthree\n"])
    #expect(try kept.reconcile().isQuiet)
    // It can be merged again.
    try kept.write("inside\n2\nfour\n", "d/a.md")
    try kept.reconcile()
    #expect(kept.memo("d/a.md")?.words == "inside\n2\nfour\n" && kept.texts.count == 2)
  }

  @Test("a conflict copy is read by nobody who may not read the file, and other new files as the process makes files")
  func permissions() throws {
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: "\(kept.path)/\(name)")[.posixPermissions] as? Int
    }
    try kept.write("1\n", "a.md")
    chmod("\(kept.path)/a.md", 0o600)
    try kept.reconcile()
    try kept.save("inside\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.writeInPlace("outside\n", "a.md")
    try kept.save("New")
    try kept.reconcile()
    close(open("\(kept.path)/other", O_CREAT | O_WRONLY, 0o666))
    #expect(try mode("a.md") == 0o600 && mode("a 2.md") == 0o600 && mode("New.md") == mode("other"))
  }

  /// Who takes a note away.
  enum Taker: CaseIterable { case inside, outside }

  @Test(
    "a note that comes back has the permissions that it had, and the group that its folder gives to new files",
    arguments: Taker.allCases, [0o600, 0o640, 0o444])
  func permissionsOfReturned(by taker: Taker, permissions: Int) throws {
    for name in ["a.md", "sub/b.md", "sub/c.md"] { try kept.write(name, name) }
    let sub = "\(kept.path)/sub"
    // Only a superuser may choose any group.
    let group: UInt32 = chown(sub, .max, 4321) == 0 ? 4321 : getegid()
    chmod(sub, 0o2755)
    chmod("\(kept.path)/sub/b.md", mode_t(permissions))
    try kept.rest()
    let id = try #require(kept.memo("sub/b.md")).metadata.id
    if taker == .inside, permissions & 0o200 != 0 { try kept.trash(id) } else { try kept.remove("sub/b.md") }
    try kept.rest()
    #expect(kept.files["sub/b.md"] == nil && kept.trashedMemos.count == 1)
    try kept.reopen()
    try kept.save("sub/b.md", in: id)
    try kept.rest()
    let status = try #require(FileStatus(kept.folder.root.descriptor, "sub/b.md"))
    #expect(Int(status.permissions) == permissions && status.owner.group == group)
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("what a program adds to a file that its editor has just written is merged from what the editor wrote")
  func addedAfterASave() throws {
    try kept.write("1\n", "a.md")
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("1\ntyped\nlast\n", in: id)
    try kept.save("1\ntyped\nmore\nlast\n", in: id)
    try kept.write("1\ntyped\nlast\nadded\n", "a.md")
    try kept.reconcile()
    let merged = "1\ntyped\nmore\nlast\nadded\n"
    #expect(kept.files == ["a.md": merged] && kept.texts == [merged])
  }

  @Test(
    "a word that its memo got and lost again stays where somebody else has written it",
    arguments: [
      ("apples\n", "apples\nmilk\n", "apples\ncheese\n", "apples\nmilk\nbread\n"),
      ("apples\n\n\nend\n", "apples\nmilk\n\n\nend\n", "apples\n\n\nend\ncheese\n", "apples\nmilk\n\n\nend\n"),
    ])
  func sameWord(common: String, got: String, lost: String, outside: String) throws {
    try kept.write(common, "a.md")
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save(got, in: id)
    try kept.save(lost, in: id)
    try kept.write(outside, "a.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts.joined().contains("milk") && kept.texts.joined().contains("cheese"), "\(kept.texts)")
  }

  @Test("a file that has some of a memo's new lines, and not all, is held against what both had in common")
  func someOfTheSame() throws {
    try kept.write("1\n2\n3\n", "a.md")
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("one\n2\n3\nfour\n", in: id)
    try kept.write("one\n2\nthree\n", "a.md")
    try kept.reconcile()
    #expect(kept.texts == ["one\n2\nthree\nfour\n"])
  }

  @Test("a moved file, two that changed places, a moved folder: all are the memos they were")
  func moved() throws {
    for name in ["a.md", "b.md", "c.md", "d/x.md", "d/y.md"] { try kept.write("text of \(name)", name) }
    try kept.reconcile()
    let ids = try Dictionary(uniqueKeysWithValues: kept.other.fileRows().map { ($0.path, $0.id) })
    try kept.move("a.md", "t")
    try kept.move("b.md", "a.md")
    try kept.move("t", "b.md")
    try kept.move("c.md", "C.md")
    try kept.move("d", "e")
    let report = try kept.reconcile()
    let now = try Dictionary(uniqueKeysWithValues: kept.other.fileRows().map { ($0.path, $0.id) })
    #expect(now["a.md"] == ids["b.md"] && now["b.md"] == ids["a.md"] && now["C.md"] == ids["c.md"])
    #expect(now["e/x.md"] == ids["d/x.md"] && now["e/y.md"] == ids["d/y.md"] && now.count == 5)
    #expect(report.trashed == 0 && kept.texts.count == 5)
  }

  @Test("a file that is gone for a second sends its memo to the trash, and brings it back when it returns")
  func gone() throws {
    for name in ["a.md", "b.md", "c.md"] { try kept.write("text of \(name)", name) }
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.remove("a.md")
    #expect(try kept.reconcile([.name("a.md")]).due != nil && kept.texts.count == 3)
    kept.wait(milliseconds: 1100)
    #expect(try kept.reconcile([]).trashed == 1 && kept.texts.count == 2)
    // By its content, under another name.
    try kept.write("text of a.md", "z.md")
    try kept.reconcile()
    #expect(kept.memo("z.md")?.metadata.id == id && kept.texts.count == 3)
    try kept.remove("z.md")
    kept.wait(milliseconds: 1100)
    try kept.reconcile()
    kept.wait(milliseconds: 1100)
    try kept.reconcile()
    #expect(kept.texts.count == 2)
    // By its path, with another text.
    try kept.write("other", "z.md")
    try kept.reconcile()
    #expect(kept.memo("z.md")?.metadata.id == id && kept.memo("z.md")?.words == "other" && kept.texts.count == 3)
  }

  @Test("a memo in the trash has no file, and has it again when it comes back")
  func trashed() throws {
    try kept.write("one", "d/a.md")
    try kept.write("two", "b.md")
    try kept.reconcile()
    let memo = try #require(kept.memo("d/a.md"))
    try kept.trash(memo.metadata.id)
    try kept.reconcile([])
    #expect(kept.files == ["b.md": "two"])
    try kept.save("one", in: memo.metadata.id)
    try kept.reconcile([])
    #expect(kept.files == ["b.md": "two", "d/a.md": "one"])
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("an edit wins over a deletion, whichever side it was on")
  func edited() throws {
    for name in ["a.md", "b.md", "c.md", "d.md"] { try kept.write("text of \(name)", name) }
    try kept.reconcile()
    let (a, b) = try (#require(kept.memo("a.md")).metadata.id, #require(kept.memo("b.md")).metadata.id)
    try kept.remove("a.md")
    try kept.save("new words", in: a)
    try kept.trash(b)
    try kept.write("other words", "b.md")
    try kept.reconcile()
    kept.wait(milliseconds: 1100)
    try kept.reconcile()
    #expect(kept.files["a.md"] == "new words" && kept.files["b.md"] == "other words")
    #expect(kept.texts == ["new words", "other words", "text of c.md", "text of d.md"])
  }

  @Test("what is no memo any more is let go: neither file nor memo is touched, and it can come back")
  func released() throws {
    try kept.write("one", "a.md")
    try kept.write("two", "b.md")
    try kept.reconcile()
    try kept.write("a.md\n", ".gitignore")
    try kept.reconcile([.name(".gitignore")])
    try kept.write("other", "a.md")
    try kept.save("inside", in: #require(kept.memo("a.md")).metadata.id)
    try kept.reconcile()
    #expect(kept.files["a.md"] == "other" && kept.texts == ["inside", "two"])
    try kept.write("", ".gitignore")
    try kept.reconcile([.name(".gitignore")])
    kept.wait(milliseconds: 1_000)
    try kept.reconcile([])
    #expect(kept.files["a.md"] == "inside" && kept.texts == ["inside", "other", "two"])
    try Data([0xFF, 0xFE]).write(to: URL(filePath: "\(kept.path)/b.md"))
    let report = try kept.reconcile()
    #expect(report.skipped["b.md"] == .notUTF8 && kept.texts.contains("two"))
    try kept.save("more", in: #require(kept.memo("b.md")).metadata.id)
    try kept.reconcile()
    #expect(FileManager.default.contents(atPath: "\(kept.path)/b.md") == Data([0xFF, 0xFE]))
  }

  @Test("when all files are gone nothing is deleted until somebody has agreed to just that")
  func asked() throws {
    for name in ["a.md", "b.md"] { try kept.write("text of \(name)", name) }
    try kept.reconcile()
    for name in ["a.md", "b.md"] { try kept.remove(name) }
    kept.wait(milliseconds: 1100)
    try kept.reconcile()
    kept.wait(milliseconds: 1100)
    let loss = try #require(try kept.reconcile().loss)
    #expect(loss.paths == ["a.md", "b.md"] && loss.all == 2 && kept.texts.count == 2)
    try kept.folder.confirm("something else")
    try kept.reconcile()
    #expect(kept.texts.count == 2)
    try kept.folder.confirm(loss.token)
    #expect(try kept.reconcile().trashed == 2 && kept.texts.isEmpty && kept.folder.confirmation == nil)
  }

  @Test("a folder that is not there is left alone")
  func away() throws {
    try kept.write("one", "a.md")
    try kept.reconcile()
    try kept.move(".memo-ls/id", ".memo-ls/elsewhere")
    try kept.remove("a.md")
    try kept.save("new")
    kept.wait(milliseconds: 1100)
    #expect(try kept.reconcile().isAway && kept.files.isEmpty && kept.texts.count == 2)
  }

  @Test("a new memo's file is called as its title is until the title's line has been left")
  func titled() throws {
    let id = try kept.save("Sho")
    try kept.reconcile([])
    try kept.save("Shop", in: id)
    try kept.reconcile([])
    #expect(kept.files == ["Shop.md": "Shop"])
    try kept.save("Shopping\nmilk", in: id)
    try kept.reconcile([])
    #expect(kept.files == ["Shopping.md": "Shopping\nmilk"])
    try kept.save("Other\nmilk", in: id)
    try kept.reconcile([])
    #expect(kept.files == ["Shopping.md": "Other\nmilk"] && kept.memo("Shopping.md")?.metadata.id == id)
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("what a program still writes into a file that was exchanged meanwhile comes into the memo")
  func late() throws {
    try kept.write("1\n2\n3\n", "a.md")
    try kept.reconcile()
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(kept.path)/a.md"))
    try handle.seekToEnd()
    try kept.save("one\n2\n3\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.reconcile([])
    try handle.write(contentsOf: Data("4\n".utf8))
    try handle.close()
    kept.wait(milliseconds: 10_100)
    try kept.reconcile([])
    #expect(kept.files == ["a.md": "one\n2\n3\n4\n"] && kept.texts == ["one\n2\n3\n4\n"])
    kept.wait(milliseconds: 10_100)
    try kept.reconcile([])
    #expect(kept.folder.staged.isEmpty)
  }

  #if os(Linux)
    @Test("what came out of its place is kept as long as a program may write into it, and looked at ever more rarely")
    func longOpen() throws {
      try kept.write("1\n2\n3\n", "a.md")
      try kept.reconcile()
      let handle = try FileHandle(forWritingTo: URL(filePath: "\(kept.path)/a.md"))
      try handle.seekToEnd()
      try kept.save("one\n2\n3\n", in: #require(kept.memo("a.md")).metadata.id)
      try kept.reconcile([])
      var pauses: [Duration] = []
      for wait in [10_500, 20_000, 30_100] {
        kept.wait(milliseconds: wait)
        let due = try #require(try kept.reconcile([]).due)
        pauses.append(due - .now - .milliseconds(kept.ahead.milliseconds))
        #expect(kept.folder.staged.count == 1)
      }
      #expect(pauses[0] < pauses[1] && pauses.allSatisfy { .seconds(8) < $0 && $0 <= .seconds(30) }, "\(pauses)")
      try handle.write(contentsOf: Data("4\n".utf8))
      try handle.close()
      kept.wait(milliseconds: 30_100)
      try kept.reconcile([])
      #expect(kept.files == ["a.md": "one\n2\n3\n4\n"] && kept.texts == ["one\n2\n3\n4\n"])
      kept.wait(milliseconds: 10_100)
      #expect(try kept.reconcile([]).due == nil && kept.folder.staged.isEmpty)
    }
  #endif

  @Test("a folder is attached to a store that has its memos already, by their texts")
  func matched() throws {
    let id = try kept.save("the same")
    try kept.write("the same", "elsewhere.md")
    try kept.write("new", "b.md")
    try kept.reopen()
    try kept.reconcile()
    #expect(kept.memo("elsewhere.md")?.metadata.id == id && kept.files.count == 2 && kept.texts.count == 2)
  }

  private func setTime(_ name: String, seconds: Int) {
    let file = open("\(kept.path)/\(name)", O_WRONLY)
    FileAttributes.setModified(file, seconds * 1_000_000_000)
    close(file)
  }
}
