import Dispatch
import JSON
import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Renaming")
struct RenamingTests {
  private func fixture(_ memos: [String: String], properties: [String: String] = [:]) async throws -> Fixture {
    let fixture = await Fixture()
    for (id, text) in memos.sorted(by: { $0.key < $1.key }) {
      try await fixture.create(id, text, properties: properties[id] ?? "{}")
    }
    return fixture
  }

  private func rename(
    _ fixture: Fixture, _ id: String, to title: String, base: Int? = nil
  ) async throws -> [Int] {
    let result = try await fixture.engine.rename(.memo(memoID(id), title: title, baseVersion: base))
    return [result.memos, result.edits]
  }

  private func texts(_ fixture: Fixture, _ ids: String...) async throws -> [String] {
    var texts: [String] = []
    for id in ids { texts.append(try await fixture.engine.memo(memoID(id)).text.string) }
    return texts
  }

  private func error(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "none"
    } catch { return "\(error)" }
  }

  @Test("a memo's title and slug change wherever links lead by them, each written as it was")
  func title() async throws {
    let fixture = try await fixture([
      "a": "# Old Plan\nsee [[old  plan#Goals|me]] and [[#Goals]]\n## Goals",
      "b": "![[Old Plan]] [old plan](Old%20Plan 'Old Plan') [x](<old plan#goals>) [[old-plan]] `[[Old Plan]]`",
      "c": "[[Old Plan B]] Old Plan",
    ])
    #expect(try await rename(fixture, "a", to: " New (1) ") == [2, 6])
    #expect(
      try await texts(fixture, "a", "b", "c") == [
        "# New (1)\nsee [[New (1)#Goals|me]] and [[#Goals]]\n## Goals",
        "![[New (1)]] [old plan](New%20%281%29 'Old Plan') [x](<New (1)#goals>) [[new-1]] `[[Old Plan]]`",
        "[[Old Plan B]] Old Plan",
      ])
    // One step more than what was typed, saved.
    for id in ["a", "b"] {
      let memo = try await fixture.engine.memo(memoID(id))
      #expect(memo.metadata.version == 2 && memo.isSaved)
    }
    #expect(fixture.store.transactions.map(\.count) == [3, 2])
    let undone = try await fixture.engine.move(memoID("b"), .undo, baseVersion: nil)
    #expect(undone.text.string.hasPrefix("![[Old Plan]] [old plan](Old%20Plan 'Old Plan')"))
  }

  @Test("a memo that can't be saved is in the way of what it names, and of nothing else")
  func unsavable() async throws {
    let fixture = try await fixture([
      "a": "Old", "b": "[[Old]] #x", "c": "Other", "d": "[[Other]]", "gone": "[[Other]]",
    ])
    _ = try await fixture.engine.flush(nil)
    let refusal = StoreError(.other, "it is too large")
    fixture.store.refuse([memoID("b"): refusal, memoID("new"): refusal, memoID("gone"): refusal])
    try await fixture.type("more ", into: "b")
    try await fixture.create("new", "# New\n[[Third]] #y/z", properties: #"{"tags":["w"]}"#)
    try await fixture.create("t", "Third")
    _ = try await fixture.engine.trashMemo(memoID("gone"), baseVersion: nil)
    #expect(try await rename(fixture, "c", to: "Another") == [2, 2])
    #expect(fixture.store.text(memoID("d")) == "[[Another]]")
    let refused: [(Renaming, String)] = [
      (.memo(memoID("a"), title: "New name", baseVersion: nil), "b"),
      (.memo(memoID("t"), title: "3", baseVersion: nil), "new"), (.tag("y", to: "v"), "new"),
      (.memo(memoID("new"), title: "Newer", baseVersion: nil), "new"), (.tag("w", to: "v"), "new"),
      (.tag("x", to: "v"), "b"),
    ]
    for (renaming, id) in refused {
      let said = await error { _ = try await fixture.engine.rename(renaming) }
      #expect(said.contains("memo \(id) names it and can't be saved"), "\(renaming)")
      #expect(said.contains("it is too large"), "\(renaming)")
    }
    #expect(try await fixture.engine.rename(.tag("none", to: "v")).memos == 0)
    #expect(try await texts(fixture, "a", "t", "new") == ["Old", "Third", "# New\n[[Third]] #y/z"])
    fixture.store.refuse([:])
    #expect(try await rename(fixture, "t", to: "3") == [2, 2])
    fixture.store.failNext([StoreError(.full, "no space")])
    try await fixture.type("x", into: "d")
    #expect(await error { _ = try await rename(fixture, "c", to: "c2") }.contains("no space"))
  }

  @Test("links by identifier or alias stay, and those that lead to several memos")
  func staying() async throws {
    let fixture = try await fixture([
      "a": "---\ntitle: Old\naliases: [Nick]\n---\n[[a]] [[Nick]]", "b": "[[a]] [x](memo:a) [[nick]] [[A|Old]] [[Old]]",
      "twin1": "Twin", "twin2": "twin", "links": "[[Twin]] [[twin1]]",
    ])
    #expect(try await rename(fixture, "a", to: "New") == [2, 2])
    #expect(
      try await texts(fixture, "a", "b") == [
        "---\ntitle: New\naliases: [Nick]\n---\n[[a]] [[Nick]]", "[[a]] [x](memo:a) [[nick]] [[A|Old]] [[New]]",
      ])
    #expect(try await rename(fixture, "twin1", to: "Single") == [1, 1])
    #expect(try await texts(fixture, "twin1", "links") == ["Single", "[[Twin]] [[twin1]]"])
  }

  @Test(
    "a title that links elsewhere have is taken, another case of its own is not, nor is the trash's",
    arguments: [
      ("Other", ["b"]), ("other  ", ["b"]), ("Nick", ["c"]), ("other-one", ["d"]), ("c", ["c"]), ("gone", []),
      ("OLD", []),
      ("Other2", []),
    ])
  func taken(title: String, ids: [String]) async throws {
    let fixture = try await fixture([
      "a": "Old", "b": "Other", "c": "---\naliases: Nick\n---\n", "d": "Other One", "e": "Gone", "f": "[[old]]",
    ])
    _ = try await fixture.engine.trashMemo(memoID("e"), baseVersion: nil)
    do throws(EngineError) {
      _ = try await fixture.engine.rename(.memo(memoID("a"), title: title, baseVersion: nil))
      #expect(ids.isEmpty)
      #expect(fixture.store.text(memoID("f")) == "[[\(title)]]")
    } catch {
      guard case .titleTaken(_, let found) = error else { throw error }
      #expect(found.map(\.description) == ids)
      #expect(try await texts(fixture, "a", "f") == ["Old", "[[old]]"])
    }
  }

  @Test("a heading changes with the part of links that names it, by its text or its slug, and is perhaps the title")
  func heading() async throws {
    let fixture = try await fixture([
      "a": "# Plan\n## To do ##\n[[#to do]] [x](#to-do) [[Plan#To do]]\n## To do\n[[#to-do-1]] [[#^x]]",
      "b": "[[Plan#To Do|t]] [y](plan#to-do) [[a#to-do-1]] [[Plan#Other]] [[Plan]]",
    ])
    func rename(_ heading: String, _ name: String) async throws -> [Int] {
      let result = try await fixture.engine.rename(
        .heading(memoID("a"), heading: heading, to: name, baseVersion: nil))
      return [result.memos, result.edits]
    }
    #expect(try await rename("to-do", "Done *now*") == [2, 8])
    #expect(
      try await texts(fixture, "a", "b") == [
        "# Plan\n## Done *now* ##\n[[#Done now]] [x](#done-now) [[Plan#Done now]]\n## To do\n[[#to-do]] [[#^x]]",
        "[[Plan#Done now|t]] [y](plan#done-now) [[a#to-do]] [[Plan#Other]] [[Plan]]",
      ])
    #expect(try await rename("Plan", "Scheme") == [2, 6])
    #expect(
      try await texts(fixture, "a", "b") == [
        "# Scheme\n## Done *now* ##\n[[#Done now]] [x](#done-now) [[Scheme#Done now]]\n## To do\n[[#to-do]] [[#^x]]",
        "[[Scheme#Done now|t]] [y](Scheme#done-now) [[a#to-do]] [[Scheme#Other]] [[Scheme]]",
      ])
    #expect(
      await error { _ = try await rename("none", "x") } == "renamingRefused(MemoEngine.RenamingProblem.headingUnknown)")
    #expect(
      await error { _ = try await rename("To do", "done now") }
        == "renamingRefused(MemoEngine.RenamingProblem.headingTaken)")
    #expect(
      await error { _ = try await rename("To do", "a|b") }
        == "renamingRefused(MemoEngine.RenamingProblem.nameUnwritable(MemoEngine.RenamingProblem.Part.heading))")
  }

  @Test("what is called so already stays, and is not counted")
  func already() async throws {
    let fixture = try await fixture(["a": "plan", "b": "[[Plan]]", "c": "[[plan]]", "d": "#old", "e": "#Old"])
    #expect(try await rename(fixture, "a", to: "Plan") == [2, 2])
    let result = try await fixture.engine.rename(.tag("old", to: "Old"))
    #expect(result.memos == 1 && result.edits == 1)
    #expect(try await texts(fixture, "a", "b", "c", "d", "e") == ["Plan", "[[Plan]]", "[[Plan]]", "#Old", "#Old"])
    #expect(try await rename(fixture, "a", to: "Plan") == [0, 0])
  }

  @Test("a memo can take its own alias, and a title that it shares in another case")
  func own() async throws {
    let fixture = try await fixture([
      "a": "---\ntitle: Old\naliases: [Nick]\n---\n", "twin1": "Twin", "twin2": "Twin",
    ])
    #expect(try await rename(fixture, "a", to: "Nick") == [1, 1])
    #expect(try await rename(fixture, "twin1", to: "TWIN") == [1, 1])
  }

  @Test("a tag changes in hundreds of memos, and all are changed at the time of that")
  func many() async throws {
    let store = TestStore()
    try store.write((0..<520).map { try change("m\($0)", text: "x\n\n#old") })
    let fixture = await Fixture(on: store.shelf)
    await fixture.pass(1000)
    #expect(try await fixture.engine.rename(.tag("old", to: "new")).memos == 520)
    for number in 0..<520 { #expect(fixture.store.text(memoID("m\(number)")) == "x\n\n#new") }
    #expect(try await fixture.engine.memo(memoID("m0")).metadata.modifiedAt == fixture.clock.date)
  }

  @Test("a name that makes a memo too long is refused, one that fills it is not")
  func full() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(maximumMemoBytes: 12))
    try await fixture.create("a", "#old")
    #expect(try await fixture.engine.rename(.tag("old", to: "of-11-bytes")).memos == 1)
    let refusal = await error { _ = try await fixture.engine.rename(.tag("of-11-bytes", to: "of-12-bytes-")) }
    #expect(refusal.contains("memoTooLarge") && fixture.store.text(memoID("a")) == "#of-11-bytes")
  }

  @Test("a heading that is named by its words stays so; where the title takes them, by its slug")
  func headingsWords() async throws {
    let fixture = try await fixture(["a": "# Plan\n## Part\n## To do", "b": "[[Plan#part]] [[Plan#To do]]"])
    let renaming = Renaming.heading(memoID("a"), heading: "Part", to: "Last piece", baseVersion: nil)
    _ = try await fixture.engine.rename(renaming)
    #expect(try await texts(fixture, "b") == ["[[Plan#Last piece]] [[Plan#To do]]"])
    let another = Renaming.heading(memoID("a"), heading: "Last piece", to: "Last Piece", baseVersion: nil)
    #expect(try await fixture.engine.rename(another).memos == 2)
    #expect(try await rename(fixture, "a", to: "To do") == [2, 3])
    #expect(try await texts(fixture, "b") == ["[[To do#Last Piece]] [[To do#to-do-1]]"])
  }

  @Test("a link that names a heading by its slug keeps to slugs, and one that names it by its text to texts")
  func slugs() async throws {
    let fixture = try await fixture([
      "a": "# Plan\n## Roof\n[x](#roof) [y](#Roof) [[#roof]]\n## Roof & walls",
      "b": "[x](Plan#roof) [[Plan#Roof]] [y](Plan#roof--walls) [[Plan#roof--walls]] [z](Plan#Roof%20&%20walls)",
    ])
    for (old, new) in [("Roof", "The roof & all"), ("Roof & walls", "Walls & roof")] {
      _ = try await fixture.engine.rename(.heading(memoID("a"), heading: old, to: new, baseVersion: nil))
    }
    #expect(
      try await texts(fixture, "a", "b") == [
        "# Plan\n## The roof & all\n[x](#the-roof--all) [y](#The%20roof%20%26%20all) [[#The roof & all]]\n"
          + "## Walls & roof",
        "[x](Plan#the-roof--all) [[Plan#The roof & all]] [y](Plan#walls--roof) [[Plan#walls--roof]] "
          + "[z](Plan#Walls%20%26%20roof)",
      ])
  }

  @Test("a trial tells what would be changed, and changes nothing")
  func trial() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]] [[Old]]"])
    let renaming = Renaming.memo(memoID("a"), title: "New", baseVersion: nil)
    let result = try await fixture.engine.rename(renaming, isTrial: true)
    #expect(result.memos == 2 && result.edits == 3)
    #expect(try await texts(fixture, "a", "b") == ["Old", "[[Old]] [[Old]]"])
    #expect(fixture.store.text(memoID("b")) == "[[Old]] [[Old]]")
  }

  @Test("a tag changes in texts, front matter and properties, with those in it")
  func tag() async throws {
    let fixture = try await fixture(
      [
        "a": "---\ntags: [old, Old/x, older]\n---\n#OLD and #old/y `#old` #older", "b": "text", "c": "#other",
        "d": "#old",
      ], properties: ["b": #"{"tags":["Old","new/z","old/z"]}"#])
    _ = try await fixture.engine.trashMemo(memoID("d"), baseVersion: nil)
    let result = try await fixture.engine.rename(.tag("#Old", to: "new"))
    #expect(result.memos == 2 && result.edits == 6)
    #expect(
      try await texts(fixture, "a", "b", "c", "d") == [
        "---\ntags: [new, new/x, older]\n---\n#new and #new/y `#old` #older", "text", "#other", "#old",
      ])
    #expect(try await fixture.engine.memo(memoID("b")).metadata.properties.tags == ["new", "new/z"])
    #expect(try await fixture.engine.rename(.tag("none", to: "x")).memos == 0)
    #expect(await error { _ = try await fixture.engine.rename(.tag("", to: "b")) }.contains("tagUnknown"))
    for name in ["", "a b", "#", "123", "a#b", "/", String(repeating: "x", count: KnownProperties.longestTag + 1)] {
      #expect(
        await error { _ = try await fixture.engine.rename(.tag("new", to: name)) }.contains("tagUnwritable"), "\(name)")
    }
  }

  @Test("what can't be a title is refused, and so is a memo that is not there or was changed")
  func refused() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]]"])
    for (problem, titles) in [
      "nameUnwritable": ["", " ", "a[b", "a]b", "a|b", "a#b", "a^b", "a\nb", "a\0b"], "titleIsAddress": ["memo:x"],
      "nameMisread": ["---", "```", String(repeating: "x", count: 201)],
    ] {
      for title in titles {
        #expect(await error { _ = try await rename(fixture, "a", to: title) }.contains(problem), "\(title)")
      }
    }
    #expect(await error { _ = try await rename(fixture, "none", to: "x") }.contains("memoNotFound"))
    #expect(await error { _ = try await rename(fixture, "a", to: "x", base: 2) }.contains("versionConflict"))
    #expect(
      await error { _ = try await rename(fixture, "a", to: "<http://x>") }.contains(
        "linkUnwritable(MemoEngine.RenamingProblem.Part.title, in: b)"))
    #expect(try await texts(fixture, "a", "b") == ["Old", "[[Old]]"])
    #expect(try await rename(fixture, "a", to: "x", base: 1) == [2, 2])
  }

  @Test("where it can't be stored nothing is changed")
  func unstored() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]]"])
    _ = try await fixture.engine.flush(nil)
    fixture.store.failNext([StoreError(.full, "no room")])
    #expect(await error { _ = try await rename(fixture, "a", to: "New") }.contains("no room"))
    #expect(try await texts(fixture, "a", "b") == ["Old", "[[Old]]"])
    #expect(fixture.store.text(memoID("a")) == "Old" && fixture.store.text(memoID("b")) == "[[Old]]")
    #expect(try await rename(fixture, "a", to: "New") == [2, 2])
  }

  @Test("what was stored though it was told as failed is there, and the memos know it")
  func lie() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]]"])
    _ = try await fixture.engine.flush(nil)
    fixture.store.lieNext([StoreError(.io, "an error")])
    #expect(try await rename(fixture, "a", to: "New") == [2, 2])
    #expect(try await texts(fixture, "a", "b") == ["New", "[[New]]"])
  }

  @Test("what another process saved meanwhile is taken in first, and renamed with the rest")
  func sharing() async throws {
    let here = try await fixture(["a": "Old", "b": "[[Old]] one"])
    let there = await Fixture(on: here.store.shelf)
    _ = try await here.engine.flush(nil)
    let gate = DispatchSemaphore(value: 0)
    here.store.hold(at: gate)
    async let renamed = rename(here, "a", to: "New")
    await here.store.waitForWrite()
    await here.store.waitForWrite()
    try await there.type("two ", into: "b")
    _ = try await there.engine.flush(nil)
    here.store.hold(at: nil)
    gate.signal()
    #expect(try await renamed == [2, 2])
    #expect(here.store.text(memoID("a")) == "New" && here.store.text(memoID("b")) == "two [[New]] one")
    #expect(try await texts(here, "b") == ["two [[New]] one"])
    await there.engine.pullExternalChanges()
    #expect(try await texts(there, "b") == ["two [[New]] one"])
  }

  @Test("what is typed while it is stored is merged with it, in the journal too")
  func typing() async throws {
    let fixture = try await fixture(["a": "Old\nx", "b": "[[Old]]\nx"])
    _ = try await fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    async let renamed = rename(fixture, "a", to: "New")
    await fixture.store.waitForWrite()
    let range = TextRange(start: TextPosition(line: 1, character: 0), end: TextPosition(line: 1, character: 0))
    _ = try await fixture.engine.updateMemo(
      memoID("b"), baseVersion: 1, changes: [TextChange(range: range, text: "typed ")], properties: nil,
      encoding: .utf16)
    fixture.store.hold(at: nil)
    gate.signal()
    #expect(try await renamed == [2, 2])
    #expect(try await texts(fixture, "a", "b") == ["New\nx", "[[New]]\ntyped x"])
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.store.text(memoID("b")) == "[[New]]\ntyped x")
  }

  @Test("everybody is told what it did to each memo, whether it is in memory or not")
  func told() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]]"])
    _ = try await fixture.engine.flush(nil)
    let other = await Fixture(on: fixture.store.shelf)
    _ = try await other.engine.list().page(.newest)
    let result = try await other.engine.rename(.memo(memoID("a"), title: "New", baseVersion: nil))
    #expect(result.memos == 2)
    #expect(other.events.others.sorted() == ["changed a 1 2: Old > New", "changed b 1 2: [[Old]] > [[New]]"])
    #expect(try await other.type("x", into: "b", base: 2).metadata.version == 3)
    await fixture.engine.pullExternalChanges()
    #expect(fixture.events.others.sorted() == ["changed a 1 2: Old > New", "changed b 1 2: [[Old]] > [[New]]"])
  }

  @Test("it counts on from what another process has saved, though that is not taken in yet")
  func behindOthers() async throws {
    let fixture = try await fixture(["a": "Old\nx"])
    _ = try await fixture.engine.flush(nil)
    let other = await Fixture(on: fixture.store.shelf)
    _ = try await other.engine.memo(memoID("a"))
    for _ in 0..<3 { try await fixture.type("y", into: "a") }
    _ = try await fixture.engine.flush(nil)
    #expect(try await rename(other, "a", to: "New") == [1, 1])
    #expect(other.store.version(memoID("a")) == 5)
    #expect(try await other.engine.memo(memoID("a")).metadata.version == 5)
  }

  @Test("what a text says that nobody has looked through yet is renamed, too")
  func unread() async throws {
    let store = TestStore()
    try store.write([change("a", text: "Old"), change("b", text: "[[Old]]")])
    let fixture = await Fixture(on: store.shelf)
    #expect(try await rename(fixture, "a", to: "New") == [2, 2])
    #expect(try await texts(fixture, "b") == ["[[New]]"])
  }

  @Test("edits that were on their way count from a version that is no more")
  func outrun() async throws {
    let fixture = try await fixture(["a": "Old", "b": "[[Old]]"])
    _ = try await rename(fixture, "a", to: "New", base: 1)
    await #expect(throws: EngineError.self) { try await fixture.type("x", into: "b", base: 1) }
    await #expect(throws: EngineError.self) { try await fixture.type("y", into: "b", base: 2) }
    _ = try await fixture.engine.memo(memoID("b"))
    #expect(try await fixture.type("x", into: "b", base: 2).text.string == "x[[New]]")
  }
}
