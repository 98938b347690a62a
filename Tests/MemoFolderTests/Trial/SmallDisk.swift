import Foundation
import TestSupport

@testable import Platform

/// A disk in memory that only the thread that made it sees, and that can be made full.
final class SmallDisk {
  let path: String

  private static let (roomy, many, page) = (256 << 20, 1 << 20, 4096)

  /// Mounts one; nil where that may not be done.
  init?(at path: String) {
    #if os(Linux)
      self.path = path
      guard Self.hasOwnMounts, mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0,
        mount("memo-test", path, "tmpfs", 0, "size=\(Self.roomy),nr_inodes=\(Self.many)") == 0
      else { return nil }
    #else
      return nil
    #endif
  }

  #if os(Linux)
    /// Swift's module of the C library lacks `unshare`; 0x20000 is its CLONE_NEWNS.
    private static var hasOwnMounts: Bool {
      guard let call = dlsym(nil, "unshare") else { return false }
      return unsafeBitCast(call, to: (@convention(c) (CInt) -> CInt).self)(0x20000) == 0
    }
  #endif

  deinit {
    #if os(Linux)
      umount2(path, Int32(MNT_DETACH))
    #endif
  }

  /// Leaves room for so much.
  func leave(pages: Int, files: Int) throws {
    var status = statvfs()
    try require(statvfs(path, &status) == 0, "can't look at the disk")
    let (used, made) = (status.f_blocks - status.f_bfree, status.f_files - status.f_ffree)
    try allow(bytes: (Int(used) + pages) * Self.page, files: Int(made) + files)
  }

  /// Ends that.
  func makeRoom() throws { try allow(bytes: Self.roomy, files: Self.many) }

  private func allow(bytes: Int, files: Int) throws {
    #if os(Linux)
      let options = "size=\(bytes),nr_inodes=\(files)"
      try require(mount("memo-test", path, "tmpfs", UInt(MS_REMOUNT), options) == 0, "can't size the disk")
    #endif
  }
}
