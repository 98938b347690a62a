import MemoModel
import Platform

/// The work of the thread that keeps a folder.
final class FolderTurns {
  /// The reason why it was left off.
  private enum Stop {
    /// All ends.
    case ending
    /// The folder is not there, or another is in its place.
    case away
    /// Its lock is nobody's any more.
    case unlocked
    /// This is in the way.
    case obstacle(String)
  }

  private let keeping: FolderKeeping
  private let store: any MemoStore
  /// Doubles as long as something is in the way.
  private var pause = shortestPause

  private static let (shortestPause, longestPause) = (Duration.milliseconds(500), Duration.seconds(30))
  /// The pause between looks at whether the folder is there again, or, where no watch tells of that, whether the one
  /// who keeps it has ended.
  private static let lookingAgain = Duration.milliseconds(500)
  /// The time for which changes are gathered: programs write in several steps.
  private static let gathering = Duration.milliseconds(50)
  /// The time from one look at everything to the next where no watch tells of changes, as a multiple of the processor
  /// time that the look takes: how long it takes says more of what else runs. So at most 2 % of a core is used, or one
  /// look a minute where that is more. The first may take in very many files.
  private static let (pollingRatio, longestInterval) = (50, Duration.seconds(60))

  init(_ keeping: FolderKeeping) { (self.keeping, store) = (keeping, keeping.openStore()) }

  /// Keeps the folder until all ends.
  func run() {
    ThreadName.set("memo-folder")
    defer { store.close() }
    var folder: NotesFolder? = keeping.folder
    while !keeping.isEnding {
      guard let here = folder ?? reopened() else {
        let isStripped = keeping.folder.isStripped
        keeping.note { ($0.isAway, $0.isStripped) = (true, isStripped) }
        wait(Self.lookingAgain)
        continue
      }
      folder = here
      let stop = keep(here)
      keeping.note { standing in
        (standing.keeper, standing.isUnwatched) = (.nobody, false)
        if case .obstacle(let what) = stop { standing.obstacle = what }
      }
      switch stop {
      case .ending: return
      case .away: folder = nil
      case .unlocked: wait(Self.lookingAgain)
      case .obstacle:
        wait(pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  /// The same folder, where its path leads now. If it was moved, and is used where it is by now, what was put in its
  /// place is a copy.
  private func reopened() -> NotesFolder? {
    guard let found = try? NotesFolder(path: keeping.folder.path), found.id == keeping.folder.id, found.original == nil,
      !found.isDetached
    else { return nil }
    return found
  }

  /// Returns after a time, or once all ends.
  private func wait(_ time: Duration) {
    let end = ContinuousClock.now + time
    while !keeping.isEnding, end > .now { _ = keeping.bell.wait(until: end) }
  }

  /// Keeps a folder as long as that can be done.
  private func keep(_ folder: NotesFolder) -> Stop {
    do {
      let lock = try FolderLock(of: folder)
      var ownLock: FolderLock?
      let watch = keeping.openWatch()
      // Whoever lets go of a lock closes its file, however that one's process ends.
      let isTold = watch?.add(folder.own, path: FilePath(NotesFolder.ownName)) == true && !folder.root.isShared
      var wasTaken = false
      var aftermath = Aftermath()
      while try !lock.take() {
        wasTaken = true
        guard folder.isAtItsPath else { return .away }
        if keeping.isEnding { return .ending }
        guard lock.isStillThere else { return .unlocked }
        if let other = FolderLock.otherStore(keptWith: folder, than: ownStore) {
          // Opened once: a lock that is closed wakes all who wait, this one too.
          if ownLock?.isStillThere != true { ownLock = try lockBesideKeeper(of: folder) }
          if let ownLock, try ownLock.take() {
            let stop = try keep(folder, lock, watch, after: Aftermath(), takingInBy: ownLock, other)
            if case .unlocked = stop { continue }
            return stop
          }
        }
        keeping.note { ($0.keeper, $0.isAway, $0.obstacle, $0.otherStore) = (.elsewhere, false, nil, nil) }
        _ = keeping.bell.wait(
          for: isTold ? watch?.descriptor : nil, until: isTold ? aftermath.nextLook : .now + Self.lookingAgain)
        if watch?.changes().isEmpty == false { aftermath = Aftermath() }
      }
      ownLock = nil
      if wasTaken { keeping.takeOver() }
      return try keep(folder, lock, watch, after: wasTaken ? Aftermath() : nil)
    } catch {
      return .obstacle("\(error)")
    }
  }

  private var ownStore: KeptStore? { keeping.storePath.flatMap(KeptStore.init(path:)) }

  /// The lock of whoever takes in beside a keeper with another store.
  private func lockBesideKeeper(of folder: NotesFolder) throws -> FolderLock? {
    // The store may not be made yet.
    _ = try store.wantedPaths()
    return try ownStore.map { store throws(FolderError) in try FolderLock(of: folder, besideKeeperFor: store) }
  }

  /// - Parameters:
  ///   - aftermath: of the end of the one who kept it.
  ///   - ownLock: while another process has the first, with another store: then files are only read.
  ///   - other: that store.
  private func keep(
    _ folder: NotesFolder, _ lock: FolderLock, _ watch: (any TreeWatch)?, after aftermath: Aftermath? = nil,
    takingInBy ownLock: FolderLock? = nil, _ other: KeptStore? = nil
  ) throws -> Stop {
    var (watch, aftermath) = (watch, aftermath)
    var nextTry = aftermath?.nextLook
    let keeper = try FolderKeeper(folder, store, limit: keeping.limit, watch: watch)
    keeper.hasTime = { [keeping] in keeping.hasTime }
    (keeper.otherStore, keeper.dailyFormat) = (other, keeping.dailyFormat)
    if other == nil { lock.note(ownStore) }
    let isShared = folder.root.isShared
    var (interval, nextLook) = (keeping.polling, ContinuousClock.Instant?.some(.now))
    while true {
      guard folder.isAtItsPath else { return .away }
      guard (ownLock ?? lock).isStillThere else { return .unlocked }
      if ownLock != nil {
        let isFree = try lock.take()
        guard !isFree, FolderLock.otherStore(keptWith: folder, than: ownStore) == other else { return .unlocked }
      }
      // What that one had not saved may have come free only now.
      if ownLock == nil, let nextTry, nextTry <= .now { keeping.takeOver() }
      let isLast = keeping.beginsLastTurn()
      let (began, processorTime) = (ContinuousClock.now, ProcessorTime.ofThread)
      let looksAtAll = nextLook.map { $0 <= began } ?? false
      if looksAtAll, watch == nil, let late = keeping.openWatch() { (watch, keeper.watch) = (late, late) }
      let (told, changes) = (keeping.takeTold(), watch?.changes() ?? [])
      // A watch tells of the locks, too.
      if ownLock != nil, !changes.isEmpty { aftermath = Aftermath() }
      keeper.note(looksAtAll ? [.everything] : told.union(changes))
      let report = try keeper.reconcile()
      if report.isAway { return .away }
      pause = Self.shortestPause
      let isWatched = watch != nil && report.isWatched
      keeping.note(
        report, files: keeper.known.present, isUnwatched: !isWatched || isShared,
        isPolled: !isWatched && Self.canWatch && !isShared, otherStore: other)
      if isLast {
        if ownLock != nil { return .ending }
        lock.release()
        // Who found the folder kept has left this to the one who kept it.
        guard keeping.hasTime, try keeper.hasNews(), try lock.take() else { return .ending }
        return try keep(folder, lock, watch)
      }
      if looksAtAll {
        let cost = ProcessorTime.ofThread - processorTime
        interval = max(keeping.polling, min(cost * Self.pollingRatio, Self.longestInterval), .now - began)
      }
      if isWatched && !isShared { nextLook = nil } else if looksAtAll || nextLook == nil { nextLook = .now + interval }
      nextTry = other == nil || nextLook == nil ? aftermath?.nextLook : .now + Self.lookingAgain
      wait(for: watch, until: [report.due, nextLook, nextTry].compactMap(\.self).min())
    }
  }

  /// Returns once there is something to do.
  private func wait(for watch: (any TreeWatch)?, until instant: ContinuousClock.Instant?) {
    let soon = ContinuousClock.now + Self.gathering
    // What can be done at once may be so again and again.
    let instant = instant.map { max($0, soon) }
    guard let descriptor = watch?.descriptor else {
      _ = keeping.bell.wait(until: instant)
      return
    }
    if keeping.bell.wait(for: descriptor, until: instant).canRead { wait(Self.gathering) }
  }

  /// Whether the system tells of changes, as long as it has room.
  private static var canWatch: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  @Sendable static func watch() -> (any TreeWatch)? {
    #if os(Linux)
      InotifyWatch()
    #else
      nil
    #endif
  }
}
