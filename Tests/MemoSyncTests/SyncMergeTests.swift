import JSON
import MemoModel
import MemoText
import SyncDoubles
import Testing

@testable import MemoSync

@Suite("The changes of two devices to a memo, in one")
struct SyncMergeTests {
  private func memo(_ words: String) throws -> SyncMemo {
    let time = Timestamp(millisecondsSince1970: 0)
    var memo = SyncMemo(
      id: try #require(MemoID("m")), text: Rope(), properties: JSONObject(), createdAt: time, modifiedAt: time,
      trashedAt: nil)
    memo.lines = words.split(separator: " ").map(String.init)
    return memo
  }

  @Test(
    "have each line once that each has once, wherever that is, and whatever both come from",
    arguments: [
      // Both took in c, d and e before they took in each other's.
      ("a x y z", "a x y z c g h d f", "a c e d i x y z", "a c e d i x y z g h f"),
      ("a b", "a c b", "a b d", "a c b d"),
    ])
  func once(base: String, ours: String, theirs: String, merged: String) throws {
    let merge = SyncMerge(base: try memo(base), ours: try memo(ours), theirs: try memo(theirs))
    #expect(merge.memo.lines == merged.split(separator: " ").map(String.init))
  }

  @Test("have two lines where each wrote another composition of the same characters")
  func compositions() throws {
    var (base, ours, theirs) = (try memo("a"), try memo("a"), try memo("a"))
    base.text = Rope("1\n2\n3\n4\n5\n")
    ours.text = Rope("1\ncaf\u{E9}\n2\n3\n4\n5\n")
    theirs.text = Rope("1\n2\n3\n4\ncafe\u{301}\n5\n")
    let merged = SyncMerge(base: base, ours: ours, theirs: theirs).memo.text
    #expect(merged.utf8Bytes == Array("1\ncaf\u{E9}\n2\n3\n4\ncafe\u{301}\n5\n".utf8))
    let unknown = SyncMerge(base: nil, ours: ours, theirs: theirs).memo.text
    #expect(unknown.utf8Bytes == Array("1\ncaf\u{E9}\n2\n3\n4\ncafe\u{301}\n5\n".utf8))
  }

  @Test("have a line as often as either has it, and all of a line with separators in it")
  func several() throws {
    var (base, ours, theirs) = (try memo("a"), try memo("a"), try memo("a"))
    ours.text = Rope("a\nb\nb\nx\u{2028}y\n")
    theirs.text = Rope("x\u{2028}z\na\n")
    base.text = Rope("a\n")
    let merge = SyncMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.memo.text.string == "x\u{2028}z\na\nb\nb\nx\u{2028}y\n")
  }
}
