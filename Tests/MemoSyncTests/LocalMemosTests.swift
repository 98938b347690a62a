import JSON
import MemoModel
import MemoText
import SyncDoubles
import Testing

@testable import MemoSync

@Suite("What is here of many memos")
struct LocalMemosTests {
  private func memo(_ number: Int) throws -> SyncMemo {
    let time = Timestamp(millisecondsSince1970: number)
    return SyncMemo(
      id: try #require(MemoID("m\(number)")), text: Rope("\(number)\n"), properties: JSONObject(), createdAt: time,
      modifiedAt: time, trashedAt: nil)
  }

  @Test("comes one after the other, though some are read at a time, and no more than that")
  func order() throws {
    let device = SimulatedReplica()
    var counts: [Int] = []
    device.willRead = { counts.append($0) }
    let memos = try (0..<70).map { try memo($0) }
    for memo in memos where memo.id.description != "m33" { device.save(memo) }
    var read = LocalMemos(memos.map(\.id), of: device)
    for memo in memos.prefix(33) { #expect(try read.next().current?.memo.isIdentical(to: memo) == true) }
    #expect(counts == [32, 32])
    #expect(try read.next().current == nil)
    for memo in memos[34...] { #expect(try read.next().current?.memo.isIdentical(to: memo) == true) }
    #expect(counts == [32, 32, 6])
    #expect(throws: StoreError.self) { try read.next() }
  }

  @Test("is read from a store in the order in which it is asked for, with what is known of each on the hub")
  func stored() throws {
    let device = StoredDevice()
    for number in 0..<3 { device.save(try memo(number)) }
    let operation = OperationID(7)
    let row = SyncRow(base: SyncRow.Base(seq: 1, operation: operation), operations: [.init(operation, .dead)])
    for name in ["m1", "gone"] {
      let id = try #require(MemoID(name))
      #expect(
        try device.commit(
          [ReplicaChange(id: id, expected: nil, action: .keep, base: nil, row: row)], cursor: nil))
    }
    let names = ["m2", "gone", "m0", "none", "m1", "m2"]
    let found = try device.locals(names.map { try #require(MemoID($0)) })
    #expect(found.map { $0.current?.memo.text.string } == ["2\n", nil, "0\n", nil, "1\n", "2\n"])
    #expect(found.map { $0.row?.base?.seq } == [nil, 1, nil, nil, 1, nil])
  }

  @Test("is stored all at once, or not at all where one is another by now", arguments: [nil, 0, 65])
  func commit(stale: Int?) throws {
    let device = StoredDevice()
    let old = try (0..<70).map { try memo($0) }
    for memo in old { device.save(memo) }
    let here = try device.locals(old.map(\.id))
    let changes = zip(old, here).enumerated().map { number, pair in
      var new = pair.0
      new.text = Rope("new \(number)\n")
      let expected = pair.1.current?.revision
      return ReplicaChange(
        id: new.id, expected: number == stale ? 1 : expected, action: .store(new), base: nil, row: SyncRow())
    }
    #expect(try device.commit(changes, cursor: nil) == (stale == nil))
    let texts = try device.locals(old.map(\.id)).map { $0.current?.memo.text.string }
    #expect(texts == (0..<70).map { stale == nil ? "new \($0)\n" : "\($0)\n" })
  }
}
