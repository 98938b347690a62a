import Platform

/// The reason why a folder can't be used.
package struct FolderError: Error, Sendable, CustomStringConvertible {
  /// The problem, and what to do about it; without a full stop.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }

  /// The error for a call that has failed.
  ///
  /// - Parameter code: its `errno`, that of the last call unless another one is given.
  static func system(
    _ what: String, _ advice: String = "check the permissions there", code: Int32 = errno
  ) -> FolderError {
    FolderError("\(what): \(String(cString: strerror(code))); \(advice)")
  }

  /// The error for a folder whose own part is another user's, or seems to be.
  ///
  /// - Parameter why: the rest of a sentence that begins with that part.
  static func strangers(_ path: String, _ why: String) -> FolderError {
    FolderError(
      "\(path)/\(NotesFolder.ownName) \(why); copy the folder without it, and attach the copy, or name another store "
        + "with --store")
  }

  /// The error for a folder that could not be opened, read from `errno`.
  static func unopened(_ path: String) -> FolderError {
    if errno == ENOTDIR { return FolderError("\(path) is a file, not a folder; name the folder that it is in") }
    return .system("can't open the folder \(path)")
  }
}
