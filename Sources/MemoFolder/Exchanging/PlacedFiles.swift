import MemoModel
import Platform
import Synchronization

/// Notes in staging of new files that come into their places, until their rows are stored: nothing else would tell
/// after a crash whose such a file is, once others have changed it.
final class PlacedFiles: Sendable {
  private let notes = Mutex<[MemoID: FolderEntry]>([:])

  /// Notes a file that is about to come to a path. Where that fails, a file that nobody changes is known by its text.
  func begin(_ name: StagedName, of id: MemoID, at path: FilePath, in staging: OpenFolder) {
    let entry = FolderEntry(folder: staging, name: name.name)
    notes.withLock { $0[id] = entry }
    guard let note = staging.open(FilePath(entry.name), O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600) else { return }
    defer { close(note) }
    if Descriptors.writeAll(Array(path.description.utf8), to: note) != 0 { end(id) }
  }

  /// Forgets a file that has a row by now, or did not come to its place.
  func end(_ id: MemoID) { _ = notes.withLock { $0.removeValue(forKey: id) }?.remove() }
}
