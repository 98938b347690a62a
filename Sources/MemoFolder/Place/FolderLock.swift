import Platform

/// Says which process keeps a folder, of all that have it: whoever has this lock. It dies with its process, however
/// that ends.
///
/// It is `flock`'s of the file `lock` in the folder's `.memo-ls`, which also holds between machines that share the
/// folder by NFS.
package final class FolderLock: Sendable {
  static let name = "lock"

  private let folder: NotesFolder
  let descriptor: Int32

  /// Names the lock of a folder, without taking it.
  ///
  /// - Throws: ``FolderError`` if its file can't be opened or made.
  package init(of folder: NotesFolder) throws(FolderError) {
    self.folder = folder
    let opened = folder.own.open(FilePath(Self.name), O_CREAT | O_RDWR, permissions: 0o600)
    guard let opened else { throw .system("can't open \(folder.path)/\(NotesFolder.ownName)/\(Self.name)") }
    descriptor = opened
  }

  /// Leaves the folder to the next.
  deinit { close(descriptor) }

  /// Takes the lock, if nobody else has it; does not wait.
  ///
  /// - Returns: whether it is this one's now, or was already; not if somebody took its file away.
  /// - Throws: ``FolderError`` if the file system has no locks.
  package func take() throws(FolderError) -> Bool {
    guard try Self.hasTaken(descriptor, LOCK_EX, folder) else { return false }
    return isStillThere
  }

  /// Leaves the folder to the next, until it is taken again.
  package func release() { flock(descriptor, LOCK_UN) }

  /// Whether its file is the one that others find. If not, whoever has it keeps nobody out any more.
  package var isStillThere: Bool {
    FileStatus(folder.own.descriptor, Self.name)?.isSame(as: FileStatus(descriptor)) == true
  }

  /// Whether some process keeps a folder, this one too. Asking makes nothing, and wakes nobody.
  ///
  /// - Throws: ``FolderError`` if that can't be told.
  package static func isTaken(of folder: NotesFolder) throws(FolderError) -> Bool {
    guard let descriptor = folder.own.open(FilePath(name), O_RDONLY) else {
      if errno == ENOENT { return false }
      throw .system("can't open \(folder.path)/\(NotesFolder.ownName)/\(name)")
    }
    defer { close(descriptor) }
    return try !hasTaken(descriptor, LOCK_SH, folder)
  }

  private static func hasTaken(_ descriptor: Int32, _ kind: Int32, _ folder: NotesFolder) throws(FolderError) -> Bool {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else {
        throw .system("can't lock \(folder.path)", "a folder must be on a file system that has locks")
      }
    }
    return true
  }
}
