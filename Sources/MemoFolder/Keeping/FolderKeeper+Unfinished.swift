import MemoModel
import Platform

/// Files that somebody has begun to write.
///
/// A program that writes in place empties the file first, and may write it in several steps. What it is in between is
/// no text of anybody's: taken in, one save would be several steps of history, and what is typed meanwhile would be
/// merged with a text that has lost all its lines.
extension FolderKeeper {
  /// The longest wait for a file that goes on changing.
  private static let mostPatienceWithWriters = Duration.seconds(2)

  /// Whether somebody seems to be about to write, or to go on: the file changed a moment ago, and is empty, which it
  /// was not, or is open for writing.
  func isUnfinished(_ found: FolderCases.Case) -> Bool {
    guard let file = found.file, let age = age(file.mark), age < Self.patience else { return false }
    // One that comes back may come back empty at first, too.
    if found.row?.hash == file.hash { return false }
    if let since = unfinished[found.path], time.instant() - since >= Self.mostPatienceWithWriters { return false }
    if file.mark.size == 0, let row = found.row, row.size > 0 { return true }
    return folder.root.entry(found.path)?.isOpenForWriting == true
  }

  /// Notes which files are waited for, and until when.
  func noteUnfinished(_ cases: FolderCases) {
    let now = time.instant()
    var since: [FilePath: ContinuousClock.Instant] = [:]
    for found in cases.unfinished {
      guard let file = found.file else { continue }
      let first = unfinished[found.path] ?? now
      since[found.path] = first
      if isOwnOutput(found.path) { continue }
      // A new file that says nothing says all that anybody can know of it.
      if found.row != nil || file.mark.size > 0 { report.missing += 1 }
      let rest = Self.patience - max(.zero, age(file.mark) ?? .zero)
      report.due(by: min(now + rest, first + Self.mostPatienceWithWriters))
    }
    unfinished = since
  }

  /// Whether this process itself writes what it has to say into a file: that ends only after whatever waits for it.
  private func isOwnOutput(_ path: FilePath) -> Bool {
    if ownOutputs.isEmpty { return false }
    let status = folder.root.entry(path).flatMap { FileStatus($0) }
    return ownOutputs.contains { $0.isSame(as: status) }
  }

  /// Whether a file is about to be replaced, or written: its memo waits, too.
  func isAwaited(_ path: FilePath) -> Bool { absent[path] != nil || unfinished[path] != nil }
}
