import Platform

/// A file or folder that could not be read or made, and why.
package struct FileFailure: Error {
  /// What went wrong, and the system's word for the cause.
  package let message: String

  /// A call that has just failed, with its cause read from `errno`.
  init(_ what: String) { self.init(what, reason: String(cString: strerror(errno))) }

  init(_ what: String, reason: String) { message = "\(what): \(reason)" }
}
