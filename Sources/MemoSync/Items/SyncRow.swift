package import JSON

/// A device's record of how its memo stands with the hub.
package struct SyncRow: Sendable {
  /// The hub's version that the memo goes on from.
  package struct Base: Hashable, Sendable {
    /// Its number on the hub.
    package let seq: Int
    /// The write that made it; one of ``SyncRow/operations``.
    package let operation: OperationID

    /// Creates one from its parts.
    package init(seq: Int, operation: OperationID) { (self.seq, self.operation) = (seq, operation) }
  }

  /// The state that a write gave the memo, as far as this device has it.
  package enum State: Hashable, Sendable {
    /// The state with this revision in the store.
    case revision(Int)
    /// The state that is stored together with this row; the replica puts the revision in its place.
    case arriving
    /// A tombstone.
    case dead
    /// Another device wrote it, and wrote over it.
    case unknown
  }

  /// A write that the memo, as it is here, comes from.
  package struct Held: Hashable, Sendable {
    /// The write's name.
    package let operation: OperationID
    /// The state that it gave the memo.
    package var state: State
    /// The digest of that state; nil for a tombstone, and if this device never had it.
    package var digest: SyncDigest?

    /// Creates one from its parts.
    package init(_ operation: OperationID, _ state: State, _ digest: SyncDigest? = nil) {
      (self.operation, self.state, self.digest) = (operation, state, digest)
    }
  }

  /// The most writes, the base the last of them, of which more than the name is remembered: as many as a body names.
  package static let mostSettled = SyncBody.mostOperations

  /// The base; nil if the hub has nothing of it.
  package private(set) var base: Base?
  /// Writes that the memo comes from, oldest first. Those behind the base are pushes of this device without an answer,
  /// or writes that the hub has lost.
  package private(set) var operations: [Held]
  /// Writes that the memo comes from, too, and of which only the names are known: so a hub, or a store, that is an
  /// older copy is known for one, however old it is.
  package private(set) var ancestors: OperationSet
  /// Whether the base names all writes before it. One that somebody else made may lack some, and yet have the words
  /// that came of them: then the hub is to be told, or a device that is put back to one of them would not find that
  /// it is past.
  package private(set) var isTold: Bool
  /// Whether the hub has one behind the base that is left aside here.
  package private(set) var isAside: Bool
  /// The members of the item that only a later version of the program knows.
  package private(set) var unknown: JSONObject

  /// Creates one from all its parts; without any, that of a memo that the hub never saw.
  package init(
    base: Base? = nil, operations: [Held] = [], ancestors: OperationSet = OperationSet(), isTold: Bool = true,
    isAside: Bool = false, unknown: JSONObject = JSONObject()
  ) {
    (self.base, self.operations, self.ancestors) = (base, operations, ancestors)
    (self.isTold, self.isAside, self.unknown) = (isTold, isAside, unknown)
  }

  private var baseIndex: Int? { base.flatMap { base in operations.firstIndex { $0.operation == base.operation } } }

  /// The state that the base gave the memo; nil without a base.
  package var baseState: State? { baseIndex.map { operations[$0].state } }

  /// The digest of that state; nil without a base, or for a tombstone.
  var baseDigest: SyncDigest? { baseIndex.flatMap { operations[$0].digest } }

  /// Whether the memo is what a write made of it, or goes on from that.
  package func comes(from operation: OperationID) -> Bool {
    ancestors.contains(operation) || operations.contains { $0.operation == operation }
  }

  /// The newest of the writes that have certain numbers.
  func newestOperation(in numbers: ClosedRange<Int64>) -> OperationID? {
    operations.last { numbers.contains($0.operation.value) }?.operation ?? ancestors.last(in: numbers)
  }

  /// Writes that the hub has not shown since the base.
  var unsettled: ArraySlice<Held> { operations[(baseIndex.map { $0 + 1 } ?? 0)...] }

  /// The newest writes that the body of a write carries: what it comes from, and itself.
  func travelling(with operation: OperationID) -> [OperationID] {
    let known = operations.map(\.operation).filter { $0 != operation }
    let last = known.suffix(SyncBody.mostOperations - 1)
    // What is written over is named, however old a copy of itself the hub has become.
    guard let base = base?.operation, !last.contains(base) else { return last + [operation] }
    return [base] + last.dropFirst() + [operation]
  }

  /// All the others that it comes from.
  func ancestors(besides travelling: [OperationID]) -> OperationSet {
    var all = ancestors
    for held in operations where !travelling.contains(held.operation) { all.insert(held.operation) }
    return all
  }

  /// The row once what arrived is stored.
  ///
  /// - Parameter state: what ``State/arriving`` stands for.
  package func arrived(as state: State) -> SyncRow {
    var row = self
    for index in row.operations.indices where row.operations[index].state == .arriving {
      row.operations[index].state = state
    }
    return row
  }

  /// The state in which the hub has the memo; nil if it has none, or is still to be told of a write.
  package var settledState: State? { isTold && !isAside && unsettled.isEmpty ? baseState : nil }

  /// Whether the hub has the memo as it is here, and all that it comes from.
  ///
  /// - Parameter revision: what the store calls it; nil if it is gone.
  package func isSettled(at revision: Int?) -> Bool {
    switch (settledState, revision) {
    case (.revision(let known), let revision?): known == revision
    case (.dead, nil): true
    default: false
    }
  }

  /// The write that is pushed for a state: one of which nobody knows what became, or a new one.
  mutating func operation(for state: State, _ digest: SyncDigest?, _ new: () -> OperationID) -> OperationID {
    if let known = unsettled.last(where: { $0.state == state }) { return known.operation }
    let operation = new()
    operations.append(Held(operation, state, digest))
    return operation
  }

  /// The hub has a write that the memo comes from, and that named all the others.
  mutating func settle(_ base: Base, as state: State? = nil) {
    (self.base, isTold, isAside) = (base, true, false)
    // One that is known by its name alone is older than all of which more is known.
    if baseIndex == nil { operations.insert(Held(base.operation, .unknown), at: 0) }
    if let state, let index = baseIndex { operations[index].state = state }
    trim()
  }

  /// The hub shows a write that the memo comes from.
  mutating func settle(on arrival: Arrival, as state: State? = nil) {
    settle(arrival.asBase, as: state)
    isTold = isTold(by: arrival)
  }

  private func isTold(by arrival: Arrival) -> Bool { operations.allSatisfy { arrival.comes(from: $0.operation) } }

  /// The memo goes on from another device's write.
  ///
  /// - Parameter state: what it is here.
  mutating func take(_ arrival: Arrival, as state: State) {
    let theirs = Set(arrival.operations)
    let known = Dictionary(operations.map { ($0.operation, $0) }) { first, _ in first }
    // What both come from is older than what either did since, of which only the last is remembered.
    let common = operations.lastIndex { arrival.comes(from: $0.operation) }.map { $0 + 1 } ?? 0
    let (old, own) = (operations[..<common], operations[common...])
    operations = old.filter { !theirs.contains($0.operation) }
    operations += arrival.operations.dropLast().map { known[$0] ?? Held($0, .unknown) }
    operations += own
    operations.append(Held(arrival.operation, state, arrival.memo.map(SyncDigest.init)))
    ancestors.formUnion(arrival.ancestors)
    (base, unknown, isAside) = (arrival.asBase, arrival.unknown, false)
    isTold = isTold(by: arrival)
    trim()
  }

  /// The hub has one that can't be taken in here.
  mutating func leaveAside() { isAside = true }

  /// The hub has lost it.
  mutating func forgetBase() { (base, isAside) = (nil, false) }

  private mutating func trim() {
    guard let index = baseIndex else { return }
    let count = max(0, index + 1 - Self.mostSettled)
    for held in operations.prefix(count) { ancestors.insert(held.operation) }
    operations.removeFirst(count)
  }
}
