import MemoModel
import SyncDoubles

@testable import MemoSync

/// What is said of a simulation that went wrong.
extension Simulation {
  static func describe(_ request: HubRequest) -> String {
    switch request {
    case .pull(let pull): "pull after \(pull.after)"
    case .push(let push):
      "push at \(push.cursor.seq): "
        + push.writes.map { "\($0.memo)\($0.isDead ? "†" : "") over \($0.base) as \(name($0.operation))" }.joined(
          separator: ", ")
    }
  }

  static func describe(_ answer: HubAnswer) -> String {
    switch answer {
    case .page(let page): "up to \(page.end) of \(page.head): \(page.items.map { "\($0.memo)@\($0.seq)" })"
    case .push(let answer): "\(answer)"
    }
  }

  static func describe(_ change: ReplicaChange) -> String {
    let row = change.row
    let action =
      switch change.action {
      case .keep: "stays"
      case .store(let memo): memo.lines.joined(separator: " ")
      case .destroy: "is destroyed"
      }
    let operations = row.operations.map { "\(row.base?.operation == $0.operation ? "*" : "")\(describe($0))" }
    return "\(change.id)@\(row.base?.seq ?? 0): \(action) [\(operations.joined(separator: " "))]"
      + (change.base.map { " from \($0.lines.joined(separator: " "))" } ?? "")
  }

  private static func describe(_ held: SyncRow.Held) -> String {
    switch held.state {
    case .revision(let revision): "\(name(held.operation)):\(revision)"
    case .arriving: "\(name(held.operation)):new"
    case .dead: "\(name(held.operation))†"
    case .unknown: "\(name(held.operation))"
    }
  }

  /// As much of an operation's number as tells it apart from the others in a log.
  static func name(_ operation: OperationID) -> String {
    String(UInt16(truncatingIfNeeded: operation.value ^ operation.value >> 16 ^ operation.value >> 32), radix: 36)
  }

  /// What all devices and the hub have of a memo.
  func picture(_ id: MemoID) -> String {
    var lines = devices.enumerated().map { number, device in
      let (stored, row) = (device.replica.memos[id], device.replica.rows[id] ?? SyncRow())
      let text = stored?.memo.lines.joined(separator: " ") ?? "none"
      return
        "\(number): \(text) r\(stored?.revision ?? 0) trashed \(stored?.memo.isTrashed as Any) @\(row.base?.seq ?? 0) "
        + row.operations.map(Self.describe).joined(separator: " ")
    }
    lines.append("hub: \(hub.items[id].map { "\($0.seq) \(String(decoding: $0.body, as: UTF8.self))" } as Any)")
    return lines.joined(separator: "\n")
  }
}
