import Platform

/// A failure to read or create a file or folder.
package struct FileFailure: Error {
  /// What went wrong, and the system's word for the cause.
  package let message: String

  /// Describes a call that has just failed, with its cause from `errno`.
  init(_ what: String) { self.init(what, reason: String(cString: strerror(errno))) }

  init(_ what: String, reason: String) { message = "\(what): \(reason)" }
}
