import MemoModel
import MemoSync
import Platform
import Synchronization
import TestSupport

@testable import MemoHub

/// A hub in a database of its own, whose owner is no superuser.
struct TestHub: Sendable {
  private static let count = Atomic(0)

  let number: Int
  private let logins = Shared()
  /// A session of the server's superuser, to whom nothing is forbidden.
  let superuser: PostgresSession

  final class Shared: Sendable { let count = Atomic(0) }

  init() async throws {
    number = Self.count.add(1, ordering: .relaxed).newValue
    let server = try PostgresSession(try HubAddress(try HubServer.url("owner", database: "postgres")))
    let name = "hub\(number)"
    try await server.hub { connection in
      try connection.script("CREATE ROLE keeper\(name) LOGIN")
      try connection.script("CREATE DATABASE \(name) OWNER keeper\(name)")
    }
    superuser = try PostgresSession(try HubAddress(try HubServer.url("owner", database: name)))
    _ = try await HubTables.create(url: try url("keeper\(name)"))
  }

  func url(_ login: String) throws -> String { try HubServer.url(login, database: "hub\(number)") }

  var owner: String { get throws { try url("keeperhub\(number)") } }

  /// A login for a device.
  func login() async throws -> String {
    let login = "device\(number)_\(logins.count.add(1, ordering: .relaxed).newValue)"
    let grants = HubTables.grants.map { $0.replacing("role;", with: "\(login);") }.joined()
    try await sql("CREATE ROLE \(login) LOGIN; \(grants)")
    return login
  }

  /// Runs statements as the superuser; what the last one answers is text.
  @discardableResult
  func sql(_ statements: String) async throws -> [[String]] { try await rows(superuser, statements) }

  /// An account with so many devices, each with a login; quicker than by passphrase.
  func account(_ name: String = "anna", devices: Int = 1) async throws -> [PostgresHub] {
    try await memberships(name, devices: devices).map {
      try PostgresHub(url: try url($0.login), membership: $0.membership)
    }
  }

  func memberships(_ name: String = "anna", devices: Int = 1) async throws -> [(login: String, membership: Membership)]
  {
    let (keys, account) = (try AccountKeys.first(), HubID.random())
    try await sql(
      """
      INSERT INTO memo_sync.account (account, name, protocol, salt, memory, passes, key_number, keys, recovery)
      VALUES ('\(account)', '\(name)', 1, decode(repeat('00', 16), 'hex'), \(256 << 20), 3, 1,
        decode(repeat('00', 72), 'hex'), decode(repeat('00', 72), 'hex'));
      INSERT INTO memo_sync.proof VALUES ('\(account)', sha256('a'), sha256('b'))
      """)
    var all: [(String, Membership)] = []
    for _ in 0..<devices {
      let (login, device) = (try await login(), HubID.random())
      try await sql(
        "INSERT INTO memo_sync.device (account, device, login) VALUES ('\(account)', '\(device)', '\(login)')")
      all.append((login, Membership(account: account, name: name, device: device, keys: keys)))
    }
    return all
  }

  /// A session of a login, to try anything.
  func session(_ login: String) throws -> PostgresSession { try PostgresSession(try HubAddress(try url(login))) }

  var epoch: HubEpoch {
    get async throws {
      let text = try await sql("SELECT epoch FROM memo_sync.account")[0][0]
      return HubEpoch(HubID(text)?.value ?? 0)
    }
  }
}

/// Runs statements; what the last one answers is text.
@discardableResult
func rows(_ session: PostgresSession, _ statements: String) async throws -> [[String]] {
  try await session.request { connection in
    let rows = try connection.script(statements)
    return try (0..<rows.count).map { row in
      var texts: [String] = []
      while rows.hasColumn(Int32(texts.count)) {
        texts.append(rows.value(row, Int32(texts.count)) == nil ? "" : try rows.text(row, Int32(texts.count)))
      }
      return texts
    }
  }
}
