package import MemoModel
package import Platform

/// Puts a memo's text in the place of its file in one step, so that nobody ever sees half of it, and nothing that
/// others write at that moment is lost. ``DurableStep`` says what a crash leaves.
///
/// Where a file system can't exchange names the file is compared, replaced, and looked at again. What others write into
/// it is found; but a file that they put in its place between the last two is lost, and so is, where a file can't have
/// two names either, what they write into it once this process has ended.
package struct FileExchange: Sendable {
  /// The outcome of an exchange.
  package enum Outcome: Hashable, Sendable {
    /// The file has the text, and this mark. What came out stays in staging: a program may still have it open.
    case done(FileMark)
    /// Likewise; but what came out is not what was expected.
    case overtaken(FileMark)
    /// Nothing was done: the file is not what was expected, or there is one where none was.
    case changed
    /// Nothing was done, because of this part of a file.
    case incomplete(FileAttributes.Failure)
    /// Nothing was done, because nothing in the file's folder may change, for a cause that is an `errno`.
    case closedFolder(Int32)
    /// Likewise, because nothing in staging may change.
    case closedStaging(Int32)
    /// It was done, but a power failure may undo it, for a cause that is an `errno`. What came out, if anything did, is
    /// in staging, whatever it is.
    case unsynced(Int32)
    /// It is not known to be done, for a cause that is an `errno`. What came out, if anything did, is in staging.
    case failed(Int32)
  }

  let root: OpenFolder
  let staging: OpenFolder
  /// The most bytes that a memo may have: a file with more is none.
  let limit: Int
  /// Whether files change places at all; a test may say that the file system can't let them.
  private let canExchange: Bool
  /// Whether a file may have two names, likewise.
  let canLink: Bool
  let replaced = ReplacedFiles()
  let placed = PlacedFiles()
  /// Brings the names in a folder to the disk.
  let syncNames: @Sendable (Int32) -> Bool
  let reached: DurableStepObserver

  /// Exchanges files below a folder with those in another on the same file system.
  package init(
    root: OpenFolder, staging: OpenFolder, limit: Int, canExchange: Bool = true, canLink: Bool = true,
    reached: @escaping DurableStepObserver = { _ in }, syncNames: @escaping @Sendable (Int32) -> Bool = Disk.syncNames
  ) {
    (self.root, self.staging, self.limit, self.syncNames, self.reached) = (root, staging, limit, syncNames, reached)
    (self.canExchange, self.canLink) = (canExchange, canLink)
  }

  /// Gives a file a text.
  ///
  /// - Parameters:
  ///   - bytes: the text, and its hash.
  ///   - expected: what the file is known to be; nil if there is to be none.
  ///   - modified: when the memo was changed, in nanoseconds since 1970.
  ///   - number: one that no other in staging has.
  ///   - model: a file that a new one is a copy of: nobody may read the copy who may not read that.
  ///   - former: the permissions of the file that a new one was before it went, or of one that it is a copy of, where
  ///     that is not there; nil if there was none.
  package func write(
    _ bytes: [UInt8], hash: UInt128, to path: FilePath, expected: KnownFile?, id: MemoID, modified: Int, number: Int,
    copying model: FilePath? = nil, like former: UInt16? = nil
  ) -> Outcome {
    guard let place = root.entry(path) else { return .failed(errno) }
    let original = place.folder.open(FilePath(place.name), O_RDONLY)
    defer { if let original { close(original) } }
    if let obstacle = difference(original, expected) ?? obstacle(in: place.folder) { return obstacle }
    let draft = FolderEntry(folder: staging, name: StagedName.unfinished(number: number).name)
    let copied = original == nil ? model.flatMap { root.open($0, O_RDONLY) } : nil
    defer { if let copied { close(copied) } }
    let isNew = original == nil && (copied != nil || former == nil)
    let permissions: UInt16 = isNew ? 0o666 : 0o600
    guard let file = staging.open(FilePath(draft.name), O_CREAT | O_EXCL | O_RDWR, permissions: permissions) else {
      return .failed(errno)
    }
    defer { close(file) }
    reached(.drafted)
    if original == nil { FileAttributes.makeNew(file, in: place.folder, permissions: isNew ? nil : former) }
    if let copied { FileAttributes.share(file, as: copied) }
    let name = StagedName.exchanged(
      number: number, expected: expected?.hash ?? 0, new: hash, file: FileStatus(file)?.mark.file, id: id)
    let staged = FolderEntry(folder: staging, name: name.name)
    if let outcome = fill(file, bytes, like: original, modified) ?? Self.failure(draft.moveToFree(staged)) {
      _ = draft.remove()
      return outcome
    }
    guard let filled = FileStatus(file)?.mark else { return .failed(errno) }
    reached(.named)
    let new = NewFile(descriptor: file, filled: filled, isExact: filled.modified == modified, hash: hash)
    guard let original else {
      let note = StagedName.placed(number: number, hash: hash, file: filled.file, id: id)
      placed.begin(note, of: id, at: path, in: staging)
      let step = staged.moveToFree(place)
      // The note goes first: beside the staged file it says that this did not come to its place.
      if step != .done { placed.end(id) }
      return finish(new, step, staged, place, nil)
    }
    let step = canExchange ? staged.exchange(with: place) : .refused
    if step == .refused { return replace(original, expected, draft, staged, place, new) }
    return finish(new, step, staged, place, expected)
  }

  /// A file that is to be in a place.
  struct NewFile {
    let descriptor: Int32
    /// The file's mark before anybody else could write into it.
    let filled: FileMark
    /// Whether the file system told its time as exactly as it was told.
    let isExact: Bool
    let hash: UInt128

    /// A mark that equals the file's as long as nobody writes into it. Whoever did since it was in its place has
    /// changed its time, unless the file system tells times apart too coarsely: then this equals none, so the file is
    /// read again.
    var mark: FileMark? {
      guard let now = FileStatus(descriptor)?.mark else { return nil }
      let isAsFilled = isExact && now.size == filled.size && now.modified == filled.modified
      return isAsFilled ? now : filled.untrusted
    }
  }

  /// The reason not to touch a file; nil if it is what is expected.
  private func difference(_ original: Int32?, _ expected: KnownFile?) -> Outcome? {
    guard let original else { return errno != ENOENT ? .failed(errno) : expected == nil ? nil : .changed }
    guard let expected, let status = FileStatus(original), status.mark.isSameFile(as: expected.mark),
      status.mark.size == expected.mark.size, status.mark.modified == expected.mark.modified
    else { return .changed }
    // A new name needs no permission of the file's; but who takes that away wants it to stay as it is.
    return status.permissions & 0o222 == 0 ? .failed(EACCES) : nil
  }

  /// Looks at what the last step has brought.
  private func finish(
    _ new: NewFile, _ step: FolderEntry.Step, _ staged: FolderEntry, _ place: FolderEntry, _ expected: KnownFile?
  ) -> Outcome {
    if let failure = Self.failure(step) {
      _ = staged.remove()
      return failure
    }
    reached(.exchanged)
    guard sync(place.folder) else { return .unsynced(errno) }
    guard let mark = new.mark else { return .failed(errno) }
    reached(.synced)
    guard let expected else { return .done(mark) }
    // Whoever wrote before the exchange wrote into what came out.
    switch FileText.read(FilePath(staged.name), in: staging, limit: limit) {
    case .text(_, expected.hash, _): return .done(mark)
    case .text, .changing, .gone: return .overtaken(mark)
    case .skipped: return putBack(staged, place, new.hash) ? .changed : .overtaken(mark)
    }
  }

  /// Brings what changed places to the disk; false if it may not be there, and `errno` says why.
  func sync(_ folder: OpenFolder) -> Bool { syncNames(folder.descriptor) && syncNames(staging.descriptor) }

  /// Puts back something that came out and is no text, which is never to be written over. False if somebody wrote into
  /// what was there meanwhile, which is a text again, or if it can't be done.
  func putBack(_ staged: FolderEntry, _ place: FolderEntry, _ hash: UInt128) -> Bool {
    guard staged.exchange(with: place) == .done,
      case .text(_, hash, _) = FileText.read(FilePath(staged.name), in: staging, limit: limit)
    else { return false }
    _ = staged.remove()
    return true
  }

  func fill(_ file: Int32, _ bytes: [UInt8], like original: Int32?, _ modified: Int) -> Outcome? {
    do throws(FileAttributes.Failure) {
      // What can't be kept is found before the bytes are written, again and again; but writing clears permissions.
      if let original { try FileAttributes.copy(from: original, to: file) }
      let code = Descriptors.writeAll(bytes, to: file)
      guard code == 0 else { return .failed(code) }
      if let original { try FileAttributes.copyPermissions(from: original, to: file) }
    } catch {
      return .incomplete(error)
    }
    FileAttributes.setModified(file, modified)
    return Disk.sync(file) ? nil : .failed(errno)
  }

  /// The reason why a step was not made; nil if it was.
  static func failure(_ step: FolderEntry.Step) -> Outcome? {
    switch step {
    case .done: nil
    case .refused: .failed(ENOTSUP)
    case .failed(EEXIST), .failed(ENOENT): .changed
    case .failed(let code): .failed(code)
    }
  }

  /// The entry of a path's last name in its folder, if what is there is what is expected.
  func place(of path: FilePath, expected: KnownFile) -> Result<FolderEntry, Stopped> {
    guard let place = root.entry(path) else { return .failure(Stopped(outcome: .failed(errno))) }
    let original = place.folder.open(FilePath(place.name), O_RDONLY)
    defer { if let original { close(original) } }
    return difference(original, expected).map { .failure(Stopped(outcome: $0)) } ?? .success(place)
  }

  /// The error that ends an exchange before it begins.
  struct Stopped: Error { let outcome: Outcome }
}
