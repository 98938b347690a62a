import MemoModel
import TestSupport
import Testing

@Suite("What every store promises of files that clients have open")
struct OpenFilePromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func row(_ path: String, _ memo: String) throws -> FileRow {
    FileRow(
      path: path, id: try id(memo), revision: 11, size: 1, modified: 1, changed: 1, inode: 1, born: 1, hash: 1,
      followsTitle: true)
  }

  @Test("each store knows its own from those of others, until they are closed", arguments: Implementation.writable)
  func open(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (one, other) = (place.store(), place.store())
    defer { for store in [one, other] { store.close() } }
    #expect(try one.filesOpen() == FilesOpen())
    try one.openFiles(of: [id("a"), id("b")])
    try one.openFiles(of: [id("a")])
    try other.openFiles(of: [id("b"), id("c")])
    #expect(try one.filesOpen() == FilesOpen(here: [id("a"), id("b")], elsewhere: [id("b"), id("c")]))
    #expect(try other.filesOpen() == FilesOpen(here: [id("b"), id("c")], elsewhere: [id("a"), id("b")]))
    try one.closeFiles(of: [id("a"), id("c")])
    #expect(try one.filesOpen() == FilesOpen(here: [id("b")], elsewhere: [id("b"), id("c")]))
  }

  @Test("what a store has open is open no longer once it is closed", arguments: Implementation.writable)
  func ended(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (one, other) = (place.store(), place.store())
    defer { other.close() }
    #expect(try one.write([put("a", "one", over: nil, as: 11)], journal: nil).isEmpty)
    let start = try other.externalChanges(since: nil).changeSequence
    try one.openFiles(of: [id("a")])
    #expect(try other.filesOpen().contains(id("a")))
    one.close()
    #expect(try other.filesOpen() == FilesOpen())
    #expect(try other.externalChanges(since: start).changes.map(\.id) == [id("a")])
    // Nobody finds it who looks later, either.
    #expect(try place.store().filesOpen() == FilesOpen())
  }

  @Test("closing is told to others, as no new version", arguments: Implementation.writable)
  func told(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (one, other) = (place.store(), place.store())
    defer { for store in [one, other] { store.close() } }
    #expect(try one.write([put("a", "one", over: nil, as: 11)], journal: nil).isEmpty)
    try one.openFiles(of: [id("a")])
    let start = try other.externalChanges(since: nil).changeSequence
    try one.closeFiles(of: [id("a")])
    let changes = try other.externalChanges(since: start).changes
    #expect(try changes.map(\.id) == [id("a")])
    #expect(changes.allSatisfy { $0.isFiling && $0.revision == 11 })
  }

  @Test("a file that is opened no longer follows its memo's title", arguments: Implementation.writable)
  func titled(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (one, other) = (place.store(), place.store())
    defer { for store in [one, other] { store.close() } }
    #expect(
      try one.write([put("a", "one", over: nil, as: 11), put("b", "two", over: nil, as: 12)], journal: nil).isEmpty)
    try one.note([row("1.md", "a"), row("2.md", "b")], forgetting: [])
    try other.openFiles(of: [id("a")])
    #expect(try one.fileRow(at: "1.md")?.followsTitle == false && one.fileRow(at: "2.md")?.followsTitle == true)
    #expect(try one.fileRow(at: "1.md")?.id == id("a") && one.fileRow(at: "3.md") == nil)
  }
}
