import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

/// Devices on which all is deleted, as by mistake.
extension Simulation {
  /// Destroys all on one device, and checks that nothing of that arrives where nobody has agreed to it.
  func mishap() throws {
    let device = Int.random(in: devices.indices, using: &chance)
    for _ in 0...DeletionGuard.most { make(device, MemoID("m\(people.act())")) }
    try rest()
    isResting = true
    note("— all is destroyed on \(device)")
    let replica = devices[device].replica
    for memo in replica.memos.values.map(\.memo).sorted(by: { $0.id.description < $1.id.description }) {
      people.destroyed(memo, knowing: devices[device].acts[memo.id] ?? [])
      replica.destroy(memo.id, forgets: false)
    }
    _ = try exchange(device)
    for other in devices.indices where other != device {
      let before = devices[other].replica.memos.mapValues(\.revision)
      try require(try asks(other), "\(other) asks nobody")
      try require(before == devices[other].replica.memos.mapValues(\.revision), "\(other) changes before a yes")
    }
    try rest()
  }

  /// Begins an exchange to which nobody has agreed; whether it ends with a question.
  private func asks(_ device: Int) throws -> Bool {
    var run = SyncRun(
      devices[device].replica, chance: SeededGenerator(stream: chance.next()), names: devices[device].names,
      now: time(of: device), isConfirmed: slip == .device(.guardIgnored))
    var step = try run.next()
    while case .ask(let request) = step { step = try run.next(try answer(request)) }
    if case .confirm = step { return true }
    return false
  }
}
