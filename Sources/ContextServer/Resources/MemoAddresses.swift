import MemoEngine

/// The addresses that a client has subscribed to, by the memos that they are of: a memo has one for each of its pieces.
struct MemoAddresses {
  private var addresses: [MemoID: Set<String>] = [:]
  /// The number of addresses.
  private(set) var count = 0

  /// Takes addresses; what is none of a memo never changes.
  init(_ uris: [String] = []) {
    for uri in uris { insert(uri) }
  }

  /// The addresses of a memo, in order.
  func of(_ memo: MemoID) -> [String] { addresses[memo, default: []].sorted() }

  mutating func insert(_ uri: String) {
    guard let memo = Self.memo(uri), addresses[memo, default: []].insert(uri).inserted else { return }
    count += 1
  }

  mutating func remove(_ uri: String) {
    guard let memo = Self.memo(uri), addresses[memo]?.remove(uri) != nil else { return }
    if addresses[memo]?.isEmpty == true { addresses[memo] = nil }
    count -= 1
  }

  private static func memo(_ uri: String) -> MemoID? { ResourceURI(uri).flatMap { MemoID($0.id) } }
}
