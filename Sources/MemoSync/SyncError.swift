package import MemoModel

/// The reason why an exchange ended before it was done. What it took in before is right and stays.
package enum SyncError: Error, CustomStringConvertible {
  /// The store can't be read or written.
  case store(StoreError)
  /// The hub is kept by a later version of the program.
  case newerProtocol(Int)
  /// An answer of the hub that breaks the protocol; the words say how.
  case badAnswer(String)
  /// Memos that others change faster than they can be taken in.
  case busy
  /// The store is synced with this hub no more.
  case left

  /// The error in words, with what to do about it.
  package var description: String {
    switch self {
    case .store(let error): error.description
    case .newerProtocol(let version):
      "the hub speaks protocol \(version), this program \(SyncProtocol.version); update memo-ls on this device"
    case .badAnswer(let what):
      "the hub's answer is wrong: \(what); nothing of it was taken in. Check the hub's database, or restore it"
    case .busy: "memos are changed faster than the hub's are taken in; it is tried again when that ends"
    case .left: "the store was taken from this hub meanwhile"
    }
  }
}

/// The protocol of this program.
package enum SyncProtocol {
  /// Grows when older programs could do harm to what newer ones write.
  package static let version = 1
}
