import MemoModel
import Platform

/// The findings where something may have changed.
struct TreeLook {
  /// Files that are new, or not what they were.
  private(set) var files: [FilePath: FileMark] = [:]
  /// Files that are not where they were, and what stands there instead; nil for nothing.
  private(set) var missing: [FilePath: SkipReason?] = [:]
  /// The paths that are no memos, and why; of folders that were looked at as a whole.
  private(set) var skipped: [FilePath: SkipReason] = [:]
  /// The folders that were looked at as a whole, and where in them file systems are mounted.
  private(set) var (folders, mounts): (Set<FilePath>, Set<FilePath>) = ([], [])
  /// Whether all that was looked at is watched.
  private(set) var isWatched = true

  private let root: OpenFolder
  private let known: KnownFiles

  /// The most folders to look at by themselves, since each takes a look at all rows; of more, all is looked at.
  private static let mostFolders = 32

  /// - Parameters:
  ///   - rules: what is left alone; learns what has changed of that.
  ///   - watch: is to tell of each folder that is looked at as a whole.
  init(
    _ changes: Set<TreeChange>, in root: OpenFolder, _ known: KnownFiles, _ rules: inout IgnoreTree,
    watch: (any TreeWatch)?
  ) {
    (self.root, self.known) = (root, known)
    var (folders, names): (Set<FilePath>, Set<FilePath>) = ([], [])
    for change in changes {
      switch change {
      case .everything: folders.insert("")
      case .folder(let path): folders.insert(path)
      // Which rules there are says what there is.
      case .name(let path) where path.name == ".gitignore": folders.insert(path.folder)
      case .name(let path): names.insert(path)
      }
    }
    if folders.count > Self.mostFolders { folders = [""] }
    let outermost = folders.filter { path in
      path.isEmpty || !folders.contains("") && path.folders.allSatisfy { !folders.contains($0) }
    }
    for path in outermost.sorted() { look(at: path, &rules, watch) }
    if outermost.contains("") { return }
    for path in names where !path.folders.contains(where: outermost.contains) { look(at: path, rules) }
  }

  /// Looks at a folder with all below it.
  private mutating func look(at path: FilePath, _ rules: inout IgnoreTree, _ watch: (any TreeWatch)?) {
    guard path.isEmpty || isFolder(path), reason(forFolder: path, rules) == nil else {
      // What was below it is there no more, or is left alone; something else may stand in its place.
      for row in known.rows.filter({ !$0.isGone && FilePath($0.path).isBelow(path) }) {
        lookClosely(at: FilePath(row.path), rules)
      }
      return look(at: path, rules)
    }
    var reader = TreeReader(root, rules: rules, watch: watch)
    let found = TreeComparison(known, &reader, below: path)
    rules = reader.rules
    folders.insert(path)
    mounts.formUnion(reader.mounts)
    isWatched = isWatched && found.isWatched
    files.merge(found.toRead) { $1 }
    missing.merge(found.missing) { $1 }
    skipped.merge(found.skipped.filter { $0.key != FilePath(NotesFolder.ownName) }) { $1 }
  }

  /// Looks at one name, if it may be that of a memo's file.
  private mutating func look(at path: FilePath, _ rules: IgnoreTree) {
    guard files[path] == nil, Skipping.isNote(path.name) || known[path] != nil else { return }
    lookAtNames(like: path, rules)
  }

  /// Looks at a path, and at all other names of a file that has changed there: the system tells of the one alone by
  /// which somebody has written into it.
  private mutating func lookAtNames(like path: FilePath, _ rules: IgnoreTree) {
    guard let file = lookClosely(at: path, rules), file.links > 1 else { return }
    for row in known.rows where row.isPresent && row.mark.isSameFile(as: file.mark) {
      let other = FilePath(row.path)
      if files[other] == nil { lookClosely(at: other, rules) }
    }
  }

  /// Looks at a path alone.
  ///
  /// - Returns: the file there, if it is new or has changed.
  @discardableResult
  private mutating func lookClosely(at path: FilePath, _ rules: IgnoreTree) -> FileStatus? {
    let (isKnown, isReleased) = (known[path]?.isPresent == true, known[path]?.isReleased == true)
    if let reason = reason(forFolder: path.folder, rules) {
      if isKnown { missing[path] = .some(reason) }
      return nil
    }
    let entry = root.entry(path)
    guard let entry, let status = FileStatus(entry) else {
      let cause: SkipReason? =
        switch errno {
        case ENOENT, ENOTDIR: nil
        case ELOOP: .link
        case let code: .unreadable(code)
        }
      let mayReturn = isReleased && cause == nil && !Skipping.leavesAlone(path, rules)
      if isKnown || mayReturn { missing[path] = .some(cause) }
      return nil
    }
    guard status.kind != .folder, entry.isSpelled else {
      if isKnown { missing[path] = .some(nil) }
      return nil
    }
    if let reason = Skipping.reason(for: path, status.kind, rules) {
      if isKnown { missing[path] = .some(reason) }
      if reason.isTold { skipped[path] = reason }
      return nil
    }
    if isKnown, known[path]?.mark == status.mark { return nil }
    files[path] = status.mark
    return status
  }

  /// Looks at a path by which a file was known that has another one now.
  mutating func include(_ path: FilePath, _ other: FilePath, _ rules: IgnoreTree) {
    guard files[path] == nil, missing[path] == nil else { return }
    // Some file systems find a file by any way to spell it, and list it by one.
    if path.description == other.description, root.entry(path)?.isListed == false {
      missing[path] = .some(nil)
    } else {
      lookAtNames(like: path, rules)
    }
  }

  /// The paths of these files, which are forgotten here.
  mutating func takeFiles() -> [FilePath] {
    defer { files = [:] }
    return files.keys.sorted()
  }

  private func isFolder(_ path: FilePath) -> Bool { root.entry(path).flatMap { FileStatus($0) }?.kind == .folder }

  /// The reason why nothing in a folder is a memo; nil if something may be.
  private func reason(forFolder path: FilePath, _ rules: IgnoreTree) -> SkipReason? {
    (path.folders + (path.isEmpty ? [] : [path])).lazy.compactMap { Skipping.reason(for: $0, .folder, rules) }.first
  }
}
