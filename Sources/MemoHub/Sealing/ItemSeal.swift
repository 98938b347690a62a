import CSodium
import MemoModel
import MemoSync

/// The context that an item's body belongs to.
struct ItemContext {
  /// The account, as the hub calls it.
  var account: HubID
  /// The hub's name for the item.
  var item: [UInt8]
  var operation: OperationID
  var base: Int
  var isDead: Bool
}

/// Items as the hub keeps them.
///
/// A sealed body is: the protocol and the number of the data key, four bytes each, the highest first; a nonce; the
/// padded body, sealed.
extension AccountKeys {
  private static let headCount = 8

  /// The hub's name for a memo's item: the same on all devices and for ever, and nobody else knows it.
  func item(of memo: MemoID) -> [UInt8] {
    let text = Array(memo.description.utf8)
    var item = [UInt8](repeating: 0, count: Self.itemCount)
    items.read { _ = crypto_generichash(&item, item.count, text, UInt64(text.count), $0, items.count) }
    return item
  }

  /// Names a write, as ``WriteNaming`` says.
  func writeName(of memo: MemoID, _ operation: OperationID) -> OperationID {
    let text = Array("\(memo) \(operation.value)".utf8)
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
    writes.read { _ = crypto_generichash(&hash, hash.count, text, UInt64(text.count), $0, writes.count) }
    return OperationID(hash.prefix(8).reduce(0) { $0 << 8 | Int64($1) })
  }

  /// The number of bytes of an item's name.
  static let itemCount = 32

  /// The number of bytes that a body has once it is sealed.
  static func sealedCount(of count: Int) -> Int { headCount + Seal.overhead + Padding.size(for: count + 1) }

  /// Seals a body with the newest key.
  func seal(_ body: [UInt8], _ context: ItemContext) -> [UInt8] {
    seal(Padding.padded(body)) { context.bytes(behind: $0) }
  }

  /// Opens a body.
  ///
  /// - Throws: ``HubError/keysChanged`` if the key is one that this device doesn't have yet; else
  ///   ``SyncError/badAnswer(_:)``.
  func open(_ sealed: [UInt8], _ context: ItemContext, at seq: Int) throws -> [UInt8] {
    guard let body = Padding.unpadded(try open(sealed, "item \(seq)") { context.bytes(behind: $0) }) else {
      throw SyncError.badAnswer("the body of item \(seq) is not padded")
    }
    return body
  }

  /// Seals something small that isn't an item.
  func seal(_ bytes: [UInt8], as purpose: String, _ id: HubID, of account: HubID) -> [UInt8] {
    seal(Padding.padded(bytes)) { $0 + Array(purpose.utf8) + account.bytes + id.bytes }
  }

  /// Opens it; nil if that can't be.
  func open(_ sealed: [UInt8], as purpose: String, _ id: HubID, of account: HubID) -> [UInt8]? {
    let padded = try? open(sealed, purpose) { $0 + Array(purpose.utf8) + account.bytes + id.bytes }
    return padded.flatMap(Padding.unpadded)
  }

  private func seal(_ bytes: [UInt8], _ context: ([UInt8]) -> [UInt8]) -> [UInt8] {
    let head = UInt32(SyncProtocol.version).bytes + UInt32(number).bytes
    return head + Seal.seal(bytes, count: bytes.count, with: newest, context: context(head))
  }

  private func open(
    _ sealed: [UInt8], _ name: String, _ context: ([UInt8]) -> [UInt8]
  ) throws -> [UInt8] {
    let count = sealed.count - Self.headCount - Seal.overhead
    guard count > 0 else { throw SyncError.badAnswer("the body of \(name) has only \(sealed.count) bytes") }
    let head = Array(sealed[..<Self.headCount])
    let (version, number) = (Int(UInt32(head[..<4])), Int(UInt32(head[4...])))
    guard version <= SyncProtocol.version else { throw SyncError.newerProtocol(version) }
    guard number <= self.number else { throw HubError.keysChanged }
    guard let key = key(number) else { throw SyncError.badAnswer("\(name) is sealed with a key \(number)") }
    var opened = [UInt8](repeating: 0, count: count)
    guard Seal.open(sealed[Self.headCount...], with: key, context: context(head), into: &opened) else {
      throw SyncError.badAnswer("\(name) was not sealed by a device of this account, or somebody changed it")
    }
    return opened
  }
}

extension ItemContext {
  /// All that a body can't be without, each part of a fixed length.
  fileprivate func bytes(behind head: [UInt8]) -> [UInt8] {
    head + Array("item".utf8) + account.bytes + item + UInt64(bitPattern: operation.value).bytes
      + UInt64(bitPattern: Int64(base)).bytes
      + [isDead ? 1 : 0]
  }
}

extension FixedWidthInteger {
  /// The bytes of a number, the highest first.
  var bytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 * ($0 + 1))) }
  }

  /// The number of bytes, the highest first.
  init(_ bytes: some Collection<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Self($1) } }
}
