import CSodium

/// XChaCha20-Poly1305: nobody without the key reads or changes what is sealed, or passes it for something else.
enum Seal {
  static let keyCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  /// The number of bytes by which sealing makes bytes longer.
  static let overhead = nonceCount + tagCount

  /// A random nonce, and the bytes behind it.
  ///
  /// - Parameter context: what it belongs to; whoever opens it must say the same.
  static func seal(_ bytes: UnsafePointer<UInt8>, count: Int, with key: SecretBytes, context: [UInt8]) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: nonceCount)
    randombytes_buf(&nonce, nonceCount)
    var sealed = [UInt8](repeating: 0, count: count + tagCount)
    key.read { key in
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
        &sealed, nil, bytes, UInt64(count), context, UInt64(context.count), nil, nonce, key)
    }
    return nonce + sealed
  }

  /// Opens what was sealed, into memory for so many bytes less as ``overhead`` says.
  ///
  /// - Returns: false if somebody changed it, or it belongs to something else, or another key.
  static func open(
    _ sealed: ArraySlice<UInt8>, with key: SecretBytes, context: [UInt8], into opened: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard sealed.count >= overhead else { return false }
    let nonce = Array(sealed.prefix(nonceCount))
    return sealed.dropFirst(nonceCount).withUnsafeBufferPointer { rest in
      guard let start = rest.baseAddress else { return false }
      return key.read { key in
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          opened, nil, nil, start, UInt64(rest.count), context, UInt64(context.count), nonce, key) == 0
      }
    }
  }
}
