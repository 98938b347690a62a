import JSON
import MemoModel

/// A push that waits for its answer.
struct Pushing {
  let push: HubPush
  /// The rows of what is pushed, in its order.
  let rows: [SyncRow]
}

extension SyncRun {
  /// Pushes what the hub does not have, as much as goes at once; ends if there is nothing.
  mutating func push() throws(SyncError) -> SyncStep {
    while true {
      let known = report.notSent
      let ids = try local { (replica) throws(StoreError) in
        try replica.unsettled(upTo: HubPush.mostWrites + known.count)
      }.filter { !known.contains($0) }.prefix(HubPush.mostWrites)
      var (changes, writes, rows, bytes): ([ReplicaChange], [HubWrite], [SyncRow], Int) = ([], [], [], 0)
      var memos = LocalMemos(Array(ids), of: replica)
      for id in ids {
        let local = try local { (_) throws(StoreError) in try memos.next() }
        guard local.current != nil || local.row != nil else { continue }
        if local.row?.isAside == true {
          report.aside.insert(id)
          continue
        }
        if let row = try settled(local) {
          changes.append(ReplicaChange(id: id, expected: nil, action: .keep, base: nil, row: row))
          continue
        }
        let (row, write) = write(id, local)
        guard write.body.count <= longestBody else {
          report.overlong.insert(id)
          continue
        }
        guard Self.canBeRead(write, local.current?.memo) else {
          report.unsent.insert(id)
          continue
        }
        bytes += HubPush.sealedBytes(of: write.body.count)
        if !writes.isEmpty, bytes > HubPush.mostBytes { break }
        changes.append(ReplicaChange(id: id, expected: nil, action: .keep, base: nil, row: row))
        writes.append(write)
        rows.append(row)
      }
      if changes.isEmpty {
        // Others may stand behind them.
        if report.notSent.count > known.count { continue }
        return .done(report)
      }
      // Noted before it is sent: what the hub may have is known, whatever becomes of the answer.
      guard try commit(changes, cursor: nil) else { throw SyncError.busy }
      guard !writes.isEmpty else { continue }
      let cursor = try local { (replica) throws(StoreError) in try replica.cursor() }
      guard let cursor else { return try pull() }
      sent.formUnion(writes.map(\.memo))
      report.pushed = sent.count
      let push = HubPush(cursor: cursor, mark: HubMark(chance.next()), writes: writes)
      state = .pushing(Pushing(push: push, rows: rows))
      return .ask(.push(push))
    }
  }

  /// Whether another device could read what the hub would have of a memo, and keep it as this one keeps its own.
  private static func canBeRead(_ write: HubWrite, _ memo: SyncMemo?) -> Bool {
    let isDeep = memo?.properties.members.contains { $0.value.nests(deeperThan: KnownProperties.mostLevels) } ?? false
    guard !isDeep, let read = try? SyncBody(decoding: write.body, isDead: write.isDead) else { return false }
    return !read.isTooDeep
  }

  /// The row of a memo that was saved, but is what the hub has, with nothing to be told; nil for any other.
  private func settled(_ memo: LocalMemo) throws(SyncError) -> SyncRow? {
    guard let (ours, revision) = memo.current, var row = memo.row, let base = row.base,
      case .revision(let known)? = row.settledState
    else { return nil }
    let theirs = try local { (replica) throws(StoreError) in try replica.state(ours.id, at: known) }
    guard let theirs, theirs.isIdentical(to: ours) else { return nil }
    row.settle(base, as: .revision(revision))
    return row
  }

  private mutating func write(_ id: MemoID, _ local: LocalMemo) -> (row: SyncRow, write: HubWrite) {
    var row = local.row ?? SyncRow()
    let state = local.current.map { SyncRow.State.revision($0.revision) } ?? .dead
    let known = row
    let operation = row.operation(for: state, local.current.map { SyncDigest(of: $0.memo) }) {
      names.next(for: id, known, naming, &chance)
    }
    let travelling = row.travelling(with: operation)
    let body = SyncBody(
      id: id, memo: local.current?.memo, operations: travelling, ancestors: row.ancestors(besides: travelling),
      unknown: row.unknown)
    let write = HubWrite(
      memo: id, base: row.base?.seq ?? 0, operation: operation, isDead: local.current == nil, body: body.json)
    return (row, write)
  }

  /// The answer to a push has come.
  mutating func receive(_ answer: HubPushAnswer, _ pushing: Pushing) throws(SyncError) -> SyncStep {
    let (cursor, writes) = (pushing.push.cursor, pushing.push.writes)
    guard case .written(let before, let last) = answer else { return try pullAgain(cursor.epoch) }
    guard before >= cursor.seq, last >= before, last - before <= writes.count else {
      throw SyncError.badAnswer("\(writes.count) writes behind \(cursor.seq) are said to go from \(before) to \(last)")
    }
    // Where others have written, too, a pull tells what became of it: nothing that the cursor does not cover may count
    // as the hub's, since it may lose that without its being found out.
    guard before == cursor.seq, last - before == writes.count else { return try pullAgain(cursor.epoch) }
    fruitless = 0
    var changes: [ReplicaChange] = []
    for (number, (write, row)) in zip(writes, pushing.rows).enumerated() {
      var row = row
      row.settle(SyncRow.Base(seq: before + number + 1, operation: write.operation))
      changes.append(ReplicaChange(id: write.memo, expected: nil, action: .keep, base: nil, row: row))
    }
    let reached = HubCursor(epoch: cursor.epoch, seq: last, head: last, mark: pushing.push.mark)
    guard try commit(changes, cursor: reached) else { throw SyncError.busy }
    return try push()
  }

  /// Others were faster, or the hub has lost something.
  private mutating func pullAgain(_ epoch: HubEpoch) throws(SyncError) -> SyncStep {
    fruitless += 1
    if fruitless <= Self.mostAttempts { return try pull() }
    // Nothing is new, and yet it takes in nothing: one of both has forgotten something.
    guard reconciliations == 0 else { throw SyncError.badAnswer("it takes in no writes, and has nothing new") }
    return try reconcile(epoch)
  }
}
