import MemoMarkup
import MemoModel
import Platform

/// Files that are to have other names, since somebody has renamed their memos.
///
/// The store has the wish, and calls the memo so already. The order is: the file is renamed, its folder is synced, the
/// row gets the path, and with it the wish ends. If the disk fails, the file gets its name back, and the wish stays.
/// After a crash before the first step the wish is still there; after it the file is known by its number under its new
/// name, as one that another program has moved there.
extension FolderKeeper {
  /// Renames what is to be renamed.
  func grantWishes() throws(StoreError) {
    var rows: [FileRow] = []
    for (id, path) in try store.wantedPaths().sorted(by: { $0.value < $1.value }) {
      // What is not there is looked for first; what goes its own way keeps its name.
      guard let row = known[id], row.isPresent, !isAwaited(FilePath(row.path)), try !holdsNow(id) else { continue }
      if let row = move(row, to: FilePath(path)) { rows.append(row) }
    }
    if !rows.isEmpty { try noteRows(rows) }
  }

  /// Renames a file; where its new name is taken by one that is no memo's yet, to one that is like it.
  private func move(_ row: FileRow, to wanted: FilePath) -> FileRow? {
    let path = FilePath(row.path)
    let file = MemoFile(path: wanted.description)
    let name = FileTitle.name(for: String(file.stem), suffix: String(file.suffix)) { name in
      names(like: name, in: wanted.folder).contains { FilePath(wanted.folder, $0) != path }
    }
    let new = FilePath(wanted.folder, name)
    // It would be parted from its memo there.
    if let reason = reasonAgainst(new) {
      stays(path, row.id, "can't be renamed to \(new): \(reason)")
      return nil
    }
    guard makeFolders(wanted.folder).isThere, let to = folder.root.entry(new) else {
      stays(path, row.id, "can't be renamed: its folder is not there")
      return nil
    }
    // While the disk fails, files are not to be renamed again and again.
    let code = sync([""] + new.folders)
    switch code == 0 ? rename(path, to: new) : .failed(code) {
    case .done: break
    case .failed(ENOENT): return nil
    case .failed(let code):
      stays(path, row.id, "can't be renamed to \(name)\(FileExchange.cause(.failed(code)) ?? "")")
      return nil
    case .refused:
      stays(path, row.id, "can't be renamed to \(name), which its file system can't")
      return nil
    }
    takenNames[wanted.folder] = nil
    takenNames[path.folder] = nil
    var row = row
    // With another path the wish ends.
    let now = spelled(new)
    row.path = (now == path ? new : now).description
    row.followsTitle = false
    // Renaming is a change, too.
    if row.changed != 0, let mark = FileStatus(to)?.mark, mark.isSameFile(as: row.mark) { row.changed = mark.changed }
    return row
  }

  /// Reports that a file keeps its name, unless there is worse to say of it: that it can't be written, or removed.
  private func stays(_ path: FilePath, _ id: MemoID, _ sentence: String) {
    if report.behind[id] == nil { problem(path, id, sentence) }
  }

  /// Gives a file a name that is free, or that its file system takes for the one that it has, and returns once that is
  /// on the disk. If it can't be, the file has the name that it had.
  func rename(_ path: FilePath, to other: FilePath) -> FolderEntry.Step {
    let renamed = renameUnsynced(path, to: other)
    guard renamed == .done else { return renamed }
    let code = sync(path.folder == other.folder ? [path.folder] : [other.folder, path.folder])
    if code == 0 { return .done }
    _ = renameUnsynced(other, to: path)
    return .failed(code)
  }

  private func renameUnsynced(_ path: FilePath, to other: FilePath) -> FolderEntry.Step {
    guard let from = folder.root.entry(path), let to = folder.root.entry(other) else { return .failed(errno) }
    let moved = from.moveToFree(to)
    guard moved == .failed(EEXIST), path.folder == other.folder,
      names(like: other.name, in: other.folder) == [path.name]
    else { return moved }
    // In one step it would keep the name that it has. If a crash comes between the two it is known by its number.
    let file = MemoFile(path: other.description)
    let free = FileTitle.name(for: String(file.stem), suffix: String(file.suffix), from: 2) { name in
      isTakenByFile(name, in: other.folder)
    }
    let between = FolderEntry(folder: from.folder, name: free)
    let first = from.moveToFree(between)
    guard first == .done else { return first }
    let second = between.moveToFree(to)
    if second != .done { _ = between.moveToFree(from) }
    return second
  }

  /// Whether there is something by a name in a folder, in whatever case or spelling.
  private func isTakenByFile(_ name: String, in place: FilePath) -> Bool { !names(like: name, in: place).isEmpty }

  /// The names in a folder that some file system takes for this one.
  private func names(like name: String, in place: FilePath) -> [String] {
    guard let reader = folder.root.open(place, O_RDONLY | O_DIRECTORY).flatMap(FolderReader.init(descriptor:)) else {
      return []
    }
    let form = FileTitle.form(of: name)
    var names: [String] = []
    while let name = reader.next() {
      let name = String(decoding: name, as: UTF8.self)
      if FileTitle.form(of: name) == form { names.append(name) }
    }
    return names
  }

  /// Whether another memo links to one: then its file's name is no longer typed over.
  func isLinked(_ id: MemoID) -> Bool {
    let page = try? store.backlinks(of: id, after: nil, limit: 2, over: UnsavedReferences())
    return page?.memos.contains { $0.row.summary.metadata.id != id } ?? false
  }
}
