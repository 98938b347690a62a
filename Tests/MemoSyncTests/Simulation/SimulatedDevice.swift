import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

/// A device: its memos, and the exchange that it is at.
struct SimulatedDevice {
  let replica: SimulatedReplica
  /// The exchange that runs.
  var run: SyncRun?
  /// Tells the request that it waits for from all others.
  var awaited = 0
  /// What its clock is wrong by, in milliseconds.
  var skew = 0
  /// What people wanted of memos, as far as what is here comes from that.
  var acts: [MemoID: Set<Int>] = [:]
  /// Where it was before.
  var cursors: [HubCursor] = []

  init(_ replica: SimulatedReplica) { self.replica = replica }
}

/// What is on its way.
struct SimulatedMessage {
  enum Kind {
    case request(HubRequest)
    case answer(HubAnswer)
  }

  let device: Int
  let number: Int
  let kind: Kind
}
