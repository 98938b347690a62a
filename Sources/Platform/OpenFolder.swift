import CSystem

/// A folder that is held open, and what is below it. No link is followed on the way down, so no path leads out of the
/// folder, whatever others do to it meanwhile.
package final class OpenFolder: Sendable {
  /// The folder's descriptor, closed with this.
  package let descriptor: Int32

  /// Opens a folder by a path, following links; nil if it can't be opened, and `errno` says why.
  package init?(path: String) {
    let opened = Platform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Checked before `self` is whole: its `deinit` would close the descriptor and overwrite `errno`.
    if opened < 0 { return nil }
    descriptor = opened
  }

  private init(taking descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens what a path below leads to; nil if that fails, and `errno` says why: `ELOOP` where a link is on the way,
  /// `EINVAL` if the path leads out of the folder. Never waits for a FIFO or a device.
  ///
  /// - Parameters:
  ///   - path: names with a slash between any two, none of them `.` or `..`; empty for the folder itself.
  ///   - permissions: those of a file that is created.
  package func open(_ path: FilePath, _ flags: Int32, permissions: UInt16 = 0) -> Int32? {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard Self.isBelow(path) else {
      errno = EINVAL
      return nil
    }
    if let opened = openAtOnce(path, flags, permissions) { return opened }
    // A container may forbid a system call that it does not know.
    if errno == ENOSYS || errno == EPERM { return openPartByPart(path, flags, permissions) }
    // For a link where a folder was expected the system says ENOTDIR.
    if errno == ENOTDIR, !path.isEmpty {
      errno = entry(path).flatMap { FileStatus($0) }?.kind == .link ? ELOOP : ENOTDIR
    }
    return nil
  }

  /// Opens it in one call, where the system has `openat2(2)`.
  func openAtOnce(_ path: FilePath, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    let opened = memo_open_beneath(
      descriptor, path.isEmpty ? "." : path.description, flags, flags & O_CREAT != 0 ? UInt32(permissions) : 0)
    return opened < 0 ? nil : opened
  }

  /// Opens it folder by folder, which works everywhere.
  func openPartByPart(_ path: FilePath, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    let last = path.isEmpty ? "." : path.name
    var current = descriptor
    for part in path.folders.map(\.name) {
      let next = openat(current, part, memo_open_passing | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = next < 0 ? Self.cause(errno, current, part) : 0
      if current != descriptor { close(current) }
      errno = failure
      if next < 0 { return nil }
      current = next
    }
    let opened = openat(current, last, flags, mode_t(permissions))
    let failure = opened < 0 ? Self.cause(errno, current, last) : 0
    if current != descriptor { close(current) }
    errno = failure
    return opened < 0 ? nil : opened
  }

  /// The `errno` to report for a name that could not be opened.
  private static func cause(_ code: Int32, _ folder: Int32, _ name: String) -> Int32 {
    code == ENOTDIR && FileStatus(folder, name)?.kind == .link ? ELOOP : code
  }

  /// A folder below, or this one again for an empty path; nil as with ``open(_:_:permissions:)``.
  package func folder(_ path: FilePath) -> OpenFolder? {
    open(path, O_RDONLY | O_DIRECTORY).map(OpenFolder.init(taking:))
  }

  /// The file system that it is on; nil if that can't be told.
  package var device: UInt64? { FileStatus(descriptor)?.device }

  /// The last name of a path, in the opened folder that holds it; nil as with ``open(_:_:permissions:)``.
  package func entry(_ path: FilePath) -> FolderEntry? {
    guard Self.isBelow(path), !path.isEmpty else {
      errno = EINVAL
      return nil
    }
    return folder(path.folder).map { FolderEntry(folder: $0, name: path.name) }
  }

  private static func isBelow(_ path: FilePath) -> Bool {
    let bytes = path.description.utf8
    return path.isEmpty
      || !bytes.contains(0)
        && bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
          !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
  }
}
