import MemoModel
import Platform
import StoreFiles

/// SQLite's log of commits that are not in the database file yet.
enum WriteAheadLog {
  /// Syncs the contents of a log that an earlier process may have left, as programs see them.
  ///
  /// After a failed fsync, Linux keeps the data in memory but takes it for stored: whoever reads the log then, after
  /// the failing process was killed, finds a whole commit that the disk does not have and no later fsync writes. A
  /// checkpoint of it, or a commit after it, would be lost, or damage the database, when the power fails. So every byte
  /// is written once more.
  ///
  /// Nobody else may write to the log meanwhile. SQLite holds no lock on this file that closing it could drop.
  static func writeAnew(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw SystemFailure.error("can't open \(path)")
    }
    defer { close(descriptor) }
    try StoreGuard.check(descriptor, path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure.error("can't read \(path)") }
      if count == 0 { break }
      errno = Descriptors.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor, at: offset)
      guard errno == 0 else { throw SystemFailure.error("can't write \(path)") }
      offset += count
    }
    guard offset == 0 || Disk.sync(descriptor) else { throw SystemFailure.error("can't write \(path) to the disk") }
  }
}
