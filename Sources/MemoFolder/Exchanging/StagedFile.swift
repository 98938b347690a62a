import MemoModel
import Platform

/// A file in staging.
struct StagedFile {
  private let entry: FolderEntry
  private let name: StagedName?

  /// The time for which a file that came out of its place is kept, in milliseconds. A program may still have it open,
  /// and write to it; where the system tells of such a one it is kept as long as that has it.
  static let keeping = 10_000

  /// The longest pause before such a file is looked at once more, in milliseconds. At first the pause is as long as the
  /// file has been there.
  static let longestPause = 30_000

  init(folder: OpenFolder, name: String) {
    (entry, self.name) = (FolderEntry(folder: folder, name: name), StagedName(name))
  }

  /// Whether some program may still write into it, and it is not older than anybody waits for that.
  func isAwaited(at now: Timestamp) -> Bool {
    guard case .exchanged(let number, _, _, _, _)? = name else { return false }
    // The clock may have been put back.
    return abs(now.millisecondsSince1970 - number) < Self.keeping && entry.isOpenForWriting != false
  }

  /// Takes it away, unless somebody wrote into it what nobody has seen yet, or has it open for that.
  ///
  /// - Returns: whether it is gone.
  func removeIfSeen() -> Bool {
    if case .exchanged(_, let expected, let new, _, _)? = name {
      // The order matters: what is written before it is closed is read.
      guard entry.isOpenForWriting != true, let hash, hash == expected || hash == new else { return false }
    }
    return entry.remove() == .done
  }

  private var hash: UInt128? {
    guard let file = entry.folder.open(FilePath(entry.name), O_RDONLY) else { return nil }
    defer { close(file) }
    return Descriptors.readAll(file).map(ContentHash.of)
  }
}
