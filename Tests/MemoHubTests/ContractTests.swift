import MemoModel

import SyncDoubles
import TestSupport
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("A hub in a database answers as the simulated one")
struct ContractTests {
  @Test("whatever devices do, and whatever becomes of answers and of the hub", arguments: 0..<3)
  func trial(world: UInt64) async throws {
    let world = try await HubWorld(3, stream: 0x4800 + world)
    var copies: [(String, SimulatedHub)] = []
    for step in 0..<150 {
      try await world.act()
      if step % 40 == 20 { copies.append(("copy\(step)", try await world.backUp("copy\(step)"))) }
      if step % 50 == 49, let (name, copy) = copies.last { try await world.restore(name, copy) }
    }
    try await world.settle()
    let texts = world.devices.map { $0.memos.mapValues { "\($0.memo.lines) \($0.memo.isTrashed)" } }
    #expect(texts[0] == texts[1] && texts[1] == texts[2])
  }

  @Test("when a memo is made, changed on both, trashed and destroyed")
  func life() async throws {
    let world = try await HubWorld()
    try world.save(0, "m", "one/two/three")
    try await world.settle()
    try world.save(0, "m", "zero/one/two/three")
    try world.save(1, "m", "one/two/three/four")
    try await world.settle()
    #expect(try world.texts("m") == ["zero/one/two/three/four", "zero/one/two/three/four"])
    try world.save(1, "m", "end", trashed: true)
    try await world.settle()
    try world.destroy(0, "m")
    try await world.settle()
    #expect(try world.texts("m") == [nil, nil])
    try world.save(1, "m", "new")
    try await world.settle()
    #expect(try world.texts("m") == ["new", "new"])
  }

  @Test("when an answer is lost, and its text is typed on")
  func lostAnswer() async throws {
    let world = try await HubWorld()
    try world.save(0, "m", "one two three")
    try await world.settle()
    try world.save(0, "m", "one two three/four")
    world.checked.loses = { if case .push = $0 { true } else { false } }
    await #expect(throws: CheckedHub.Lost.self) { try await world.exchange(0) }
    world.checked.loses = { _ in false }
    try world.save(0, "m", "one two three/four!")
    try await world.settle()
    #expect(try world.texts("m") == ["one two three/four!", "one two three/four!"])
  }

  @Test("when 1,200 memos go in three pushes, and come in pages; a restored copy is out of step")
  func pages() async throws {
    let world = try await HubWorld()
    for number in 0..<1_200 { try world.save(0, "m\(number)", "text \(number)") }
    let copy = try await world.backUp("empty")
    try await world.exchange(0)
    try await world.exchange(1)
    #expect(world.checked.requests == 4 + 3)
    #expect(world.devices[1].memos.count == 1_200)
    try await world.restore("empty", copy)
    try world.save(0, "m0", "other")
    guard case .done(let report) = try await world.exchange(0) else { throw Mismatch("it asks") }
    #expect(report.isFull)
    try await world.settle()
    #expect(try world.texts("m0") == ["other", "other"] && world.checked.simulated.items.count == 1_200)
  }

  @Test("when a push names what isn't there")
  func strange() async throws {
    let world = try await HubWorld()
    try world.save(0, "m", "one")
    try await world.exchange(0)
    let cursor = try #require(world.devices[0].place)
    let body = Array(#"{"id":"m","operations":[7]}"#.utf8)
    let cursors = [
      cursor, HubCursor(epoch: HubEpoch(1), seq: 1, head: 1, mark: cursor.mark),
      HubCursor(epoch: cursor.epoch, seq: 1, head: 1, mark: nil),
      HubCursor(epoch: cursor.epoch, seq: 1, head: 1, mark: HubMark(9)),
      HubCursor(epoch: cursor.epoch, seq: 0, head: 0, mark: nil),
      HubCursor(epoch: cursor.epoch, seq: 0, head: 0, mark: cursor.mark),
      HubCursor(epoch: cursor.epoch, seq: 2, head: 2, mark: nil),
      HubCursor(epoch: cursor.epoch, seq: -1, head: -1, mark: nil),
    ]
    for cursor in cursors {
      for base in [-1, 0, 2, Int.max, Int.min] {
        let write = HubWrite(
          memo: try #require(MemoID("m")), base: base, operation: OperationID(7), isDead: false, body: body)
        _ = try await world.checked.answer(.push(HubPush(cursor: cursor, mark: HubMark(5), writes: [write])))
      }
    }
    for (after, head) in [(0, 0), (0, 1), (1, 1), (2, 2), (-1, -1), (Int.max, Int.max)] {
      _ = try await world.checked.answer(.pull(HubPull(after: after, head: head)))
    }
  }
}
