import JSON
import MemoModel
import Platform
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("An account of a hub")
struct AccountTests {
  private let hub: TestHub
  private static let passphrase = "correct horse"

  init() async throws { hub = try await TestHub() }

  private func begin(_ login: String, _ name: String = "anna") async throws -> (PostgresHub, recoveryKey: String) {
    let url = try hub.url(login)
    let (membership, recoveryKey) = try await HubAccounts(url: url).begin(
      name: name, passphrase: Self.passphrase, device: "Laptop of Anna")
    return (try PostgresHub(url: url, membership: membership), recoveryKey)
  }

  private func join(_ login: String, _ secret: String, _ device: String = "phone") async throws -> PostgresHub {
    let url = try hub.url(login)
    let membership = try await HubAccounts(url: url).join(name: "anna", secret: secret, device: device)
    return try PostgresHub(url: url, membership: membership)
  }

  /// Puts a memo there, and gets it from there.
  private func exchange(_ sender: PostgresHub, _ receiver: PostgresHub) async throws {
    let text = try await sender.put("m")
    #expect(try await receiver.all().contains(text))
  }

  @Test("is joined with its passphrase or its recovery key, and then both devices read each other")
  func joined() async throws {
    let logins = [try await hub.login(), try await hub.login(), try await hub.login()]
    let accounts = try HubAccounts(url: try hub.url(logins[1]))
    #expect(try await !accounts.exists("anna"))
    await #expect(throws: HubError.noSuchAccount("anna")) {
      try await accounts.join(name: "anna", secret: Self.passphrase, device: "x")
    }
    let (first, recoveryKey) = try await begin(logins[0])
    #expect(try await accounts.exists("anna"))
    await #expect(throws: HubError.wrongSecret) { try await join(logins[1], "correct horsf") }
    await #expect(throws: HubError.wrongSecret) { try await join(logins[1], try RecoveryKey().text) }
    let second = try await join(logins[1], Self.passphrase)
    try await exchange(first, second)
    let third = try await join(logins[2], recoveryKey.lowercased())
    try await exchange(third, first)
    try await first.acknowledge(1)
    let devices = try await second.devices()
    #expect(devices.map(\.name) == ["Laptop of Anna", "phone", "phone"])
    #expect(devices.map(\.isThis) == [false, true, false])
    #expect(devices.map(\.acknowledged) == [1, 0, 0])
    #expect(devices.allSatisfy { $0.revokedAt == nil && $0.seenAt >= $0.joinedAt })
  }

  @Test("is begun once under its name, by a login of its own, with a passphrase that is one")
  func begun() async throws {
    let logins = [try await hub.login(), try await hub.login()]
    _ = try await begin(logins[0])
    await #expect(throws: HubError.accountExists("anna")) { try await begin(logins[1]) }
    await #expect(throws: HubError.passphraseUnfit) {
      try await HubAccounts(url: try hub.url(logins[1])).begin(name: "bea", passphrase: "short", device: "x")
    }
    let error = await #expect(throws: HubError.self) { try await begin(logins[0], "bea") }
    #expect(error?.description.contains("belongs to a device already") == true)
  }

  @Test("is joined again by a login whose joining broke off: it is another device then, and the former is none")
  func joinedAgain() async throws {
    let login = try await hub.login()
    let (first, _) = try await begin(login)
    await #expect(throws: HubError.wrongSecret) { try await join(login, "correct horsf") }
    _ = try await first.devices()
    let second = try await join(login, Self.passphrase)
    #expect(try await second.devices().map(\.isThis) == [true])
    await #expect(throws: HubError.self) { try await first.put("m") }
    _ = try await second.put("m")
    #expect(second.membership.replaced == "Laptop of Anna")
    #expect(try await join(try await hub.login(), Self.passphrase).membership.replaced == nil)
  }

  @Test("shuts a device out: it sees nothing, and what comes has a new key, which others get by the passphrase")
  func revoked() async throws {
    let logins = [try await hub.login(), try await hub.login(), try await hub.login()]
    let (first, oldKey) = try await begin(logins[0])
    let (second, third) = (try await join(logins[1], Self.passphrase), try await join(logins[2], Self.passphrase))
    try await exchange(third, first)
    await #expect(throws: HubError.wrongSecret) {
      try await first.revoke(third.membership.device, passphrase: "correct horsf")
    }
    await #expect(throws: HubError.noSuchDevice(HubID(1).description)) {
      try await first.revoke(HubID(1), passphrase: Self.passphrase)
    }
    await #expect(throws: HubError.passphraseNeeded) {
      try await first.revoke(third.membership.device, passphrase: oldKey)
    }
    let cursor = try await second.cursor()
    let newKey = try await first.revoke(third.membership.device, passphrase: Self.passphrase)
    for call in [{ _ = try await third.all() }, { _ = try await third.put("m") }, { _ = try await third.devices() }] {
      await #expect(throws: HubError.revoked) { try await call() }
    }
    let back = await #expect(throws: HubError.self) { try await join(logins[2], Self.passphrase) }
    #expect(back?.description.contains("belongs to a device already") == true)
    #expect(try await first.devices().map { $0.revokedAt != nil } == [false, false, true])

    // The newest key seals what comes, also from those who don't have it yet and know nothing of it.
    await #expect(throws: HubError.keysChanged) { try await second.push("n", from: cursor) }
    await #expect(throws: HubError.keysChanged) { try await second.put("m") }
    await #expect(throws: HubError.keysChanged) { try await second.all() }
    await #expect(throws: HubError.wrongSecret) { try await second.unlock(oldKey) }
    let unlocked = try await second.unlock(newKey)
    #expect(unlocked.keys?.number == 2)
    try await exchange(second, first)
    try await exchange(first, second)
    let body = try await hub.sql("SELECT substr(body, 5, 4) FROM memo_sync.item")
    #expect(body == [["\\x00000002"]])
    await #expect(throws: (any Error).self) { try await rows(hub.session(logins[2]), "SELECT * FROM memo_sync.push_") }
    #expect(try await rows(hub.session(logins[2]), "SELECT * FROM memo_sync.item").isEmpty)
  }

  @Test("gets another passphrase for the old one, or for the recovery key, which stays")
  func changed() async throws {
    let logins = [try await hub.login(), try await hub.login(), try await hub.login()]
    let (first, recoveryKey) = try await begin(logins[0])
    await #expect(throws: HubError.wrongSecret) {
      try await first.changePassphrase(old: "correct horsf", new: "battery staple")
    }
    await #expect(throws: HubError.passphraseUnfit) {
      try await first.changePassphrase(old: Self.passphrase, new: recoveryKey)
    }
    #expect(try await first.changePassphrase(old: recoveryKey, new: "battery staple") == nil)
    await #expect(throws: HubError.wrongSecret) { try await join(logins[1], Self.passphrase) }
    try await exchange(first, try await join(logins[1], "battery staple"))
    try await exchange(first, try await join(logins[2], recoveryKey))
  }

  @Test("is joined with letters composed in another way, and as it was typed where earlier versions made keys of that")
  func composed() async throws {
    let logins = [try await hub.login(), try await hub.login(), try await hub.login()]
    let (one, several) = ("zo\u{EB} sleeps", "zoe\u{308} sleeps")
    let accounts = try HubAccounts(url: try hub.url(logins[0]))
    let (membership, _) = try await accounts.begin(name: "anna", passphrase: several, device: "laptop")
    let first = try PostgresHub(url: try hub.url(logins[0]), membership: membership)
    try await exchange(first, try await join(logins[1], one))
    try await exchange(first, try await join(logins[1], several))

    let (derivation, keys) = (try KeyDerivation.fresh(), try #require(membership.keys))
    let typed = try derivation.keys(from: several)
    let hex = [derivation.salt, typed.wrap(keys, of: membership.account), typed.proof.copy].map(Hexadecimal.text)
    try await hub.sql(
      """
      UPDATE memo_sync.account SET salt = decode('\(hex[0])', 'hex'), keys = decode('\(hex[1])', 'hex');
      UPDATE memo_sync.proof SET keys = sha256(decode('\(hex[2])', 'hex'))
      """)
    try await first.unlock(several)
    try await exchange(first, try await join(logins[2], several))
    await #expect(throws: HubError.wrongSecret) { try await first.unlock(one) }
  }

  @Test("has one name however its letters are composed, also where an earlier version took it as it was typed")
  func composedName() async throws {
    let login = try await hub.login()
    let accounts = try HubAccounts(url: try hub.url(try await hub.login()))
    let forms = ["\u{AC00}\u{C871}", "\u{1100}\u{1161}\u{110C}\u{1169}\u{11A8}"]
    let (first, _) = try await begin(login, forms[1])
    #expect(Array(first.membership.name.utf8) == Array(forms[0].utf8))
    for stored in forms {
      try await hub.sql("UPDATE memo_sync.account SET name = '\(stored)'")
      for form in forms {
        #expect(try await accounts.exists(form))
        await #expect(throws: HubError.accountExists(form)) {
          try await accounts.begin(name: form, passphrase: Self.passphrase, device: "x")
        }
      }
    }
  }

  @Test("is unlocked by the passphrase where no keys are kept, and not used before")
  func unlocked() async throws {
    let login = try await hub.login()
    let (first, _) = try await begin(login)
    let kept = try Membership(json: first.membership.withoutKeys.json)
    let again = try PostgresHub(url: try hub.url(login), membership: kept)
    await #expect(throws: HubError.keysChanged) { try await again.put("m") }
    await #expect(throws: HubError.keysChanged) { try await again.all() }
    #expect(try await again.devices().map(\.name) == [nil])
    await #expect(throws: HubError.wrongSecret) { try await again.unlock("correct horsf") }
    try await again.unlock(Self.passphrase)
    try await exchange(first, again)
  }

  @Test("is left, and the login joins again as another device")
  func left() async throws {
    let login = try await hub.login()
    let (first, _) = try await begin(login)
    try await first.leave()
    let error = await #expect(throws: HubError.self) { try await first.all() }
    #expect(error?.description.contains("not the login of this device") == true)
    let again = try await join(login, Self.passphrase)
    #expect(try await again.devices().map(\.id) == [again.membership.device])
    await #expect(throws: HubError.self) { try await first.put("m") }
  }

  @Test("is not a login's that is called as one that was dropped, be it shut out or not, and can be joined by it")
  func droppedLogin() async throws {
    let name = "phone\(hub.number)"
    try await hub.sql("ALTER ROLE keeperhub\(hub.number) CREATEROLE")
    let url = try await HubTables.makeLogin(name, url: try hub.owner)
    #expect(url.contains(name))
    let (first, _) = try await begin(name)
    let text = try await first.put("m")
    for isRevoked in [false, true] {
      if isRevoked { try await hub.sql("UPDATE memo_sync.device SET revoked_at = now() WHERE login = '\(name)'") }
      try await hub.sql("DROP OWNED BY \(name); DROP ROLE \(name)")
      _ = try await HubTables.makeLogin(name, url: try hub.owner)
      #expect(try await rows(hub.session(name), "SELECT account FROM memo_sync.account").isEmpty)
      let again = try await join(name, Self.passphrase)
      #expect(try await again.all() == [text])
    }
  }

  @Test("is joined with the URL of a login that its owner made with one that names no database")
  func shortURL() async throws {
    let name = "keeperhub\(hub.number)"
    try await hub.sql("ALTER ROLE \(name) CREATEROLE")
    try await hub.sql("CREATE DATABASE \(name) OWNER \(name)")
    let short = try hub.owner.replacing("/hub\(hub.number)?", with: "/?")
    _ = try await HubTables.create(url: short)
    let url = try await HubTables.makeLogin("short\(hub.number)", url: short)
    #expect(try await !HubAccounts(url: url).exists("anna"))
  }

  @Test("is not joined where the hub says to derive keys in a weak way")
  func weak() async throws {
    let logins = [try await hub.login(), try await hub.login()]
    let (first, _) = try await begin(logins[0])
    for change in ["memory = 65536", "passes = 1", "memory = 2000000000", "passes = 1000000"] {
      try await hub.sql("UPDATE memo_sync.account SET \(change)")
      for call in [
        { _ = try await join(logins[1], Self.passphrase) }, { _ = try await first.unlock(Self.passphrase) },
      ] {
        let error = await #expect(throws: HubError.self) { try await call() }
        guard case .weakKeyParameters? = error else {
          Issue.record("\(change): \(error as Any)")
          continue
        }
      }
      try await hub.sql("UPDATE memo_sync.account SET memory = 268435456, passes = 3")
    }
  }

  @Test("is not used with older keys than a device has seen, though it keeps none")
  func olderKeys() async throws {
    let logins = [try await hub.login(), try await hub.login()]
    let (first, _) = try await begin(logins[0])
    let second = try await join(logins[1], Self.passphrase)
    try await hub.sql("CREATE TABLE public.a AS SELECT * FROM memo_sync.account")
    _ = try await first.revoke(second.membership.device, passphrase: Self.passphrase)
    let kept = try Membership(json: first.membership.withoutKeys.json)
    try await PostgresHub(url: try hub.url(logins[0]), membership: kept).unlock(Self.passphrase)
    try await hub.sql("DELETE FROM memo_sync.account; INSERT INTO memo_sync.account SELECT * FROM public.a")
    await #expect(throws: HubError.olderKeys(areKept: false)) {
      try await PostgresHub(url: try hub.url(logins[0]), membership: kept).unlock(Self.passphrase)
    }
  }

  @Test("on a hub that was restored and has lost a key gets it back with the passphrase")
  func restoredKeys() async throws {
    let logins = [try await hub.login(), try await hub.login(), try await hub.login()]
    let (first, _) = try await begin(logins[0])
    let second = try await join(logins[1], Self.passphrase)
    try await hub.sql("CREATE TABLE public.a AS SELECT * FROM memo_sync.account")
    try await hub.sql("CREATE TABLE public.p AS SELECT * FROM memo_sync.proof")
    _ = try await first.revoke(second.membership.device, passphrase: Self.passphrase)
    _ = try await first.put("m")
    try await hub.sql(
      """
      DELETE FROM memo_sync.account; INSERT INTO memo_sync.account SELECT * FROM public.a;
      DELETE FROM memo_sync.proof; INSERT INTO memo_sync.proof SELECT * FROM public.p;
      DELETE FROM memo_sync.item; DELETE FROM memo_sync.push
      """)
    for call in [{ _ = try await first.put("m") }, { _ = try await first.all() }] {
      let error = await #expect(throws: HubError.self) { try await call() }
      #expect(error?.description.contains("memo-ls sync passphrase") == true)
    }
    #expect(!first.hasForgottenKeys)
    _ = try await first.devices()
    #expect(first.hasForgottenKeys)
    let key = try await first.changePassphrase(old: Self.passphrase, new: "battery staple")
    _ = try await first.devices()
    #expect(!first.hasForgottenKeys)
    let third = try await join(logins[2], try #require(key))
    #expect(third.membership.keys?.number == 2)
    try await exchange(first, third)
  }
}
