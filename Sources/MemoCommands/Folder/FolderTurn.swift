import MemoEngine
import MemoFolder
import Platform
import Synchronization

/// A command's turn at keeping a folder: it synchronises files and memos before it reads and after it writes, unless
/// another process keeps the folder.
final class FolderTurn: Sendable {
  private struct Held {
    let lock: FolderLock
    let store: any MemoStore
    let keeper: FolderKeeper
  }

  private let path: String
  private let folder: NotesFolder
  private let environment: CommandEnvironment
  /// Whether the folder's store was found to be gone.
  private let isGone: Bool
  private let held = Mutex<Held?>(nil)
  /// Whether the user was told that the folder can't be kept from here.
  private let hasTold = Mutex(false)
  /// Up to where the store's changes were there when both were last made equal; nil if they never were.
  private let seen = Mutex<Int?>(nil)
  /// The memos that the command changed since then; nil if that is not known.
  private let changed = Mutex<Set<MemoID>?>(nil)
  /// Whether another process had the folder when both were to be made equal.
  private let wasTaken = Mutex(false)
  private let named: AwaitedFiles

  /// The number of times that it looks again if something changes meanwhile.
  private static let mostRounds = 8
  /// The time for which a change waits for its file while another process has the folder.
  private static let patience = Duration.seconds(2)
  /// The first pause before it looks again, and the longest; each is longer than the one before.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(10), Duration.milliseconds(200))

  /// The store that another process keeps the folder equal to, where files may not be written for that.
  var otherStore: KeptStore? { held.withLock { $0?.keeper.otherStore } }

  /// Creates a turn at the folder of a place; nil if that has none.
  init?(_ place: StorePlace, in environment: CommandEnvironment) {
    guard let folder = place.folder else { return nil }
    (path, self.folder, self.environment, isGone) = (place.path, folder, environment, place.isGone)
    named = AwaitedFiles(folder, in: environment)
  }

  /// What is to be waited for before a file is what it is called; nil if files and memos were made equal, or stay as
  /// they are.
  var awaited: AwaitedFiles? { wasTaken.withLock(\.self) ? named : nil }

  /// Synchronises files and memos, if no other process keeps the folder.
  ///
  /// - Parameters:
  ///   - waits: whether to wait for files that vanished a moment ago: they may be about to be replaced.
  ///   - remarks: the remarks to show, if they apply.
  ///   - isStopped: whether somebody has asked to leave off; looked at again and again.
  /// - Returns: what was done and what is left; nil if another process keeps the folder.
  /// - Throws: a failure if the store can't be read or written.
  @discardableResult
  func makeEqual(
    waits: Bool, remarks: [FolderRemark] = [], isStopped: @escaping @Sendable () -> Bool = { false }
  ) async throws(CommandError) -> FolderReport? {
    guard take() else {
      let mayDiffer = hasTold.withLock(\.self)
      wasTaken.withLock { $0 = !mayDiffer }
      if remarks.contains(.loss), let remark = folder.remarkOfLoss { environment.complain(remark) }
      return nil
    }
    wasTaken.withLock { $0 = false }
    let progress = ProgressLine(folder.path, in: environment)
    defer { progress.end() }
    var total: FolderReport?
    for round in 0..<Self.mostRounds {
      guard let report = try reconcile(isFirst: round == 0, progress, isStopped) else { break }
      total = report.adding(total)
      guard let due = report.due, !report.isCutShort else { break }
      if due <= .now { continue }
      guard waits, report.missing > 0 else { break }
      try? await Task.sleep(until: due, clock: .continuous)
    }
    progress.end()
    if let total {
      let unwritten = try unwritten()
      if remarks.contains(.problems) { environment.complain(unwritten.lines) }
      environment.complain(total.remarks(of: folder, remarks, told: unwritten.count))
    }
    return total
  }

  /// Synchronises files and memos if the process that kept the folder does not any more; false if it does.
  func takeOver() async throws(CommandError) -> Bool {
    guard try await makeEqual(waits: true, remarks: [.loss, .conflicts]) != nil else { return false }
    letGo()
    return true
  }

  /// The reasons why files do not follow the memos that were changed since this was last asked.
  private func unwritten() throws(CommandError) -> UnwrittenFiles {
    do throws(StoreError) {
      return try held.withLock { held throws(StoreError) in
        guard let held else { return UnwrittenFiles() }
        let since = seen.withLock { $0 }
        let changes = try held.store.externalChanges(since: since)
        seen.withLock { $0 = changes.changeSequence }
        let ids = changed.withLock(\.self) ?? Set(changes.changes.map(\.id))
        return UnwrittenFiles(since == nil ? [] : ids.compactMap { held.keeper.obstacle(of: $0) })
      }
    } catch {
      throw .failure(error.description)
    }
  }

  /// Brings what was stored since the start was noted into the files. Where another process has the folder, this waits
  /// until that is free, or that process has done it; if neither comes soon, people are told.
  ///
  /// - Throws: a failure if the store can't be read or written.
  func followChanges() async throws(CommandError) {
    let end = ContinuousClock.now + Self.patience
    var pause = Self.shortestPause
    var files: FilesBehind?
    defer { files?.close() }
    while !take() {
      if hasTold.withLock({ $0 }) { return }
      if files == nil { files = openedToRead().map { FilesBehind($0, changed.withLock(\.self)) } }
      if let remark = files?.remarkIfFollowed() { return environment.complain(remark) }
      guard .now < end else {
        let remark =
          "the change is saved, but not in its file yet: another process keeps \(folder.path), and writes it "
        let when = folder.isAsking ? "once you have answered memo-ls folder confirm" : "as soon as it can"
        return environment.complain(TerminalSanitizer.line(remark + when) + "\n")
      }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, Self.longestPause)
    }
    try await makeEqual(waits: false, remarks: [.conflicts, .problems])
  }

  /// Notes which changes were there before those whose files are to follow, if another process has the folder.
  func noteStart() {
    seen.withLock { seen in
      guard seen == nil, let store = openedToRead() else { return }
      defer { store.close() }
      seen = try? store.externalChanges(since: nil).changeSequence
    }
  }

  /// Notes which memos the command has changed: others may have changed some as well.
  ///
  /// - Parameter store: through which it did so.
  func noteChanges(by store: any MemoStore) {
    guard let since = seen.withLock(\.self), let others = try? store.externalChanges(since: since), !others.hasGap
    else {
      return
    }
    if others.changeSequence == since { return changed.withLock { $0 = [] } }
    guard let news = try? allChanges(since: since), !news.hasGap else { return }
    let foreign = Dictionary(others.changes.map { ($0.id, $0) }) { first, _ in first }
    let own = news.changes.filter { change in foreign[change.id].map { !change.isSame(as: $0) } ?? true }
    changed.withLock { $0 = Set(own.map(\.id)) }
  }

  /// What was stored, by whomever, while this one did nothing itself; nil if that can't be told.
  private func allChanges(since: Int) throws(StoreError) -> ExternalChanges? {
    let news = try held.withLock { held throws(StoreError) in try held?.store.externalChanges(since: since) }
    if let news { return news }
    guard let all = openedToRead() else { return nil }
    defer { all.close() }
    return try all.externalChanges(since: since)
  }

  private func openedToRead() -> (any MemoStore)? {
    environment.exists(path) ? try? environment.storeToRead(path) : nil
  }

  /// Leaves the folder to others, for example while somebody writes in an editor. Who has found it kept meanwhile
  /// counts on this process: once nobody is kept out any more, what others stored is looked for once more.
  func letGo() {
    for _ in 0..<Self.mostRounds {
      guard release(), take() else { return }
      let progress = ProgressLine(folder.path, in: environment)
      defer { progress.end() }
      guard (try? reconcile(isFirst: true, progress)) != nil else { break }
    }
    _ = release()
  }

  /// Lets others have the folder.
  ///
  /// - Returns: whether somebody stored something that the files may not have.
  private func release() -> Bool {
    held.withLock { held in
      guard let kept = held else { return false }
      held = nil
      kept.lock.release()
      defer { kept.store.close() }
      return (try? kept.keeper.hasNews()) ?? false
    }
  }

  private func reconcile(
    isFirst: Bool, _ progress: ProgressLine, _ isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(CommandError) -> FolderReport? {
    do throws(StoreError) {
      return try held.withLock { held throws(StoreError) in
        guard let keeper = held?.keeper else { return nil }
        if isFirst { keeper.noteEverything() }
        keeper.progress = { progress.show($0, $1, of: $2) }
        keeper.hasTime = { !isStopped() }
        return try keeper.reconcile()
      }
    } catch {
      throw .failure(error.description)
    }
  }

  /// Takes the folder; false if another process has it, or it can't be kept from here: the stored memos can still be
  /// used.
  private func take() -> Bool {
    held.withLock { held in
      if held != nil { return true }
      if environment.isReadOnly(path) { return leave("\(path) is read-only") }
      do throws(FolderError) {
        guard let (lock, other) = try takenLock() else { return false }
        let isMadeAnew = isGone && !environment.exists(path)
        let store = try Self.opened(path, environment)
        if isMadeAnew {
          let remark =
            "the store of \(folder.path) was gone, and is made anew from the files: what they say is there; the "
            + "history, the trash, and tags and pins given by command are not, and memos have other ids"
          environment.complain(TerminalSanitizer.line(remark) + "\n")
        }
        do throws(StoreError) {
          let keeper = try FolderKeeper(folder, store, limit: EngineConfiguration().maximumMemoBytes)
          // A format that can't be one is told by those commands that make days.
          (keeper.otherStore, keeper.dailyFormat) = (other, try? environment.dailyFormat())
          keeper.ownOutputs = [environment.output, STDERR_FILENO].compactMap { FileStatus($0) }
          if other == nil { lock.note(KeptStore(path: path)) }
          held = Held(lock: lock, store: store, keeper: keeper)
          return true
        } catch {
          store.close()
          throw FolderError(error.description)
        }
      } catch {
        return leave(error.description)
      }
    }
  }

  /// The lock by which this process may make files and memos equal, with the store of the process that keeps files
  /// from being written, if that has another one; nil if a process with the same store has it.
  private func takenLock() throws(FolderError) -> (FolderLock, other: KeptStore?)? {
    let lock = try FolderLock(of: folder)
    if try lock.take() { return (lock, nil) }
    guard let other = FolderLock.otherStore(keptWith: folder, than: KeptStore(path: path)) else { return nil }
    // The store may not be made yet.
    let store = try Self.opened(path, environment)
    defer { store.close() }
    guard (try? store.wantedPaths()) != nil, let own = KeptStore(path: path) else { return nil }
    let ownLock = try FolderLock(of: folder, besideKeeperFor: own)
    return try ownLock.take() ? (ownLock, other) : nil
  }

  private static func opened(
    _ path: String, _ environment: CommandEnvironment
  ) throws(FolderError) -> any MemoStore {
    do throws(StoreError) { return try environment.store(path) } catch { throw FolderError(error.description) }
  }

  /// Reports once that files and memos may differ.
  private func leave(_ reason: String) -> Bool {
    let isNews = hasTold.withLock { hasTold in
      defer { hasTold = true }
      return !hasTold
    }
    let remark = "files in \(folder.path) may differ from their memos, and are left so: \(reason)"
    if isNews { environment.complain(TerminalSanitizer.line(remark) + "\n") }
    return false
  }
}

extension ExternalChanges.Change {
  /// Whether both led from the same to the same.
  fileprivate func isSame(as other: Self) -> Bool {
    (before, after, baseVersion, version, revision) == (
      other.before, other.after, other.baseVersion, other.version, other.revision
    )
  }
}

extension ProgressLine {
  /// Shows the progress of synchronising a folder.
  fileprivate func show(_ stage: FolderKeeper.Stage, _ done: Int, of all: Int) {
    // A few files need no progress.
    guard all >= 1000, done.isMultiple(of: 100) || done == all else { return }
    let words =
      switch stage {
      case .reading: "read"
      case .storing: "taken in"
      case .writing: "written"
      }
    show("\(done) of \(all) files \(words)", percentage: done * 100 / all)
  }
}
