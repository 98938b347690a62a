package import MemoModel
import Platform
import StoreFiles

/// The file beside a store that has the keys of its account. Only its owner may read it.
package struct SyncKeyFile: Sendable {
  /// Its path.
  package let path: String
  private let database: String

  /// The most bytes that one has.
  private static let mostBytes = 1 << 20

  /// The key file of a store.
  package init(of database: String) { (self.database, path) = (database, database + "-sync-key") }

  /// Makes sure that it, and the store beside it, can be made, and leaves nothing behind.
  ///
  /// - Throws: ``StoreError`` if they can't.
  package func checkPlace() throws(StoreError) {
    let folder = StoreFile.folder(of: database)
    var nearest = folder
    while access(nearest, F_OK) != 0, errno == ENOENT, nearest != ".", nearest != "/" {
      nearest = StoreFile.folder(of: nearest)
    }
    if nearest == folder { try StoreGuard.check(database) }
    let trial = "\(nearest)/.memo-ls-\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(trial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make \(database)") }
    // Where no room is left, a file can be made, but not written.
    let isWritten = Descriptors.writeAll([UInt8](repeating: 0, count: 4096), to: descriptor) == 0
    let error = SystemFailure.error("can't make \(database)")
    close(descriptor)
    unlink(trial)
    guard isWritten else { throw error }
  }

  /// The contents; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if it can't be read, or others may read it.
  package func read() throws(StoreError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw SystemFailure.error("can't read the key file \(path)") }
    defer { close(descriptor) }
    try StoreGuard.check(descriptor, path)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw StoreError(.other, "others may read the key file \(path); end that with: chmod 600 \(path)")
    }
    guard let bytes = Descriptors.readAll(descriptor, atMost: Self.mostBytes) else {
      throw SystemFailure.error("can't read the key file \(path)")
    }
    return bytes
  }

  /// Writes it anew, durably: the old one stays until the new one is there.
  ///
  /// - Throws: ``StoreError`` if that can't be done.
  package func write(_ bytes: [UInt8]) throws(StoreError) {
    guard let folder = OpenFolder(path: StoreFile.folder(of: path)),
      folder.replace(StoreFile.name(of: path), with: bytes)
    else { throw SystemFailure.error("can't write the key file \(path)") }
  }

  /// Removes it; it is fine if there is none.
  package func remove() { unlink(path) }
}
