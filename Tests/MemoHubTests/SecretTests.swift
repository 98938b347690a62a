import JSON
import Testing

@testable import MemoHub

@Suite("A passphrase or a recovery key")
struct SecretTests {
  @Test("that is typed as people type is read: in small letters, without dashes, O for 0")
  func recoveryKey() throws {
    for _ in 0..<100 {
      let key = try RecoveryKey()
      let text = key.text
      #expect(text.split(separator: "-").map(\.count) == [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 3])
      let typed = [
        text, text.lowercased(), text.replacing("-", with: ""), text.replacing("-", with: " "),
        text.replacing("0", with: "O").replacing("1", with: "l"), " \(text)\n",
      ]
      for typed in typed { #expect(RecoveryKey(typed)?.bytes.copy == key.bytes.copy, "\(typed)") }
    }
  }

  @Test("that has a slip in it is no recovery key")
  func slips() throws {
    let letters = Array(try RecoveryKey().text)
    for index in letters.indices where letters[index] != "-" {
      var other = letters
      other[index] = other[index] == "7" ? "8" : "7"
      #expect(RecoveryKey(String(other)) == nil)
      other.remove(at: index)
      #expect(RecoveryKey(String(other)) == nil)
      let next = index + 1
      guard next < letters.count, letters[next] != "-", letters[next] != letters[index] else { continue }
      other = letters
      other.swapAt(index, next)
      #expect(RecoveryKey(String(other)) == nil)
    }
    #expect(RecoveryKey("") == nil && RecoveryKey(String(repeating: "-", count: 53)) == nil)
    #expect(RecoveryKey(String(repeating: "Z", count: 53)) == nil)
  }

  @Test("opens what it wrapped, for the account that it was wrapped for")
  func wrapping() throws {
    let (keys, account) = (try AccountKeys.first().renewed(), HubID(7))
    let derivation = try KeyDerivation.fresh()
    let secrets = [
      try derivation.keys(from: "correct horse"), try derivation.keys(from: "correct horsf"),
      try KeyDerivation.fresh().keys(from: "correct horse"), try RecoveryKey().keys(),
    ]
    for (index, secret) in secrets.enumerated() {
      let wrapped = secret.wrap(keys, of: account)
      #expect(try secret.unwrap(wrapped, of: account).ring.copy == keys.ring.copy)
      #expect(throws: HubError.wrongSecret) { try secret.unwrap(wrapped, of: HubID(8)) }
      for (other, secret) in secrets.enumerated() where other != index {
        #expect(throws: HubError.wrongSecret) { try secret.unwrap(wrapped, of: account) }
      }
      #expect(secret.proof.copy != secret.wrapping.copy && secret.proof.count == 32)
      for cut in [0, 10, 40, wrapped.count - 1] {
        #expect(throws: HubError.self) { try secret.unwrap(Array(wrapped[..<cut]), of: account) }
      }
    }
  }

  @Test("is not stretched by what a hub may say to make it weak, or to make this machine stop")
  func parameters() throws {
    let salt = [UInt8](repeating: 1, count: 16)
    let refused = [
      (salt, (256 << 20) - 1, 3), (salt, 256 << 20, 2), (salt, (1 << 30) + 1, 3), (salt, 256 << 20, 11), (salt, -1, 3),
      (salt, 256 << 20, -3), (salt, Int.max, Int.max), (Array(salt.dropLast()), 256 << 20, 3), ([], 256 << 20, 3),
    ]
    for (salt, memory, passes) in refused {
      let error = #expect(throws: HubError.self) { try KeyDerivation(salt: salt, memory: memory, passes: passes) }
      guard case .weakKeyParameters? = error else {
        Issue.record("\(memory) \(passes): \(error as Any)")
        continue
      }
    }
    #expect(throws: Never.self) { try KeyDerivation(salt: salt, memory: 1 << 30, passes: 10) }
  }

  @Test("is set only if it is long enough, and can't be taken for a recovery key")
  func passphrases() throws {
    for text in ["", "1234567", try RecoveryKey().text, try RecoveryKey().text.lowercased()] {
      #expect(throws: HubError.passphraseUnfit) { try Secret.checkNew(text) }
      #expect(throws: HubError.passphraseNeeded) { try Secret.checkPassphrase(text) }
    }
    #expect(throws: Never.self) { try Secret.checkNew("12345678") }
    #expect(throws: Never.self) { try Secret.checkPassphrase("12345678") }
  }

  @Test("is needed no more where the keys are kept: they are read as they were written")
  func membership() throws {
    let keys = try AccountKeys.first().renewed()
    let membership = Membership(account: .random(), name: "anna \"x\"", device: .random(), keys: keys)
    let again = try Membership(json: membership.json)
    #expect(again.account == membership.account && again.device == membership.device && again.name == membership.name)
    #expect(again.keys?.ring.copy == keys.ring.copy)
    let without = try Membership(json: membership.withoutKeys.json)
    #expect(without.keys == nil && without.account == membership.account)
    let text = String(decoding: membership.json, as: UTF8.self)
    for harm in [
      "", "[]", "{}", text.replacing("\"device\"", with: "\"d\""), text.replacing("\"keys\":\"", with: "\"keys\":\"g"),
    ] {
      #expect(throws: HubError.self, "\(harm)") { try Membership(json: Array(harm.utf8)) }
    }
  }

  @Test("has nothing to do with a UUID, which is read in any form and written in one")
  func identifiers() throws {
    let id = HubID.random()
    #expect(HubID(id.description) == id && HubID(id.description.uppercased()) == id && id.description.count == 36)
    #expect(id != HubID.random())
    let digits = Array(id.description)
    #expect(digits[14] == "4" && "89ab".contains(digits[19]))
    for harm in ["", "x", String(id.description.dropLast()), id.description + "0"] { #expect(HubID(harm) == nil) }
  }
}
