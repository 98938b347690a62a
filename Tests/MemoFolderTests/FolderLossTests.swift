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
    // A part of them comes back: nobody is asked about the rest.
    for number in 0..<50 { try kept.write("text \(number)", "\(number).md") }
    kept.wait(milliseconds: 1_000)
    #expect(try kept.reconcile().trashed == 10 && kept.memos.count == 60)
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
    #expect(kept.folder.askedSince == nil && kept.texts.count == 51)
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

  @Test("a question ends where some of the files come back, also for the next process and whatever else goes then")
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
    #expect(try kept.reconcile().loss?.all == 1 && kept.folder.askedSince != nil)
    try kept.reopen()
    #expect(try kept.reconcile().loss?.paths == ["a.md"])
    try kept.write("a\n", "a.md")
    try remove("b.md")
    try kept.reopen()
    let report = try kept.reconcile()
    #expect(report.loss == nil && report.trashed == 1 && kept.texts == ["a\n", "new\n"])
    try kept.reconcile()
    #expect(kept.folder.askedSince == nil)
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
    #expect(kept.folder.askedAbout == nil && kept.folder.askedSince == nil)
  }

  @Test("what an earlier version noted tells when the first was gone, and not how many")
  func uncounted() throws {
    try kept.folder.noteAsking(1_700_000_000_000)
    #expect(kept.folder.askedSince == 1_700_000_000_000 && kept.folder.askedAbout == nil)
    try kept.folder.noteAsking(1_700_000_000_000, about: "1 of 2 files is")
    #expect(kept.folder.askedSince == 1_700_000_000_000 && kept.folder.askedAbout == "1 of 2 files is")
  }
}
