import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A process that ends between two steps of an exchange")
struct CrashedExchangeTests {
  /// What others do to a file that was written, before the next process looks.
  enum Act: CaseIterable {
    case changesBack, swaps, moves

    func act(_ kept: KeptFolder) throws {
      switch self {
      case .changesBack: try kept.writeInPlace("one\n", "a.md")
      case .swaps:
        try kept.move("a.md", "c.md")
        try kept.move("b.md", "a.md")
        try kept.move("c.md", "b.md")
      case .moves:
        try kept.write("more\n", "d/c.md")
        try kept.move("a.md", "d/a.md")
      }
    }

    var name: String { [.changesBack: "a.md", .swaps: "b.md", .moves: "d/a.md"][self] ?? "" }
    var text: String { self == .changesBack ? "one\n" : "one\ninside\n" }
  }

  @Test(
    "what others do to a file that was written, but not noted, is done to its memo",
    arguments: Act.allCases, [true, false])
  func notNoted(act: Act, canExchange: Bool) throws {
    let kept = try KeptFolder(canExchange: canExchange)
    try kept.write("one\n", "a.md")
    try kept.write("two\n", "b.md")
    try kept.rest()
    let (id, rows) = (try #require(kept.memo("a.md")).metadata.id, try kept.other.fileRows())
    try kept.save("one\ninside\n", in: id)
    try kept.reconcile([])
    // As if the process had been killed before it noted the row.
    try kept.other.note(rows, forgetting: [])
    try act.act(kept)
    kept.wait(milliseconds: 60_000)
    try kept.reopen()
    try kept.rest()
    try kept.checkRest()
    #expect(kept.memo(act.name)?.metadata.id == id && kept.memo(act.name)?.words == act.text)
    #expect(kept.memos.count == (act == .moves ? 3 : 2) && kept.trashedMemos.isEmpty, "\(kept.files)")
  }

  @Test("what others add to a file that was merged, but not written, is merged from there")
  func notWritten() throws {
    let first = try KeptFolder()
    let lines = (0..<20).map { "\($0)\n" }
    func text(_ words: [Int: String]) -> String {
      lines.indices.map { lines[$0] + (words[$0] ?? "") }.joined()
    }
    try first.write(text([:]), "a.md")
    try first.rest()
    try first.save(text([19: "inside\n"]), in: #require(first.memo("a.md")).metadata.id)
    try first.write(text([3: "outside\n"]), "a.md")
    nonisolated(unsafe) var after: KeptFolder?
    nonisolated(unsafe) let folder = first
    first.steps.set { if $0 == .stored, after == nil { after = try? KeptFolder(after: folder) } }
    try first.reconcile()
    let kept = try #require(after)
    try kept.write(text([3: "outside\n", 9: "more\n"]), "a.md")
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == [text([3: "outside\n", 9: "more\n", 19: "inside\n"])])
  }
}
