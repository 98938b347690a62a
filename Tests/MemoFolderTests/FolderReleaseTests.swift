import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A file that is no note of the folder's for a while")
struct FolderReleaseTests {
  private let kept: KeptFolder

  /// What turns a note into something else, and back into a note.
  enum Cause: CaseIterable {
    case ignored, folderIgnored, ignoredByOwnFile, tooLarge, notUTF8, link

    func begin(_ kept: KeptFolder) throws {
      switch self {
      case .ignored: try kept.write("/d/a.md\n", ".gitignore")
      case .folderIgnored: try kept.write("/d\n", ".gitignore")
      case .ignoredByOwnFile: try kept.write("/d/a.md\n", ".memo-ls/ignore")
      case .tooLarge: try append([UInt8](repeating: 0x20, count: 1 << 20), "\(kept.path)/d/a.md")
      case .notUTF8: try append([0xFF], "\(kept.path)/d/a.md")
      case .link:
        try kept.move("d/a.md", "d/a.target")
        symlink("a.target", "\(kept.path)/d/a.md")
      }
    }

    func end(_ kept: KeptFolder) throws {
      switch self {
      case .ignored, .folderIgnored: try kept.remove(".gitignore")
      case .ignoredByOwnFile: try kept.remove(".memo-ls/ignore")
      case .tooLarge, .notUTF8: truncate("\(kept.path)/d/a.md", 14)
      case .link:
        try kept.remove("d/a.md")
        try kept.move("d/a.target", "d/a.md")
      }
    }

    /// Takes away the file, and what kept it from being a note.
    func remove(_ kept: KeptFolder) throws {
      try kept.remove("d/a.md")
      if self == .link { try kept.remove("d/a.target") }
      if [.ignored, .folderIgnored, .ignoredByOwnFile].contains(self) { try end(kept) }
    }
  }

  init() throws {
    kept = try KeptFolder()
    try kept.write("one\ntwo\nthree\n", "d/a.md")
    try kept.write("other\n", "b.md")
    try kept.rest()
  }

  @Test("renamed over another note it is that one from then on, wherever that is renamed to")
  func renamedOver() throws {
    let (ignored, other) = (try #require(kept.memo("d/a.md")).metadata.id, try #require(kept.memo("b.md")).metadata.id)
    try kept.write("/d/a.md\n", ".gitignore")
    try kept.rest()
    #expect(rename("\(kept.path)/d/a.md", "\(kept.path)/b.md") == 0)
    try kept.rest()
    #expect(kept.memo("b.md")?.metadata.id == other)
    try kept.move("b.md", "c.md")
    try kept.rest()
    #expect(kept.memo("c.md")?.metadata.id == other && kept.memos.count == 2)
    #expect(kept.memos.contains { $0.metadata.id == ignored })
    try kept.checkRest()
  }

  @Test(
    "is the same memo when it is a note again, and what was written on both sides meanwhile is merged",
    arguments: Cause.allCases)
  func again(cause: Cause) throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    for (isInside, isOutside) in [(false, false), (true, false), (false, true), (true, true)] {
      try cause.begin(kept)
      try kept.rest()
      #expect(try kept.other.fileRows().count { $0.isReleased } == 1)
      let before = kept.everything()
      if isInside { try kept.save("one inside\ntwo\nthree\n", in: id) }
      try kept.rest()
      #expect(kept.everything() == before && kept.memos.count == 2)
      try cause.end(kept)
      if isOutside {
        let old = String(decoding: contents("\(kept.path)/d/a.md") ?? [], as: UTF8.self)
        try kept.writeInPlace(old.replacing("three", with: "THREE"), "d/a.md")
      }
      try kept.rest()
      try kept.checkRest()
      let text = "one\(isInside ? " inside" : "")\ntwo\n\(isOutside ? "THREE" : "three")\n"
      #expect(kept.files == ["d/a.md": text, "b.md": "other\n"], "\(cause) \(isInside) \(isOutside)")
      #expect(kept.memo("d/a.md")?.metadata.id == id && kept.memos.count == 2)
      try kept.save("one\ntwo\nthree\n", in: id)
      try kept.rest()
    }
  }

  @Test("whose lines were changed on both sides meanwhile has a conflict copy")
  func conflict() throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try Cause.ignored.begin(kept)
    try kept.rest()
    try kept.save("inside\ntwo\nthree\n", in: id)
    try kept.write("outside\ntwo\nthree\n", "d/a.md")
    try Cause.ignored.end(kept)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == ["inside\ntwo\nthree\n", "other\n", "outside\ntwo\nthree\n"])
    #expect(kept.memo("d/a.md")?.metadata.id == id)
  }

  @Test(
    "is the same memo when it is moved to where it is a note, by its number or by its text", arguments: [true, false])
  func moved(isChanged: Bool) throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try kept.write("/d\n", ".gitignore")
    try kept.rest()
    if isChanged {
      try append(Array("four\n".utf8), "\(kept.path)/d/a.md")
      try kept.move("d/a.md", "c.md")
    } else {
      try kept.write("one\ntwo\nthree\n", "c.md")
      try kept.rest()
      // As long as the first is there, that is a copy.
      #expect(kept.memos.count == 3 && kept.memo("c.md")?.metadata.id != id)
      try kept.trash(#require(kept.memo("c.md")).metadata.id)
      try kept.rest()
      try kept.remove("d/a.md")
      try kept.write("one\ntwo\nthree\n", "e.md")
    }
    try kept.rest { [.name("c.md"), .name("e.md")] }
    try kept.checkRest()
    #expect(kept.memo(isChanged ? "c.md" : "e.md")?.metadata.id == id && kept.memos.count == 2)
    #expect(try kept.other.fileRows().allSatisfy { !$0.isReleased })
  }

  /// What comes to stand where a note was.
  enum Successor: CaseIterable {
    case link, pipe, notUTF8, folderLink

    func come(to name: String, at path: String) throws {
      switch self {
      case .link: symlink("../b.md", "\(path)/\(name)")
      case .pipe: mkfifo("\(path)/\(name)", 0o600)
      case .notUTF8: try append([0xFF], "\(path)/\(name)")
      case .folderLink: symlink("e", "\(path)/d")
      }
    }
  }

  @Test(
    "is the same memo where it is now if something that is no note stands in its old place, at once or from then on",
    arguments: Successor.allCases, [true, false])
  func succeeded(successor: Successor, isTold: Bool) throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    // A number alone tells that it is the same file.
    try append(Array("four\n".utf8), "\(kept.path)/d/a.md")
    try kept.move("d", "e")
    if successor != .folderLink { mkdir("\(kept.path)/d", 0o700) }
    try successor.come(to: "d/a.md", at: kept.path)
    try kept.rest { isTold ? [.folder("d"), .folder("e"), .name("d")] : [.everything] }
    try kept.checkRest()
    #expect(kept.memo("e/a.md")?.metadata.id == id && kept.memos.count == 2)
    #expect(try kept.other.fileRows().allSatisfy { !$0.isReleased })
  }

  @Test(
    "is the same memo when it turns up later, though something that is no note has come to its old place",
    arguments: Successor.allCases)
  func succeededBefore(successor: Successor) throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try kept.move("d", ".away")
    if successor != .folderLink { mkdir("\(kept.path)/d", 0o700) }
    try successor.come(to: "d/a.md", at: kept.path)
    try kept.rest()
    #expect(try kept.other.fileRows().count { $0.isReleased } == 1)
    try kept.move(".away", "e")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo("e/a.md")?.metadata.id == id && kept.memos.count == 2)
    #expect(try kept.other.fileRows().allSatisfy { !$0.isReleased })
  }

  @Test("stays the memo of what replaced it, though a copy of what it said is made elsewhere")
  func copied() throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try kept.write("one\ntwo\nthree\n", "copy.md")
    try kept.remove("d/a.md")
    try append([0xFF], "\(kept.path)/d/a.md")
    try kept.rest()
    #expect(kept.memos.count == 3 && kept.memo("copy.md")?.metadata.id != id)
    #expect(kept.memo("d/a.md")?.metadata.id == id)
  }

  @Test(
    "has its memo written once it is gone, along with what kept it from being a note", arguments: Cause.allCases,
    [
      [TreeChange.everything],
      [.name("d/a.md"), .name("d/a.target"), .name(".gitignore"), .name(".memo-ls/ignore")],
    ])
  func gone(cause: Cause, told: Set<TreeChange>) throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    try cause.begin(kept)
    try kept.rest()
    try kept.save("one\ntwo\nthree\nfour\n", in: id)
    try kept.rest()
    try cause.remove(kept)
    kept.touchFolders()
    // It may be about to be replaced.
    #expect(try kept.reconcile(told).missing == 1 && kept.files["d/a.md"] == nil)
    try kept.reopen()
    _ = try kept.keeper.survey()
    kept.wait(milliseconds: 1_100)
    let survey = try kept.keeper.survey()
    #expect(survey.released == [] && survey.differences == ["d/a.md": .memo])
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files["d/a.md"] == "one\ntwo\nthree\nfour\n" && kept.memo("d/a.md")?.metadata.id == id)
    #expect(try kept.other.fileRows().allSatisfy { !$0.isReleased })
  }

  @Test("is left gone as long as its name could be no note's, and for good if its memo is in the trash")
  func goneAndIgnored() throws {
    let id = try #require(kept.memo("d/a.md")).metadata.id
    for name in ["d/a.md", "d"] {
      try kept.write("/\(name)\n", ".gitignore")
      try kept.rest()
      // With the folder that is left alone, or without.
      try kept.remove(name)
      try kept.rest()
      #expect(kept.files == [".gitignore": "/\(name)\n", "b.md": "other\n"] && kept.memos.count == 2)
      try kept.remove(".gitignore")
      try kept.rest()
      #expect(kept.files["d/a.md"] == "one\ntwo\nthree\n")
    }
    try kept.write("/d\n", ".gitignore")
    try kept.rest()
    try kept.trash(id)
    try kept.remove("d/a.md")
    try kept.remove(".gitignore")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["b.md": "other\n"])
    #expect(try kept.other.fileRows().first { $0.id == id }.map { $0.isGone && !$0.isReleased } == true)
  }

  @Test(
    "what a file of rules names does not become memos while that is being replaced",
    arguments: [".gitignore", ".memo-ls/ignore"], [true, false])
  func rulesGone(rules: String, isRemoved: Bool) throws {
    try kept.write("private/\n", rules)
    try kept.write("secret", "private/s.md")
    try kept.rest()
    if isRemoved { try kept.remove(rules) } else { try kept.writeInPlace("", rules) }
    kept.touch("", ".memo-ls", rules)
    try kept.write("new", "private/t.md")
    let report = try kept.reconcile([.name(FilePath(rules)), .name("private/t.md")])
    kept.wait(milliseconds: 900)
    try kept.reconcile([])
    #expect(kept.memos.count == 2 && report.due != nil)
    try kept.write("private/\nother/\n", rules)
    try kept.rest()
    #expect(kept.memos.count == 2)
    try kept.remove(rules)
    kept.touch("", ".memo-ls")
    try kept.reconcile([.name(FilePath(rules))])
    kept.wait(milliseconds: 1_000)
    try kept.reconcile([])
    #expect(kept.memos.count == 4)
  }

  @Test(
    "nor does it where a process begins just then, which takes it in once the rules stay away",
    arguments: [".gitignore", "d/.gitignore", ".memo-ls/ignore"], [true, false])
  func rulesGoneAtStart(rules: String, isRemoved: Bool) throws {
    try kept.write("private/\n\u{E9}*\n", rules)
    try kept.write("secret", "d/private/s.md")
    try kept.rest()
    if isRemoved { try kept.remove(rules) } else { try kept.writeInPlace("", rules) }
    kept.touch("", "d", ".memo-ls", rules)
    try kept.reopen()
    #expect(try kept.reconcile().due != nil && kept.memos.count == 2)
    try kept.write("private/\nother/\n", rules)
    try kept.rest()
    try kept.remove(rules)
    try kept.reopen()
    // They went so long ago that nobody waits for them.
    kept.wait(milliseconds: 5_000)
    kept.touch(".memo-ls")
    try kept.reconcile()
    kept.wait(milliseconds: rules.hasPrefix(".memo-ls") ? 1_100 : 0)
    try kept.reconcile([])
    #expect(kept.memos.count == 3)
    try kept.reopen()
    #expect(kept.folder.knownRules.isEmpty && kept.keeper.rules.texts.isEmpty)
  }

  @Test("waits as others do if it is gone with many of them")
  func guarded() throws {
    try Cause.ignored.begin(kept)
    try kept.rest()
    try kept.remove("b.md")
    try Cause.ignored.remove(kept)
    kept.wait(milliseconds: 2_000)
    try kept.reconcile()
    kept.wait(milliseconds: 2_000)
    #expect(try kept.reconcile().loss?.paths == ["b.md"] && kept.files.isEmpty && kept.memos.count == 2)
    try kept.write("other\n", "b.md")
    try kept.rest()
    #expect(kept.files == ["b.md": "other\n", "d/a.md": "one\ntwo\nthree\n"])
  }
}
