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

/// How a watch announces changes.
package enum WatchSignal: Hashable, Sendable {
  /// The descriptor becomes readable.
  case descriptor(Int32)
  /// Not at all: ask this often.
  case every(Duration)
}

/// Reports what others change below a folder. Add a folder before reading it, so that no change in between is missed.
package protocol TreeWatch: AnyObject {
  /// When to ask for changes.
  var signal: WatchSignal { get }

  /// Watches the direct contents of a folder, from now on by this path.
  ///
  /// - Returns: whether that succeeded; if not, `errno` says why.
  func add(_ folder: OpenFolder, path: FilePath) -> Bool

  /// The changes since the last call; does not wait. Of a new or moved folder only its path is reported: its contents
  /// are not watched until it is added.
  func changes() -> Set<TreeChange>
}

/// A watch for systems that can't tell what changes: everything counts as changed, at a fixed interval.
package final class PollingWatch: TreeWatch {
  /// The interval.
  package let signal: WatchSignal

  /// Creates a watch with this interval.
  package init(every time: Duration) { signal = .every(time) }

  /// Accepts every folder.
  package func add(_ folder: OpenFolder, path: FilePath) -> Bool { true }

  /// Always everything.
  package func changes() -> Set<TreeChange> { [.everything] }
}

extension OpenFolder {
  /// Whether the file system is shared with other machines, or is a program's work: then no watch reports every change.
  package var isShared: Bool { memo_is_shared(descriptor) }
}
