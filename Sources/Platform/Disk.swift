/// What the disk itself is asked for.
package enum Disk {
  /// Returns once a file's contents survive a power failure; false if they may not, and `errno` says why.
  ///
  /// On macOS `fsync` stops at the drive's own cache, which `F_FULLFSYNC` empties (fcntl(2) there); a file system that
  /// does not know it gets what there is.
  package static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}
