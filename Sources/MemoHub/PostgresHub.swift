package import MemoModel
package import MemoSync
import Synchronization

/// A hub in a PostgreSQL database. All calls may come at any time and from anywhere; they are carried out one after the
/// other, on a thread and a connection of its own, and none waits longer than half a minute for more of an answer.
package final class PostgresHub: Hub, Sendable {
  let session: PostgresSession
  /// The most bytes of a sealed body that is asked for.
  let longestBody: Int
  private let state: Mutex<State>

  private struct State {
    var membership: Membership
    /// The hub's last number, as far as it was heard of.
    var head = 0
    /// The number of the account's newest key, as far as it was heard of.
    var keyNumber: Int?
    /// How long a page may be on the line as it was so far.
    var pageBytes = PostgresHub.mostPageBytes
    var newsPauses = NewsPauses()
  }

  /// Nothing is asked yet.
  ///
  /// - Throws: ``HubError/insecure(_:)``.
  package convenience init(url: String, membership: Membership) throws(HubError) {
    try self.init(url: url, membership: membership, limits: .init())
  }

  init(url: String, membership: Membership, limits: PostgresConnection.Limits) throws(HubError) {
    session = try PostgresSession(try HubAddress(url), limits, isHub: true)
    longestBody = limits.body
    state = Mutex(State(membership: membership))
  }

  /// The device's membership, with the newest keys that it was given.
  package internal(set) var membership: Membership {
    get { state.withLock { $0.membership } }
    set { state.withLock { $0.membership = newValue } }
  }

  var head: Int {
    get { state.withLock { $0.head } }
    set { state.withLock { $0.head = newValue } }
  }

  var pageBytes: Int {
    get { state.withLock { $0.pageBytes } }
    set { state.withLock { $0.pageBytes = newValue } }
  }

  var newsPauses: NewsPauses {
    get { state.withLock { $0.newsPauses } }
    set { state.withLock { $0.newsPauses = newValue } }
  }

  var keyNumber: Int? {
    get { state.withLock { $0.keyNumber } }
    set { state.withLock { $0.keyNumber = newValue } }
  }

  /// Answers a request of the machine.
  ///
  /// - Throws: ``HubError``; ``SyncError`` if what the hub has can't be.
  package func answer(_ request: HubRequest) async throws -> HubAnswer {
    do {
      switch request {
      case .pull(let pull): return .page(try await page(pull))
      case .push(let push): return .push(try await take(push))
      }
    } catch let error as SyncError {
      throw error
    } catch {
      throw HubError(error)
    }
  }

  /// Whether the hub's functions are those of an earlier version of the program; false before anything was asked.
  package var areFunctionsOld: Bool { session.areFunctionsOld }

  /// Whether the hub has forgotten keys that this device has seen, and whom it was to shut out since; false before
  /// ``devices()``.
  package var hasForgottenKeys: Bool { keyNumber.map { $0 < membership.newestKey } ?? false }

  /// Names a write, as ``WriteNaming`` says; any name where there are no keys, with which nothing is exchanged.
  package func writeName(of memo: MemoID, _ operation: OperationID) -> OperationID {
    membership.keys?.writeName(of: memo, operation) ?? operation
  }

  /// The keys.
  ///
  /// - Parameter number: which one the hub calls the newest.
  /// - Throws: ``HubError/keysChanged`` if they are not here.
  func keys(of number: Int? = nil) throws(HubError) -> AccountKeys {
    guard let keys = membership.keys, (number ?? 0) <= keys.number else { throw HubError.keysChanged }
    guard number ?? keys.number == keys.number else {
      throw HubError.olderKeys(areKept: true)
    }
    return keys
  }
}
