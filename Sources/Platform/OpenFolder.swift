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
  package func open(_ path: String, _ flags: Int32, permissions: UInt16 = 0) -> Int32? {
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
  func openAtOnce(_ path: String, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    let opened = memo_open_beneath(
      descriptor, path.isEmpty ? "." : path, flags, flags & O_CREAT != 0 ? UInt32(permissions) : 0)
    return opened < 0 ? nil : opened
  }

  /// Folder by folder, as everywhere.
  func openPartByPart(_ path: String, _ flags: Int32, _ permissions: UInt16) -> Int32? {
    var rest = path.isEmpty ? [] : path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let last = rest.popLast() ?? "."
    var current = descriptor
    for part in rest {
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
  package func folder(_ path: String) -> OpenFolder? {
    open(path, O_RDONLY | O_DIRECTORY).map(OpenFolder.init(taking:))
  }

  /// The folder that a path's last name stands in, and that name; nil as with ``open(_:_:permissions:)``.
  package func place(_ path: String) -> FilePlace? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard Self.isBelow(path), !path.isEmpty else {
      errno = EINVAL
      return nil
    }
    return folder(slash.map { String(path[..<$0]) } ?? "").map { FilePlace(folder: $0, name: name) }
  }

  private static func isBelow(_ path: String) -> Bool {
    if path.isEmpty { return true }
    return !path.utf8.contains(0)
      && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }
}
