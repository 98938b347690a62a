import MemoModel
import Platform
import SyncDoubles
import TestSupport
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("What somebody changed in the hub's tables")
struct HarmedHubTests {
  private static let long = "decode(repeat('00', 400), 'hex')"

  /// What is done to the first of three items or to its account, and a part of the error's message.
  private static let harms: [(change: String, message: String)] = [
    ("UPDATE memo_sync.item SET body = '' WHERE seq = 1", "only 0 bytes"),
    ("UPDATE memo_sync.item SET body = substr(body, 1, 40) WHERE seq = 1", "only 40 bytes"),
    ("UPDATE memo_sync.item SET body = substr(body, 1, octet_length(body) - 1) WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET body = set_byte(body, 60, get_byte(body, 60) # 1) WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET body = \(long) WHERE seq = 1", "key 0"),
    ("UPDATE memo_sync.item SET body = set_byte(body, 7, 0) WHERE seq = 1", "key 0"),
    ("UPDATE memo_sync.item SET body = set_byte(body, 0, 255) WHERE seq = 1", "update memo-ls"),
    ("UPDATE memo_sync.item SET body = set_byte(body, 4, 255) WHERE seq = 1", "keys were changed"),
    ("UPDATE memo_sync.item i SET body = j.body FROM memo_sync.item j WHERE i.seq = 1 AND j.seq = 2", "not sealed"),
    ("UPDATE memo_sync.item SET op = op + 1 WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET dead = true WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET base = -1 WHERE seq = 1", "goes on from -1"),
    ("UPDATE memo_sync.item SET seq = 7, base = 6 WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET item = set_byte(item, 0, get_byte(item, 0) # 1) WHERE seq = 1", "not sealed"),
    ("UPDATE memo_sync.item SET item = 'short' WHERE seq = 1", "5 bytes for 32"),
    ("UPDATE memo_sync.item SET seq = 9223372036854775807 WHERE seq = 3", "page"),
    ("UPDATE memo_sync.account SET head = 2", "page"),
    ("UPDATE memo_sync.account SET head = -5", "last number is -5"),
    ("UPDATE memo_sync.account SET key_number = 2", "keys were changed"),
    ("UPDATE memo_sync.account SET key_number = -2", "restored"),
    ("UPDATE memo_sync.account SET protocol = 2", "protocol 2"),
    ("UPDATE memo_sync.push SET mark = 'x'", "1 bytes for 8"),
    ("DELETE FROM memo_sync.account", "the hub has lost this account"),
    ("DELETE FROM memo_sync.device", "not the login of this device"),
    ("DELETE FROM memo_sync.account; DELETE FROM memo_sync.device", "not the login of this device"),
    ("ALTER TABLE memo_sync.item ALTER op TYPE text", "bytes for a number"),
    ("ALTER TABLE memo_sync.item DROP body CASCADE", "column"),
    ("DROP TABLE memo_sync.item", "no hub"),
    ("DROP SCHEMA memo_sync CASCADE", "no hub"),
  ]

  @Test("by a device of the account is told, too: an item that is another memo's, or none's")
  func member() async throws {
    let bodies = [
      (#"{"id":"other","operations":[1],"text":""}"#, "not memo other's"), (#"{"id":7}"#, "does not say"),
      ("{}", "does not say"), ("no JSON", "does not say"), ("", "does not say"),
    ]
    let hub = try await TestHub()
    let device = try await hub.account()[0]
    let keys = try #require(device.membership.keys)
    _ = try await device.put("m")
    let row = try await hub.sql("SELECT op FROM memo_sync.item")
    let context = ItemContext(
      account: device.membership.account, item: keys.item(of: try #require(MemoID("m"))),
      operation: OperationID(try #require(Int64(row[0][0]))), base: 0, isDead: false)
    for (body, message) in bodies {
      let sealed = Hexadecimal.text(of: keys.seal(Array(body.utf8), context))
      try await hub.sql("UPDATE memo_sync.item SET body = '\\x\(sealed)'")
      let error = await #expect(throws: SyncError.self) { try await device.all() }
      #expect(error?.description.contains(message) == true, "\(body): \(error as Any)")
    }
  }

  @Test("where it is only the marks of pushes: all is compared, and goes on")
  func marks() async throws {
    let world = try await HubWorld()
    try world.save(0, "m", "one")
    try await world.settle()
    let before = try await world.hub.sql("SELECT seq, body FROM memo_sync.item")
    for _ in 0..<2 {
      try await world.hub.sql("DELETE FROM memo_sync.push")
      for device in world.devices.indices {
        var run = SyncRun(
          world.devices[device], chance: SystemRandomNumberGenerator(), now: world.now(), isConfirmed: true)
        guard case .done(let report) = try await run.exchange(with: world.postgres[device]) else {
          throw Mismatch("device \(device) is not done")
        }
        #expect(report.isFull && report.pushed == 0)
      }
    }
    #expect(try await world.hub.sql("SELECT seq, body FROM memo_sync.item") == before)
    try world.save(1, "m", "one/two")
    for device in [1, 0] {
      var run = SyncRun(
        world.devices[device], chance: SystemRandomNumberGenerator(), now: world.now(), isConfirmed: true)
      _ = try await run.exchange(with: world.postgres[device])
    }
    #expect(world.devices.allSatisfy { $0.memos.values.allSatisfy { $0.memo.lines == ["one", "two"] } })
    #expect(try await world.hub.sql("SELECT last_seq FROM memo_sync.push") == [["2"]])
  }

  @Test("is told, and nothing of it is taken in", arguments: harms.indices)
  func harm(index: Int) async throws {
    let world = try await HubWorld()
    for number in 0..<3 { try world.save(0, "m\(number)", "one") }
    try await world.exchange(0)
    let loosened =
      [
        "item_item_check", "item_check", "item_base_check", "item_account_seq_key",
      ].map { "ALTER TABLE memo_sync.item DROP CONSTRAINT \($0)" } + [
        "ALTER TABLE memo_sync.push DROP CONSTRAINT push_mark_check",
        "ALTER TABLE memo_sync.account DROP CONSTRAINT account_head_check, DROP CONSTRAINT account_key_number_check",
      ]
    try await world.hub.sql(loosened.joined(separator: ";"))
    let (change, message) = Self.harms[index]
    try await world.hub.sql(change)
    var run = SyncRun(
      world.devices[1], chance: SystemRandomNumberGenerator(), now: world.now(), isConfirmed: true)
    let hub = world.postgres[1]
    var error: (any Error)?
    do { _ = try await run.exchange(with: hub) } catch let thrown { error = thrown }
    #expect(error is HubError || error is SyncError, "\(change)")
    let told = error.map { "\($0)" } ?? ""
    #expect(told.contains(message), "\(change): \(told)")
    #expect(world.devices[1].commits == 0 && world.devices[1].memos.isEmpty)
  }
}
