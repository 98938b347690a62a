import JSON
import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoSync

@Suite("The writes that a memo comes from")
struct OperationSetTests {
  @Test("are those that were put in and no others, in whatever order, and when they are read again")
  func membership() throws {
    var chance = SeededGenerator(stream: 0x77)
    for _ in 0..<200 {
      let low: Int64 = [.min, -20, 0, .max - 40].randomElement(using: &chance) ?? 0
      var (set, other, model) = (OperationSet(), OperationSet(), Set<Int64>())
      for _ in 0..<Int.random(in: 0...30, using: &chance) {
        let value = low + .random(in: 0...40, using: &chance)
        if Bool.random(using: &chance) { set.insert(OperationID(value)) } else { other.insert(OperationID(value)) }
        model.insert(value)
      }
      set.formUnion(other)
      let read = try #require(OperationSet(try JSONDocument(set.json).root))
      #expect(read == set)
      for value in low...low + 40 { #expect(set.contains(OperationID(value)) == model.contains(value)) }
    }
  }

  @Test("are the newest ones where another process wrote the memo too often")
  func most() {
    let set = OperationSet((0..<1_000).map { OperationID(10 * $0) })
    #expect(!set.contains(OperationID(10 * 743)) && set.contains(OperationID(10 * 744)))
  }

  @Test("are read again where runs stand side by side that are too long to be one")
  func long() throws {
    let count = 1 << 32
    for first in [0, Int.min, Int.max - 3 * count + 1] {
      let runs = [(0, count), (count, count), (2 * count - 1, 2), (2 * count + 1, count - 1)]
      let json = "[\(runs.map { "\(first + $0),\($1)" }.joined(separator: ","))]"
      let set = try #require(OperationSet(try JSONDocument(Array(json.utf8)).root))
      let read = try #require(OperationSet(try JSONDocument(set.json).root))
      for set in [set, read] {
        for number in [0, count, 3 * count - 1] { #expect(set.contains(OperationID(Int64(first + number)))) }
        for number in [-1, 3 * count] { #expect(!set.contains(OperationID(Int64(first &+ number)))) }
      }
    }
  }

  @Test(
    "are refused where they are none",
    arguments: ["7", "[1]", "[1,0]", "[1,\"2\"]", "[1,99999999999]", "[\(Int.max),2]"])
  func refused(json: String) throws {
    #expect(OperationSet(try JSONDocument(Array(json.utf8)).root) == nil)
  }

  @Test("are numbered one after the other by a process, and another begins elsewhere")
  func names() throws {
    var chance = SeededGenerator(stream: 0x78)
    let (one, other, id) = (OperationNames(&chance), OperationNames(&chance), try #require(MemoID("m")))
    var row = SyncRow()
    for _ in 0..<4_200 {
      let next = one.next(for: id, row, nil, &chance)
      row = SyncRow(operations: row.operations + [.init(next, .dead)])
    }
    let numbers = row.operations.map(\.operation.value)
    #expect(Set(numbers).count == 4_200)
    #expect(zip(numbers, numbers.dropFirst()).count { $1 == $0 + 1 } >= 4_197)
    let elsewhere = other.next(for: id, row, nil, &chance)
    #expect(!row.comes(from: elsewhere) && !numbers.contains(elsewhere.value - 1))
  }

  @Test("have of their memo's id only what the account's naming makes of it")
  func naming() throws {
    var chance = SeededGenerator(stream: 0x7A)
    let names = OperationNames(&chance)
    for (first, id) in [(-7, "m"), (0, "daily-2026-03-04"), (7, "daily-2026-03-05")] as [(Int64, String)] {
      let name = names.next(for: try #require(MemoID(id)), SyncRow(), { _, _ in OperationID(first << 32) }, &chance)
      #expect(name.value >> 32 == first)
    }
  }

  @Test("are to be told where the hub's version does not name them, whoever wrote that")
  func telling() throws {
    let (own, theirs, id) = (OperationID(1), OperationID(2), try #require(MemoID("m")))
    for (named, isTold) in [([own, theirs], true), ([theirs], false)] {
      let body = SyncBody(id: id, memo: nil, operations: named, unknown: JSONObject())
      let item = HubItem(memo: id, seq: 9, base: 0, operation: theirs, isDead: true, body: body.json)
      var (taken, shown) = (SyncRow(operations: [.init(own, .unknown)]), SyncRow())
      taken.take(try Arrival(item), as: .dead)
      shown = SyncRow(operations: taken.operations)
      shown.settle(on: try Arrival(item))
      for row in [taken, shown] { #expect(row.isTold == isTold && row.isSettled(at: nil) == isTold) }
    }
  }

  @Test("travel with a memo that is typed for long in few bytes")
  func size() throws {
    let pair = Pair()
    var chance = SeededGenerator(stream: 0x79)
    let names = OperationNames(&chance)
    for number in 0..<1_000 {
      try pair.save(0, "m", "typed \(number)")
      try pair.exchange(0, names: names)
    }
    #expect(try #require(pair.hub.items.values.first).body.count < 500)
  }
}
