import JSON
package import MemoModel
package import MemoSync
import TestSupport

/// What a hub does, in memory; a copy is a backup.
package struct SimulatedHub {
  /// What somebody who writes a hub may forget.
  package enum Slip: CaseIterable {
    /// An item is written over whatever it is by now.
    case baseUnchecked
    /// A push that starts from what the hub has lost is taken in.
    case cursorUnchecked
    /// The last number is read after the items, when a push more is in.
    case headReadLater
    /// Tombstones are cleared away.
    case tombstonesDropped
  }

  /// What is forgotten.
  package var slip: Slip?
  /// Which hub it is.
  package var epoch: HubEpoch
  /// What it is kept by.
  package var protocolVersion = SyncProtocol.version
  /// The last number.
  package private(set) var head = 0
  /// What pushes have left.
  package private(set) var marks: [Int: HubMark] = [:]
  /// What it has.
  package private(set) var items: [MemoID: HubItem] = [:]
  /// So many items are a page.
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

  /// Versions chain: whoever writes over one goes on from it.
  private static func check(_ write: HubWrite, over old: HubItem) throws {
    let root = try JSONDocument(write.body).root
    let operations = root["operations"]?.elements.compactMap(\.integer) ?? []
    try require(
      operations.contains(Int(old.operation.value)), "\(write.memo) at \(old.seq) is written over by who never knew it")
  }

  /// Whether it says the same as another.
  package func isIdentical(to other: SimulatedHub) -> Bool {
    head == other.head && marks == other.marks && items.mapValues(\.seq) == other.items.mapValues(\.seq)
      && items.mapValues(\.body) == other.items.mapValues(\.body)
  }
}
