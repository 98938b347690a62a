import CSystem

/// A folder that is held open, and the way to what is below it. No link is followed on that way, so it never leads out
/// of the folder, whatever others do to it meanwhile.
package final class OpenFolder: Sendable {
  /// Closed with this.
  package let descriptor: Int32

  /// Opens a folder by a path, on which links are followed; nil if it can't be, and `errno` says why.
  package init?(path: String) {
    descriptor = Platform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  private init(taking descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// What a path below leads to; nil if it can't be opened, and `errno` says why: `ELOOP` or `ENOTDIR` where there is a
  /// link on the way, `EINVAL` if the path is not one below. Neither a FIFO nor a device is waited for.
  ///
  /// - Parameters:
  ///   - path: names with a slash between any two, none of them `.` or `..`; none at all is the folder itself.
  ///   - permissions: those of a file that is made.
  package func open(_ path: FilePath, _ flags: Int32, permissions: UInt16 = 0) -> Int32? {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard Self.isBelow(path) else {
      errno = EINVAL
      return nil
    }
    let opened = openAtOnce(path, flags, permissions)
    // A container may forbid what it does not know.
    return opened != nil || errno != ENOSYS && errno != EPERM ? opened : openPartByPart(path, flags, permissions)
  }

  /// In one call, where the system has it.
  func openAtOnce(_ path: FilePath, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    let opened = memo_open_beneath(
      descriptor, path.isEmpty ? "." : path.description, flags, flags & O_CREAT != 0 ? UInt32(permissions) : 0)
    return opened < 0 ? nil : opened
  }

  /// Folder by folder, as everywhere.
  func openPartByPart(_ path: FilePath, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    let last = path.isEmpty ? "." : path.name
    var current = descriptor
    for part in path.folders.map(\.name) {
      let next = openat(current, part, memo_open_passing | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = errno
      if current != descriptor { close(current) }
      errno = failure
      if next < 0 { return nil }
      current = next
    }
    let opened = openat(current, last, flags, mode_t(permissions))
    let failure = errno
    if current != descriptor { close(current) }
    errno = failure
    return opened < 0 ? nil : opened
  }

  /// A folder below, or this one once more for an empty path; nil as with ``open(_:_:permissions:)``.
  package func folder(_ path: FilePath) -> OpenFolder? {
    open(path, O_RDONLY | O_DIRECTORY).map(OpenFolder.init(taking:))
  }

  /// The folder that a path's last name stands in, and that name; nil as with ``open(_:_:permissions:)``.
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
