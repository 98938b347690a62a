package import MemoModel

/// The fate of a memo here when an item of the hub arrives.
package struct SyncDecision: Sendable {
  /// The change; nil if there is nothing to do.
  package private(set) var change: ReplicaChange?
  /// The hub's text, if it could not be merged: it is to become a memo of its own, unless there ever was that one.
  package private(set) var copy: ReplicaChange?
  /// Whether a tombstone takes the memo away, be it into the trash.
  package private(set) var isDeletion = false

  /// The common ancestor of both sides.
  enum Ancestor {
    case none
    case dead
    case memo(SyncMemo)

    var memo: SyncMemo? { if case .memo(let memo) = self { memo } else { nil } }
  }

  /// The digest of the newest common ancestor; nil if that is not known.
  private var digest: SyncDigest?
  private let theirs: Arrival
  private let local: LocalMemo
  private let naming: WriteNaming?

  /// Decides.
  ///
  /// - Parameters:
  ///   - theirs: the item.
  ///   - local: what is here.
  ///   - isFull: whether the hub may have lost what the row's base was.
  ///   - now: the time of going to the trash.
  ///   - naming: what names the writes of copies.
  ///   - state: finds what a memo was at a revision.
  package init(
    _ theirs: Arrival, _ local: LocalMemo, isFull: Bool, now: Timestamp, _ naming: WriteNaming?,
    state: (Int) throws(StoreError) -> SyncMemo?
  ) throws(StoreError) {
    (self.theirs, self.local, self.naming) = (theirs, local, naming)
    if let row = local.row, row.comes(from: theirs.operation) {
      try settle(row, state)
      return
    }
    if theirs.isAside {
      leaveAside()
      return
    }
    let ancestor = try Self.ancestor(of: theirs, local.row, isFull, state)
    digest = Self.digest(of: theirs, local.row, isFull)
    switch (local.current?.memo, theirs.memo) {
    case (nil, nil): change(.keep, .dead)
    case (nil, let memo?): arrive(memo, ancestor)
    case (let ours?, nil): end(ours, ancestor, now)
    case (let ours?, let memo?): merge(ours, memo, ancestor)
    }
  }

  /// Settles a state here that comes from this write: ours is newer, or the same.
  private mutating func settle(
    _ row: SyncRow, _ state: (Int) throws(StoreError) -> SyncMemo?
  ) throws(StoreError) {
    guard row.base != theirs.asBase else { return }
    var row = row
    row.settle(on: theirs)
    var isMissing = row.baseState == .unknown
    if case .revision(let revision)? = row.baseState { isMissing = try state(revision) == nil }
    isMissing = isMissing && !theirs.isAside
    if isMissing { row.settle(on: theirs, as: theirs.memo == nil ? .dead : .arriving) }
    change = ReplicaChange(
      id: theirs.id, expected: local.current?.revision, action: .keep, base: isMissing ? theirs.memo : nil, row: row)
  }

  /// Nothing of it can be taken in.
  private mutating func leaveAside() {
    var row = local.row ?? SyncRow()
    guard !row.isAside else { return }
    row.leaveAside()
    change = ReplicaChange(
      id: theirs.id, expected: local.current?.revision, action: .keep, base: nil, row: row)
  }

  /// The newest that both come from and that is here.
  private static func ancestor(
    of theirs: Arrival, _ row: SyncRow?, _ isFull: Bool, _ state: (Int) throws(StoreError) -> SyncMemo?
  ) throws(StoreError) -> Ancestor {
    guard let row else { return .none }
    for held in row.operations.reversed() where theirs.comes(from: held.operation) {
      switch held.state {
      case .dead: return .dead
      case .revision(let revision): if let memo = try state(revision) { return .memo(memo) }
      case .unknown, .arriving: continue
      }
    }
    // A hub that has lost nothing has only what goes on from the base, however far.
    guard !isFull, let base = row.baseState else { return .none }
    switch base {
    case .dead: return .dead
    case .revision(let revision): return try state(revision).map { .memo($0) } ?? .none
    case .unknown, .arriving: return .none
    }
  }

  /// The digest of the newest common ancestor, which is remembered for longer than its state.
  private static func digest(of theirs: Arrival, _ row: SyncRow?, _ isFull: Bool) -> SyncDigest? {
    guard let row else { return nil }
    let common = row.operations.last { theirs.comes(from: $0.operation) && $0.state != .unknown }
    return common.map(\.digest) ?? (isFull ? nil : row.baseDigest)
  }

  /// Whether somebody wanted a memo since what both come from. Where nobody knows that, it counts as wanted.
  private func isWanted(_ memo: SyncMemo, since ancestor: Ancestor) -> Bool {
    digest.map { memo.isWanted(since: $0) } ?? ancestor.memo.map { memo.isWanted(since: $0) } ?? true
  }

  /// Whether it was destroyed here by somebody who knew just this, and nobody was told, though a tombstone came of
  /// somebody who knew less: another device goes on from that one with what it has, and wants nothing new.
  private func isDestroyedKnowing(_ memo: SyncMemo) -> Bool {
    guard let row = local.row, !row.isTold, let last = row.operations.last(where: { $0.digest != nil }),
      theirs.comes(from: last.operation)
    else { return false }
    return last.digest.map { !memo.isWanted(since: $0) } ?? false
  }

  /// It is not here.
  private mutating func arrive(_ memo: SyncMemo, _ ancestor: Ancestor) {
    if local.row != nil, !isWanted(memo, since: ancestor) || isDestroyedKnowing(memo) {
      // It was destroyed here, and nobody has touched it there since: the tombstone is still to be told.
      change(.keep, .arriving, base: memo)
    } else {
      change(.store(memo), .arriving)
    }
  }

  /// A tombstone comes.
  private mutating func end(_ ours: SyncMemo, _ ancestor: Ancestor, _ now: Timestamp) {
    guard !isWanted(ours, since: ancestor) else {
      change(.keep, .dead)
      return
    }
    isDeletion = true
    if ours.isTrashed {
      change(.destroy, .dead)
    } else {
      var ours = ours
      ours.trashedAt = now
      change(.store(ours), .dead)
    }
  }

  /// Merges a memo that both have.
  private mutating func merge(_ ours: SyncMemo, _ theirs: SyncMemo, _ ancestor: Ancestor) {
    if ours.isAsWell(as: theirs) || ancestor.memo.map({ ours.isAsWell(as: $0) }) == true {
      change(.store(theirs), .arriving)
      return
    }
    let merge = SyncMerge(base: ancestor.memo, ours: ours, theirs: theirs)
    if merge.hasConflict { copy = ConflictCopy.change(of: theirs, by: self.theirs.operation, naming) }
    // What differs in its dates alone would go back and forth for nothing, whatever the clocks say.
    if merge.memo.isAsWell(as: theirs) {
      change(.store(theirs), .arriving)
    } else {
      change(merge.memo.isIdentical(to: ours) ? .keep : .store(merge.memo), .arriving, base: theirs)
    }
  }

  private mutating func change(_ action: ReplicaChange.Action, _ state: SyncRow.State, base: SyncMemo? = nil) {
    var row = local.row ?? SyncRow()
    row.take(theirs, as: state)
    change = ReplicaChange(
      id: theirs.id, expected: local.current?.revision, action: action, base: base, row: row)
  }
}
