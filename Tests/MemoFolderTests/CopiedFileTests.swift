import Foundation
import MemoModel
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Files that are moved by copying them and removing the original")
struct CopiedFileTests {
  private let kept: KeptFolder
  private let id: MemoID

  init() throws {
    kept = try KeptFolder(isDatabase: true)
    try kept.write("one\n", "x.md")
    try kept.write("other\n", "keep.md")
    try kept.rest()
    try kept.write("one\ntwo\n", "x.md")
    try kept.rest()
    id = try #require(kept.memo("x.md")).metadata.id
  }

  /// Lets another program copy the file, after which both are made equal.
  private func copy(to name: String = "y/x.md") throws -> MemoID {
    try kept.write("one\ntwo\n", name)
    kept.touch(name)
    try kept.reconcile()
    return try #require(kept.memo(name)).metadata.id
  }

  /// Lets another program remove a file, and waits until it does not come back.
  @discardableResult
  private func remove(_ name: String) throws -> FolderReport {
    try kept.remove(name)
    return try waitForGone()
  }

  private func waitForGone() throws -> FolderReport {
    kept.touchFolders()
    #expect(try kept.reconcile().missing > 0)
    kept.wait(milliseconds: 1_100)
    return try kept.reconcile()
  }

  @Test(
    "a file whose original goes within a minute is its memo's, with its history", arguments: [0, 5_000, 59_000],
    [false, true])
  func moved(after milliseconds: Int, follows: Bool) throws {
    try kept.folder.followLinks(follows)
    try kept.write("[x](x.md)\n", "link.md")
    try kept.rest()
    let other = try copy()
    #expect(other != id)
    kept.wait(milliseconds: milliseconds)
    let report = try remove("x.md")
    #expect(report.moved == 1 && report.trashed == 0 && report.loss == nil)
    let memo = try #require(kept.memo("y/x.md"))
    #expect(memo.metadata.id == id && kept.trashedMemos.isEmpty)
    #expect(try kept.history(of: memo).map { String(decoding: $0, as: UTF8.self) } == ["one\ntwo\n", "one\n"])
    #expect(try kept.other.memos([other]).isEmpty)
    #expect(kept.files["link.md"] == (follows ? "[x](y/x.md)\n" : "[x](x.md)\n"))
    try kept.rest()
    try kept.checkRest()
  }

  @Test("after more than a minute both are memos, and the original's goes to the trash")
  func tooLate() throws {
    let other = try copy()
    kept.wait(milliseconds: 61_000)
    #expect(try remove("x.md").trashed == 1)
    #expect(kept.memo("y/x.md")?.metadata.id == other && kept.trashedMemos.map(\.metadata.id) == [id])
  }

  /// Something that somebody does to a copy or its original.
  enum Touch: CaseIterable {
    case editedFile, editedMemo, editedAndBack, linked, opened, originalEdited, copyRemoved, originalBack
  }

  @Test("a copy that somebody has touched stays its own memo", arguments: Touch.allCases)
  func touched(_ touch: Touch) throws {
    let other = try copy()
    var gone = "x.md"
    switch touch {
    case .editedFile: try kept.write("one\ntwo\nthree\n", "y/x.md")
    case .editedMemo: try kept.save("one\ntwo\nthree\n", in: other)
    case .editedAndBack: for text in ["one\n", "one\ntwo\n"] { try kept.save(text, in: other) }
    case .linked: try kept.save("[x](memo:\(other))\n")
    case .opened: try kept.other.openFiles(of: [other])
    case .originalEdited: try kept.write("three\n", "x.md")
    case .copyRemoved: gone = "y/x.md"
    case .originalBack: try kept.move("x.md", "x.away")
    }
    if touch != .originalBack { try kept.reconcile() }
    if touch == .originalBack {
      kept.touchFolders()
      #expect(try kept.reconcile().missing > 0)
      try kept.move("x.away", "x.md")
      try kept.reconcile()
      #expect(kept.memo("x.md")?.metadata.id == id && kept.trashedMemos.isEmpty)
    } else {
      #expect(try remove(gone).trashed == 1)
      #expect(kept.trashedMemos.map(\.metadata.id) == [gone == "x.md" ? id : other])
      #expect(kept.memo("x.md")?.metadata.id == id)
    }
    if gone == "x.md" { #expect(kept.memo("y/x.md")?.metadata.id == other) }
  }

  @Test("a copy that is touched just before it would be the original's stays its own memo")
  func touchedMeanwhile() throws {
    let other = try copy()
    try kept.remove("x.md")
    kept.touchFolders()
    try kept.reconcile()
    kept.wait(milliseconds: 1_100)
    // What others store after the look is not known before it is to be written.
    var isFirst = true
    kept.keeper.hasTime = {
      if isFirst {
        isFirst = false
        _ = try? kept.save("mine\n", in: other)
      }
      return true
    }
    try kept.write("one more\n", "more.md")
    try kept.reconcile()
    kept.keeper.hasTime = { true }
    try kept.rest()
    #expect(kept.trashedMemos.map(\.metadata.id) == [id] && kept.files["y/x.md"] == "mine\n")
    #expect(kept.memo("y/x.md")?.metadata.id == other)
  }

  @Test("of two files that came at once none is a copy of the other")
  func together() throws {
    try kept.write("the same\n", "a.md")
    try kept.write("the same\n", "b.md")
    try kept.reconcile()
    let ids = try ["a.md", "b.md"].map { try #require(kept.memo($0)).metadata.id }
    try remove("a.md")
    #expect(kept.trashedMemos.map(\.metadata.id) == [ids[0]] && kept.memo("b.md")?.metadata.id == ids[1])
    // Nor is one that came back with others.
    try kept.write("the same\n", "a.md")
    try kept.write("the same\n", "c.md")
    try kept.reconcile()
    let back = try #require(kept.memo("a.md")).metadata.id
    try remove("a.md")
    #expect(kept.trashedMemos.map(\.metadata.id) == [back] && kept.memos.count == 4)
  }

  @Test("a folder that is moved so is no loss, and each of its files stays its memo, by its name")
  func folder() throws {
    for number in 0..<30 { try kept.write("text \(number / 2)\n", "d/\(number).md") }
    try kept.rest()
    kept.wait(milliseconds: 61_000)
    let ids = try (0..<30).map { try #require(kept.memo("d/\($0).md")).metadata.id }
    for number in 0..<30 { try kept.write("text \(number / 2)\n", "e/d/\(number).md") }
    try kept.reconcile()
    #expect(kept.memos.count == 62)
    try kept.remove("d")
    #expect(try waitForGone().loss == nil)
    for number in 0..<30 { #expect(kept.memo("e/d/\(number).md")?.metadata.id == ids[number]) }
    #expect(kept.memos.count == 32 && kept.trashedMemos.isEmpty)
    try kept.checkRest()
  }

  @Test("of many that are alike, each copy is looked at once for links to it")
  func linksToMany() throws {
    let kept = try KeptFolder()
    try kept.write("keep\n", "keep.md")
    for number in 0..<30 { try kept.write("text\n", "d/\(number).md") }
    try kept.rest()
    for number in 0..<30 { try kept.write("text\n", "e/\(number).md") }
    try kept.reconcile()
    let asked = Atomic(0)
    kept.double?.observeBacklinks { asked.add(1, ordering: .relaxed) }
    try kept.remove("d")
    try kept.reconcile()
    #expect(kept.memos.count == 31 && kept.trashedMemos.isEmpty)
    #expect(asked.load(ordering: .relaxed) == 30)
  }

  @Test("a crash between the end of the copy's memo and the original's new path leaves the original's memo")
  func crash() throws {
    let kept = try KeptFolder()
    for name in ["x", "keep"] { try kept.write("\(name)\n", "\(name).md") }
    try kept.rest()
    let id = try #require(kept.memo("x.md")).metadata.id
    try kept.write("x\n", "y/x.md")
    try kept.reconcile()
    try kept.remove("x.md")
    kept.touchFolders()
    try kept.reconcile()
    kept.wait(milliseconds: 1_100)
    nonisolated(unsafe) var after: KeptFolder?
    nonisolated(unsafe) let crashing = kept
    kept.steps.set { if $0 == .stored, after == nil { after = try? KeptFolder(after: crashing) } }
    try kept.reconcile()
    let next = try #require(after)
    #expect(next.memo("y/x.md") == nil)
    try next.rest()
    try next.checkRest()
    #expect(next.memo("y/x.md")?.metadata.id == id && next.memos.count == 2 && next.trashedMemos.isEmpty)
  }
}
