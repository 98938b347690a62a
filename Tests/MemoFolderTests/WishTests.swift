import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Files of memos that somebody has renamed")
struct WishTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  /// Renames a memo as an engine does.
  private func wish(_ path: String, for name: String) throws {
    let memo = try #require(kept.memo(name))
    let move = FileMove(memo.metadata.id, from: try #require(memo.file), to: MemoFile(path: path))
    #expect(try kept.other.write([], moving: [move]).isEmpty)
  }

  @Test("a file gets the name that is wanted, once, and is the same memo")
  func granted() throws {
    try kept.write("words", "a/Old.md")
    try kept.reconcile()
    let id = try #require(kept.memo("a/Old.md")).metadata.id
    try wish("a/New.md", for: "a/Old.md")
    try kept.reconcile([])
    #expect(kept.files == ["a/New.md": "words"] && kept.memo("a/New.md")?.metadata.id == id)
    #expect(try kept.other.wantedPaths().isEmpty)
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("a file that somebody opens just before keeps its name until it is closed")
  func opened() throws {
    try kept.write("words", "Old.md")
    try kept.write("others", "b.md")
    try kept.reconcile()
    let id = try #require(kept.memo("Old.md")).metadata.id
    try wish("New.md", for: "Old.md")
    try kept.write("changed", "b.md")
    let other = kept.other
    kept.steps.set { if $0 == .stored { try? other.openFiles(of: [id]) } }
    try kept.reconcile()
    kept.steps.set(nil)
    #expect(try kept.files == ["Old.md": "words", "b.md": "changed"] && other.wantedPaths() == [id: "New.md"])
    try other.closeFiles(of: [id])
    try kept.rest()
    #expect(try kept.files == ["New.md": "words", "b.md": "changed"] && other.wantedPaths().isEmpty)
  }

  @Test("a file that differs only in case from another one, where a file system has both, gets a name that is free")
  func otherCase() throws {
    try kept.write("words", "a.md")
    try kept.write("others", "A.md")
    // Here they are one.
    guard kept.files.count == 2 else { return }
    try kept.reconcile()
    try wish("A.md", for: "a.md")
    try kept.reconcile()
    #expect(kept.files == ["A 2.md": "words", "A.md": "others"])
    #expect(try kept.other.wantedPaths().isEmpty && kept.reconcile().problems.isEmpty)
  }

  @Test("where a file can be neither written nor renamed, what is told is that it can't be written")
  func neither() throws {
    try kept.write("words\n", "a.md")
    try kept.write("New.md\n", ".gitignore")
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    chmod("\(kept.path)/a.md", 0o444)
    try wish("New.md", for: "a.md")
    try kept.reconcile([])
    #expect(kept.keeper.obstacle(of: id)?.sentence.hasPrefix("a.md can't be renamed to New.md") == true)
    try kept.save("more words\n", in: id)
    try kept.reconcile([])
    #expect(kept.keeper.obstacle(of: id)?.sentence.hasPrefix("a.md can't be written") == true)
  }

  @Test("after a crash between the file and its row the wish is fulfilled, too")
  func crashed() throws {
    try kept.write("words", "Old.md")
    try kept.reconcile()
    let id = try #require(kept.memo("Old.md")).metadata.id
    try wish("New.md", for: "Old.md")
    try kept.move("Old.md", "New.md")
    try kept.reopen()
    try kept.reconcile()
    #expect(kept.files == ["New.md": "words"] && kept.memo("New.md")?.metadata.id == id)
    #expect(try kept.other.wantedPaths().isEmpty)
  }

  @Test(
    "a file whose new name may not be on the disk keeps its own, which is told, and gets the new one once it may",
    arguments: ["New.md", "a/b/New.md"], 0..<7)
  func unsynced(path: String, after taken: Int) throws {
    try kept.write("words", "Old.md")
    try kept.rest()
    let (id, rows) = (try #require(kept.memo("Old.md")).metadata.id, try kept.other.fileRows())
    try wish(path, for: "Old.md")
    kept.disk.begin(after: taken)
    let report = try kept.reconcile()
    if kept.disk.syncs <= taken { return }
    #expect(report.problems == ["Old.md": "can't be renamed to New.md: Input/output error; check the disk"])
    #expect(kept.files == ["Old.md": "words"])
    #expect(try kept.other.wantedPaths() == [id: path] && kept.other.fileRows() == rows)
    kept.disk.end()
    kept.wait(milliseconds: 5_000)
    #expect(try kept.reconcile([]).problems.isEmpty)
    #expect(kept.files == [path: "words"] && kept.memo(path)?.metadata.id == id)
    #expect(try kept.other.wantedPaths().isEmpty)
  }

  @Test("a new memo's file keeps its name where the title's may not be on the disk, until it is written again")
  func unsyncedTitle() throws {
    let id = try kept.save("Plan")
    try kept.rest()
    try kept.save("Plan b", in: id)
    // Both that the file is in need the disk before.
    kept.disk.begin(after: 2)
    try kept.reconcile()
    #expect(kept.files == ["Plan.md": "Plan b"] && kept.memo("Plan.md")?.metadata.id == id)
    kept.disk.end()
    try kept.save("Plan bc", in: id)
    try kept.rest()
    #expect(kept.files == ["Plan bc.md": "Plan bc"] && kept.memo("Plan bc.md")?.metadata.id == id)
  }

  @Test("a name that another program has taken meanwhile is not taken from it")
  func taken() throws {
    try kept.write("words", "Old.md")
    try kept.write("ignored", "x.md")
    try kept.reconcile()
    try wish("New.md", for: "Old.md")
    try kept.write("theirs", "new.md")
    try kept.reconcile()
    #expect(kept.files == ["New 2.md": "words", "new.md": "theirs", "x.md": "ignored"])
    #expect(try kept.other.wantedPaths().isEmpty)
  }

  @Test(
    "a file that would be left alone by its new name keeps the one that it has, which is told, until it may have it")
  func leftAlone() throws {
    try kept.write("words", "Old.md")
    try kept.write("New*\n", ".memo-ls/ignore")
    try kept.reconcile()
    for (path, words) in [("New.md", "is named by .gitignore"), (".x/a.md", "is hidden")] {
      try wish(path, for: "Old.md")
      let report = try kept.reconcile([])
      #expect(report.problems["Old.md"]?.hasPrefix("can't be renamed to \(path): ") == true)
      #expect(report.problems["Old.md"]?.contains(words) == true && kept.files == ["Old.md": "words"])
      // It is tried again, but not at once.
      #expect(try #require(report.due) > .now)
      #expect(try kept.keeper.survey().problems["Old.md"] == report.problems["Old.md"])
    }
    try wish("New.md", for: "Old.md")
    try kept.write("", ".memo-ls/ignore")
    try kept.reconcile([.name(".memo-ls/ignore")])
    kept.wait(milliseconds: 1_000)
    try kept.reconcile([])
    #expect(kept.files == ["New.md": "words"])
    #expect(try kept.other.wantedPaths().isEmpty)
  }

  @Test("a new memo that would be left alone by its title, in its folder or everywhere, becomes a file that is not")
  func newLeftAlone() throws {
    try kept.write("a\n", "sub/a.md")
    try kept.write(#"{"folder":"Daily"}"#, ".obsidian/daily-notes.json")
    try kept.write("Daily/\nPlan.md\n", ".memo-ls/ignore")
    try kept.reconcile()
    try kept.save("2026-11-02\n", in: .daily(#require(CalendarDay("2026-11-02"))))
    try kept.save("Plan\n")
    try kept.reconcile()
    let files = ["sub/a.md": "a\n", "2026-11-02.md": "2026-11-02\n", "Untitled.md": "Plan\n"]
    #expect(kept.files.filter { !$0.key.hasPrefix(".") } == files)
    try kept.write("*\n", ".memo-ls/ignore")
    try kept.reconcile([.name(".memo-ls/ignore")])
    try kept.save("New\n")
    for _ in 0..<2 {
      try kept.reopen()
      let survey = try kept.keeper.survey()
      let report = try kept.reconcile()
      #expect(report.problems["New.md"]?.hasPrefix("can't be made: it would be left alone there") == true)
      #expect(kept.files.filter { !$0.key.hasPrefix(".") } == files && kept.texts.contains("New\n"))
      #expect(survey.problems["New.md"] == report.problems["New.md"])
    }
    try kept.write("sub/\n", ".memo-ls/ignore")
    try kept.reconcile([.name(".memo-ls/ignore")])
    #expect(kept.files["New.md"] == "New\n")
  }

  @Test("what another program renames meanwhile keeps that name")
  func overtaken() throws {
    try kept.write("words", "Old.md")
    try kept.reconcile()
    try wish("New.md", for: "Old.md")
    try kept.move("Old.md", "Theirs.md")
    try kept.reconcile()
    #expect(kept.files == ["Theirs.md": "words"])
    #expect(try kept.other.wantedPaths().isEmpty)
  }

  @Test("a new memo's file keeps the name that another program gives it, and follows its title in another folder")
  func named() throws {
    let id = try kept.save("Plan")
    let other = try kept.save("Other")
    try kept.write("x", "sub/x.md")
    try kept.reconcile()
    try kept.move("Plan.md", "Mine.md")
    try kept.move("Other.md", "sub/Other.md")
    try kept.reconcile()
    try kept.save("Plan b", in: id)
    try kept.save("Other b", in: other)
    try kept.reconcile()
    #expect(kept.files["Mine.md"] == "Plan b" && kept.files["sub/Other b.md"] == "Other b")
  }

  @Test("a new memo's file keeps its name once its first line is complete, outside too, whatever becomes of the title")
  func left() throws {
    let (id, other) = (try kept.save("Plan"), try kept.save("Other"))
    try kept.reconcile()
    try kept.writeInPlace("Plan\nbody", "Plan.md")
    // A change that both sides make at once.
    try kept.writeInPlace("Other\nbody", "Other.md")
    try kept.save("Other\nbody", in: other)
    try kept.reconcile()
    try kept.save("Trip\nbody", in: id)
    try kept.save("Another\nbody", in: other)
    try kept.reconcile()
    #expect(kept.files == ["Plan.md": "Trip\nbody", "Other.md": "Another\nbody"])
  }

  @Test(
    "a new memo's file follows a title that is typed in front of, or behind, what was there before",
    arguments: [
      ("---\ntags: [x]\n---\n", "\n\n## Agenda\n", "Agenda.md"), ("# ", "\n\n## Agenda\n", "Agenda.md"),
      ("---\ntags: [x]\n---\n", "", "Untitled.md"), (" \n", "", "Untitled.md"), ("\u{FEFF}", "", "Untitled.md"),
    ])
  func surrounded(front: String, rest: String, first: String) throws {
    let id = try kept.save(front + rest)
    try kept.reconcile()
    #expect(Array(kept.files.keys) == [first])
    for (title, body) in [("Pl", ""), ("Plan", ""), ("Plans", "\nwords"), ("Trip", "\nwords")] {
      try kept.save(front + title + body + rest, in: id)
      try kept.reconcile()
      let name = title == "Trip" ? "Plans" : title
      #expect(kept.files == ["\(name).md": front + title + body + rest])
    }
    #expect(try kept.other.fileRow(at: "Plans.md")?.followsTitle == false)
  }

  @Test("a new memo's file follows its title until another memo links to it")
  func linked() throws {
    let id = try kept.save("Plan")
    try kept.reconcile()
    try kept.save("Plan b", in: id)
    try kept.reconcile()
    #expect(kept.files == ["Plan b.md": "Plan b"])
    let target = LinkTarget(name: "plan b", identifier: nil)
    let said = MemoReferences(title: "x", links: [LinkReference(target: target, range: 0..<10)])
    try kept.other.write([change("linking", text: "[[Plan b]]", references: said)])
    try kept.save("Plan bc", in: id)
    try kept.reconcile()
    #expect(kept.files["Plan b.md"] == "Plan bc")
  }
}
