/// What may have changed below a folder.
package enum TreeChange: Hashable, Sendable {
  /// What has this path.
  case name(FilePath)
  /// This folder and all that is below it.
  case folder(FilePath)
  /// Anything: more happened than could be told, or the folder itself went.
  case everything
}

/// How one learns that something has changed.
package enum WatchSignal: Hashable, Sendable {
  /// This descriptor can be read.
  case descriptor(Int32)
  /// Nobody tells: it is to be looked at so often.
  case every(Duration)
}

/// Tells what others do below a folder. Whoever reads a folder adds it first: so what happens in between is told.
package protocol TreeWatch: AnyObject {
  /// When there is something to ask for.
  var signal: WatchSignal { get }

  /// Watches what is directly in a folder, from now on by this path.
  ///
  /// - Returns: whether that can be done; if not, `errno` says why.
  func add(_ folder: OpenFolder, path: FilePath) -> Bool

  /// What happened since this was last asked; does not wait. Of a new or moved folder only its path is told: what is in
  /// it is not watched until it is added.
  func changes() -> Set<TreeChange>
}

/// Watches nothing, where the system does not or would have to watch too much: everything is to be looked at anew.
package final class PollingWatch: TreeWatch {
  /// Once every so often.
  package let signal: WatchSignal

  /// Has everything looked at once in such a time.
  package init(every time: Duration) { signal = .every(time) }

  /// Always can.
  package func add(_ folder: OpenFolder, path: FilePath) -> Bool { true }

  /// Everything.
  package func changes() -> Set<TreeChange> { [.everything] }
}
