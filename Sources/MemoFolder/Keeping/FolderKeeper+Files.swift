import JSON
import MemoEngine
import MemoMarkup
package import MemoModel
import MemoText
import Platform

extension FolderKeeper {
  /// The pause after which a file that could not be written, or read, is tried again.
  static let retry = Duration.seconds(5)

  /// Writes a memo's text to its file, or makes that.
  ///
  /// - Returns: what is to be remembered; nil if it could not be done.
  func write(_ memo: StoredMemo, _ found: FolderCases.Case?) -> FileRow? {
    let id = memo.metadata.id
    var (path, unsyncedFolders) = (found?.formerPath ?? newPath(of: memo), Int32(0))
    // Such a file would be none for us at the next look.
    guard memo.text.count <= limit else {
      problem(
        path, id, "can't be written, since its memo has \(memo.text.count) bytes, more than a note may; shorten it")
      return nil
    }
    if found?.file == nil {
      // Somebody else's may be there by now, or something that is no folder in the way; or nobody looks there any more,
      // or writes there.
      if let found { path = freePath(found) ?? newPath(of: memo, like: path) }
      let made = makeFolders(path.folder)
      if !made.isThere { path = newPath(of: memo, like: FilePath(path.name)) }
      unsyncedFolders = made.isThere ? made.cause : 0
      if let reason = reasonAgainst(path) {
        problem(path, id, "can't be made: \(reason)")
        return nil
      }
    }
    let (hash, original, own) = (ContentHash.of(memo.text), original(of: memo), found?.row?.permissions)
    let number = found?.file == nil ? nextStagingNumber() : nextNumberToStay()
    let outcome = exchange.write(
      memo.text, hash: hash, to: path, expected: found?.file, id: id,
      modified: memo.metadata.modifiedAt.nanosecondsSince1970, number: number,
      copying: own == nil && original?.isPresent == true ? original.map { FilePath($0.path) } : nil,
      like: own ?? original?.permissionsOfCopy)
    lookAtStaging(outcome)
    switch outcome {
    case .done where unsyncedFolders != 0: noteUnsynced(id, hash, path, unsyncedFolders)
    case .done(let mark), .overtaken(let mark):
      report.written += 1
      takenNames[path.folder]?.insert(path.name)
      if found?.file == nil { path = spelled(path) }
      let isTitled = found.map { $0.row?.followsTitle ?? false } ?? (original == nil)
      let follows = isTitled && !isLinked(id) && !isDayOfTemplate(id)
      return FileRow(path, id, revision: memo.revision, KnownFile(mark, hash), followsTitle: follows)
    case .changed:
      lookAgain(path)
      memosLater.insert(id)
    case .unsynced(let code): noteUnsynced(id, hash, path, code)
    case .incomplete, .closedFolder, .closedStaging, .failed:
      problem(path, id, "can't be written\(FileExchange.cause(outcome) ?? "")")
    }
    return nil
  }

  /// Takes a memo's file away; false if that could not be done.
  ///
  /// - Parameter isForEver: whether the memo is destroyed: then its words stay nowhere that is known to be nobody's.
  func remove(_ found: FolderCases.Case, _ row: FileRow, forEver isForEver: Bool) -> Bool {
    guard let file = found.file else { return true }
    let outcome = exchange.remove(
      found.path, expected: file, id: row.id, number: nextNumberToStay(), forEver: isForEver)
    lookAtStaging(outcome)
    switch outcome {
    case .done, .overtaken:
      report.removed += 1
      return true
    case .changed:
      lookAgain(found.path)
      memosLater.insert(row.id)
    case .unsynced(let code): noteUnsynced(row.id, 0, found.path, code)
    case .incomplete, .closedFolder, .closedStaging, .failed:
      problem(found.path, row.id, "can't be removed\(FileExchange.cause(outcome) ?? "")")
    }
    return false
  }

  /// Has what came out looked at once it is old enough, or at once where somebody was quicker.
  private func lookAtStaging(_ outcome: FileExchange.Outcome) {
    switch outcome {
    case .done, .failed: stagingDue()
    // What came out then is not looked at yet.
    case .overtaken, .unsynced: stagingDue(after: 0)
    case .changed, .incomplete, .closedFolder, .closedStaging: break
    }
  }

  func problem(_ path: FilePath, _ id: MemoID, _ sentence: String) {
    (report.problems[path], report.behind[id]) = (sentence, path)
    memosLater.insert(id)
    report.due(by: time.instant() + Self.retry)
  }

  /// The reason why a memo's file does not follow it, as of the last report: a sentence; nil if nothing is in the way.
  /// It may have followed, but not for certain.
  package func obstacle(of id: MemoID) -> (sentence: String, hasFollowed: Bool)? {
    if let path = report.behind[id], let problem = report.problems[path] {
      return ("\(path) \(problem)", unsynced[id] != nil)
    }
    return known[id]?.obstacle.map { (sentence: $0, hasFollowed: false) }
  }

  // MARK: Names

  /// The path of a file that was called so, as its folder lists it: some file systems decompose names.
  func spelled(_ path: FilePath) -> FilePath {
    guard !keepsNames, path.name.utf8.contains(where: { $0 >= 0x80 }), let entry = folder.root.entry(path) else {
      return path
    }
    keepsNames = entry.isListed
    // Strings are equal however they are spelled.
    let name = keepsNames ? nil : entry.listed { String(decoding: $0, as: UTF8.self) == path.name }
    return name.map { FilePath(path.folder, $0) } ?? path
  }

  /// Calls a file as its memo is titled, as long as the title is being written. To be called once the row is stored: by
  /// that the file is known again if a crash comes before it is stored with the new name.
  ///
  /// - Parameter hasLeft: whether the title is complete, so that the file follows it no more.
  func following(_ row: FileRow, _ memo: StoredMemo, _ hasLeft: Bool) -> FileRow {
    let path = FilePath(row.path)
    var row = row
    row.followsTitle = !hasLeft
    let title = Excerpts(of: Rope(validatingUTF8: memo.text) ?? Rope()).title
    var name = titled(memo, suffix: path.suffix)
    // Mostly it is called so already: then nobody needs to look for others.
    if FileTitle.form(of: name) != FileTitle.form(of: path.name) {
      findTaken(path.folder)
      name = takenNames[path.folder, default: TakenNames()].free(for: title, suffix: path.suffix, own: path.name)
    }
    let new = FilePath(path.folder, name)
    guard name != path.name, !isLeftAlone(new), rename(path, to: new) == .done, let to = folder.root.entry(new) else {
      return row
    }
    reached(.renamed)
    takenNames[path.folder]?.insert(name)
    row.path = spelled(new).description
    // Renaming is a change, too; but what somebody put there meanwhile is another file.
    if row.changed != 0, let mark = FileStatus(to)?.mark, mark.isSameFile(as: row.mark) { row.changed = mark.changed }
    return row
  }

  /// A file's name that is its memo's title, as if no other were called so.
  func titled(_ memo: StoredMemo, suffix: String) -> String {
    let title = Excerpts(of: Rope(validatingUTF8: memo.text) ?? Rope()).title
    return FileTitle.name(for: title, suffix: suffix) { _ in false }
  }

  /// The path for the file of a memo that has none: a day's among those of days; one that had a file, or is a copy of a
  /// memo that has one, beside that, with a number; else outermost, by its title.
  ///
  /// - Parameter former: the path that its file had, or would have had; nil for none.
  func newPath(of memo: StoredMemo, like former: FilePath? = nil) -> FilePath {
    if let day = day(of: memo.metadata.id) {
      let path = FilePath(dailyFiles.path(of: day, now: time.date()))
      findTaken(path.folder)
      if takenNames[path.folder]?.contains(path.name) != true, canMake(path) { return path }
    }
    let title = Excerpts(of: Rope(validatingUTF8: memo.text) ?? Rope()).title
    var names: [(place: FilePath, title: String, suffix: String)] = [("", title, ".md"), ("", "", ".md")]
    if let like = former ?? original(of: memo).map({ FilePath($0.formerPath) }) {
      let beside = like.folder
      names = [(beside, String(like.name.dropLast(like.suffix.count)), like.suffix), (beside, title, ".md")] + names
    }
    // A name that is to be left alone would part the file from its memo.
    let paths = names.map { place, title, suffix in
      findTaken(place)
      return FilePath(place, takenNames[place, default: TakenNames()].free(for: title, suffix: suffix))
    }
    return paths.first(where: canMake) ?? paths[0]
  }

  /// The row of the file whose memo this one is a conflict copy of; nil if it is none's.
  private func original(of memo: StoredMemo) -> FileRow? {
    guard case .string(let original)? = memo.metadata.properties["conflictOf"] else { return nil }
    return MemoID(original).flatMap { known[$0] }
  }

  /// The day whose memo this is; nil if it is none's.
  private func day(of id: MemoID) -> CalendarDay? {
    CalendarDay(String(id.description.dropFirst("daily-".count))).flatMap { id == .daily($0) ? $0 : nil }
  }

  /// Whether it is a day's memo that says what another program's template does: its title need not be the day.
  private func isDayOfTemplate(_ id: MemoID) -> Bool { day(of: id) != nil && dailyFiles.template != nil }

  private var dailyFiles: DailyFiles { DailyFiles(in: folder, format: dailyFormat) }

  private func isLeftAlone(_ path: FilePath) -> Bool { Skipping.leavesAlone(path, rules) }

  /// Whether a new file can come to a path: it would not be left alone, and comes from staging in one step.
  func canMake(_ path: FilePath) -> Bool { !isLeftAlone(path) && !exchange.isElsewhere(path.folder) }

  /// The reason why no file can have a path, since it would be left alone there; nil if it would not.
  func reasonAgainst(_ path: FilePath) -> String? {
    Skipping.reason(against: path, rules).map { reason in
      "it would be left alone there, since it or its folder \(reason.sentence); choose another title, or change that"
    }
  }

  /// Finds the names in a folder that a file system may take for others: those that are there, or are to be there.
  private func findTaken(_ place: FilePath) {
    if takenNames[place] != nil { return }
    var names = TakenNames()
    if let reader = folder.root.open(place, O_RDONLY | O_DIRECTORY).flatMap(FolderReader.init(descriptor:)) {
      while let name = reader.next() { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    for row in known.rows where !row.isGone {
      let path = FilePath(row.path)
      if path.folder == place { names.insert(path.name) }
    }
    takenNames[place] = names
  }

  /// Makes a folder with those on the way.
  ///
  /// - Returns: whether it is there, or can't be for another reason than that something else is in the way; and the
  ///   `errno` that says why it may not be on the disk, or 0.
  func makeFolders(_ path: FilePath) -> (isThere: Bool, cause: Int32) {
    var cause: Int32 = 0
    for path in path.folders + (path.isEmpty ? [] : [path]) {
      guard let entry = folder.root.entry(path) else { break }
      let place = entry.folder.descriptor
      if mkdirat(place, entry.name, 0o777) == 0, !exchange.syncNames(place) { cause = errno }
    }
    return (folder.root.folder(path) != nil || errno != ENOTDIR && errno != ELOOP, cause)
  }
}

extension FilePath {
  /// The end of its name that says what it is, with the dot; empty if it has none.
  var suffix: String { name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? "" }
}
