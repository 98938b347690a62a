import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Many files of a folder that are gone at once")
struct FolderLossTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  @Test("whoever removes many files one after the other is asked once, about all of them")
  func slowly() throws {
    for number in 0..<70 { try kept.write("text \(number)", "\(number).md") }
    try kept.rest()
    for part in 0..<3 {
      for number in part * 20..<part * 20 + 20 { try kept.remove("\(number).md") }
      kept.touchFolders()
      kept.wait(milliseconds: 600)
      let report = try kept.reconcile()
      #expect(report.trashed == 0 && report.loss == nil && report.due != nil)
    }
    kept.wait(milliseconds: 1_000)
    let loss = try #require(try kept.reconcile().loss)
    #expect(loss.paths.count == 60 && loss.all == 70 && kept.memos.count == 70)
    // A slow program brings them back one after the other: the others don't go for that, whoever has the folder.
    for number in 0..<50 { try kept.write("text \(number)", "\(number).md") }
    for reopens in [false, true] {
      if reopens { try kept.reopen() }
      kept.wait(milliseconds: 1_000)
      let report = try kept.reconcile()
      #expect(report.trashed == 0 && report.loss?.paths.count == 10 && report.loss?.all == 70)
    }
    #expect(kept.folder.askedAbout == "10 of 70 files are" && kept.memos.count == 70)
    for number in 50..<60 { try kept.write("text \(number)", "\(number).md") }
    #expect(try kept.reconcile().loss == nil && !kept.folder.isAsking && kept.memos.count == 70)
  }

  @Test("the rest of what was asked about goes once somebody agrees to that")
  func agreed() throws {
    for name in ["a", "b", "c"] { try kept.write("\(name)\n", "\(name).md") }
    try kept.rest()
    for name in ["a", "b", "c"] { try kept.remove("\(name).md") }
    kept.wait(milliseconds: 1_100)
    #expect(try kept.reconcile().loss?.paths.count == 3)
    try kept.write("a\n", "a.md")
    try kept.reconcile()
    kept.wait(milliseconds: 40_000)
    let loss = try #require(try kept.reconcile().loss)
    #expect(loss.paths == ["b.md", "c.md"] && kept.memos.count == 3)
    try kept.folder.confirm(loss.token)
    #expect(try kept.reconcile().trashed == 2 && kept.texts == ["a\n"])
    #expect(!kept.folder.isAsking && kept.folder.confirmation == nil)
  }

  @Test("a memo that is deleted by its name while its file is gone is asked about no more", arguments: [false, true])
  func deletedByName(reopens: Bool) throws {
    for name in ["a", "b", "c"] { try kept.write("\(name)\n", "\(name).md") }
    try kept.rest()
    let ids = try ["a.md", "b.md", "c.md"].map { try #require(kept.memo($0)).metadata.id }
    for name in ["a", "b", "c"] { try kept.remove("\(name).md") }
    kept.wait(milliseconds: 1_100)
    #expect(try kept.reconcile().loss?.all == 3)
    try kept.trash(ids[0])
    if reopens { try kept.reopen() }
    let loss = try kept.reconcile().loss
    #expect(loss?.paths == ["b.md", "c.md"] && loss?.all == 2 && kept.memos.count == 2)
    for id in ids.dropFirst() { try kept.trash(id) }
    if reopens { try kept.reopen() }
    #expect(try kept.reconcile().loss == nil && !kept.folder.isAsking)
    #expect(try kept.other.fileRows().allSatisfy(\.isGone))
  }

  @Test("files that come back count like all that are there, for the process that saw them and for the next one")
  func returnedBesideGone() throws {
    for number in 0..<40 { try kept.write("\(number)", "\(number).md") }
    try kept.rest()
    for number in 0..<15 { try kept.remove("\(number).md") }
    try kept.rest()
    #expect(kept.memos.count == 25)
    for number in 0..<15 { try kept.write("\(number)", "\(number).md") }
    for number in 15..<40 { try kept.remove("\(number).md") }
    kept.touchFolders()
    try kept.reconcile()
    kept.wait(milliseconds: 1_100)
    #expect(try kept.reconcile().loss?.all == 40)
    try kept.reopen()
    #expect(try kept.reconcile().loss?.all == 40 && kept.memos.count == 40)
  }

  @Test("new notes beside many that are gone are no answer to the question about these")
  func newBesideGone() throws {
    for number in 0..<20 { try kept.write("\(number)", "\(number).md") }
    _ = try kept.reconcile()
    for number in 0..<20 { try kept.remove("\(number).md") }
    for number in 0..<30 { try kept.write("new \(number)", "new \(number).md") }
    _ = try kept.reconcile()
    kept.wait(milliseconds: 2000)
    #expect(try kept.reconcile().loss?.paths.count == 20 && kept.texts.count == 50)
    try kept.reopen()
    try kept.write("one more", "more.md")
    _ = try kept.reconcile()
    kept.wait(milliseconds: 2000)
    #expect(try kept.reconcile().loss?.all == 20 && kept.texts.count == 51)
    for number in 0..<20 { try kept.write("\(number)", "\(number).md") }
    _ = try kept.reconcile()
    #expect(!kept.folder.isAsking && kept.texts.count == 51)
  }

  @Test("few that go one after the other are taken together, so that many are")
  func oneAfterTheOther() throws {
    for number in 0..<41 { try kept.write("\(number)", "\(number).md") }
    _ = try kept.reconcile()
    for number in 0..<39 {
      try kept.remove("\(number).md")
      kept.touchFolders()
      kept.wait(milliseconds: 150)
      #expect(try kept.reconcile().trashed == 0)
    }
    kept.wait(milliseconds: 1000)
    #expect(try kept.reconcile().loss?.paths.count == 39)
  }

  @Test("files that were made while others were missing count where more go after those")
  func countedMeanwhile() throws {
    for name in ["a", "b", "c"] { try kept.write("\(name)\n", "\(name).md") }
    try kept.rest()
    func remove(_ names: String...) throws {
      for name in names { try kept.remove("\(name).md") }
      kept.touchFolders()
      #expect(try kept.reconcile().missing > 0)
    }
    try remove("a")
    for name in ["d", "e", "f", "g"] { try kept.write("\(name)\n", "\(name).md") }
    try kept.reconcile()
    kept.wait(milliseconds: 600)
    try remove("b")
    kept.wait(milliseconds: 500)
    #expect(try kept.reconcile().trashed == 1)
    try remove("c", "d")
    kept.wait(milliseconds: 1_100)
    let report = try kept.reconcile()
    #expect(report.loss == nil && kept.texts == ["e\n", "f\n", "g\n"])
  }

  @Test(
    "files that were made while others were missing, and go as those do, are no reason to ask",
    arguments: [(left: ["keep"], isAsked: false), (left: [], isAsked: true)])
  func goneMeanwhile(left: [String], isAsked: Bool) throws {
    func write(_ names: [String]) throws { for name in names { try kept.write("\(name)\n", "\(name).md") } }
    func remove(_ names: [String]) throws {
      for name in names { try kept.remove("\(name).md") }
      kept.touchFolders()
      #expect(try kept.reconcile().missing > 0)
    }
    try write(["a", "b", "c", "d"] + left)
    try kept.rest()
    // As where git goes to another branch, and back.
    try remove(["a"])
    try write(["e", "f", "g"])
    try kept.reconcile()
    kept.wait(milliseconds: 600)
    try remove(["b", "c", "d", "e"])
    kept.wait(milliseconds: 1_100)
    let loss = try kept.reconcile().loss
    #expect(loss?.paths.count == (isAsked ? 5 : nil) && loss?.all == loss?.paths.count)
    #expect(kept.texts.count == (isAsked ? 7 : 3))
  }

  @Test("a question ends where its files come back, also for the next process and whatever else goes then")
  func back() throws {
    try kept.write("a\n", "a.md")
    try kept.rest()
    func remove(_ name: String) throws {
      try kept.remove(name)
      kept.touchFolders()
      try kept.reconcile()
      kept.wait(milliseconds: 1_100)
    }
    try remove("a.md")
    #expect(try kept.reconcile().loss?.all == 1)
    for name in ["b.md", "c.md"] { try kept.write("new\n", name) }
    #expect(try kept.reconcile().loss?.all == 1 && kept.folder.isAsking)
    try kept.reopen()
    #expect(try kept.reconcile().loss?.paths == ["a.md"])
    try kept.write("a\n", "a.md")
    try remove("b.md")
    try kept.reopen()
    let report = try kept.reconcile()
    #expect(report.loss == nil && report.trashed == 1 && kept.texts == ["a\n", "new\n"])
    try kept.reconcile()
    #expect(!kept.folder.isAsking)
  }

  @Test("how many are gone is noted for others, anew where more go, until nobody is asked any more")
  func counted() throws {
    for number in 0..<30 { try kept.write("\(number)", "\(number).md") }
    try kept.rest()
    func remove(_ numbers: Range<Int>) throws {
      for number in numbers { try kept.remove("\(number).md") }
      kept.touchFolders()
      try kept.reconcile()
      kept.wait(milliseconds: 1_100)
      try kept.reconcile()
    }
    #expect(kept.folder.askedAbout == nil)
    try remove(0..<25)
    #expect(kept.folder.askedAbout == "25 of 30 files are")
    try kept.reopen()
    try remove(25..<27)
    #expect(kept.folder.askedAbout == "27 of 30 files are")
    for number in 0..<27 { try kept.write("\(number)", "\(number).md") }
    try kept.rest()
    #expect(kept.folder.askedAbout == nil && !kept.folder.isAsking)
  }

  @Test("that some of the files are back is told to nobody who was told of all, and that more are missing is")
  func told() {
    func standing(_ paths: FilePath...) -> FolderStanding {
      var standing = FolderStanding()
      standing.keeper = .here
      standing.report.loss = paths.isEmpty ? nil : FolderLoss(paths: paths, all: 9)
      return standing
    }
    #expect(standing("a.md", "b.md").news(since: standing(), "/n").count == 1)
    #expect(standing("b.md").news(since: standing("a.md", "b.md"), "/n").isEmpty)
    #expect(standing("b.md", "c.md").news(since: standing("b.md"), "/n").count == 1)
  }

  @Test("a question is recorded as a whole; what an earlier version recorded tells when the first file went")
  func recorded() throws {
    let asked = FolderQuestion(since: 1_700_000_000_000, about: "2 of 2 files are", paths: ["d/a b.md", "l\nm.md"])
    try kept.folder.note(asked)
    #expect(kept.folder.question == asked && kept.folder.askedAbout == "2 of 2 files are")
    #expect(FolderQuestion(Array("1700000000000".utf8)) == FolderQuestion(since: 1_700_000_000_000, about: nil))
    #expect(FolderQuestion(Array("1700000000000 1 of 2 files is".utf8))?.about == "1 of 2 files is")
    #expect(FolderQuestion([]) == nil && FolderQuestion(Array("when".utf8)) == nil)
    try kept.folder.note(nil)
    #expect(kept.folder.question == nil)
  }
}
