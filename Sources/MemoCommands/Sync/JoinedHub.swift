import JSON
import MemoEngine
import MemoModel
import MemoSync

/// What a store keeps of the hub that it is synced with.
struct JoinedHub: JSONObjectWritable, Sendable {
  let url: String
  let account: String
  let device: String
  /// Prints the passphrase; nil if the keys are in a file.
  let keyCommand: String?
  private let identity: [UInt8]

  /// Takes over a new membership.
  init(_ membership: HubMembership, at url: String, keyCommand: String?) {
    (self.url, account, device) = (url, membership.account, membership.name)
    (identity, self.keyCommand) = (membership.device, keyCommand)
  }

  /// The same with another command.
  init(_ other: JoinedHub, keyCommand: String?) {
    self.init(other.membership(keys: nil), at: other.url, keyCommand: keyCommand)
  }

  /// The same at another address.
  init(_ other: JoinedHub, at url: String) {
    self.init(other.membership(keys: nil), at: url, keyCommand: other.keyCommand)
  }

  /// The same with what is known of the device by now.
  func knowing(_ membership: HubMembership) -> JoinedHub { JoinedHub(membership, at: url, keyCommand: keyCommand) }

  /// Reads what ``stored`` wrote.
  init?(_ hub: SyncHub) {
    guard let root = try? JSONDocument(hub.membership).root, let account = root["account"]?.string,
      let name = root["name"]?.string, let identity = root["device"]
    else { return nil }
    (url, self.account, device) = (hub.url, account, name)
    (self.identity, keyCommand) = (JSONValue(identity).json, root["keyCommand"]?.string)
  }

  /// The membership with keys that are kept elsewhere.
  func membership(keys: [UInt8]?) -> HubMembership {
    HubMembership(account: account, name: device, device: identity, keys: keys)
  }

  /// What the store keeps.
  var stored: SyncHub { SyncHub(url: url, membership: json) }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("name", device)
    writer.name("device")
    writer.raw(identity)
    writer.member("keyCommand", keyCommand)
  }

  /// The address without its password.
  var shownURL: String { HubURL(url)?.shown ?? url }
}
