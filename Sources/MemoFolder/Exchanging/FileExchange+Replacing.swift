package import MemoModel
package import Platform

extension FileExchange {
  /// Puts a file in another's place where both can't change places. What was there is kept in staging.
  ///
  /// - Parameters:
  ///   - original: what is there, open.
  ///   - staged: what comes there; then what was there.
  func replace(
    _ original: Int32, _ expected: KnownFile?, _ draft: FolderEntry, _ staged: FolderEntry, _ place: FolderEntry,
    _ new: NewFile
  ) -> Outcome {
    if let failure = Self.failure(staged.move(over: draft)) { return failure }
    guard let expected, case .text(let before, expected.hash, _) = FileText.read(original, limit: limit) else {
      _ = draft.remove()
      return .changed
    }
    let link = canLink ? place.link(as: staged) : .refused
    let isItself = link == .done && FileStatus(staged)?.mark.isSameFile(as: expected.mark) == true
    guard isItself || link == .refused && keep(before, staged) else {
      let failure = Self.failure(link == .refused ? .failed(errno) : link)
      for entry in [draft, staged] { _ = entry.remove() }
      return failure ?? .changed
    }
    reached(.kept)
    if let failure = Self.failure(draft.move(over: place)) {
      for entry in [draft, staged] { _ = entry.remove() }
      return failure
    }
    if !isItself { replaced.hold(original, as: staged.name) }
    reached(.exchanged)
    guard sync(place.folder) else { return .unsynced(errno) }
    guard let mark = new.mark else { return .failed(errno) }
    reached(.synced)
    if case .text(_, expected.hash, _) = FileText.read(original, limit: limit) { return .done(mark) }
    guard !isItself else { return .overtaken(mark) }
    guard lseek(original, 0, SEEK_SET) == 0, let after = Descriptors.readAll(original), keep(after, staged) else {
      return .failed(errno)
    }
    return .overtaken(mark)
  }

  /// Brings what others wrote into a file that was replaced into its copy in staging.
  func renewCopy(_ staged: FolderEntry) {
    guard let now = replaced.bytes(of: staged.name),
      let copy = staging.open(FilePath(staged.name), O_RDONLY)
    else { return }
    defer { close(copy) }
    if let before = Descriptors.readAll(copy), before != now { _ = keep(now, staged) }
  }

  /// Writes what a file had into staging.
  private func keep(_ bytes: [UInt8], _ staged: FolderEntry) -> Bool {
    let copy = FolderEntry(folder: staging, name: "copy")
    _ = copy.remove()
    guard let file = staging.open(FilePath(copy.name), O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600) else {
      return false
    }
    defer { close(file) }
    errno = Descriptors.writeAll(bytes, to: file)
    return errno == 0 && Disk.sync(file) && copy.move(over: staged) == .done
  }

  /// Takes a file away, if it is what is expected. What came out stays in staging, as with
  /// ``write(_:hash:to:expected:id:modified:number:copying:like:)``.
  ///
  /// - Parameter isForEver: whether nothing of it stays in staging, if no program has it open.
  package func remove(
    _ path: FilePath, expected: KnownFile, id: MemoID, number: Int, forEver isForEver: Bool = false
  ) -> Outcome {
    let place: FolderEntry
    do throws(Stopped) { place = try self.place(of: path, expected: expected).get() } catch { return error.outcome }
    if let obstacle = obstacle(in: place.folder) { return obstacle }
    let name = StagedName.exchanged(number: number, expected: expected.hash, new: expected.hash, id: id).name
    let staged = FolderEntry(folder: staging, name: name)
    if let failure = Self.failure(place.moveToFree(staged)) { return failure }
    reached(.takenOut)
    guard sync(place.folder) else { return .unsynced(errno) }
    reached(.synced)
    if case .text(_, expected.hash, _) = FileText.read(FilePath(name), in: staging, limit: limit) {
      if isForEver, staged.isOpenForWriting == false { _ = StagedFile(folder: staging, name: name).removeIfSeen() }
      return .done(expected.mark)
    }
    // Somebody was quicker: it goes back, unless there is another by now.
    return staged.moveToFree(place) == .done ? .changed : .overtaken(expected.mark)
  }
}
