package import MemoModel
package import Platform

/// Creates the database file and its folder, for their owner alone.
package enum StoreFile {
  /// Creates what is missing, and refuses what is not safe: folders 0700, the file 0600 (SQLite gives its companion
  /// files the same mode).
  ///
  /// The file is opened here only while it does not exist yet: closing a descriptor of a file that SQLite has open
  /// would drop SQLite's locks on it (POSIX `fcntl`).
  package static func create(_ path: String) throws(StoreError) {
    let folder = folder(of: path)
    guard makeFolders(FilePath(folder), permissions: 0o700) else {
      throw SystemFailure.error("can't make the folder \(folder)")
    }
    try StoreGuard.check(path)
    try StoreGuard.checkJournals(path)
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw SystemFailure.error("can't make the file \(path)")
    }
  }

  /// The folder of a path's last component. Split by bytes: in a `String` a slash and an accent behind it are one
  /// character.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = path.utf8[..<slash]
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }

  /// A path's last component.
  package static func name(of path: String) -> String {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.utf8.startIndex
    return String(decoding: path.utf8[start...], as: UTF8.self)
  }

  /// Whether a path leads to a regular file, which opening never waits for.
  ///
  /// - Throws: ``StoreError`` if it can't be examined; a missing file is no error.
  package static func isRegular(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw SystemFailure.error("can't look at \(path)")
    }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The identity of the file at a path; nil if there is none.
  package static func identity(_ path: String) throws(StoreError) -> FileIdentity? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemFailure.error("can't look at \(path)")
    }
    return FileIdentity(status)
  }

  /// The identity of an open file; nil if it can't be told.
  package static func identity(_ descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}

/// Tells a file from another one of the same name.
package struct FileIdentity: Equatable {
  private let device: UInt64
  private let file: UInt64

  /// Takes the identity from a file's status.
  package init(_ status: stat) { (device, file) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
}
