import JSON
import MemoHub
import MemoSync

/// Hubs in PostgreSQL databases, for the commands.
struct PostgresAccess: HubAccess {
  func create(at url: String) async throws -> [String] { try await HubTables.create(url: url) }

  func makeLogin(_ name: String, at url: String) async throws -> String {
    try await HubTables.makeLogin(name, url: url)
  }

  func hasAccount(_ name: String, at url: String) async throws -> Bool {
    try await obstacles { try await HubAccounts(url: url).exists(name) }
  }

  func begin(
    _ name: String, at url: String, passphrase: String, device: String
  ) async throws -> (HubMembership, recoveryKey: String) {
    try await obstacles {
      let begun = try await HubAccounts(url: url).begin(name: name, passphrase: passphrase, device: device)
      return (HubMembership(begun.membership, called: device), begun.recoveryKey)
    }
  }

  func join(
    _ name: String, at url: String, secret: String, device: String
  ) async throws -> (HubMembership, replaced: String?) {
    try await obstacles {
      let membership = try await HubAccounts(url: url).join(name: name, secret: secret, device: device)
      return (HubMembership(membership, called: device), membership.replaced)
    }
  }

  func open(_ membership: HubMembership, at url: String, secret: String?) async throws -> any OpenHub {
    try await obstacles {
      let hub = try PostgresHub(url: url, membership: try Membership(json: membership.keys ?? membership.device))
      if let secret { try await hub.unlock(secret) }
      return OpenPostgresHub(hub: hub, name: membership.name)
    }
  }
}

extension HubMembership {
  /// What the program keeps: the file with the keys has all of it, the store the rest.
  init(_ membership: Membership, called name: String) {
    self.init(
      account: membership.name, name: name, device: membership.withoutKeys.json,
      keys: membership.keys == nil ? nil : membership.json)
  }
}

/// Calls a hub, and turns what the commands can do something about into a ``HubObstacle``.
func obstacles<Value>(_ body: () async throws -> Value) async throws -> Value {
  do { return try await body() } catch let error as HubError {
    switch error {
    case .keysChanged: throw HubObstacle.keysChanged
    case .wrongSecret: throw HubObstacle.wrongSecret(error.description)
    // A network on the way may have put another server in its place for a while.
    case .unanswered(let recoveryKey, _):
      throw HubObstacle.unanswered(recoveryKey: recoveryKey, error.description)
    case .unreachable, .untrusted: throw HubObstacle.unreachable(error.description)
    case .notAHub, .noDatabase: throw HubObstacle.missing(error.description)
    default: throw error
    }
  }
}
