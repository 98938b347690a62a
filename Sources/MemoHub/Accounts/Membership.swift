package import JSON
import Platform

/// The membership of a device in an account of a hub: what the program keeps, in a file that nobody else can read.
package struct Membership: Sendable {
  /// The account, as the hub calls it.
  package let account: HubID
  /// The account's name among people.
  package let name: String
  /// This device.
  package let device: HubID
  /// The keys that seal and open; nil where whoever keeps the passphrase is asked for it each time.
  package internal(set) var keys: AccountKeys? { didSet { newestKey = max(newestKey, keys?.number ?? 0) } }
  /// The number of the newest key that was here, whether it is kept or not: what is sealed with an older one may be
  /// read by a device that was shut out.
  private(set) var newestKey: Int
  /// What the device was called that had the login before this one joined with it; nil if none had. It is not kept.
  package internal(set) var replaced: String?

  init(account: HubID, name: String, device: HubID, keys: AccountKeys?, newestKey: Int = 0) {
    (self.account, self.name, self.device, self.keys) = (account, name, device, keys)
    self.newestKey = max(newestKey, keys?.number ?? 0)
  }

  /// The same without its keys.
  package var withoutKeys: Membership {
    Membership(account: account, name: name, device: device, keys: nil, newestKey: newestKey)
  }

  /// Reads what ``write(to:)`` wrote.
  ///
  /// - Throws: ``HubError/badMembership(_:)``.
  package init(json bytes: [UInt8]) throws(HubError) {
    guard let root = try? JSONDocument(bytes).root, root.kind == .object else {
      throw HubError.badMembership("it is no JSON object")
    }
    guard let account = root["account"]?.string.flatMap(HubID.init), let name = root["name"]?.string,
      let device = root["device"]?.string.flatMap(HubID.init)
    else { throw HubError.badMembership("account, name or device are missing") }
    var keys: AccountKeys?
    if let text = root["keys"]?.string {
      guard let bytes = Hexadecimal.bytes(text), let ring = try? AccountKeys(SecretBytes(bytes)) else {
        throw HubError.badMembership("its keys are none")
      }
      keys = ring
    }
    self.init(
      account: account, name: name, device: device, keys: keys, newestKey: root["newestKey"]?.integer ?? 0)
  }
}

extension Membership: JSONWritable {
  /// Writes an object, its keys as hexadecimal digits.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("account", account.description)
    writer.member("name", name)
    writer.member("device", device.description)
    writer.member("newestKey", newestKey)
    writer.member("keys", keys.map { Hexadecimal.text(of: $0.ring.copy) })
    writer.endObject()
  }
}
