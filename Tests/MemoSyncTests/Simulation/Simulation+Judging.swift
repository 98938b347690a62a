import JSON
import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

extension Simulation {
  /// Checks what must hold after each commit, and remembers whose wishes a memo comes from.
  ///
  /// - Parameter decided: the wishes that the device's memos came from when the commit was decided.
  func committed(
    _ changes: [ReplicaChange], _ cursor: HubCursor?, on device: Int, knowing decided: [MemoID: Set<Int>]
  ) {
    for change in changes {
      var acts = decided[change.id] ?? []
      if let operation = change.row.base?.operation { acts.formUnion(actsOfWrites[operation] ?? []) }
      if change.row.base == nil, change.expected == nil, case .store = change.action {
        // A copy is the same wish, whichever device makes it.
        acts.insert(Int(change.row.operations.last?.operation.value ?? 0))
      }
      devices[device].acts[change.id, default: []].formUnion(acts)
      for held in change.row.operations where actsOfWrites[held.operation] == nil {
        actsOfWrites[held.operation] = acts
      }
      note("    \(Self.describe(change))")
    }
    guard let cursor else { return }
    if !cursor.isComparing { devices[device].cursors.append(cursor) }
    guard !cursor.isComparing, hub.knows(cursor) else { return }
    // What is at or below a cursor was taken in.
    for item in hub.items.values where item.seq <= cursor.seq {
      let base = devices[device].replica.rows[item.memo]?.base
      if base != SyncRow.Base(seq: item.seq, operation: item.operation) {
        let what = "\(device) is at \(cursor.seq), but of \(item.memo) at \(item.seq) it has \(base as Any)"
        mismatch = mismatch ?? Mismatch(what)
      }
    }
  }

  /// Checks what must hold at rest.
  func check() throws {
    let first = devices[0].replica.memos.mapValues(\.memo)
    for (number, device) in devices.enumerated() {
      let memos = device.replica.memos.mapValues(\.memo)
      for id in Set(memos.keys).union(first.keys) {
        try require(Self.same(memos[id], first[id]), "\(id) differs on 0 and \(number):\n\(picture(id))")
      }
      for id in memos.keys { try require(hub.items[id]?.isDead == false, "the hub has no \(id)\n\(picture(id))") }
    }
    for item in hub.items.values where !item.isDead {
      try require(first[item.memo] != nil, "only the hub has \(item.memo)")
    }
    try checkWords(first)
    try checkDestroyed(first)
    try checkQuiet()
    try checkReplay()
  }

  private func checkWords(_ memos: [MemoID: SyncMemo]) throws {
    var found: Set<String> = []
    var homes: [String: MemoID] = [:]
    for memo in memos.values {
      let lines = memo.lines
      try require(Set(lines).count == lines.count, "a line is twice in \(memo.id): \(lines)\n\(picture(memo.id))")
      found.formUnion(lines)
      guard memo.properties["conflictOf"] == nil else { continue }
      for line in lines {
        try require(homes[line] == nil, "\(line) is in \(memo.id) and \(homes[line] as Any)")
        homes[line] = memo.id
      }
    }
    let missing = people.alive.subtracting(found)
    try require(missing.isEmpty, "nowhere: \(missing.sorted())")
  }

  /// Checks that what was destroyed lives only if somebody wanted it of whom one who destroyed it knew nothing; of
  /// several who did so at the same time the first to tell decides.
  private func checkDestroyed(_ memos: [MemoID: SyncMemo]) throws {
    for (id, times) in people.destroyed {
      guard let memo = memos[id], !memo.isTrashed else { continue }
      let acts = devices.reduce(into: Set<Int>()) { $0.formUnion($1.acts[id] ?? []) }
      for known in times.values {
        try require(
          known.contains { !acts.subtracting($0).isEmpty }, "\(id) is back, and nobody wanted it\n\(picture(id))")
      }
    }
  }

  /// Checks that nothing is pushed or stored where nobody edits.
  private func checkQuiet() throws {
    let (head, commits) = (hub.head, devices.map(\.replica.commits))
    for device in devices.indices { try require(try !exchange(device), "\(device) pushes what nobody has edited") }
    try require(head == hub.head && commits == devices.map(\.replica.commits), "not quiet")
  }

  /// Checks that what was taken in before changes nothing when it comes again.
  private func checkReplay() throws {
    let device = Int.random(in: 0..<devices.count, using: &chance)
    let replica = devices[device].replica
    guard let old = pick(devices[device].cursors.filter(hub.knows)) else { return }
    devices[device].cursors.removeAll { !hub.knows($0) }
    let before = replica.memos.mapValues(\.revision)
    replica.rewind(to: old)
    try require(try !exchange(device), "\(device) pushes what it has pulled again")
    try require(before == replica.memos.mapValues(\.revision), "\(device) changes when a page comes again")
  }

  private static func same(_ one: SyncMemo?, _ other: SyncMemo?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.lines == other.lines && one.properties.json == other.properties.json && one.trashedAt == other.trashedAt
      && one.createdAt == other.createdAt && one.modifiedAt == other.modifiedAt
  }
}
