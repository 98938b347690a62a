import CSystem

/// A change below a folder.
package enum TreeChange: Hashable, Sendable {
  /// A file or folder at this path.
  case name(FilePath)
  /// A folder and everything below it.
  case folder(FilePath)
  /// Anything: more happened than could be recorded, or the folder itself is gone.
  case everything
}

/// Reports what others change below a folder. Add a folder before reading it, so that no change in between is missed.
package protocol TreeWatch: AnyObject {
  /// Readable when something has changed.
  var descriptor: Int32 { get }

  /// Watches the direct contents of a folder, from now on by this path.
  ///
  /// - Returns: whether that succeeded; if not, `errno` says why.
  func add(_ folder: OpenFolder, path: FilePath) -> Bool

  /// The changes since the last call; does not wait. Of a new or moved folder only its path is reported: its contents
  /// are not watched until it is added.
  func changes() -> Set<TreeChange>
}

extension OpenFolder {
  /// Whether the file system is shared with other machines, or is a program's work: then no watch reports every change.
  package var isShared: Bool { memo_is_shared(descriptor) }
}
