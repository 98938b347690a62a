import JSON
import MemoModel
import MemoReplica
import MemoText
import TestSupport
import Testing

import SyncDoubles

@testable import MemoSQLite
@testable import MemoSync

@Suite("A store that is synced")
struct StoredReplicaTests {
  private let device = StoredDevice()

  private func memo(_ text: String, at hours: Int) throws -> SyncMemo {
    let time = Timestamp(millisecondsSince1970: hours * 3_600_000)
    return SyncMemo(
      id: try #require(MemoID("m")), text: Rope(text), properties: JSONObject(), createdAt: time, modifiedAt: time,
      trashedAt: nil)
  }

  /// Records that the hub has a memo as it is now.
  private func settle(_ id: MemoID, at seq: Int) throws -> Int {
    let revision = try #require(try device.local(id).current?.revision)
    let operation = OperationID(Int64(seq))
    let row = SyncRow(
      base: SyncRow.Base(seq: seq, operation: operation), operations: [.init(operation, .revision(revision))])
    let change = ReplicaChange(id: id, expected: nil, action: .keep, base: nil, row: row)
    #expect(try device.commit([change], cursor: nil))
    return revision
  }

  @Test("keeps what the hub has of a memo, however long its history is, until the hub has something newer")
  func thinning() throws {
    device.save(try memo("0\n", at: 0))
    let id = try #require(MemoID("m"))
    let revision = try settle(id, at: 1)
    for hour in 1...300 { device.save(try memo("\(hour)\n", at: hour)) }
    #expect(try device.state(id, at: revision)?.text.string == "0\n")
    _ = try settle(id, at: 2)
    for hour in 301...400 { device.save(try memo("\(hour)\n", at: hour)) }
    #expect(try device.state(id, at: revision) == nil)
  }

  @Test("reports what the hub has, too, while that does not name all writes that it comes from")
  func untold() throws {
    let memo = try memo("0\n", at: 0)
    device.save(memo)
    let revision = try settle(memo.id, at: 2)
    #expect(try device.unsettled(upTo: 9).isEmpty)
    let base = SyncRow.Base(seq: 2, operation: OperationID(2))
    let held = SyncRow.Held(base.operation, .revision(revision))
    let rows = [
      SyncRow(base: base, operations: [.init(OperationID(1), .unknown), held], isTold: false),
      SyncRow(base: base, operations: [held, .init(OperationID(3), .unknown)]),
    ]
    for row in rows {
      let change = ReplicaChange(id: memo.id, expected: nil, action: .keep, base: nil, row: row)
      #expect(try device.commit([change], cursor: nil))
      #expect(try device.unsettled(upTo: 9) == [memo.id])
    }
  }

  @Test("keeps what arrived beside what is here, until nothing names it")
  func states() throws {
    let ours = try memo("ours\n", at: 1)
    device.save(ours)
    let operation = OperationID(7)
    var row = SyncRow(base: SyncRow.Base(seq: 1, operation: operation), operations: [.init(operation, .arriving)])
    let theirs = try memo("theirs\n", at: 2)
    let change = ReplicaChange(id: ours.id, expected: nil, action: .keep, base: theirs, row: row)
    #expect(try device.commit([change], cursor: nil))
    row = try #require(try device.local(ours.id).row)
    guard case .revision(let revision)? = row.baseState else { throw Mismatch("\(row) names no revision") }
    #expect(try device.state(ours.id, at: revision)?.isIdentical(to: theirs) == true)
    #expect(try device.unsettled(upTo: 9) == [ours.id])
    _ = try settle(ours.id, at: 2)
    #expect(try device.state(ours.id, at: revision) == nil && device.unsettled(upTo: 9).isEmpty)
  }

  @Test("takes nothing in where a memo has changed meanwhile, or the store has another hub")
  func expectations() throws {
    let ours = try memo("ours\n", at: 1)
    device.save(ours)
    let change = ReplicaChange(
      id: ours.id, expected: 5, action: .store(try memo("theirs\n", at: 2)), base: nil, row: SyncRow())
    #expect(try !device.commit([change], cursor: HubCursor(epoch: HubEpoch(1), seq: 1, head: 1, mark: HubMark(1))))
    #expect(try device.cursor() == nil && device.local(ours.id).row == nil)
    let destruction = ReplicaChange(id: ours.id, expected: 5, action: .destroy, base: nil, row: SyncRow())
    #expect(try !device.commit([destruction], cursor: nil))
    try device.store.setHub(SyncHub(url: "another", membership: []))
    let harmless = ReplicaChange(id: ours.id, expected: nil, action: .keep, base: nil, row: SyncRow())
    #expect(throws: StoreError.self) { try device.commit([harmless], cursor: nil) }
    #expect(try device.local(ours.id).current?.memo.isIdentical(to: ours) == true)
  }

  @Test("keeps no row that it could not read again")
  func unreadable() throws {
    let ours = try memo("ours\n", at: 1)
    device.save(ours)
    let deep = Array((String(repeating: "[", count: 128) + String(repeating: "]", count: 128)).utf8)
    var unknown = JSONObject()
    unknown["later"] = JSONValue(try JSONDocument(deep).root)
    let change = ReplicaChange(id: ours.id, expected: nil, action: .keep, base: nil, row: SyncRow(unknown: unknown))
    #expect {
      try device.commit([change], cursor: nil)
    } throws: { error in "\(error)".contains("can't be kept") }
    #expect(try device.local(ours.id).row == nil)
  }

  @Test("forgets all that it knew of a hub when it leaves it, and no memo")
  func leaving() throws {
    device.save(try memo("ours\n", at: 1))
    let id = try #require(MemoID("m"))
    _ = try settle(id, at: 1)
    #expect(try device.unsettled(upTo: 9).isEmpty && device.based() == [id])
    try device.store.setHub(nil)
    #expect(try device.unsettled(upTo: 9) == [id] && device.based().isEmpty && device.store.hub() == nil)
    #expect(try device.local(id).row == nil && device.count() == 1)
  }

  @Test(
    "says what to do where what is known of the hub is damaged",
    arguments: ["", "{", "[]", #"{"operations":[[1]]}"#, #"{"operations":[["a",1]]}"#, #"{"base":{"seq":1}}"#])
  func damage(row: String) throws {
    device.save(try memo("ours\n", at: 1))
    let id = try #require(MemoID("m"))
    _ = try settle(id, at: 1)
    try SQLiteConnection(path: device.database, busyTimeout: 1000).execute("UPDATE sync_rows SET row = '\(row)'")
    #expect {
      try device.local(id)
    } throws: { error in "\(error)".contains("memo-ls sync leave") }
  }

  @Test("rows and cursors are read as they were written")
  func encoding() throws {
    var chance = SeededGenerator(stream: 0x18)
    let hashes: [UInt128?] = [nil, 0, 7, 1 << 64, 0xA << 64 | 0xB, .max]
    for _ in 0..<200 {
      let states: [SyncRow.State] = [
        .dead, .unknown, .revision(.max), .revision(.random(in: 2 ... .max, using: &chance)),
      ]
      let operations = (0..<Int.random(in: 1...9, using: &chance)).map { _ in
        SyncRow.Held(
          OperationID(Int64(bitPattern: chance.next())), states.randomElement(using: &chance) ?? .dead,
          (hashes.randomElement(using: &chance) ?? nil).map {
            SyncDigest(hash: $0, isTrashed: .random(using: &chance))
          })
      }
      var unknown = JSONObject()
      if Bool.random(using: &chance) { unknown["later"] = .array([.string("\u{0}é")]) }
      let base = operations.randomElement(using: &chance).map { SyncRow.Base(seq: .max, operation: $0.operation) }
      let ancestors = OperationSet((0..<3).map { _ in OperationID(Int64(bitPattern: chance.next())) })
      let row = SyncRow(
        base: base, operations: operations, ancestors: ancestors, isTold: Bool.random(using: &chance), unknown: unknown)
      let read = try #require(SyncRow(try JSONDocument(row.json).root))
      let written = String(decoding: row.json, as: UTF8.self)
      let digests = operations.compactMap(\.digest)
      #expect(digests.allSatisfy { written.contains("\"\(String($0.hash, radix: 16))\"") })
      #expect(read.base == row.base && read.operations == row.operations && read.unknown.json == row.unknown.json)
      #expect(read.ancestors == ancestors && read.isTold == row.isTold)
      let cursor = HubCursor(
        epoch: HubEpoch(UInt128(chance.next()) << 64), seq: 1, head: .max,
        mark: Bool.random(using: &chance) ? HubMark(chance.next()) : nil, isComparing: Bool.random(using: &chance))
      #expect(HubCursor(try JSONDocument(cursor.json).root) == cursor)
    }
  }

  @Test("keep no place that no hub has", arguments: [(-1, 1), (2, 1), (-2, -1)])
  func places(seq: Int, head: Int) throws {
    let cursor = HubCursor(epoch: HubEpoch(1), seq: seq, head: head, mark: nil)
    #expect(HubCursor(try JSONDocument(cursor.json).root) == nil)
  }
}
