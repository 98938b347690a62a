import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder that is attached to a store with memos")
struct UnfiledMemoTests {
  @Test("of these only those as long as a new file are read, and each file gets one that says the same")
  func lengths() throws {
    let kept = try KeptFolder()
    let ids = try ["one\n", "two\n", "two\n", "a longer one\n"].map { try kept.save($0) }
    kept.keeper.memos = Set(ids)
    func taken(_ text: String) throws -> MemoID? {
      let mark = FileMark(size: text.utf8.count, modified: 0, changed: 0, inode: 0, born: 0)
      return try kept.keeper.takeUnfiled(KnownFile(mark, ContentHash.of(Array(text.utf8))))?.0
    }
    #expect(try taken("new\n") == nil && taken("longest of all\n") == nil)
    #expect(try [taken("two\n"), taken("two\n")].map { try #require($0) }.sorted() == ids[1...2].sorted())
    #expect(try taken("two\n") == nil && taken("one\n") == ids[0])
    #expect(try #require(kept.double).mostBytesRead == 12)
    #expect(try taken("a longer one\n") == ids[3])
  }
}
