package import MemoModel
import Platform

/// A file that is only read, and must belong to this user or to root, so that nobody else can have chosen its contents.
package enum OwnFile {
  /// Its size in bytes; 0 if it does not exist.
  ///
  /// - Throws: ``StoreError`` if it can't be examined, or belongs to somebody else.
  package static func size(_ path: String) throws(StoreError) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return 0 }
      throw SystemFailure.error("can't look at \(path)")
    }
    try check(status, path)
    return Int(status.st_size)
  }

  /// Copies it to a new file, which only this user can read.
  ///
  /// - Throws: ``StoreError`` if it can't be read, belongs to somebody else, or there is no room for the copy.
  package static func copy(_ path: String, to goal: String) throws(StoreError) {
    // Not waiting: it may have been replaced by a FIFO.
    let input = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw SystemFailure.error("can't read \(path)") }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else { throw SystemFailure.error("can't look at \(path)") }
    try check(status, path)
    let output = open(goal, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw SystemFailure.error("can't make the file \(goal)") }
    defer { close(output) }
    do throws(Descriptors.CopyFailure) {
      try Descriptors.copy(from: input, to: output)
    } catch {
      throw SystemFailure.error(error == .reading ? "can't read \(path)" : "can't write \(goal)")
    }
  }

  private static func check(_ status: stat, _ path: String) throws(StoreError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.notAMemoStore, "\(path) is not a regular file; name another one with --store")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw StoreError(
        .permission,
        "\(path) belongs to another user (number \(status.st_uid)); name another file with --store, or copy that one")
    }
  }
}
