import Dispatch
package import MemoFolder
package import MemoModel
package import Platform

/// The files of a folder that clients open: which memo each file is, and which are open. Store access runs on a queue
/// of its own, so no caller blocks.
package final class NoteFiles: Sendable {
  /// The folder's absolute path.
  package let root: String
  /// The folder's files that are no notes.
  package let others: OtherFiles
  /// The thread that keeps the folder equal to the store.
  private let keeping: FolderKeeping
  private let store: any MemoStore
  private let limit: Int
  private let queue = DispatchQueue(label: "memo-open-files")

  init(_ keeping: FolderKeeping, _ store: any MemoStore, limit: Int) {
    root = realPath(keeping.path) ?? keeping.path
    others = OtherFiles(below: root)
    (self.keeping, self.store, self.limit) = (keeping, store, limit)
  }

  /// A file's path below the folder, whether or not the file exists; nil if it is outside.
  package func path(of file: String) -> FilePath? {
    let path = FilePath(file)
    if path.isBelow(FilePath(root)) { return path.dropping(FilePath(root)) }
    guard let real = realPath(path.folder.description).map({ FilePath(FilePath($0), path.name) }) else { return nil }
    return real.isBelow(FilePath(root)) ? real.dropping(FilePath(root)) : nil
  }

  /// The absolute path of a memo's file.
  package func path(of file: MemoFile) -> String { "\(root)/\(file.path)" }

  /// The memo of a file, by its path below the folder; nil if it has none, or none yet.
  ///
  /// - Parameter isTrashed: whether the memo may be in the trash, and its file gone with it.
  package func memo(at path: FilePath, isTrashed: Bool = false) async -> MemoID? {
    await run { store throws(StoreError) in
      if let row = try store.fileRow(at: path.description) {
        return row.isGone && !isTrashed || row.isReleased ? nil : row.id
      }
      // After a rename the client may move the file before the keeper has noticed.
      return try store.wantedPaths().first { FilePath($0.value) == path }?.key
    } ?? nil
  }

  /// Whether a file, by its absolute path, is a memo.
  package func isFiled(_ path: String) async -> Bool {
    guard let path = self.path(of: path) else { return false }
    return await memo(at: path) != nil
  }

  /// Whether a file, which need not exist yet, may become a memo by what it is called and what the folder ignores.
  package func mayTakeIn(_ path: FilePath) async -> Bool {
    let root = root
    return await run { _ throws(StoreError) in NotesFolder.mayTakeIn(path, below: root) } ?? false
  }

  /// The memos of a file, or of all files in a folder, by paths below the folder that is kept.
  package func memos(at path: FilePath) async -> [(id: MemoID, path: FilePath)] {
    if let id = await memo(at: path) { return [(id, path)] }
    let rows = await run { store throws(StoreError) in try store.fileRows() } ?? []
    return rows.filter { !$0.isGone && !$0.isReleased && FilePath($0.path).isBelow(path) }
      .map { ($0.id, FilePath($0.path)) }
  }

  /// The current text of a memo's file; nil if it does not exist or could not be a memo.
  package func text(of id: MemoID) async -> [UInt8]? {
    let root = root
    let limit = limit
    return await run { store throws(StoreError) in
      guard let file = try store.files(of: [id])[id], let folder = OpenFolder(path: root),
        case .text(let bytes, _, _) = FileText.read(FilePath(file.path), in: folder, limit: limit)
      else { return nil }
      return bytes
    } ?? nil
  }

  /// Whether a memo, as it is stored, has everything that its file says now.
  package func isTakenIn(_ id: MemoID) async -> Bool {
    let root = root
    let limit = limit
    return await run { store throws(StoreError) in
      guard let file = try store.files(of: [id])[id], let row = try store.fileRow(at: file.path),
        let folder = OpenFolder(path: root),
        case .text(_, let hash, _) = FileText.read(FilePath(file.path), in: folder, limit: limit)
      else { return false }
      return try store.hasWords(ofFile: row, hash)
    } ?? false
  }

  /// The text that a memo and its file had when they were last equal; nil if that is not known.
  package func commonText(of id: MemoID) async -> [UInt8]? {
    await run { store throws(StoreError) in
      guard let file = try store.files(of: [id])[id], let row = try store.fileRow(at: file.path), row.revision != 0
      else { return nil }
      return try store.memo(id, revision: row.revision)?.text
    } ?? nil
  }

  /// Records that a memo, as it is stored, has all that a client has just written into its file.
  ///
  /// - Parameters:
  ///   - text: the words that the client has written. If the file says something else, they must be a state of the
  ///     memo, which another program has rewritten since.
  ///   - id: the memo.
  package func noteWritten(_ text: [UInt8], of id: MemoID) async {
    let root = root
    let limit = limit
    _ = await run { store throws(StoreError) in
      if let folder = OpenFolder(path: root) { try store.noteWritten(text, of: id, in: folder, limit: limit) }
    }
  }

  /// Records that a client has a memo's file open, so that nobody else writes it.
  package func open(_ id: MemoID) async {
    _ = await run { store throws(StoreError) in try store.openFiles(of: [id]) }
  }

  /// Records that no client of this process has these files open any more.
  package func close(_ ids: [MemoID]) async {
    if ids.isEmpty { return }
    _ = await run { store throws(StoreError) in try store.closeFiles(of: ids) }
    keeping.storeChanged()
  }

  /// Whether a client of another process has a memo's file open.
  package func isOpenElsewhere(_ id: MemoID) async -> Bool {
    // If the store can't be read, assume that it is open: then nothing is taken back.
    await run { store throws(StoreError) in try store.filesOpen().elsewhere.contains(id) } ?? true
  }

  /// Wakes the keeper of the folder, if it runs in this process.
  package func storeChanged() { keeping.storeChanged() }

  /// Has the keeper look at what has changed by word of a client, by paths below the folder.
  package func changed(_ paths: [FilePath]) { keeping.changed(paths) }

  /// Whether what others change in the folder shows here only after a while, since the system does not tell of it.
  package var isUnwatched: Bool { keeping.standing.isUnwatched }

  /// Tells somebody from now on each time that ``isUnwatched`` changes, and at once if it is true.
  package func whenWatchChanges(_ tell: @escaping @Sendable () -> Void) { keeping.whenWatchChanges(tell) }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      queue.async { [store] in continuation.resume(returning: try? body(store)) }
    }
  }
}
