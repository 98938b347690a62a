import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Links by path follow files that another program moves")
struct FollowedLinkTests {
  /// Checks what moves in a folder of these files make of the texts; those that are not named must stay.
  private func check(
    _ files: [String: String], _ moves: [(String, String)], _ expected: [String: String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    for isDatabase in [false, true] {
      let kept = try KeptFolder(isDatabase: isDatabase)
      for (name, text) in files { try kept.write(text, name) }
      try kept.folder.followLinks(true)
      try kept.reconcile()
      for (from, to) in moves { try kept.moveMakingFolders(from, to) }
      try kept.reconcile()
      var all = files
      for (from, to) in moves { all[to] = all.removeValue(forKey: from) }
      all.merge(expected) { $1 }
      #expect(kept.files.filter { !kept.isFolder($0.key) } == all, sourceLocation: location)
      #expect(kept.texts == all.values.sorted(), sourceLocation: location)
      #expect(try kept.reconcile().isQuiet, sourceLocation: location)
    }
  }

  @Test("a link keeps how it is written: the name, a path from the top or from its folder, with or without extension")
  func styles() throws {
    let links =
      "[[Old]] [[old|x]] ![[Old]] [[a/Old]] [[a/Old.md#h]] [y](../a/Old.md#h) [z](/a/Old) [[/a/Old]] [[./../a/Old]]\n"
    let moved =
      "[[New name]] [[New name|x]] ![[New name]] [[c/New name]] [[c/New name.md#h]] [y](../c/New%20name.md#h) "
      + "[z](/c/New%20name) [[/c/New name]] [[../c/New name]]\n"
    try check(["a/Old.md": "words\n# h\n", "b/l.md": links], [("a/Old.md", "c/New name.md")], ["b/l.md": moved])
  }

  @Test("in another folder a name alone stays, as long as it leads there alone")
  func names() throws {
    try check(
      ["a/Note.md": "words", "l.md": "[[Note]] [n](a/Note.md)"], [("a/Note.md", "b/c/Note.md")],
      [
        "l.md": "[[Note]] [n](b/c/Note.md)"
      ])
    try check(
      ["a/Note.md": "one", "b/Note.md": "two", "a/l.md": "[[Note]]", "b/l.md": "[[Note]]", "l.md": "[[Note]]"],
      [("a/Note.md", "c/d/Note.md")], ["a/l.md": "[[d/Note]]"])
  }

  @Test("a name that led to a file in the top folder is still a name, where that tells it from others")
  func nameFromTop() throws {
    try check(
      [
        "plan.md": "x", "l.md": "[[plan]] [p](plan.md)",
        "sub/deep.md": "[[plan]] [[plan.md]] [[/plan]] [p](../plan.md)",
      ],
      [("plan.md", "arch/old.md")],
      [
        "l.md": "[[old]] [p](arch/old.md)",
        "sub/deep.md": "[[old]] [[old.md]] [[/arch/old]] [p](../arch/old.md)",
      ])
    try check(
      ["plan.md": "x", "b/old.md": "y", "sub/deep.md": "[[plan]]"], [("plan.md", "arch/old.md")],
      ["sub/deep.md": "[[arch/old]]"])
  }

  @Test("what a moved note links to is still linked: by paths from its folder, and by what is called so there, too")
  func own() throws {
    try check(
      ["a/Moved.md": "[n](n.md) [[n]] ![[../x.png]] [t](#t)", "a/n.md": "one", "b/n.md": "two"],
      [("a/Moved.md", "b/Moved.md")], ["b/Moved.md": "[n](../a/n.md) [[a/n]] ![[../x.png]] [t](#t)"])
    try check(
      ["a/Moved.md": "[n](n.md) [m](Moved.md)", "a/n.md": "[m](./Moved.md)"],
      [("a/Moved.md", "b/Moved.md"), ("a/n.md", "b/n.md")], [:])
  }

  @Test("what becomes ambiguous by a move is told apart; what was ambiguous stays, also where one is left")
  func ambiguous() throws {
    try check(
      ["a/Note.md": "one", "b/Other.md": "two", "c/l.md": "[[Note]] [[Other]]"], [("b/Other.md", "b/Note.md")],
      ["c/l.md": "[[a/Note]] [[b/Note]]"])
    try check(
      ["a/Note.md": "one", "b/Note.md": "two", "c/l.md": "[[Note]]"], [("b/Note.md", "b/Other.md")], [:])
  }

  @Test("two files that change places are each still linked")
  func swapped() throws {
    let kept = try KeptFolder()
    try kept.write("one", "a.md")
    try kept.write("two", "b.md")
    try kept.write("[[a]] [b](b.md)", "l.md")
    try kept.folder.followLinks(true)
    try kept.reconcile()
    for (from, to) in [("a.md", "x"), ("b.md", "a.md"), ("x", "b.md")] { try kept.move(from, to) }
    try kept.reconcile()
    #expect(kept.files == ["a.md": "two", "b.md": "one", "l.md": "[[b]] [b](a.md)"])
  }

  @Test("ids, titles, aliases, what is broken and what is no link stay")
  func others() throws {
    try check(
      ["a/Old.md": "---\naliases: [Alias]\n---\n# Title\n", "l.md": "[[Title]] [[Alias]] [[gone/Old]] Old `[[Old]]`"],
      [("a/Old.md", "b/New.md")], [:])
    try check(
      ["202611221530 Old.md": "x", "l.md": "[[202611221530]] [[202611221530 Old]]"],
      [("202611221530 Old.md", "202611221530 New.md")], ["l.md": "[[202611221530]] [[202611221530 New]]"])
    try check(
      ["202611221530 Old.md": "x", "l.md": "[[202611221530]]"], [("202611221530 Old.md", "New.md")],
      [
        "l.md": "[[New]]"
      ])
  }

  @Test("a name that a link can't have as it is, is percent-encoded")
  func unwritable() throws {
    try check(
      ["a.md": "x", "l.md": "[[a]] [a](a.md) [r][r]\n\n[r]: a.md\n"], [("a.md", "b [c] #1 %41.md")],
      [
        "l.md":
          "[[b %5Bc%5D %231 %2541]] [a](b%20%5Bc%5D%20%231%20%2541.md) [r][r]\n\n[r]: b%20%5Bc%5D%20%231%20%2541.md\n"
      ])
  }

  @Test("what is changed at the same time is kept, in the moved file and in those that link to it")
  func changed() throws {
    let kept = try KeptFolder()
    try kept.write("[n](n.md)\n\nend\n", "a/Old.md")
    try kept.write("one\n", "a/n.md")
    try kept.write("[[Old]]\n\nend\n", "l.md")
    try kept.folder.followLinks(true)
    try kept.reconcile()
    let l = try #require(kept.memo("l.md")).metadata.id
    try kept.moveMakingFolders("a/Old.md", "b/New.md")
    try kept.writeInPlace("[n](n.md)\n\nmoved end\n", "b/New.md")
    try kept.writeInPlace("more [[Old]]\n\nend\n", "l.md")
    try kept.save("[[Old]]\n\nend\ninside\n", in: l)
    try kept.reconcile()
    let texts = [
      "b/New.md": "[n](../a/n.md)\n\nmoved end\n", "a/n.md": "one\n", "l.md": "more [[New]]\n\nend\ninside\n",
    ]
    #expect(kept.files.filter { !kept.isFolder($0.key) } == texts)
    #expect(kept.texts == texts.values.sorted() && kept.counts.conflicts == 0)
  }

  @Test("a new file that is called so, too, is none that was linked")
  func arriving() throws {
    let kept = try KeptFolder()
    try kept.write("old\n", "Note.md")
    try kept.write("[[Note]]", "l.md")
    try kept.folder.followLinks(true)
    try kept.reconcile()
    try kept.moveMakingFolders("Note.md", "b/Note.md")
    try kept.write("new\n", "c/Note.md")
    try kept.reconcile()
    #expect(kept.files["l.md"] == "[[b/Note]]" && kept.files["c/Note.md"] == "new\n")
  }

  @Test(
    "it is one step of history; without the setting, in the trash, and in what goes its own way, links stay"
  )
  func steps() throws {
    let kept = try KeptFolder()
    for name in ["Old.md", "l.md", "t.md", "own.md"] {
      try kept.write(name == "Old.md" ? "x" : "[[Old]] \(name)", name)
    }
    try kept.reconcile()
    try kept.move("Old.md", "Mid.md")
    try kept.reconcile()
    #expect(kept.files["l.md"] == "[[Old]] l.md")
    try kept.move("Mid.md", "Old.md")
    try kept.reconcile()
    try kept.folder.followLinks(true)
    try kept.trash(#require(kept.memo("t.md")).metadata.id)
    try kept.write("own.md\n", ".gitignore")
    try kept.reconcile()
    try kept.move("Old.md", "New.md")
    kept.keeper.note([.everything])
    #expect(try kept.keeper.reconcile().followed == 1)
    try kept.reconcile()
    let memo = try #require(kept.memo("l.md"))
    #expect(try kept.history(of: memo).map { String(decoding: $0, as: UTF8.self) } == ["[[New]] l.md", "[[Old]] l.md"])
    #expect(kept.files["own.md"] == "[[Old]] own.md" && kept.trashedMemos.map(\.words) == ["[[Old]] t.md"])
    #expect(kept.texts.contains("[[Old]] own.md"))
  }

  @Test("a crash leaves links and paths as they were, or both changed, and then all is done")
  func crashed() throws {
    var stages = 0
    while true {
      let kept = try KeptFolder()
      try kept.write("x", "a.md")
      try kept.write("[[a]] [a](a.md)", "l.md")
      try kept.folder.followLinks(true)
      try kept.reconcile()
      try kept.move("a.md", "b.md")
      nonisolated(unsafe) var (after, left): (KeptFolder?, Int) = (nil, stages)
      nonisolated(unsafe) let first = kept
      kept.steps.set { _ in
        left -= 1
        if left == -1 { after = try? KeptFolder(after: first) }
      }
      try kept.reconcile()
      kept.steps.set(nil)
      guard let copy = after else { break }
      stages += 1
      try copy.reconcile()
      #expect(copy.files == ["b.md": "x", "l.md": "[[b]] [a](b.md)"] && copy.texts == ["[[b]] [a](b.md)", "x"])
      #expect(try copy.reconcile().isQuiet)
    }
    #expect(stages > 4)
  }
}

extension KeptFolder {
  fileprivate func moveMakingFolders(_ from: String, _ to: String) throws {
    let above = URL(filePath: "\(path)/\(to)").deletingLastPathComponent()
    try FileManager.default.createDirectory(at: above, withIntermediateDirectories: true)
    try move(from, to)
  }

  fileprivate func isFolder(_ name: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && isFolder.boolValue
  }
}
