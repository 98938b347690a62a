package import MemoModel
package import Platform

/// Puts a memo's text in the place of its file in one step, so that nobody ever sees half of it, and nothing that
/// others write at that moment is lost.
///
/// What a crash leaves after each step:
/// 1. The text is written in staging under a name that says so, with what belongs to the file beside its bytes, and is
///    on the disk. It is thrown away.
/// 2. It gets a name that says what is expected in the file's place, and what it is itself. It is thrown away, since it
///    is what the name says it is.
/// 3. It changes places with the file. What is in staging is what was there: if it is not what was expected, somebody
///    wrote it, and it is merged.
/// 4. Both folders are on the disk; only then may the row say that file and memo are equal.
package struct FileExchange: Sendable {
  /// How it went.
  package enum Outcome: Hashable, Sendable {
    /// The file has the text, and this mark. What came out stays in staging: a program may still have it open.
    case done(FileMark)
    /// The file has the text; but what came out, and is in staging by this name, is not what was expected.
    case overtaken(FileMark, aside: String)
    /// Nothing was done: the file is not what was expected, or there is one where none was.
    case changed
    /// Nothing was done: the file system can't exchange.
    case refused
    /// Nothing was done, because of this part of a file.
    case incomplete(FileAttributes.Failure)
    /// Nothing was done, for a cause that is an `errno`.
    case failed(Int32)
  }

  private let root: OpenFolder
  private let staging: OpenFolder

  /// Exchanges files below a folder with those in another on the same file system.
  package init(root: OpenFolder, staging: OpenFolder) { (self.root, self.staging) = (root, staging) }

  /// Gives a file a text.
  ///
  /// - Parameters:
  ///   - bytes: the text, and its hash.
  ///   - expected: what the file is known to be; nil if there is to be none.
  ///   - modified: when the memo was changed, in nanoseconds since 1970.
  ///   - number: one that no other in staging has.
  package func write(
    _ bytes: [UInt8], hash: UInt128, to path: FilePath, expected: KnownFile?, id: MemoID, modified: Int, number: Int
  ) -> Outcome {
    guard let place = root.entry(path) else { return .failed(errno) }
    let original = place.folder.open(FilePath(place.name), O_RDONLY)
    defer { if let original { close(original) } }
    if let original {
      guard let expected, let now = FileStatus(original), now.mark.isSameFile(as: expected.mark),
        now.mark.size == expected.mark.size, now.mark.modified == expected.mark.modified
      else { return .changed }
    } else if errno != ENOENT {
      return .failed(errno)
    } else if expected != nil {
      return .changed
    }
    let draft = FolderEntry(folder: staging, name: StagedName.unfinished(number: number).name)
    let name = StagedName.exchanged(number: number, expected: expected?.hash ?? 0, new: hash, id: id).name
    let staged = FolderEntry(folder: staging, name: name)
    guard
      let file = staging.open(
        FilePath(draft.name), O_CREAT | O_EXCL | O_RDWR, permissions: original == nil ? 0o644 : 0o600)
    else { return .failed(errno) }
    defer { close(file) }
    if let outcome = fill(file, bytes, like: original, modified) ?? named(draft.move(toNew: staged)) {
      _ = draft.remove()
      return outcome
    }
    let step = expected == nil ? staged.move(toNew: place) : staged.exchange(with: place)
    guard step == .done else {
      _ = staged.remove()
      return step == .failed(EEXIST) || step == .failed(ENOENT) ? .changed : named(step) ?? .refused
    }
    guard Disk.sync(place.folder.descriptor), Disk.sync(staging.descriptor), let mark = FileStatus(file)?.mark else {
      return .failed(errno)
    }
    guard let expected else { return .done(mark) }
    // Whoever wrote before the exchange wrote into what came out.
    switch FileText.read(FilePath(name), in: staging, limit: .max - 1) {
    case .text(_, expected.hash, _): return .done(mark)
    case .text, .changing, .gone: return .overtaken(mark, aside: name)
    case .skipped: return putBack(staged, place, hash, mark)
    }
  }

  /// What came out is no text, and never to be written over: it goes back where it was.
  private func putBack(_ staged: FolderEntry, _ place: FolderEntry, _ hash: UInt128, _ mark: FileMark) -> Outcome {
    guard staged.exchange(with: place) == .done else { return .overtaken(mark, aside: staged.name) }
    // Unless somebody wrote into that meanwhile, which is a text again.
    if case .text(_, hash, _) = FileText.read(FilePath(staged.name), in: staging, limit: .max - 1) {
      _ = staged.remove()
      return .changed
    }
    return .overtaken(mark, aside: staged.name)
  }

  private func fill(_ file: Int32, _ bytes: [UInt8], like original: Int32?, _ modified: Int) -> Outcome? {
    let code = Descriptors.writeAll(bytes, to: file)
    guard code == 0 else { return .failed(code) }
    if let original {
      do throws(FileAttributes.Failure) {
        try FileAttributes.copy(from: original, to: file)
      } catch {
        return .incomplete(error)
      }
    }
    FileAttributes.setModified(file, modified)
    return Disk.sync(file) ? nil : .failed(errno)
  }

  private func named(_ step: FolderEntry.Outcome) -> Outcome? {
    switch step {
    case .done: nil
    case .refused: .refused
    case .failed(let code): .failed(code)
    }
  }
}
