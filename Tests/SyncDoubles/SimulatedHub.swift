import JSON
package import MemoModel
package import MemoSync
import TestSupport

/// A hub in memory; a copy of it is a backup.
package struct SimulatedHub {
  /// A mistake that somebody who writes a hub may make.
  package enum Slip: CaseIterable {
    /// An item is overwritten, whatever it has become meanwhile.
    case baseUnchecked
    /// A push that starts from what the hub has lost is accepted.
    case cursorUnchecked
    /// The last number is read after the items, when there has been one more push.
    case headReadLater
    /// Tombstones are cleared away.
    case tombstonesDropped
  }

  /// The mistake that this hub makes.
  package var slip: Slip?
  /// Which hub it is.
  package var epoch: HubEpoch
  /// The version of the protocol that it speaks.
  package var protocolVersion = SyncProtocol.version
  /// The last number.
  package private(set) var head = 0
  /// The mark of each push, by the last number after it.
  package private(set) var marks: [Int: HubMark] = [:]
  /// The items that it has.
  package private(set) var items: [MemoID: HubItem] = [:]
  /// The number of items in a page.
  package var pageItems = 3

  /// Makes an empty one.
  package init(epoch: HubEpoch) { self.epoch = epoch }

  /// Whether it still has what a device has taken in.
  package func knows(_ cursor: HubCursor) -> Bool {
    cursor.epoch == epoch && cursor.head <= head && cursor.mark == marks[cursor.head]
  }

  /// Answers a request.
  package mutating func answer(_ request: HubRequest) throws -> HubAnswer {
    switch request {
    case .pull(let pull): .page(page(pull))
    case .push(let push): .push(try take(push))
    }
  }

  private func page(_ pull: HubPull) -> HubPage {
    let kept = items.values.filter { slip != .tombstonesDropped || !$0.isDead || $0.seq > head - 3 }
    let last = slip == .headReadLater ? marks.keys.filter { $0 < head }.max() ?? 0 : head
    let rest = kept.filter { $0.seq > pull.after && $0.seq <= last }.sorted { $0.seq < $1.seq }
    let items = rest.prefix(pageItems)
    return HubPage(
      protocolVersion: protocolVersion, epoch: epoch, mark: marks[pull.head], head: head, headMark: marks[head],
      items: Array(items), end: items.count == rest.count ? head : items.last?.seq ?? head,
      deadAhead: rest.count(where: \.isDead))
  }

  private mutating func take(_ push: HubPush) throws -> HubPushAnswer {
    if slip != .cursorUnchecked, !knows(push.cursor) { return .outOfStep }
    let before = head
    for write in push.writes {
      let old = items[write.memo]
      guard slip == .baseUnchecked || (old?.seq ?? 0) == write.base else { continue }
      if let old { try Self.check(write, over: old) }
      head += 1
      items[write.memo] = HubItem(
        memo: write.memo, seq: head, base: write.base, operation: write.operation, isDead: write.isDead,
        body: write.body)
    }
    if head > before { marks[head] = before == push.cursor.head ? push.mark : push.mark.mixed(with: marks[before]) }
    return .written(before: before, last: head)
  }

  /// Checks that versions form a chain: whoever overwrites one has started from it.
  private static func check(_ write: HubWrite, over old: HubItem) throws {
    let root = try JSONDocument(write.body).root
    let operations = root["operations"]?.elements.compactMap(\.integer) ?? []
    try require(
      operations.contains(Int(old.operation.value)), "\(write.memo) at \(old.seq) is written over by who never knew it")
  }

  /// Loses one item, and nothing tells that.
  package mutating func lose(_ memo: MemoID) { items[memo] = nil }

  /// Loses the marks of all pushes.
  package mutating func loseMarks() { marks = [:] }

  /// Whether it has the same items, numbers and marks as another.
  package func isIdentical(to other: SimulatedHub) -> Bool {
    head == other.head && marks == other.marks && items.mapValues(\.seq) == other.items.mapValues(\.seq)
      && items.mapValues(\.body) == other.items.mapValues(\.body)
  }
}

extension HubMark {
  /// The mark that a push leaves if other pushes lie between it and its cursor (``HubPush/mark``).
  package func mixed(with before: HubMark?) -> HubMark { HubMark(value ^ (before?.value ?? 0)) }
}
