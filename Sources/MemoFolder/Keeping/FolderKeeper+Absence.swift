import MemoEngine
import MemoModel
import Platform

extension FolderKeeper {
  /// The time for which a file may be gone while it is being replaced.
  static let patience = Duration.seconds(1)

  /// The longest wait for the last of many that go one after the other.
  private static let mostPatience = Duration.seconds(30)

  /// The most files missing at once that are not taken for the first of many.
  private static let several = 3

  /// Takes files for gone that have been missing long enough, unless there are so many that people are asked first.
  func waitForAbsent(_ cases: inout FolderCases) {
    let missing = cases.found.indices.filter { cases.found[$0].state == .missing }
    let now = arrivals.now
    var since: [FilePath: ContinuousClock.Instant] = [:]
    for index in missing {
      let path = cases.found[index].path
      let isForLong = question?.paths.contains(path) == true || hasBeenStill(path.folder)
      since[path] = absent[path] ?? now - (isForLong ? Self.patience : .zero)
    }
    absent = since
    awayMounts = []
    let trashed = findTrashed(cases, missing)
    guard let first = since.values.min(), let last = since.values.max() else { return }
    // Who removes very many takes a while, and is asked about all of them.
    let goOn = since.count > Self.several && now - last < Self.patience && now - first < Self.mostPatience
    for index in missing {
      let due = (goOn ? last : since[cases.found[index].path] ?? now) + Self.patience
      if now >= due {
        cases.found[index].state = .gone
      } else {
        report.missing += 1
        report.due(by: due)
      }
    }
    // One whose memo somebody has deleted is nobody's loss.
    let gone = missing.filter { cases.found[$0].row?.isPresent == true && !trashed.contains(cases.found[$0].path) }
    let isUnmounted = areUnmounted(gone.map { cases.found[$0].path })
    guard gone.contains(where: { cases.found[$0].state == .gone }) else { return }
    let copies = isUnmounted ? [:] : copies(ofGone: cases)
    let lost = gone.filter { copies[cases.found[$0].path] == nil }
    let left = Set(missing.map { cases.found[$0].path }).subtracting(trashed)
    let loss = FolderLoss(
      paths: lost.map { cases.found[$0].path },
      all: lost.count + countLeft(beside: gone.count + trashed.count, since: first))
    let isLost = lost.contains { cases.found[$0].state == .gone }
    cases.move(
      gone.compactMap { index in
        let found = cases.found[index]
        return found.state == .gone ? copies[found.path].map { (index: index, copy: $0) } : nil
      })
    let isAsked = question.map { !$0.paths.isDisjoint(with: loss.paths) } ?? false
    guard isLost, isUnmounted || isAsked || MassDeletion.isToBeConfirmed(gone: lost.count, of: loss.all),
      folder.confirmation != loss.token
    else { return }
    report.loss = loss
    // What is missing beside them may have gone for the same cause.
    cases.found.removeAll { left.contains($0.path) }
  }

  /// Forgets rules whose file has named nothing long enough: else it may be about to be replaced, and what it names is
  /// not to become memos meanwhile.
  func endHeldRules() {
    let now = time.instant()
    for (place, since) in rulesGone where now - since >= Self.patience {
      rules.set(nil, in: place)
      changes.insert(IgnoreTree.isOutside(place) ? .everything : .folder(place))
    }
  }

  /// Notes which rules hold though their file names nothing just now, or can't be read: that is tried again.
  func noteHeldRules() {
    let now = time.instant()
    rulesGone = Dictionary(
      uniqueKeysWithValues: rules.held.map { place in
        (place, rulesGone[place] ?? now - (hasBeenStill(rulesIn: place) ? Self.patience : .zero))
      })
    report.missing += rulesGone.count
    if let first = rulesGone.values.min() { report.due(by: first + Self.patience) }
    for (place, code) in rules.unreadable {
      let path = Self.file(ofRulesIn: place)
      report.skipped[path] = .unreadable(code)
      lookLater(path)
      report.due(by: now + Self.retry)
    }
  }

  private static func file(ofRulesIn place: FilePath) -> FilePath {
    FilePath(place, place == IgnoreTree.own ? "ignore" : ".gitignore")
  }

  /// Whether a file of rules that names nothing has done so for so long that it is not about to be replaced.
  private func hasBeenStill(rulesIn place: FilePath) -> Bool {
    if place.isBelow(IgnoreTree.own) { return false }
    guard let status = folder.root.entry(Self.file(ofRulesIn: place)).flatMap({ FileStatus($0) }) else {
      return hasBeenStill(place)
    }
    return isOld(status)
  }

  /// Has the next who keeps the folder know what is left alone, should a file that says so be away just then.
  func noteRules() {
    let texts = rules.texts
    if texts == rulesNoted { return }
    rulesNoted = texts
    // Else it is noted after the next change.
    try? folder.noteRules(texts)
  }

  /// Whether files that others were renamed over may turn up elsewhere: of several renamings only some may be seen yet.
  func waits(forOverwritten rows: [FileRow]) -> Bool {
    let now = time.instant()
    var since: [FilePath: ContinuousClock.Instant] = [:]
    for row in rows {
      let path = FilePath(row.path)
      since[path] = overwritten[path] ?? now - (hasBeenStill(path.folder) ? Self.patience : .zero)
    }
    overwritten = since
    guard let last = since.values.max(), now - last < Self.patience else { return false }
    report.missing += since.count
    report.due(by: last + Self.patience)
    return true
  }

  /// Sends memos to the trash whose files others were renamed over, unless they were changed since.
  func trashOverwritten(_ rows: [FileRow]) throws(StoreError) {
    let sized = try rows.map { row throws(StoreError) in (row: row, bytes: try store.bytes(of: row.id) ?? 0) }
    for portion in portions(of: sized, Self.portion, bytes: { $0.bytes }) {
      let stored = try memos(portion.map(\.row.id))
      let unchanged = portion.compactMap { row, _ in
        stored[row.id].flatMap { state(of: $0) == .text(row.hash) ? $0 : nil }
      }
      let changes = try unchanged.map { memo throws(StoreError) in try OutsideChange(trashing: memo, at: time.date()) }
      let stale = try store.write(changes.map(\.change), noting: [], forgetting: [])
      report.trashed += changes.count - stale.count
    }
  }

  /// The missing files whose memos others moved to the trash meanwhile.
  private func findTrashed(_ cases: FolderCases, _ missing: [Int]) -> Set<FilePath> {
    if changedMeanwhile.isEmpty { return [] }
    let rows = missing.compactMap { cases.found[$0].row }.filter { $0.isPresent && changedMeanwhile.contains($0.id) }
    changedMeanwhile = Set(rows.map(\.id))
    return Set(rows.filter { isTrashed($0.id) }.map { FilePath($0.path) })
  }

  private func isTrashed(_ id: MemoID) -> Bool {
    guard let found = try? store.memos([id]) else { return false }
    return found.first?.metadata.isTrashed ?? true
  }

  /// The number of files that are there still, of those that were when the first of the missing ones went: new ones
  /// change nothing, whether they stay or go.
  private func countLeft(beside gone: Int, since first: ContinuousClock.Instant) -> Int {
    var new = arrivals.new(since: first)
    if let asked = askedBefore {
      new.formUnion(known.rows.filter { row in row.id.madeAt.map { $0 >= asked } ?? false }.map(\.id))
    }
    let newlyThere = new.count { id in known[id].map { $0.isPresent && absent[FilePath($0.path)] == nil } ?? false }
    return known.present - gone - newlyThere
  }

  /// Notes what people are asked about, for as long as they are.
  func noteAsking() {
    var now = report.loss.map { loss in
      FolderQuestion(since: question?.since ?? firstAbsence, about: loss.counted, paths: Set(loss.paths))
    }
    if now == nil, var left = question {
      left.paths = left.paths.filter { absent[$0] != nil && known[$0]?.isPresent == true }
      if !left.paths.isEmpty { now = left }
    }
    if now == nil { askedBefore = nil }
    guard now != question, otherStore != nil || (try? folder.note(now)) != nil else { return }
    question = now
  }

  /// The time since which a file has been missing, in milliseconds since 1970.
  private var firstAbsence: Int {
    let date = time.date().millisecondsSince1970
    guard let first = absent.values.min() else { return date }
    let (seconds, attoseconds) = (time.instant() - first).components
    // Rounded down: what is made in that millisecond is new.
    return date - Int(seconds) * 1000 - Int(attoseconds / 1_000_000_000_000_000) - 1
  }

  /// Forgets what people agreed to once that was made use of, or can't be any more.
  func endConfirmation() {
    if folder.confirmation != nil, report.loss == nil, report.trashed > 0 || absent.isEmpty {
      try? folder.confirm(nil)
    }
  }

  /// Whether nothing was made, renamed or removed in a folder, or the one above it that is left, for so long that what
  /// is missing there is not about to be replaced.
  private func hasBeenStill(_ path: FilePath) -> Bool {
    var path = path
    while true {
      if let folder = folder.root.folder(path), let status = FileStatus(folder.descriptor) { return isOld(status) }
      if path.isEmpty { return false }
      path = path.folder
    }
  }

  private func isOld(_ status: FileStatus) -> Bool { age(status.mark).map { $0 >= Self.patience } ?? true }

  /// The time since a file was written, or a folder changed; nil if that is longer than the number goes.
  func age(_ mark: FileMark) -> Duration? { mark.age(at: time.date()) }
}

extension MemoID {
  /// The time at which it was made, in milliseconds since 1970; nil if it is of a kind that does not tell.
  fileprivate var madeAt: Int? {
    let digits = description.split(separator: "-")
    guard digits.map(\.utf8.count) == [8, 4, 4, 4, 12], digits[2].first == "7" else { return nil }
    return Int(digits[0] + digits[1], radix: 16)
  }
}
