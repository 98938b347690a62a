import CSystem

/// Requests to the disk itself.
package enum Disk {
  /// Returns once a file's contents survive a power failure; false if they may not, and `errno` says why.
  ///
  /// On macOS `fsync` stops at the drive's own cache, which `F_FULLFSYNC` empties (fcntl(2) there); a file system
  /// without that gets a plain `fsync`.
  package static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// Brings the names in a folder to the disk; false if they may not be there, and `errno` says why. Where a file
  /// system can't do that at all there is nothing to wait for.
  package static func syncNames(_ folder: Int32) -> Bool { sync(folder) || [EINVAL, ENOTSUP].contains(errno) }

  /// Returns once all that was written to a file system so far, be it thousands of files, survives a power failure;
  /// false if it may not, and `errno` says why.
  ///
  /// - Parameter descriptor: one of anything on it.
  package static func syncAll(beside descriptor: Int32) -> Bool { memo_sync_all(descriptor) == 0 }

  /// Gives a file room on the disk, filled with zeros.
  ///
  /// - Returns: 0, or why there is none, as an `errno`.
  package static func allocate(_ descriptor: Int32, _ size: Int) -> Int32 {
    #if canImport(Darwin)
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(size),
        fst_bytesalloc: 0)
      guard fcntl(descriptor, F_PREALLOCATE, &request) != -1, ftruncate(descriptor, off_t(size)) == 0 else {
        return errno
      }
      return 0
    #else
      var code: Int32
      repeat { code = posix_fallocate(descriptor, 0, off_t(size)) } while code == EINTR
      return code
    #endif
  }
}
