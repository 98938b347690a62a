import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

/// A device: its memos, and the exchange that it is carrying out.
struct SimulatedDevice {
  /// A mistake that somebody who writes a program around an exchange may make.
  enum Slip: CaseIterable {
    /// It lets many memos go though nobody has agreed.
    case guardIgnored
  }

  let replica: SimulatedReplica
  /// The exchange under way.
  var run: SyncRun?
  /// What its process calls its writes.
  var names: OperationNames
  /// Older copies of its memos.
  var copies: [SimulatedReplica.Copy] = []
  /// How many times the hub had lost something when the exchange began.
  var losses = 0
  /// The number of the request that it waits for.
  var awaited = 0
  /// The error of its clock, in milliseconds.
  var skew = 0
  /// What people wanted of memos, as far as it has reached this device.
  var acts: [MemoID: Set<Int>] = [:]
  /// The places in the hub's history at which it was before.
  var cursors: [HubCursor] = []

  init(_ replica: SimulatedReplica, _ names: OperationNames) { (self.replica, self.names) = (replica, names) }
}

/// A message that is on its way.
struct SimulatedMessage {
  enum Kind {
    case request(HubRequest)
    case answer(HubAnswer)
  }

  let device: Int
  let number: Int
  let kind: Kind
}
