import MemoModel
package import Platform

/// A report of what was done to make a folder and a store equal, and of what is left to do.
package struct FolderReport: Sendable {
  /// The number of memos that were made of files, took a file's text, or came back with one.
  package internal(set) var takenIn = 0
  /// The number of memos that went to the trash because their files were gone.
  package internal(set) var trashed = 0
  /// The number of files written, and that of files removed.
  package internal(set) var (written, removed) = (0, 0)
  /// The number of texts that became memos of their own because the same lines had been changed inside.
  package var conflicts: Int { copies.count }
  /// The memos that these are, and their files, as far as they have some by now.
  var copies: [MemoID] = []
  package internal(set) var copyFiles: [FilePath] = []
  /// The number of files that were found under another name.
  package internal(set) var moved = 0
  /// The number of links that were changed to follow them.
  package internal(set) var followed = 0
  /// Files that are not as their memos are, and why; the end of a sentence that begins with the path.
  package internal(set) var problems: [FilePath: String] = [:]
  /// Memos whose files these are.
  var behind: [MemoID: FilePath] = [:]
  /// The paths that are left alone in the folder, and why.
  package internal(set) var skipped: [FilePath: SkipReason] = [:]
  /// The number of files that are gone since a moment ago: they may be about to be replaced.
  package internal(set) var missing = 0
  /// The loss that has to be confirmed first, because so many files are gone at once.
  package internal(set) var loss: FolderLoss?
  /// Whether the folder itself is not there.
  package internal(set) var isAway = false
  /// Whether all of the folder is watched.
  package internal(set) var isWatched = true
  /// Whether there was no time for all, so that the next who keeps the folder has to go on.
  package internal(set) var isCutShort = false
  /// The time to look again though nothing was told; nil for never.
  package internal(set) var due: ContinuousClock.Instant?

  /// Whether nothing was done.
  package var isQuiet: Bool { takenIn + trashed + written + removed + conflicts + moved == 0 }

  /// Counts anew; what stays as it is stays.
  mutating func begin() {
    (takenIn, trashed, written, removed, moved, followed) = (0, 0, 0, 0, 0, 0)
    (copies, copyFiles) = ([], [])
    (problems, behind, isAway, missing, loss, due, isCutShort) = ([:], [:], false, 0, nil, nil, false)
  }

  /// This one, and what was done before it.
  package func adding(_ earlier: FolderReport?) -> FolderReport {
    guard let earlier else { return self }
    var sum = self
    sum.takenIn += earlier.takenIn
    sum.trashed += earlier.trashed
    sum.written += earlier.written
    sum.removed += earlier.removed
    sum.copies = earlier.copies + copies
    sum.copyFiles = earlier.copyFiles + copyFiles
    sum.moved += earlier.moved
    sum.followed += earlier.followed
    return sum
  }

  /// Forgets what was left alone where somebody looks anew.
  mutating func forgetSkipped(_ changes: Set<TreeChange>) {
    if changes.contains(.everything) { skipped = [:] }
    if skipped.isEmpty { return }
    var folders: Set<FilePath> = []
    for change in changes {
      switch change {
      case .everything: break
      case .folder(let path): folders.insert(path)
      case .name(let path) where path.name == ".gitignore": folders.insert(path.folder)
      case .name(let path): skipped[path] = nil
      }
    }
    if folders.isEmpty { return }
    skipped = skipped.filter { path, _ in
      !folders.contains(path) && !folders.contains("") && !path.folders.contains(where: folders.contains)
    }
  }

  /// Something is to be looked at by then at the latest.
  mutating func due(by instant: ContinuousClock.Instant) { due = min(due ?? instant, instant) }

  /// Something is left that can be done at once.
  mutating func dueNow() { due(by: .now) }
}

/// Files that are gone, more than anybody takes away at once without a question.
package struct FolderLoss: Hashable, Sendable {
  /// The files that were there.
  package let paths: [FilePath]
  /// The number of files that there were in all.
  package let all: Int

  /// The number of these files, for people: the beginning of a sentence that goes on with `gone`.
  package var counted: String { "\(paths.count) of \(all.counted("file")) \(paths.count == 1 ? "is" : "are")" }

  /// The token by which agreeing to it is noted.
  package var token: String {
    var hash = ContentHash()
    for path in paths { hash.add(path.description.utf8 + [0]) }
    return hash.digits
  }
}
