import JSON
import MemoModel
import MemoSync
import MemoText
import SyncDoubles
import TestSupport
import Testing

@testable import MemoHub

/// Devices that exchange through a hub in a database.
final class HubWorld {
  let hub: TestHub
  /// Each device's connection to it.
  let postgres: [PostgresHub]
  let checked: CheckedHub
  let devices: [SimulatedReplica]
  private var chance: SeededGenerator
  private var time = 0

  init(_ count: Int = 2, stream: UInt64 = 0x48) async throws {
    hub = try await TestHub()
    postgres = try await hub.account(devices: count)
    checked = CheckedHub(postgres, epoch: try await hub.epoch)
    devices = (0..<count).map { _ in SimulatedReplica() }
    chance = SeededGenerator(stream: stream)
  }

  /// A whole exchange of one device.
  @discardableResult
  func exchange(_ device: Int) async throws -> SyncStep {
    var run = SyncRun(
      devices[device], chance: SeededGenerator(stream: chance.next()), now: now(), isConfirmed: true)
    return try await run.exchange(with: checked.of(device))
  }

  /// What all devices do in turn until they have nothing to tell.
  func settle() async throws {
    for _ in 0..<4 { for device in devices.indices { try await exchange(device) } }
  }

  func now() -> Timestamp {
    time += 1
    return Timestamp(millisecondsSince1970: time * 1_000)
  }

  /// A memo without words.
  func memo(_ id: MemoID) -> SyncMemo {
    let now = now()
    return SyncMemo(id: id, text: Rope(), properties: JSONObject(), createdAt: now, modifiedAt: now, trashedAt: nil)
  }

  /// Saves a text, given as lines separated by `/`.
  func save(_ device: Int, _ id: String, _ text: String, trashed: Bool = false) throws {
    let (id, now) = (try #require(MemoID(id)), now())
    var memo = devices[device].memos[id]?.memo ?? memo(id)
    (memo.lines, memo.modifiedAt) = (text.split(separator: "/").map(String.init), now)
    memo.trashedAt = trashed ? memo.trashedAt ?? now : nil
    devices[device].save(memo)
  }

  func destroy(_ device: Int, _ id: String) throws { devices[device].destroy(try #require(MemoID(id)), forgets: false) }

  /// A text as ``save`` takes it, in brackets if it is in the trash; nil if there is none.
  func text(_ device: Int, _ id: String) throws -> String? {
    guard let memo = devices[device].memos[try #require(MemoID(id))]?.memo else { return nil }
    let text = memo.lines.joined(separator: "/")
    return memo.isTrashed ? "(\(text))" : text
  }

  /// What stands on all devices.
  func texts(_ id: String) throws -> [String?] { try devices.indices.map { try text($0, id) } }

  // MARK: What goes wrong

  private static let kept = ["account", "push", "item"]

  /// Makes a copy of the hub as it is.
  func backUp(_ name: String) async throws -> SimulatedHub {
    try await hub.sql(
      Self.kept.map { "CREATE TABLE public.\(name)_\($0) AS SELECT * FROM memo_sync.\($0)" }.joined(separator: ";"))
    return checked.simulated
  }

  /// Puts the copy in the hub's place.
  func restore(_ name: String, _ copy: SimulatedHub) async throws {
    try await hub.sql(
      Self.kept.map { "DELETE FROM memo_sync.\($0); INSERT INTO memo_sync.\($0) SELECT * FROM public.\(name)_\($0)" }
        .joined(separator: ";"))
    checked.simulated = copy
  }

  /// Somebody does something at random.
  func act() async throws {
    let (device, id) = (Int.random(in: devices.indices, using: &chance), "m\(Int.random(in: 0..<6, using: &chance))")
    let old = try text(device, id)?.trimmingPrefix("(").replacing(")", with: "")
    switch Int.random(in: 0..<10, using: &chance) {
    case 0: if old != nil { try destroy(device, id) }
    case 1: if let old { try save(device, id, String(old), trashed: true) }
    case 2...5: try save(device, id, "\(old.map { "\($0)/" } ?? "")w\(now().millisecondsSince1970)")
    case 6:
      let loss = Int.random(in: 1...3, using: &chance)
      var count = 0
      checked.loses = { _ in
        count += 1
        return count == loss
      }
      do { try await exchange(device) } catch is CheckedHub.Lost {}
      checked.loses = { _ in false }
    case 7:
      checked.times = 2
      try await exchange(device)
      checked.times = 1
    default: try await exchange(device)
    }
  }
}
