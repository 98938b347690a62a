import JSON
import MemoModel
import MemoSync

extension SyncRecord {
  /// The record of a change.
  ///
  /// - Parameter stored: the revision that the change makes; nil if it makes none.
  init(_ change: ReplicaChange, storedAs stored: Int?) {
    let state = change.base.map { memo in
      (
        revision: Int.random(in: 2 ... .max),
        memo: SyncBody(
          id: memo.id, memo: memo, operations: change.row.base.map { [$0.operation] } ?? [], unknown: JSONObject()
        ).json
      )
    }
    let arrived = (state?.revision ?? stored).map(SyncRow.State.revision) ?? .unknown
    let row = change.row.arrived(as: arrived)
    var settled: Int?
    switch row.settledState {
    case .revision(let revision): settled = revision
    case .dead: settled = 0
    case .unknown, .arriving, nil: break
    }
    let revisions = row.operations.compactMap { if case .revision(let revision) = $0.state { revision } else { nil } }
    self.init(
      id: change.id, row: row.json, settled: settled, isBased: row.base != nil, revisions: Set(revisions), state: state)
  }
}
