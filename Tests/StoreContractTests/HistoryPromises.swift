import JSON
import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("What every store promises of histories")
struct HistoryPromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let texts = ["one", "one two", "two", "", "한글 two", "한글"]

  /// A memo saved once for each text, as revisions 11, 12 and so on of versions 10, 20 and so on.
  private static func save(_ store: any MemoStore) throws {
    for (index, text) in texts.enumerated() {
      let change = try put(
        "a", text, replacing: index == 0 ? "" : texts[index - 1], over: index == 0 ? nil : 10 + index, as: 11 + index,
        version: 10 * (index + 1), properties: "{\"n\":\(index)}")
      #expect(try store.write([change], journal: nil).isEmpty)
    }
  }

  @Test(
    "it has all states, what is stored first, in pages that start where they are told",
    arguments: Implementation.allCases)
  func pages(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened(after: Self.save)
    let all = try store.history(id("a"), before: nil, limit: 100)
    #expect(all.total == 6 && all.entries.map(\.revision) == [16, 15, 14, 13, 12, 11])
    #expect(all.entries.map(\.version) == [60, 50, 40, 30, 20, 10])
    #expect(all.entries.map(\.modifiedAt.millisecondsSince1970) == [60, 50, 40, 30, 20, 10])
    #expect(all.entries.map(\.bytes) == Self.texts.reversed().map(\.utf8.count))
    #expect(all.entries.map(\.displayTitle) == Self.texts.reversed())
    for (version, limit, expected) in [
      (nil, 2, [16, 15]), (60, 2, [15, 14]), (59, 1, [15]), (20, 9, [11]), (11, 9, [11]), (10, 9, []), (1, 9, []),
    ] {
      let page = try store.history(id("a"), before: version, limit: limit)
      #expect(page.entries.map(\.revision) == expected && page.total == 6)
    }
  }

  @Test("each of its states comes back as it was, and no other", arguments: Implementation.allCases)
  func states(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened(after: Self.save)
    for (index, text) in Self.texts.enumerated() {
      for memo in [try store.memo(id("a"), revision: 11 + index), try store.pastMemo(id("a"), revision: 11 + index)] {
        #expect(memo?.words == text && memo?.revision == 11 + index && memo?.metadata.version == 10 * (index + 1))
        #expect(memo?.metadata.properties.json == Array("{\"n\":\(index)}".utf8))
      }
    }
    for revision in [0, 10, 17] {
      #expect(try store.memo(id("a"), revision: revision) == nil && store.pastMemo(id("a"), revision: revision) == nil)
    }
  }

  @Test(
    "undoing leads to the state before, redoing nowhere before anything was undone", arguments: Implementation.allCases)
  func moves(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened(after: Self.save)
    let undo = try #require(try store.move(id("a"), .undo))
    #expect(undo.base == 16 && undo.target?.revision == 15 && undo.target?.words == "한글 two")
    #expect(undo.links == UndoLinks(undoTo: 14, redoTo: 16))
    let redo = try #require(try store.move(id("a"), .redo))
    #expect(redo.base == 16 && redo.target == nil && redo.links == UndoLinks())
  }

  @Test(
    "undoing leads back to the first state and redoing to the last, until something is changed",
    arguments: Implementation.writable)
  func journey(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try Self.save(store)
    var revision = 16
    func go(_ direction: HistoryDirection) throws -> String? {
      let now = try #require(try store.memo(id("a")))
      let move = try #require(try store.move(id("a"), direction))
      guard let target = move.target else { return nil }
      revision += 1
      let change = try put(
        "a", target.words, replacing: now.words, over: move.base, as: revision, version: 10 * revision,
        properties: String(decoding: target.metadata.properties.json, as: UTF8.self),
        step: .move(to: target.revision, move.links))
      #expect(try store.write([change], journal: nil).isEmpty)
      return target.words
    }
    #expect(try (0..<6).map { _ in try go(.undo) } == ["한글 two", "", "two", "one two", "one", nil])
    #expect(try (0..<6).map { _ in try go(.redo) } == ["one two", "two", "", "한글 two", "한글", nil])
    #expect(try [go(.undo), go(.undo)] == ["한글 two", ""])
    let edit = try put("a", "new", over: revision, as: 100, version: 1000)
    #expect(try store.write([edit], journal: nil).isEmpty)
    revision = 100
    #expect(try go(.redo) == nil)
    #expect(try [go(.undo), go(.undo)] == ["", "two"], "what was undone before is no longer on the way")
  }

  @Test("each state tells whose step led to it, and the first who made it", arguments: Implementation.allCases)
  func authors(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      _ = try store.write([put("a", "one", over: nil, as: 11, version: 1, by: "A")], journal: nil)
      _ = try store.write([put("a", "two", replacing: "one", over: 11, as: 12, version: 2)], journal: nil)
      _ = try store.write([put("a", "three", replacing: "two", over: 12, as: 13, version: 3, by: "한 B")], journal: nil)
      // The trash is no step.
      _ = try store.write([put("a", nil, over: 13, as: 14, version: 4, trashed: 1)], journal: nil)
      _ = try store.write([put("b", "one", over: nil, as: 21, by: "A")], journal: nil)
      _ = try store.write([put("b", "anew", over: 21, as: 22, step: .first, by: "B")], journal: nil)
      _ = try store.write([remove("b", over: 22)], journal: nil)
      _ = try store.write([put("b", "again", over: nil, as: 23, by: "C")], journal: nil)
    }
    #expect(try store.history(id("a"), before: nil, limit: 9).entries.map(\.by) == ["한 B", nil, "A"])
    #expect(try store.history(id("b"), before: nil, limit: 9).entries.map(\.by) == ["C"])
    let undo = try #require(try store.move(id("a"), .undo))
    #expect(undo.undoneBy == "한 B" && undo.links == UndoLinks(undoTo: 11, redoTo: 14))
  }

  @Test("what is undone and redone is of whoever made it the first time", arguments: Implementation.writable)
  func authorsOfMoves(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    let authors = [nil, "A", "B", "A"]
    for (index, agent) in authors.enumerated() {
      let old = index == 0 ? "" : "\(index - 1)"
      let change = try put(
        "a", "\(index)", replacing: old, over: index == 0 ? nil : 10 + index, as: 11 + index, version: index + 1,
        by: agent)
      #expect(try store.write([change], journal: nil).isEmpty)
    }
    var revision = 14
    func go(_ direction: HistoryDirection) throws -> (text: String, undoneBy: String?, by: String?)? {
      let (now, move) = (try #require(try store.memo(id("a"))), try #require(try store.move(id("a"), direction)))
      guard let target = move.target else { return nil }
      revision += 1
      // Whoever does this, another name is not kept.
      let change = try put(
        "a", target.words, replacing: now.words, over: move.base, as: revision, version: revision,
        step: .move(to: target.revision, move.links), by: "C")
      #expect(try store.write([change], journal: nil).isEmpty)
      let entry = try store.history(id("a"), before: nil, limit: 1).entries.first
      return (target.words, move.undoneBy, entry?.by)
    }
    for (direction, text, undoneBy, by) in [
      (.undo, "2", "A", "B"), (.undo, "1", "B", "A"), (.undo, "0", "A", nil), (.redo, "1", nil, "A"),
      (.redo, "2", nil, "B"), (.undo, "1", "B", "A"), (.redo, "2", nil, "B"), (.redo, "3", nil, "A"),
      (.undo, "2", "A", "B"),
    ] as [(HistoryDirection, String, String?, String?)] {
      let found = try #require(try go(direction))
      #expect(found == (text, undoneBy, by))
    }
  }

  @Test("what is thinned leaves its step to the next state, which is an agent's if all of that now was")
  func thinnedAuthors() throws {
    // The store in memory thins nothing.
    let store = Place(.sqlite, in: folder).store()
    let (hour, minute) = (3_600_000, 60_000)
    let steps: [(hours: Int, by: String?)] = [
      (0, nil), (1, "A"), (1, "A"), (2, "A"), (2, "B"), (3, nil), (3, "A"), (4, "C"), (5, "C"), (5, "C"), (5, nil),
      (9, "D"),
    ]
    for (index, step) in steps.enumerated() {
      let change = try put(
        "a", "\(index)", replacing: index == 0 ? "" : "\(index - 1)", over: index == 0 ? nil : 10 + index,
        as: 11 + index, version: step.hours * hour + index * minute + 1, by: step.by)
      #expect(try store.write([change], journal: nil).isEmpty)
    }
    let entries = try store.history(id("a"), before: nil, limit: 20).entries
    #expect(entries.map(\.displayTitle) == ["11", "10", "7", "6", "4", "2", "0"])
    #expect(entries.map(\.by) == ["D", nil, "C", nil, nil, "A", nil])
    let undo = try #require(try store.move(id("a"), .undo))
    #expect(undo.undoneBy == "D" && undo.target?.words == "10")
  }

  @Test("steps between which the text is the same are undone together, and are one agent's or nobody's")
  func passedOver() throws {
    for (first, second, undoneBy) in [("A", "A", "A"), ("A", "B", nil), ("A", nil, nil), (nil, "A", nil)] {
      let store = Place(.memory, in: folder).store()
      let texts = ["", "x", "y", "x"]
      for (index, agent) in [nil, first, nil, second].enumerated() {
        let change = try put(
          "a", texts[index], replacing: index == 0 ? "" : texts[index - 1], over: index == 0 ? nil : 10 + index,
          as: 11 + index, version: index + 1, step: index == 3 ? .edit(of: 12) : .edit(of: nil), by: agent)
        #expect(try store.write([change], journal: nil).isEmpty)
      }
      let move = try #require(try store.move(id("a"), .undo))
      #expect(move.target?.words == "" && move.undoneBy == undoneBy)
    }
  }

  @Test("a state that says the same as the next is none of its own", arguments: Implementation.allCases)
  func same(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      _ = try store.write([put("a", "one", over: nil, as: 11, version: 1)], journal: nil)
      _ = try store.write([put("a", "two", replacing: "one", over: 11, as: 12, version: 2)], journal: nil)
      _ = try store.write([put("a", nil, over: 12, as: 13, version: 3, trashed: 1)], journal: nil)
      _ = try store.write([put("a", nil, over: 13, as: 14, version: 4)], journal: nil)
    }
    let history = try store.history(id("a"), before: nil, limit: 9)
    #expect(history.entries.map(\.revision) == [14, 11] && history.total == 2)
    #expect(try store.pastMemo(id("a"), revision: 12) == nil && store.pastMemo(id("a"), revision: 13) == nil)
    #expect(try store.move(id("a"), .undo)?.target?.words == "one")
  }

  @Test(
    "a memo that takes another's place, or its identifier, has nothing of its history",
    arguments: Implementation.allCases)
  func anew(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      try Self.save(store)
      _ = try store.write([put("a", "anew", over: 16, as: 20, version: 1, step: .first)], journal: nil)
      _ = try store.write([put("b", "b", over: nil, as: 30)], journal: nil)
      _ = try store.write([remove("b", over: 30)], journal: nil)
      _ = try store.write([put("b", "b anew", over: nil, as: 31)], journal: nil)
    }
    for (name, revision) in [("a", 20), ("b", 31)] {
      let history = try store.history(id(name), before: nil, limit: 9)
      #expect(history.entries.map(\.revision) == [revision] && history.total == 1)
      let move = try #require(try store.move(id(name), .undo))
      #expect(move.base == revision && move.target == nil)
    }
    #expect(try (11...16).allSatisfy { try store.pastMemo(id("a"), revision: $0) == nil })
    #expect(try store.pastMemo(id("b"), revision: 30) == nil)
  }
}
