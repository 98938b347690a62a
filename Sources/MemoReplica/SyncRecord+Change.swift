import JSON
import MemoModel
import MemoSync

extension SyncRecord {
  /// The record of a change.
  ///
  /// - Parameter stored: the revision that the change makes; nil if it makes none.
  /// - Throws: ``StoreError`` if its row could not be read again, which would end every later exchange.
  init(_ change: ReplicaChange, storedAs stored: Int?) throws(StoreError) {
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
    let json = row.json
    guard let root = try? JSONDocument(json).root, SyncRow(root) != nil else {
      throw StoreError(.other, SyncError.badAnswer("what it has of memo \(change.id) can't be kept").description)
    }
    var settled: Int?
    switch row.settledState {
    case .revision(let revision): settled = revision
    case .dead: settled = 0
    case .unknown, .arriving, nil: break
    }
    let revisions = row.operations.compactMap { if case .revision(let revision) = $0.state { revision } else { nil } }
    self.init(
      id: change.id, row: json, settled: settled, isBased: row.base != nil, revisions: Set(revisions), state: state)
  }
}
