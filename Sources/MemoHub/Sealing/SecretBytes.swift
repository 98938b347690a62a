import CSodium

/// Bytes that nobody else may see: in memory that is not swapped out, and zeroed when the last reference goes.
///
/// Unchecked, because the compiler can't know that the memory is written only in `init`, before anybody else has it.
package final class SecretBytes: @unchecked Sendable {
  /// The number of bytes.
  package let count: Int
  private let memory: UnsafeMutablePointer<UInt8>

  /// Whether libsodium can be used; it chooses its random source here.
  static let isReady = sodium_init() >= 0

  /// Has a function fill this many bytes.
  ///
  /// - Throws: ``HubError/database(_:)`` if there is no memory, or what the function throws.
  init(count: Int, fill: (UnsafeMutablePointer<UInt8>) throws(HubError) -> Void) throws(HubError) {
    guard Self.isReady, let memory = sodium_malloc(count) else {
      throw HubError.database("there is no memory left for keys")
    }
    self.count = count
    self.memory = memory.assumingMemoryBound(to: UInt8.self)
    try fill(self.memory)
  }

  /// Copies bytes.
  convenience init(_ bytes: some Collection<UInt8>) throws(HubError) {
    try self.init(count: bytes.count) { for (index, byte) in bytes.enumerated() { $0[index] = byte } }
  }

  /// Draws bytes.
  static func random(_ count: Int) throws(HubError) -> SecretBytes {
    try SecretBytes(count: count) { randombytes_buf($0, count) }
  }

  deinit { sodium_free(memory) }

  /// The bytes, for as long as the call runs.
  func read<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(memory) }

  /// A copy that is not zeroed, for what is sent or kept.
  var copy: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

  /// Another key that follows from this one of 32 bytes; nobody gets from it to this one.
  ///
  /// - Parameter purpose: eight characters.
  func derived(for purpose: StaticString) throws(HubError) -> SecretBytes {
    try SecretBytes(count: Int(crypto_kdf_KEYBYTES)) { (derived) throws(HubError) in
      let code = read { key in
        purpose.utf8Start.withMemoryRebound(to: CChar.self, capacity: purpose.utf8CodeUnitCount) { context in
          crypto_kdf_derive_from_key(
            derived, Int(crypto_kdf_KEYBYTES), 1, context, key)
        }
      }
      guard code == 0 else { throw HubError.database("a key can't be derived") }
    }
  }

  /// Part of it.
  func part(_ range: Range<Int>) throws(HubError) -> SecretBytes {
    try SecretBytes(count: range.count) { (part) throws(HubError) in
      read { part.update(from: $0 + range.lowerBound, count: range.count) }
    }
  }
}
