package import MemoModel

/// Opens hubs, for a program that can. Whatever a hub or the way to it throws says in its description what to do.
package protocol HubAccess: Sendable {
  /// Makes a hub's tables, or brings them up to date, as the database's owner.
  ///
  /// - Returns: the SQL that lets a login in that somebody makes by hand, a line each.
  func create(at url: String) async throws -> [String]

  /// Makes a login for a device, as the database's owner.
  ///
  /// - Returns: the URL for that device, with a password.
  func makeLogin(_ name: String, at url: String) async throws -> String

  /// Whether a hub has an account of this name.
  func hasAccount(_ name: String, at url: String) async throws -> Bool

  /// Makes an account, whose first device this one is.
  ///
  /// - Returns: also the recovery key, which is shown once.
  func begin(_ name: String, at url: String, passphrase: String, device: String) async throws -> (
    HubMembership, recoveryKey: String
  )

  /// Makes this device one of an account's.
  ///
  /// - Parameter secret: the account's passphrase, or its recovery key.
  /// - Returns: also the name of the device that had the login so far, which can't sync any more; nil if none had.
  func join(_ name: String, at url: String, secret: String, device: String) async throws -> (
    HubMembership, replaced: String?
  )

  /// Opens a hub for a device of an account.
  ///
  /// - Parameter secret: the account's passphrase, or its recovery key, if the membership is without keys or its keys
  ///   are not the newest; else nil.
  /// - Throws: ``HubObstacle/keysChanged`` where a secret is needed.
  func open(_ membership: HubMembership, at url: String, secret: String?) async throws -> any OpenHub
}

/// A device's membership of an account on a hub.
package struct HubMembership: Sendable {
  /// The part that is no secret, as JSON.
  package let device: [UInt8]
  /// The account's keys, as JSON; nil if they are not kept here.
  package let keys: [UInt8]?
  /// The account's name, and the device's.
  package let (account, name): (String, String)

  /// Creates one from its parts.
  package init(account: String, name: String, device: [UInt8], keys: [UInt8]?) {
    (self.account, self.name, self.device, self.keys) = (account, name, device, keys)
  }
}

/// A hub that is open for one device, until it is released.
package protocol OpenHub: Hub, Sendable {
  /// The membership with the newest keys.
  var membership: HubMembership { get }

  /// Names a write, as ``WriteNaming`` says.
  func writeName(of memo: MemoID, _ operation: OperationID) -> OperationID

  /// Waits until another device has written something.
  ///
  /// - Returns: whether one has; false after the time.
  func waitForNews(atMost time: Duration) async throws -> Bool

  /// Notes how far this device has taken in what the hub has.
  func acknowledge(_ seq: Int) async throws

  /// The advice for people or the hub's owner, in words; nil if the calls so far have shown that there is none, or
  /// nothing. Asks nobody.
  func remark() -> String?

  /// Makes sure that the login which the address names is this device's.
  func requireMember() async throws

  /// The devices of the account.
  func devices() async throws -> [AccountDevice]

  /// Shuts a device out, and changes the key for what comes.
  ///
  /// - Parameters:
  ///   - device: its name.
  ///   - passphrase: the account's.
  /// - Returns: the new recovery key, which is shown once.
  /// - Throws: ``HubObstacle/unanswered(recoveryKey:_:)`` where nobody knows whether it was done.
  func revoke(_ device: String, passphrase: String) async throws -> String

  /// Sets another passphrase.
  ///
  /// - Parameter secret: the present one, or the recovery key.
  /// - Returns: a new recovery key, if the hub had lost keys and needs one; nil if the present one stays.
  /// - Throws: ``HubObstacle/unanswered(recoveryKey:_:)`` where nobody knows whether it was done.
  func changePassphrase(from secret: String, to passphrase: String) async throws -> String?

  /// Ends this device's membership.
  func leave() async throws
}

/// The reason why a hub can't be used as it is, where a program may do something about it.
package enum HubObstacle: Error, CustomStringConvertible {
  /// A secret is needed, since the keys at hand are not the account's newest.
  case keysChanged
  /// The secret is not the account's.
  case wrongSecret(String)
  /// The command that prints the secret does not do so now; it may later.
  case noSecret(String)
  /// No answer comes now; one may come later.
  case unreachable(String)
  /// There is no hub at the address, or none that this device may see.
  case missing(String)
  /// Nobody knows whether the account's keys were changed; if they were, this is the recovery key from then on, if
  /// there is a new one.
  case unanswered(recoveryKey: String?, String)

  /// The error in words, with what to do about it.
  package var description: String {
    switch self {
    case .keysChanged:
      "the account's keys were changed by another process or device; the key command tells its passphrase, or else "
        + "memo-ls sync asks for it on a terminal"
    case .wrongSecret(let what), .noSecret(let what), .unreachable(let what), .missing(let what),
      .unanswered(_, let what):
      what
    }
  }
}

/// A device of an account.
package struct AccountDevice: Sendable {
  /// Its name on the hub.
  package let id: String
  /// Its name.
  package let name: String
  /// Whether it is this one.
  package let isThis: Bool
  /// The time it was last heard of, in milliseconds since 1970; nil for never.
  package let seenAt: Int?
  /// The number up to which it has taken in the hub's items.
  package let acknowledged: Int
  /// Whether it was shut out.
  package let isRevoked: Bool

  /// Creates one from its parts.
  package init(id: String, name: String, isThis: Bool, seenAt: Int?, acknowledged: Int, isRevoked: Bool) {
    self.id = id
    self.name = name
    self.isThis = isThis
    self.seenAt = seenAt
    self.acknowledged = acknowledged
    self.isRevoked = isRevoked
  }
}
