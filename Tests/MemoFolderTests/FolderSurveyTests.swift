import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder is looked at without anything being done")
struct FolderSurveyTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  /// What a process finds that has just begun.
  private func survey() throws -> FolderSurvey {
    try kept.reopen()
    return try kept.keeper.survey()
  }

  @Test("each way to differ is told, and afterwards all is as it was")
  func differences() throws {
    for name in ["same", "file", "memo", "both", "gone", "trashed"] { try kept.write("1 \(name)\n2\n", "\(name).md") }
    try kept.reconcile()
    #expect(try survey().isEqual && survey().files == 6)
    for name in ["file", "both"] { try kept.writeInPlace("1 \(name)\n2 outside\n", "\(name).md") }
    for name in ["memo", "both"] { try kept.save("1 inside\n2\n", in: #require(kept.memo("\(name).md")).metadata.id) }
    try kept.write("new", "new.md")
    try kept.remove("gone.md")
    try kept.trash(#require(kept.memo("trashed.md")).metadata.id)
    let id = try kept.save("no file")
    #expect(try survey().due != nil && survey().differences["gone.md"] == nil)
    kept.wait(milliseconds: 1100)
    let (files, texts) = (kept.files, kept.texts)
    let found = try survey()
    #expect(
      found.differences == [
        "file.md": .file, "new.md": .file, "memo.md": .memo, "both.md": .both, "gone.md": .gone, "trashed.md": .trashed,
      ])
    #expect(found.unfiled == [id] && !found.isEqual && found.loss == nil && found.due == nil)
    #expect(kept.files == files && kept.texts == texts)
    try kept.reconcile()
    #expect(try survey().isEqual)
  }

  @Test("what waits for a yes is told, what is left alone, and what can't be read")
  func others() throws {
    for name in ["a", "b"] { try kept.write(name, "\(name).md") }
    try kept.reconcile()
    for name in ["a", "b"] { try kept.remove("\(name).md") }
    kept.wait(milliseconds: 1100)
    #expect(try survey().loss == FolderLoss(paths: ["a.md", "b.md"], all: 2))
    try kept.write("\u{0}", ".hidden.md")
    try kept.write("a", "a.md")
    try kept.write("b", "b.md")
    symlink("a.md", "\(kept.path)/link.md")
    let found = try survey()
    #expect(found.loss == nil && found.skipped == [".hidden.md": .hidden, "link.md": .link])
    try kept.reconcile()
    try kept.remove("b.md")
    symlink("a.md", "\(kept.path)/b.md")
    try kept.reconcile()
    #expect(try survey().released == ["b.md"])
  }

  @Test("a file that an editor has open and has not saved is no difference")
  func open() throws {
    try kept.write("one", "a.md")
    try kept.write("two", "b.md")
    try kept.reconcile()
    let ids = try ["a.md", "b.md"].map { try #require(kept.memo($0)).metadata.id }
    try kept.other.openFiles(of: ids)
    try kept.save("typed", in: ids[0])
    try kept.trash(ids[1])
    let found = try survey()
    #expect(found.isEqual && found.unsaved == ["a.md", "b.md"] && found.problems.isEmpty)
    try kept.writeInPlace("theirs", "a.md")
    #expect(try survey().differences == ["a.md": .both])
    try kept.other.closeFiles(of: ids)
    try kept.writeInPlace("one", "a.md")
    #expect(try survey().differences == ["a.md": .memo, "b.md": .trashed])
  }

  @Test("what a program wrote into a file that was replaced is a difference until it is merged")
  func late() throws {
    try kept.write("one\n", "a.md")
    try kept.reconcile()
    let file = try FileHandle(forWritingTo: URL(filePath: "\(kept.path)/a.md"))
    try file.seekToEnd()
    try kept.save("one\ntwo\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.reconcile()
    #expect(try survey().isEqual && survey().staged == 1)
    try file.write(contentsOf: Data("late\n".utf8))
    #expect(try !survey().isEqual && survey().differences == ["a.md": .late])
    try file.close()
    try kept.rest()
    #expect(try survey().isEqual && kept.texts.first?.contains("late") == true)
  }

  @Test("progress is told while files are read and stored, and memos written")
  func progress() throws {
    for number in 1...3 { try kept.write("\(number)", "\(number).md") }
    try kept.save("memo")
    var told: [String] = []
    try kept.reopen()
    kept.keeper.progress = { told.append("\($0) \($1)/\($2)") }
    try kept.reconcile()
    #expect(told.prefix(5) == ["reading 1/3", "reading 2/3", "reading 3/3", "storing 3/3", "writing 1/1"])
  }
}
