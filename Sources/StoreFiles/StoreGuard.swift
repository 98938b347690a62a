package import MemoModel
package import Platform

/// Keeps a store to its owner: refuses files and folders through which somebody else could read it, change it, or
/// redirect it.
///
/// Files are checked before they are opened, for a clear error, and again once they are open: in a sticky folder such
/// as `/tmp` somebody else may have replaced one in between. None of SQLite's files is opened here: closing it would
/// drop SQLite's locks on it. ``SQLiteFiles`` checks those.
package enum StoreGuard {
  /// The files that SQLite and this program keep beside a database.
  private static let companions = ["-wal", "-shm", "-journal", "-lock"]

  /// Checks the folder, the database, and the files beside it that every use touches. Missing ones are fine.
  package static func check(_ path: String) throws(StoreError) {
    try checkFolder(of: path)
    if let status = try checkFile(path), status.st_size == 1 {
      // SQLite takes a file of a single byte for an empty one and would overwrite it.
      throw StoreError(.notAMemoStore, "\(path) is not a database; name another file with --store")
    }
    for companion in companions { _ = try checkFile(path + companion) }
  }

  /// Checks the journals beside a database, too.
  static func checkJournals(_ path: String) throws(StoreError) {
    for journal in try JournalFolder.allFiles(database: path) where !JournalFolder.isBad(journal) {
      _ = try checkFile(journal)
    }
  }

  /// Removes everybody else's permissions from files that have proved to be a store's: a copy or a restored backup may
  /// be open to all.
  package static func makePrivate(_ path: String) throws(StoreError) {
    for file in [path] + companions.map({ path + $0 }) {
      guard let status = try checkFile(file), status.st_mode & 0o077 != 0 else { continue }
      guard chmod(file, status.st_mode & 0o700) == 0 || errno == ENOENT else {
        throw SystemFailure.error("can't take other users' permissions from \(file)")
      }
    }
  }

  /// Checks the folder that the path resolves to: a link on the way is as safe as its target, which nobody else may
  /// write to. Where others may create files but not rename ours (a sticky folder such as `/tmp`), they can at most be
  /// in the way.
  private static func checkFolder(of path: String) throws(StoreError) {
    let folder = StoreFile.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw SystemFailure.error("can't look at the folder of \(path)") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(.permission, "\(path) can't be: \(folder) is not a folder; name another place with --store")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw StoreError(
        .permission,
        "\(path) is not safe: its folder belongs to another user (number \(status.st_uid)), who could replace it; "
          + "name another place with --store")
    }
    guard status.st_mode & 0o022 == 0 || status.st_mode & mode_t(S_ISVTX) != 0 else {
      throw StoreError(
        .permission,
        "\(path) is not safe: other users may write in its folder and could replace it; "
          + "forbid it with: chmod go-w \(folder.shellWord)")
    }
  }

  /// Checks one file; nil if it does not exist.
  private static func checkFile(_ path: String) throws(StoreError) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemFailure.error("can't look at \(path)")
    }
    try check(status, path)
    return status
  }

  /// Checks a file that has just been opened.
  package static func check(_ descriptor: Int32, _ path: String) throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("can't look at \(path)") }
    try check(status, path)
  }

  /// Whether a file is a regular one of this user's, without a second name through which somebody could change it.
  package static func isOurs(_ status: stat) -> Bool {
    // 0 links: it was removed after it was found.
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink <= 1
  }

  private static func check(_ status: stat, _ path: String) throws(StoreError) {
    if isOurs(status) { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK:
      throw StoreError(
        .permission, "\(path) is a symbolic link; name the file it leads to with --store, or put that one in its place")
    case S_IFDIR: throw StoreError(.notAMemoStore, "\(path) is a folder; name a file in it with --store")
    default: throw StoreError(.notAMemoStore, "\(path) is not a regular file; name another one with --store")
    }
    guard status.st_uid == geteuid() else {
      throw StoreError(
        .permission,
        "\(path) belongs to another user (number \(status.st_uid)); name another file with --store, or copy that one")
    }
    throw StoreError(
      .permission,
      "\(path) has another name, too (a hard link), under which it could be changed; remove that name, or copy the file"
    )
  }
}
