import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Makes the database file and its folder, for their owner alone.
enum StoreFile {
  /// Makes what is missing: folders 0700, the file 0600 (SQLite gives its companion files the same mode).
  ///
  /// The file is only ever opened here while it does not exist yet: closing a descriptor of a file that SQLite has open would
  /// drop SQLite's locks on it (POSIX `fcntl`).
  static func create(_ path: String) throws(StoreError) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try createFolder(String(path[..<slash])) }
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw failure("can't make the file \(path)")
    }
  }

  private static func createFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw failure("can't make the folder \(path)")
    }
    try createFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("can't make the folder \(path)") }
  }

  static func failure(_ what: String) -> StoreError {
    let code = errno
    let reason: StoreError.Reason =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS: .readOnly
      case EIO: .io
      case EMFILE, ENFILE, ENOMEM, EINTR: .other
      default: .permission
      }
    return StoreError(reason, "\(what): \(String(cString: strerror(code))); name another place with --store")
  }
}
