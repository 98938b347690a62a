package import MemoModel
import Platform

/// The meaning of an `errno` for a store, and what to do about it.
package struct SystemFailure {
  /// The kind of trouble.
  package let reason: StoreError.Reason
  /// What to do about it.
  package let advice: String

  /// Looks up an `errno`.
  package init(_ code: Int32) {
    (reason, advice) =
      switch code {
      case ENOSPC, EDQUOT: (.full, "free some space")
      case EFBIG: (.full, "raise the limit on the size of files (ulimit -f), or name another place with --store")
      case EROFS: (.readOnly, "make the file system writable, or name another place with --store")
      case EIO: (.io, "check the disk")
      case EMFILE, ENFILE: (.other, "too many files are open; close some programs, or raise the limit (ulimit -n)")
      case ENOMEM: (.other, "close some programs")
      case EINTR, EAGAIN: (.other, "try again")
      case ENAMETOOLONG: (.permission, "name a shorter path with --store")
      case ENOTDIR, ELOOP, EEXIST: (.permission, "something else stands there; name another place with --store")
      default: (.permission, "check the permissions there, or name another place with --store")
      }
  }

  /// The error for a call that has just failed, read from `errno`.
  package static func error(_ what: String) -> StoreError {
    let code = errno
    let failure = SystemFailure(code)
    return StoreError(failure.reason, "\(what): \(String(cString: strerror(code))); \(failure.advice)")
  }
}
