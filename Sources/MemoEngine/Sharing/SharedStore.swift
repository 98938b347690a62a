import MemoModel
import Synchronization

/// A store that other processes write, too. Whoever reads it first, on whatever thread, notes the point from which on
/// what they save is news: else nobody would tell of what is saved right behind that read. Usable on any thread.
final class SharedStore: Sendable {
  /// The store.
  let store: any MemoStore
  private let known = Mutex<Int?>(nil)

  init(_ store: any MemoStore) { self.store = store }

  /// The sequence number up to which changes of other processes are known; nil before anything was read.
  var knownChangeSequence: Int? { known.withLock(\.self) }

  /// Reads from the store, and converts its errors to the engine's.
  func read<Value>(_ body: (any MemoStore) throws(StoreError) -> Value) throws(EngineError) -> Value {
    try asking { () throws(StoreError) in
      try noteChangeSequence()
      return try body(store)
    }
  }

  /// Notes the point from which on other processes' changes are news, unless that was done.
  @discardableResult
  func noteChangeSequence() throws(StoreError) -> Int {
    if let knownChangeSequence { return knownChangeSequence }
    let now = try store.externalChanges(since: nil).changeSequence
    return known.withLock { known in
      let first = known ?? now
      known = first
      return first
    }
  }

  /// Records that other processes' changes up to this one are taken in.
  func know(_ changeSequence: Int) { known.withLock { $0 = changeSequence } }
}
