import CSodium

/// The data keys of an account, numbered from 1: the last one seals, all of them open. Another one comes when a device
/// is shut out.
package struct AccountKeys: Sendable {
  /// The most keys that an account can have: so often devices can be shut out.
  static let mostKeys = 1_000

  /// The keys one after the other.
  let ring: SecretBytes
  /// Names the items; follows from the first data key, so that names stay.
  let items: SecretBytes
  /// Names writes; follows from the first data key, too.
  let writes: SecretBytes
  /// Seal bodies; each follows from a data key.
  private let bodies: [SecretBytes]

  /// The number of keys, which is the newest one's number.
  package var number: Int { bodies.count }

  /// The key that seals.
  var newest: SecretBytes { bodies[bodies.count - 1] }

  /// Takes keys one after the other.
  ///
  /// - Throws: ``HubError/database(_:)`` if they are none.
  init(_ ring: SecretBytes) throws(HubError) {
    let count = ring.count / Seal.keyCount
    guard (1...Self.mostKeys).contains(count), ring.count.isMultiple(of: Seal.keyCount) else {
      throw HubError.database("\(ring.count) bytes are no keys")
    }
    self.ring = ring
    var bodies: [SecretBytes] = []
    for number in 0..<count {
      let key = try ring.part(number * Seal.keyCount..<(number + 1) * Seal.keyCount)
      bodies.append(try key.derived(for: "memobody"))
    }
    self.bodies = bodies
    // Writes of copies were the first that it named; under another name they would be called otherwise.
    let first = try ring.part(0..<Seal.keyCount)
    (items, writes) = (try first.derived(for: "memoitem"), try first.derived(for: "memocopy"))
  }

  /// Draws the first key of an account.
  static func first() throws(HubError) -> AccountKeys { try AccountKeys(.random(Seal.keyCount)) }

  /// The same and a new one.
  func renewed() throws(HubError) -> AccountKeys {
    guard number < Self.mostKeys else { throw HubError.database("the account has had \(number) keys; begin another") }
    let ring = try SecretBytes(count: ring.count + Seal.keyCount) { (keys) throws(HubError) in
      self.ring.read { keys.update(from: $0, count: self.ring.count) }
      randombytes_buf(keys + self.ring.count, Seal.keyCount)
    }
    return try AccountKeys(ring)
  }

  /// Opens bodies of that key; nil if there is none.
  func key(_ number: Int) -> SecretBytes? { bodies.indices.contains(number - 1) ? bodies[number - 1] : nil }

  /// Whether these are the other ones, or those and newer ones.
  func goOn(from other: AccountKeys) -> Bool {
    guard other.ring.count <= ring.count else { return false }
    return ring.read { ring in
      other.ring.read { sodium_memcmp(ring, $0, other.ring.count) == 0 }
    }
  }
}
