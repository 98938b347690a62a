import MemoHub
import MemoModel
import MemoSync

/// A hub in a PostgreSQL database, open for one device.
struct OpenPostgresHub: OpenHub {
  let hub: PostgresHub
  /// What people call this device.
  let name: String

  var membership: HubMembership { HubMembership(hub.membership, called: name) }

  func answer(_ request: HubRequest) async throws -> HubAnswer { try await obstacles { try await hub.answer(request) } }

  func writeName(of memo: MemoID, _ operation: OperationID) -> OperationID { hub.writeName(of: memo, operation) }

  func waitForNews(atMost time: Duration) async throws -> Bool {
    try await obstacles { try await hub.waitForNews(atMost: time) }
  }

  func acknowledge(_ seq: Int) async throws { try await obstacles { try await hub.acknowledge(seq) } }

  func remark() -> String? {
    if hub.hasForgottenKeys {
      return "the hub was restored from an older copy: a device that was shut out since is let in again. Run memo-ls "
        + "sync passphrase, then shut it out again with memo-ls sync revoke"
    }
    return hub.areFunctionsOld ? HubError.olderFunctions.description : nil
  }

  func requireMember() async throws { try await obstacles { try await hub.requireMember() } }

  func devices() async throws -> [AccountDevice] {
    try await obstacles { try await hub.devices() }.map { device in
      AccountDevice(
        id: device.id.description, name: device.name ?? device.id.description, isThis: device.isThis,
        seenAt: device.seenAt.millisecondsSince1970, acknowledged: device.acknowledged,
        isRevoked: device.revokedAt != nil)
    }
  }

  func revoke(_ device: String, passphrase: String) async throws -> String {
    let found = try await obstacles { try await hub.devices() }.filter {
      $0.revokedAt == nil && ($0.name == device || $0.id.description == device)
    }
    guard let only = found.first else { throw HubError.noSuchDevice(device) }
    guard found.count == 1 else { throw AmbiguousDevice(name: device, ids: found.map(\.id.description)) }
    guard !only.isThis else { throw OwnDevice() }
    return try await obstacles { try await hub.revoke(only.id, passphrase: passphrase) }
  }

  func changePassphrase(from secret: String, to passphrase: String) async throws -> String? {
    try await obstacles { try await hub.changePassphrase(old: secret, new: passphrase) }
  }

  func leave() async throws { try await obstacles { try await hub.leave() } }
}

/// Several devices have a name.
private struct AmbiguousDevice: Error, CustomStringConvertible {
  let name: String
  let ids: [String]

  var description: String { "several devices are called \(name); say which: \(ids.joined(separator: ", "))" }
}

/// A device that would shut itself out.
private struct OwnDevice: Error, CustomStringConvertible {
  var description: String { "that is this device; memo-ls sync leave takes it out" }
}
