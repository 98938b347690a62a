package import MemoModel
package import Platform

/// Makes the files of a folder and the memos of a store equal, whichever changed. One process at a time does so, on one
/// thread.
///
/// It knows memos only as they are stored, and changes them as another process would: so whoever has one open takes in,
/// or merges, what comes out of a file, and what is not saved yet comes into the file once it is.
package final class FolderKeeper {
  let folder: NotesFolder
  let store: any MemoStore
  let exchange: FileExchange
  let time: FolderTime
  let reached: DurableStepObserver
  /// The most bytes that a memo may have.
  let limit: Int
  /// The watch that is to tell of each folder that is looked at.
  var watch: (any TreeWatch)? { didSet { watchOwn() } }
  var rules: IgnoreTree
  /// The rules found above the folder that say what is left alone in it.
  private var outerRules = OuterRules()
  /// The texts of the rules, as they were noted for the next who keeps the folder.
  var rulesNoted: [FilePath: [UInt8]]
  /// The times since which files of rules have named nothing that named something before.
  var rulesGone: [FilePath: ContinuousClock.Instant] = [:]

  /// The rows of files that are remembered, as they are stored.
  var known: KnownFiles
  /// The times since which files have not been where they were.
  var absent: [FilePath: ContinuousClock.Instant] = [:]
  /// The files that came a moment ago, by their memos.
  var arrivals = FileArrivals()
  /// The memos that were made of files, as long as one reconciliation takes.
  var made: Set<MemoID> = []
  /// The question that people have not answered yet, as it is noted; nil for none.
  var question: FolderQuestion?
  /// The time at which the first file of that went, if the keeper before has noted it.
  var askedBefore: Int?
  /// Memos that others changed while their files were missing.
  var changedMeanwhile: Set<MemoID> = []
  /// The times since which files have been waited for that somebody has begun to write.
  var unfinished: [FilePath: ContinuousClock.Instant] = [:]
  /// The places where file systems with notes are mounted, or were; and those where they are not just now.
  var (mounts, awayMounts): (Set<FilePath>, Set<FilePath>)
  /// The folders that were looked at as a whole the last time, and the places in them where file systems are mounted.
  var mountsSeen: (folders: Set<FilePath>, mounts: Set<FilePath>)?
  /// The times since which others have been in the places of files that they were renamed over.
  var overwritten: [FilePath: ContinuousClock.Instant] = [:]
  /// The texts of files that memos took in beside words of their own, until the files have those, too: what the next
  /// merge starts from.
  var merged: [MemoID: (hash: UInt128, memo: StoredMemo)] = [:]
  /// The same of what was written last into files that had come out of their places, until those go.
  var aside: [MemoID: (hash: UInt128, memo: StoredMemo)] = [:]
  /// The hashes of files that may not be on the disk, since that failed, by their memos; 0 for those taken away.
  var unsynced: [MemoID: UInt128] = [:]
  /// Memos that have no file yet, as long as one reconciliation takes; nil until they are asked for.
  var unfiled: UnfiledMemos?
  /// The changes that are to be looked at, and those that could not be looked at the last time.
  var changes: Set<TreeChange> = [.everything]
  /// The same of memos.
  var memos: Set<MemoID> = []
  /// The number up to which others' changes to the store are known; nil for none.
  private var changeSequence: Int?
  /// The report of what was done since the last one.
  var report = FolderReport()
  /// The names that are taken in folders, as long as one reconciliation takes.
  var takenNames: [FilePath: TakenNames] = [:]
  /// The time at which staging is to be looked at; nil for never.
  var stagingLook: ContinuousClock.Instant?
  /// The times since which files are in staging that this process put there, by their numbers.
  var stagedSince: [Int: ContinuousClock.Instant] = [:]
  /// The files in staging that can't be read, and why.
  var stagingProblems: [FilePath: String] = [:]
  /// The paths and memos that could not be read or written: tried again each time.
  var (pathsLater, memosLater): (Set<FilePath>, Set<MemoID>) = ([], [])
  /// The time at which this was made, in milliseconds since 1970.
  let began: Int
  /// The files that clients have open, and the work on them that has to wait.
  var openFiles = FilesOpen()
  var heldFiles = HeldFiles()
  /// Whether the file system is known to call files as they were to be called.
  var keepsNames = false
  /// The memos that are not as the rows of their files say, while they are looked for.
  private var unlikeFiles: Meanwhile<Result<[MemoID], StoreError>>?
  /// The most files beside which looking for these needs no other thread.
  private static let few = 1000
  private var stagingNumber = 0
  /// Whether the store failed on the way, so that nobody knows how far it came.
  private var isInDoubt = false
  /// Whether it may go on where there is much to do; if not, the rest is left to the next who keeps the folder.
  package var hasTime: () -> Bool = { true }

  /// The store whose keeper has the folder, if that is another one: then what is written in the files is taken in, and
  /// none is written.
  package var otherStore: KeptStore?

  /// The format of days' titles, for `strftime`; nil if none is set.
  package var dailyFormat: String?

  /// The files that this process writes its own output into: they are not waited for.
  package var ownOutputs: [FileStatus] = []

  /// The stages that take long where there is much to do.
  package enum Stage: Sendable { case reading, storing, writing }

  /// An observer that is told, for those who want to show it, how many files were read, or taken in, or memos written,
  /// of how many.
  package var progress: ((Stage, _ done: Int, _ all: Int) -> Void)?

  /// Reads what is remembered.
  ///
  /// - Parameters:
  ///   - store: one of its own, so that what is done by it counts as another's for every engine.
  ///   - watch: is to tell of each folder that is looked at.
  ///   - canExchange: whether files change places, where the file system lets them.
  ///   - canLink: whether a file has two names, likewise.
  ///   - reached: is told of each step that a crash does not undo.
  ///   - syncNames: brings the names in a folder to the disk; false if that fails, and `errno` says why.
  /// - Throws: ``StoreError`` if the store can't be read.
  package init(
    _ folder: NotesFolder, _ store: any MemoStore, limit: Int, watch: (any TreeWatch)? = nil,
    time: FolderTime = FolderTime(), canExchange: Bool = true, canLink: Bool = true,
    reached: @escaping DurableStepObserver = { _ in },
    syncNames: @escaping @Sendable (Int32) -> Bool = Disk.syncNames
  ) throws(StoreError) {
    (self.folder, self.store, self.limit, self.watch, self.time) = (folder, store, limit, watch, time)
    (self.reached, began, stagingLook) = (reached, time.date().millisecondsSince1970, time.instant())
    exchange = FileExchange(
      root: folder.root, staging: folder.staging, limit: limit, canExchange: canExchange, canLink: canLink,
      reached: reached, syncNames: syncNames)
    known = KnownFiles(try store.fileRows())
    rulesNoted = folder.knownRules
    rules = IgnoreTree(rulesNoted)
    (mounts, awayMounts) = (folder.mounts, [])
    question = folder.question
    askedBefore = question?.since
    findUnsynced()
    watchOwn()
  }

  // Nothing reads the store once that may be closed.
  deinit { _ = unlikeFiles?.take() }

  private func watchOwn() { _ = watch?.add(folder.own, path: FilePath(NotesFolder.ownName)) }

  /// Notes what may have changed outside.
  package func note(_ changes: Set<TreeChange>) { self.changes.formUnion(changes) }

  /// Notes that anything may have changed outside, be it in what came out of its place.
  package func noteEverything() { (changes, stagingLook) = ([.everything], time.instant()) }

  /// Makes equal what may have changed, in the folder or in the store.
  ///
  /// - Returns: what was done, and what is left.
  /// - Throws: ``StoreError`` if the store can't be read or written; what was not done is done the next time.
  package func reconcile() throws(StoreError) -> FolderReport {
    report.begin()
    guard folder.isThere else {
      report.isAway = true
      report.due = time.instant() + Self.patience
      changes = [.everything]
      return report
    }
    if isInDoubt {
      let rows = try store.fileRows()
      noteArrived(rows)
      known = KnownFiles(rows)
      (changes, changeSequence, stagingLook) = ([.everything], nil, time.instant())
    }
    // Until all went well, it may have to be done once more.
    isInDoubt = true
    try makeEqual()
    isInDoubt = false
    report.copyFiles = report.copies.compactMap { known[$0].map { FilePath($0.path) } }
    return report
  }

  private func makeEqual() throws(StoreError) {
    (takenNames, unfiled, made) = ([:], nil, [])
    changes.formUnion(pathsLater.map(TreeChange.name))
    memos.formUnion(memosLater)
    (pathsLater, memosLater) = ([], [])
    if otherStore == nil { try sweepStaging() }
    try findChangedMemos()
    try findOpenFiles()
    if var cases = try findCases() {
      try settle(&cases)
    } else {
      // They wait for their files: else those that have changed would be looked for in vain again and again.
      memosLater.formUnion(memos)
      memos = []
    }
    if otherStore == nil { endConfirmation() }
    noteAsking()
    if otherStore == nil {
      noteMounts()
      noteRules()
      try grantWishes()
      try sweepStaging()
    }
    if !memos.isEmpty { report.dueNow() }
  }

  /// Has a name looked at the next time, whenever that is.
  func lookLater(_ path: FilePath) { pathsLater.insert(path) }

  /// The memos that others changed since the last time. Where it takes long to find them, that goes on while files are
  /// looked at, and ``findCases()`` waits for it.
  func findChangedMemos() throws(StoreError) {
    let others = try store.externalChanges(since: changeSequence)
    if changeSequence == nil || others.hasGap {
      if known.rows.count > Self.few {
        unlikeFiles = Meanwhile { [store] in Result { () throws(StoreError) in try store.memosUnlikeFiles() } }
      } else {
        noteChanged(try store.memosUnlikeFiles())
      }
    } else {
      noteChanged(others.changes.map(\.id))
    }
    // Somebody may have opened the file: from then on it keeps its name.
    let opened = others.changes.map(\.id).filter { known[$0]?.followsTitle == true }
    for (id, file) in try store.files(of: opened) where !file.followsTitle { known.endFollowing(id) }
    changeSequence = others.changeSequence
  }

  private func noteChanged(_ ids: [MemoID]) {
    memos.formUnion(ids)
    changedMeanwhile.formUnion(ids)
  }

  /// Whether others stored something since the last reconciliation began.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func hasNews() throws(StoreError) -> Bool {
    let news = try store.externalChanges(since: changeSequence)
    return news.hasGap || !news.changes.isEmpty
  }

  /// Finds what is to be decided: each file that changed with its memo, and each memo that changed with its file.
  ///
  /// - Returns: nil if all has to wait for files that may turn up elsewhere.
  func findCases() throws(StoreError) -> FolderCases? {
    // Where nothing tells of changes, or not of all, all is looked at.
    endHeldRules()
    findReturned()
    if changes.contains(.everything) || changes.contains(.name(FilePath(IgnoreTree.own, "ignore"))) {
      rules.set(folder.ownRules, in: IgnoreTree.own, former: rules)
      changes = [.everything]
    }
    let outer = OuterRules(above: folder.path)
    if outer != outerRules {
      rules.set(outer, former: rules)
      (outerRules, changes) = (outer, [.everything])
    }
    let looked = changes.union((Array(absent.keys) + unfinished.keys).map(TreeChange.name))
    var look = TreeLook(looked, in: folder.root, known, &rules, watch: watch)
    if let found = unlikeFiles?.take() { noteChanged(try found.get()) }
    unlikeFiles = nil
    let (all, tell) = (look.files.count, progress)
    var read = 0
    var cases = FolderCases(
      &look, known, include: { look, path, now in look.include(path, now, rules) },
      occupant: { FolderCases.Occupant(of: $0, in: folder.root) }, isUnfinished: isUnfinished
    ) { path in
      guard mayGoOn() else { return .changing }
      read += 1
      tell?(.reading, read, max(all, read))
      return FileText.read(path, in: folder.root, limit: limit)
    }
    report.forgetSkipped(looked)
    report.skipped.merge(look.skipped) { $1 }
    report.skipped.merge(cases.skipped) { $1 }
    mountsSeen = (look.folders, look.mounts)
    noteHeldRules()
    report.isWatched = (report.isWatched || looked.contains(.everything)) && look.isWatched
    let now = time.instant()
    arrivals.begin(now, since: min(now, absent.values.min() ?? now) - Self.copying, beside: known.present > 0)
    if waits(forOverwritten: cases.overwritten) {
      changes = looked
      return nil
    }
    changes = Set(cases.changing.map(TreeChange.name))
    if !changes.isEmpty { report.due(by: time.instant() + .milliseconds(50)) }
    noteUnfinished(cases)
    findTakenAway(&cases)
    try findPlaced(&cases)
    waitForAbsent(&cases)
    return cases
  }

  /// A number that nothing in staging has: the time, in milliseconds since 1970, so that what is in staging tells its
  /// age, whatever the file system does with times and the clock with the next process.
  func nextStagingNumber() -> Int {
    stagingNumber = max(stagingNumber + 1, began, time.date().millisecondsSince1970)
    return stagingNumber
  }

  /// Such a number for a file that stays in staging for a while.
  func nextNumberToStay() -> Int {
    let number = nextStagingNumber()
    stagedSince[number] = time.instant()
    return number
  }

  /// Remembers rows.
  func noteRows(_ rows: [FileRow], forgetting ids: [MemoID] = []) throws(StoreError) {
    let rows = keepingGone(rows, forgetting: ids)
    try store.note(rows, forgetting: ids)
    reached(.noted)
    remember(rows, forgetting: ids)
  }

  /// Takes over what was stored. What had a path that another has now may need a file of its own.
  func remember(_ rows: [FileRow], forgetting ids: [MemoID]) {
    noteArrived(rows)
    for id in ids {
      known.forget(id)
      arrivals.forget(id)
    }
    for row in rows {
      if let other = known.note(row) { memos.insert(other) }
      exchange.placed.end(row.id)
    }
    endUnsynced(rows.map(\.id) + ids)
  }

  /// Notes that a name is to be looked at once more.
  func lookAgain(_ path: FilePath) {
    changes.insert(.name(path))
    report.dueNow()
  }
}
