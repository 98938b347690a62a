package import MemoModel
package import Platform

/// The differences between the files of a folder and the memos of its store, and what else there is to tell of it.
/// Nothing was done.
package struct FolderSurvey: Sendable {
  /// A difference between a file and its memo, and how it is to go.
  package enum Difference: String, Sendable {
    /// The file is new, or was changed: its text is to be the memo's.
    case file
    /// The memo is new, or was changed: its text is to be the file's.
    case memo
    /// Both were changed.
    case both
    /// The file is gone, so the memo goes to the trash.
    case gone
    /// The memo is in the trash, so the file goes.
    case trashed
    /// The file can't be read now.
    case unreadable
    /// The file has another name, and nothing else has changed: the memo is to be that file's.
    case moved
    /// A program that had the file open has written to it after it was replaced: that is to be merged.
    case late
  }

  /// Files that are not as their memos are, by their paths.
  package internal(set) var differences: [FilePath: Difference] = [:]
  /// The reasons why some of them, or of those that are to have other names, can't be read, written or renamed just
  /// now, and what to do about it: the end of a sentence that begins with the path.
  package internal(set) var problems: [FilePath: String] = [:]
  /// Files that editors have open, and that are not as their memos are before they are saved or closed there.
  package internal(set) var unsaved: [FilePath] = []
  /// Memos that have no file yet.
  package internal(set) var unfiled: [MemoID] = []
  /// The number of files that there are to be.
  package internal(set) var files = 0
  /// Files that go their own way, since they became something that is no memo.
  package internal(set) var released: [FilePath] = []
  /// The paths that are left alone, and why.
  package internal(set) var skipped: [FilePath: SkipReason] = [:]
  /// The loss that has to be confirmed first, because so many files are gone at once.
  package internal(set) var loss: FolderLoss?
  /// Whether the folder itself is not there.
  package internal(set) var isAway = false
  /// The number of files in staging: what came out of others' places in the last seconds, or a crash left.
  package internal(set) var staged = 0
  /// The time to look again to know more of files that are gone since a moment ago; nil if there are none.
  package internal(set) var due: ContinuousClock.Instant?

  /// Whether both are equal.
  package var isEqual: Bool { differences.isEmpty && unfiled.isEmpty && loss == nil }
}

extension FolderKeeper {
  /// Looks at the folder and at the store, and changes neither.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func survey() throws(StoreError) -> FolderSurvey {
    var survey = FolderSurvey()
    report.begin()
    note([.everything])
    survey.files = known.present
    survey.staged = folder.staged.count
    guard folder.isThere else {
      survey.isAway = true
      return survey
    }
    try findChangedMemos()
    openFiles = try store.filesOpen()
    let cases = try findCases() ?? FolderCases()
    (survey.skipped, survey.loss) = (report.skipped.merging(cases.skipped) { $1 }, report.loss)
    if report.missing > 0 { survey.due = report.due }
    for found in cases.found + cases.unfinished {
      if let row = found.row { memos.remove(row.id) }
      let memo = try found.row.flatMap { row throws(StoreError) in try store.memos([row.id]).first }
      note(found, memo, in: &survey)
    }
    for row in cases.moved { survey.differences[FilePath(row.path)] = survey.differences[FilePath(row.path)] ?? .moved }
    for id in memos.sorted(by: { $0.description < $1.description }) {
      let memo = try store.memos([id]).first
      guard let row = known[id], !row.isAside else {
        if let memo, !memo.metadata.isTrashed { survey.unfiled.append(id) }
        continue
      }
      if let found = caseOf(row) { note(found, memo, in: &survey) }
    }
    survey.unsaved.sort()
    survey.released = known.rows.filter(\.isReleased).map { FilePath($0.path) }.filter { survey.differences[$0] == nil }
    survey.released.sort()
    try findProblems(&survey, cases)
    findUnsynced(&survey, cases)
    findLateWords(&survey)
    return survey
  }

  /// The most differing files that are tried, and the most bytes of their memos.
  private static let (mostTried, mostBytesTried) = (20, 64 << 20)

  /// Finds out what is in the way of those that are to be written.
  private func findProblems(_ survey: inout FolderSurvey, _ cases: FolderCases) throws(StoreError) {
    for found in cases.found {
      if case .skipped(let reason) = found.state, !reason.releases { survey.problems[found.path] = reason.sentence }
    }
    var room = Self.mostBytesTried
    for path in survey.differences.keys.sorted().prefix(Self.mostTried) {
      guard let difference = survey.differences[path], let row = known[path] else { continue }
      switch difference {
      case .memo:
        guard let memo = try store.memos([row.id]).first, memo.text.count <= room else { continue }
        room -= memo.text.count
        survey.problems[path] = exchange.obstacle(to: path, memo.text).flatMap(FileExchange.cause).map {
          "can't be written\($0)"
        }
      case .trashed:
        survey.problems[path] = exchange.obstacle(to: path, nil).flatMap(FileExchange.cause).map {
          "can't be removed\($0)"
        }
      case .file, .both, .gone, .unreadable, .moved, .late: continue
      }
    }
    if let id = survey.unfiled.first, let memo = try store.memos([id]).first, memo.text.count <= room {
      let path = newPath(of: memo)
      let cause = exchange.obstacle(to: path, memo.text).flatMap(FileExchange.cause)
      survey.problems[path] =
        reasonAgainst(path).map { "can't be made: \($0)" } ?? cause.map { "can't be written\($0)" }
    }
    for (id, wanted) in try store.wantedPaths() {
      guard let row = known[id], row.isPresent, let reason = reasonAgainst(FilePath(wanted)) else { continue }
      survey.problems[FilePath(row.path)] = "can't be renamed to \(wanted): \(reason)"
    }
  }

  /// Finds files that are as their memos are, but perhaps not on the disk.
  private func findUnsynced(_ survey: inout FolderSurvey, _ cases: FolderCases) {
    for (id, hash) in unsynced {
      let row = known[id] ?? cases.found.lazy.compactMap(\.row).first { $0.id == id }
      guard let path = row.map({ FilePath($0.path) }), survey.differences[path] == nil else { continue }
      survey.differences[path] = .memo
      survey.problems[path] = Self.doubt(isGone: hash == 0) + "; check the disk"
    }
  }

  /// Finds what was written into files that had come out of their places, and that nobody has merged yet.
  private func findLateWords(_ survey: inout FolderSurvey) {
    for name in folder.staged {
      guard case .exchanged(_, let expected, let new, _, let id)? = StagedName(name),
        case .text(_, let hash, let mark) = FileText.read(FilePath(name), in: folder.staging, limit: limit),
        hash != expected, hash != new, !isAnothers(mark, besides: id)
      else { continue }
      let path = known[id]?.path ?? "\(NotesFolder.ownName)/staging/\(name)"
      if survey.differences[FilePath(path)] == nil { survey.differences[FilePath(path)] = .late }
    }
  }

  private func note(_ found: FolderCases.Case, _ memo: StoredMemo?, in survey: inout FolderSurvey) {
    let difference = difference(found, memo)
    // It is the editor that is to write this one.
    if difference == .memo || difference == .trashed, let row = found.row, openFiles.contains(row.id) {
      survey.unsaved.append(found.path)
    } else {
      survey.differences[found.path] = difference
    }
  }

  private func difference(_ found: FolderCases.Case, _ memo: StoredMemo?) -> FolderSurvey.Difference? {
    switch Decision(agreement(found, state(of: memo)), file: found.state, memo: state(of: memo)) {
    case .nothing, .agree, .forget, .wait, .release: nil
    case .hold: .unreadable
    case .makeMemo, .takeIn, .bringBack: .file
    case .trashMemo: .gone
    case .writeFile: .memo
    case .removeFile: .trashed
    case .merge: .both
    }
  }
}
