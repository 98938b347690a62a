import JSON
import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("What every store promises of memos")
struct MemoPromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("texts and titles come back byte for byte, from the trash too", arguments: Implementation.allCases)
  func texts(of implementation: Implementation) throws {
    let texts = [
      "", "plain", "a\0b\0", "\u{FEFF}x", "e\u{301}", "\u{E9}", "line\r\nline\rline\n", "👩‍👩‍👧‍👦한글",
      "'\"; DROP TABLE memos", String(repeating: "memo 한 ", count: 20_000),
    ]
    let store = try Place(implementation, in: folder).reopened { store in
      let changes = try texts.enumerated().flatMap { index, text in
        [
          try change("m\(index)", text: text, title: text),
          try change("t\(index)", text: text, trashed: 1, title: text),
        ]
      }
      try store.write(changes)
    }
    for (index, text) in texts.enumerated() {
      for (name, isTrashed) in [("m\(index)", false), ("t\(index)", true)] {
        let memo = try #require(try store.memo(id(name)))
        #expect(memo.text == Array(text.utf8) && memo.metadata.isTrashed == isTrashed)
        #expect(try store.bytes(of: id(name)) == text.utf8.count && store.contains(id(name)))
        let bytes = text.utf8.count + memo.metadata.properties.json.count
        for (limit, isEnough) in [(bytes, true), (bytes - 1, false)] {
          let read = try? store.reading(atMost: limit, mayWait: true) { () throws(StoreError) in
            try store.memo(memo.metadata.id)
          }
          #expect((read != nil) == isEnough)
        }
        let query = ListQuery(sort: .title, order: .ascending, trashed: isTrashed, after: nil, limit: 100)
        let row = try store.list(query, leavingOut: []).rows.first { $0.summary.metadata.id == memo.metadata.id }
        #expect(row?.summary.displayTitle.utf8.elementsEqual(text.utf8) == true)
      }
    }
  }

  @Test("all of a memo's metadata comes back, in lists too", arguments: Implementation.allCases)
  func metadata(of implementation: Implementation) throws {
    let properties = #"{"n":1.50,"ü":["\u0000",null],"u\u0308":{"deep":true}}"#
    let store = try Place(implementation, in: folder).reopened { store in
      let times = (created: -1, modified: 1_700_000_000_123, trashed: 5)
      let a = try change(
        "a", version: 7, created: times.created, modified: times.modified, trashed: times.trashed,
        properties: properties)
      try store.write([a])
    }
    let query = ListQuery(sort: .modified, order: .ascending, trashed: true, after: nil, limit: 1)
    let listed = try store.list(query, leavingOut: []).rows.first?.summary.metadata
    for metadata in [try store.memo(id("a"))?.metadata, listed, try store.memos([id("a")]).first?.metadata] {
      #expect(metadata?.version == 7 && metadata?.createdAt.millisecondsSince1970 == -1)
      #expect(metadata?.modifiedAt.millisecondsSince1970 == 1_700_000_000_123)
      #expect(metadata?.trashedAt?.millisecondsSince1970 == 5)
      #expect(metadata?.properties.json == (try JSONObject(json: Array(properties.utf8)).json))
    }
  }

  @Test("of a memo that is not there nothing is found, and that is no error", arguments: Implementation.allCases)
  func nothing(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { try $0.write([change("a", text: "a")]) }
    let b = try id("b")
    #expect(try store.memo(b) == nil && store.bytes(of: b) == nil && !store.contains(b))
    #expect(try store.memo(b, revision: 1) == nil && store.pastMemo(b, revision: 1) == nil)
    #expect(try store.move(b, .undo) == nil && store.move(b, .redo) == nil)
    #expect(try store.history(b, before: nil, limit: 9).entries.isEmpty && store.marks(ofJournal: 5).isEmpty)
    #expect(try store.memos([b, id("a"), b]).map(\.words) == ["a"])
  }

  @Test("identifiers are found by their beginning or end, the whole one first", arguments: Implementation.allCases)
  func identifiers(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      try store.write(
        ["b", "ab", "bc", "abc", "cab", "a_b", "A", "bB"].map { try change($0, trashed: $0 == "ab" ? 1 : nil) })
    }
    func found(_ part: String, _ limit: Int = 100) throws -> [String] {
      try store.ids(beginningOrEndingWith: part, limit: limit).map(\.description)
    }
    #expect(try found("ab") == ["ab", "abc", "cab"])
    #expect(try found("b") == ["b", "a_b", "ab", "bB", "bc", "cab"])
    #expect(try found("b", 2) == ["b", "a_b"] && found("x") == [] && found("_") == [] && found("B") == ["bB"])
  }

  @Test("its figures count the trash", arguments: Implementation.allCases)
  func statistics(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { try $0.write([change("a"), change("b", trashed: 1)]) }
    #expect(try store.statistics().memos == 2)
  }

  @Test("a change without a text keeps the one that is stored", arguments: Implementation.writable)
  func withoutText(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try store.write([change("a", text: "kept")])
    try store.write([change("a", text: nil, version: 2)])
    let memo = try #require(try store.memo(id("a")))
    #expect(memo.words == "kept" && memo.metadata.version == 2)
  }

  @Test("what was saved is safe once it is settled, and nothing is told of that", arguments: Implementation.writable)
  func settling(of implementation: Implementation) throws {
    let store = Place(implementation, in: folder).store()
    try store.write([change("a", text: "kept")])
    #expect(try store.settle() && store.isSettled && store.takeNotice() == nil)
    #expect(try store.text("a") == "kept")
  }

  @Test("a store that can't be written refuses to be, and is as it was")
  func readOnly() throws {
    let store = try Place(.readOnly, in: folder).reopened { try $0.write([change("a", text: "kept")]) }
    let record = ImportRecord(source: "/f", id: try id("a"), digest: "d", text: [])
    for call in [{ try store.write([change("b")]) }, { try store.note([record]) }] as [() throws -> Void] {
      #expect((#expect(throws: StoreError.self) { try call() })?.reason == .readOnly)
    }
    #expect(try store.text("a") == "kept" && store.text("b") == nil && store.importRecord(of: "/f") == nil)
    #expect(try store.settle() && store.isSettled)
  }

  @Test(
    "what was imported and exported last is remembered in place of what was before", arguments: Implementation.allCases)
  func exchange(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { store in
      for (digest, text) in [("1", "one"), ("2", "two")] {
        try store.note(
          ["/a", "/b"].map {
            ImportRecord(source: $0, id: try id("m\(digest)"), digest: digest + $0, text: Array(text.utf8))
          })
      }
      try store.noteExport(["a.txt": "1", "b.txt": "2"], to: "/folder")
      try store.noteExport(["b.txt": "3", "c.txt": "4"], to: "/folder")
      try store.noteExport(["d.txt": "5"], to: "/other")
      try store.noteExport(["d.txt": "5"], to: "/emptied")
      try store.noteExport([:], to: "/emptied")
    }
    let record = try #require(try store.importRecord(of: "/b"))
    #expect(record.source == "/b" && record.id.description == "m2" && record.digest == "2/b")
    #expect(record.text == Array("two".utf8))
    #expect(try store.importRecord(of: "/c") == nil && store.exported(to: "/none").isEmpty)
    #expect(try store.exported(to: "/folder") == ["b.txt": "3", "c.txt": "4"])
    #expect(try store.exported(to: "/other") == ["d.txt": "5"] && store.exported(to: "/emptied").isEmpty)
  }
}
