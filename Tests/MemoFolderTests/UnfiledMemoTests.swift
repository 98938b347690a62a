import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder that is attached to a store with memos")
struct UnfiledMemoTests {
  @Test("no more of them are read at once than of any others, and each file gets the one that says the same")
  func bounded() throws {
    let kept = try KeptFolder()
    let text = String(repeating: "many words, again and again\n", count: 35_000)
    let ids = try (10..<30).map { try kept.save("\($0)\n\(text)") }
    for number in 10..<12 { try kept.write("\(number)\n\(text)", "\(number).md") }
    try kept.write("new\n", "new.md")
    try kept.reconcile()
    #expect(kept.files.count == 21 && kept.memos.count == 21)
    for (number, id) in zip(10..<12, ids) { #expect(kept.memo("\(number).md")?.metadata.id == id) }
    #expect(try #require(kept.double).mostBytesRead <= FolderKeeper.portionBytes)
  }
}
