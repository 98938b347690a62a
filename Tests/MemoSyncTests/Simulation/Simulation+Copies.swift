import JSON
import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

/// Older copies of the hub and of devices' memos that are put back while nobody edits.
extension Simulation {
  /// Puts some back, and checks that all is as it was again: what nobody has any more was taken away by everybody.
  func goBack() throws {
    let before = devices[0].replica.memos.mapValues(\.memo)
    for device in devices.indices where chance.chance(50) {
      devices[device].copies.append(devices[device].replica.copy)
    }
    let olderHub = chance.chance(60) ? pick(backups.filter(isPast)) : nil
    if let olderHub {
      note("older hub: \(olderHub.head) of \(hub.head)")
      hub = olderHub
    }
    var wantedAgain: Set<MemoID> = []
    // One device at least is not the older.
    let newest = Int.random(in: 0..<devices.count, using: &chance)
    for device in devices.indices where device != newest && chance.chance(50) {
      guard let copy = pick(devices[device].copies) else { continue }
      note("older: \(device)")
      devices[device].replica.restore(copy)
      devices[device].names = OperationNames(&chance)
      // Where the hub has become older, too, whoever destroyed something may know nothing of the words that an older
      // device goes on from: what lives there counts as wanted.
      guard olderHub != nil else { continue }
      for (id, stored) in devices[device].replica.memos where before[id] == nil && !stored.memo.isTrashed {
        devices[device].acts[id, default: []].insert(people.act())
        wantedAgain.insert(id)
      }
    }
    // A tombstone that is not the last word still sends an older memo to the trash, which is news to everybody.
    var dead = Set(hub.items.values.filter(\.isDead).map(\.memo))
    for replica in devices.map(\.replica) { dead.formUnion(replica.rows.keys.filter { replica.memos[$0] == nil }) }
    try rest()
    let after = devices[0].replica.memos.mapValues(\.memo)
    for (id, memo) in after {
      // What was destroyed is back in the trash at most, since a tombstone sends there what is not in it.
      guard let old = before[id] else {
        let isNews = dead.contains { memo.properties["conflictOf"]?.json == JSONValue.string($0.description).json }
        try require(memo.isTrashed || isNews || wantedAgain.contains(id), "\(id) is back\n\(picture(id))")
        continue
      }
      if dead.contains(id) { continue }
      try require(memo.isAsWell(as: old), "\(id) was \(old.lines), is \(memo.lines)\n\(picture(id))")
    }
    for id in before.keys { try require(after[id] != nil, "\(id) is gone\n\(picture(id))") }
  }

  /// Whether the hub is what became of a copy, so that nothing in that is news to everybody.
  private func isPast(_ copy: SimulatedHub) -> Bool {
    hub.knows(HubCursor(epoch: copy.epoch, seq: copy.head, head: copy.head, mark: copy.marks[copy.head]))
  }
}
