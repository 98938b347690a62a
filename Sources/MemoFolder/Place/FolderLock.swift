import Platform

/// The lock of the process that keeps a folder, of all that have it. It dies with its process, however that ends.
///
/// It is `flock`'s of the file `lock` in the folder's `.memo-ls`, which also holds between machines that share the
/// folder by NFS. The file says which store the folder is kept equal to. Processes with another store, from another
/// home, may not write files meanwhile; one of them takes in what is written there, and has a second lock for that.
package final class FolderLock: Sendable {
  static let name = "lock"

  private let folder: NotesFolder
  private let name: String
  let descriptor: Int32

  /// Names the lock of a folder, without taking it.
  ///
  /// - Parameter store: names the one of those who take in for this store while another one's keeper has the folder.
  /// - Throws: ``FolderError`` if its file can't be opened or made.
  package init(of folder: NotesFolder, besideKeeperFor store: KeptStore? = nil) throws(FolderError) {
    (self.folder, name) = (folder, store.map { "\(Self.name)-\($0.number)" } ?? Self.name)
    let opened = folder.own.open(FilePath(name), O_CREAT | O_RDWR, permissions: 0o600)
    guard let opened else { throw .system("can't open \(folder.path)/\(NotesFolder.ownName)/\(name)") }
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
    // Who was killed left its store's name.
    ftruncate(descriptor, 0)
    return isStillThere
  }

  /// Notes which store the folder is kept equal to; to be called by whoever has the lock.
  package func note(_ store: KeptStore?) {
    guard let store, lseek(descriptor, 0, SEEK_SET) == 0, ftruncate(descriptor, 0) == 0 else { return }
    _ = Descriptors.writeAll(store.bytes, to: descriptor)
  }

  /// The store that another process keeps a folder equal to, if that is none of this process's.
  ///
  /// - Parameter own: this process's; nil if there is none yet.
  /// - Returns: nil if it is the same, or not known.
  package static func otherStore(keptWith folder: NotesFolder, than own: KeptStore?) -> KeptStore? {
    for isSecond in [false, true] {
      guard let store = FileText.bytes(of: FilePath(name), in: folder.own, atMost: 1 << 16).flatMap(KeptStore.init),
        store.number != own?.number
      else { return nil }
      if isSecond { return store }
      // Who has just taken the lock takes away at once what another noted.
      usleep(1000)
    }
    return nil
  }

  /// Leaves the folder to the next, until it is taken again; to be called by whoever has the lock.
  package func release() {
    ftruncate(descriptor, 0)
    flock(descriptor, LOCK_UN)
  }

  /// Whether its file is the one that others find. If not, whoever has it keeps nobody out any more.
  package var isStillThere: Bool {
    FileStatus(folder.own.descriptor, name)?.isSame(as: FileStatus(descriptor)) == true
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
