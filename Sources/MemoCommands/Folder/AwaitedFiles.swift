import MemoEngine
import MemoFolder
import Platform
import Synchronization

/// Files that a command names while another process keeps their folder: what others did to them a moment ago is in the
/// store a moment later.
final class AwaitedFiles: Sendable {
  private let folder: NotesFolder
  private let environment: CommandEnvironment
  private let state = Mutex<(end: ContinuousClock.Instant?, told: Set<FilePath>)>((nil, []))

  /// The time for which one command waits, whatever it names.
  private static let patience = Duration.seconds(2)
  /// The first pause before it looks again, and the longest; each is longer than the one before.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(10), Duration.milliseconds(100))

  init(_ folder: NotesFolder, in environment: CommandEnvironment) {
    (self.folder, self.environment) = (folder, environment)
  }

  /// Returns once the store has the file at a path; if that does not come, once the path at least names no other
  /// memo's file.
  ///
  /// - Parameter takeOver: makes all equal if the folder is free by now; false if it is not.
  /// - Returns: whether the store had something else at first.
  /// - Throws: a failure if another file stands there than the store has, or the store can't be read.
  func wait(
    for path: FilePath, in store: any MemoStore, takeOver: () async throws(CommandError) -> Bool
  ) async throws(CommandError) -> Bool {
    var pause = Self.shortestPause
    var hasWaited = false
    while true {
      let (row, standing) = try standing(of: path, in: store)
      if standing == .known { return hasWaited }
      if try await takeOver() { return true }
      let end = state.withLock { state in
        state.end = state.end ?? .now + Self.patience
        return state.end ?? .now
      }
      guard .now < end else {
        try giveUp(
          path, standing, isOpen: try row.map { row throws(CommandError) in try isOpen(row.id, store) } == true)
        return hasWaited
      }
      hasWaited = true
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func standing(
    of path: FilePath, in store: any MemoStore
  ) throws(CommandError) -> (FileRow?, FileStanding) {
    do throws(StoreError) {
      let row = try store.fileRow(at: path.description)
      return (row, folder.standing(of: path, row, limit: EngineConfiguration().maximumMemoBytes))
    } catch {
      throw .failure(error.description)
    }
  }

  private func isOpen(_ id: MemoID, _ store: any MemoStore) throws(CommandError) -> Bool {
    do throws(StoreError) { return try store.filesOpen().contains(id) } catch { throw .failure(error.description) }
  }

  /// Says what is not so yet.
  private func giveUp(_ path: FilePath, _ standing: FileStanding, isOpen: Bool) throws(CommandError) {
    switch standing {
    case .known, .missing: break
    // Whatever an editor has done to its own file, the memo is that which it has open.
    case .other where !isOpen:
      throw .failure(
        "\(path) is a new file, or another one than a moment ago, which the process that keeps \(folder.path) has not "
          + "taken in yet; try again, and if it stays so see: memo-ls folder status")
    case .other, .written:
      guard state.withLock({ $0.told.insert(path).inserted }) else { return }
      let remark =
        "\(path) has changes that its memo doesn't have yet: another process keeps \(folder.path), and takes them in "
        + "as soon as it can"
      environment.complain(TerminalSanitizer.line(remark) + "\n")
    }
  }
}
