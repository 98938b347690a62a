import Platform

/// The outcome of attaching a folder: the store that is its own from then on. Nothing is done before ``carryOut()``.
package struct FolderAttachment: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// The absolute path of its store, which may be missing.
  package var store: String { entry.store }
  /// Whether what the store remembers of files is remembered of this folder.
  package let isKnown: Bool

  /// The folder, locked from the look at it to the end of what is done.
  private let root: OpenFolder
  private let registry: FolderRegistry
  private let entry: FolderRegistry.Entry
  /// The entry that the registry had of it before; nil for none.
  private let former: FolderRegistry.Entry?

  /// Looks at a folder that somebody wants to attach.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - store: the absolute path of the store that it is to have; nil for the one that it had, or else one of its own.
  /// - Throws: ``FolderError`` if it can't be attached, or not with this store.
  package init(of path: String, store: String?) throws(FolderError) {
    try self.init(of: path, store: store, in: FolderRegistry(), homes: UserData.homes())
  }

  init(of given: String, store: String?, in registry: FolderRegistry, homes: [String]) throws(FolderError) {
    guard let path = realPath(given) else { throw .system("can't find the folder \(given)", "make it first") }
    guard let root = OpenFolder(path: path) else { throw .unopened(path) }
    try Self.check(path, data: realPath(registry.data) ?? registry.data, homes: homes.compactMap(realPath))
    try Self.checkOthers(path, root)
    Self.waitForOthers(root)
    guard access(path, W_OK) == 0 else { throw .system("can't write in \(path)") }
    (self.path, self.root, self.registry) = (path, root, registry)
    let known = try Self.known(path, root, store, in: registry)
    var entry = known ?? Self.new(path, root, in: registry)
    if let store {
      if let known, NotesFolder.id(at: path) == known.id, !isSameFile(known.store, store) {
        throw FolderError(
          "\(path) is attached already, with the store \(known.store); detach it first, with: memo-ls folder detach "
            + path.shellWord)
      }
      // Its words are to lead there wherever the folder is moved.
      entry.store = settledPath(store)
    }
    isKnown = known.map { isSameFile($0.store, entry.store) } ?? false
    former = registry.entry(entry.id)
    entry.place(at: path, root)
    self.entry = entry
    try checkStore()
  }

  /// Another attached folder that is to be at this path and is away, as where its drive is not mounted; nil for none.
  package var away: FolderRegistry.Entry? { registry.away(at: path).flatMap { $0.id == entry.id ? nil : $0 } }

  /// Makes the folder one of memo-ls.
  ///
  /// The order is: it is noted where its own store will be, the store is made, the folder gets its id. Whoever attaches
  /// it after a crash in between finds what was noted, and goes on with that; whoever finds the id finds the store. A
  /// store that somebody names comes first: if it can't be had, nothing is made.
  ///
  /// - Parameter prepareStore: makes the store.
  /// - Throws: ``FolderError`` if that can't be done; then it is none.
  package func carryOut(_ prepareStore: () throws(FolderError) -> Void = {}) throws(FolderError) -> NotesFolder {
    defer { flock(root.descriptor, LOCK_UN) }
    registry.sweep()
    let isOwn = store == registry.defaultStore(of: entry.id)
    if !isOwn { try prepareStore() }
    do throws(FolderError) {
      try registry.note(entry)
      if isOwn { try prepareStore() }
      return try NotesFolder.prepare(path, id: entry.id)
    } catch {
      if let former { try? registry.note(former) } else { registry.forget(entry.id) }
      throw error
    }
  }

  /// The entry of the folder that it was before, or is: by its id, unless it is a copy, or by its path, if it was
  /// detached, or what is ours in it was taken away; also if it was detached and then moved. Where it may be a copy of
  /// one that is away, whoever names that one's store says that it is none.
  private static func known(
    _ path: String, _ root: OpenFolder, _ store: String?, in registry: FolderRegistry
  ) throws(FolderError) -> FolderRegistry.Entry? {
    guard let id = NotesFolder.id(at: path) else {
      let mark = FolderRegistry.Entry.mark(of: root)
      return registry.entries.first { $0.isAt(path) && ($0.isDetached || $0.mark == mark) }
        ?? registry.entries.first { entry in
          entry.isDetached && entry.isSurely(root) && registry.owner(of: entry.store, but: entry.id) == nil
        }
    }
    let entry =
      registry.entry(id) ?? FolderRegistry.Entry(id: id, path: path, store: registry.defaultStore(of: id))
    // Its store may have been given to another folder since it was detached.
    if registry.owner(of: entry.store, but: id) != nil { return nil }
    if try NotesFolder(path: path).original(in: registry) == nil { return entry }
    return !entry.isThere && store.map { isSameFile($0, entry.store) } == true ? entry : nil
  }

  /// One with a store of its own, which a crash may have left.
  private static func new(_ path: String, _ root: OpenFolder, in registry: FolderRegistry) -> FolderRegistry.Entry {
    let begun = registry.entries.first {
      $0.isAt(path) && !$0.isDetached && $0.isSurely(root) && $0.store == registry.defaultStore(of: $0.id)
        && NotesFolder.id(at: path) != $0.id
    }
    if let begun { return begun }
    let id = NotesFolder.newID()
    return FolderRegistry.Entry(id: id, path: path, store: registry.defaultStore(of: id))
  }

  /// Returns once nobody else is about to attach a folder, or after two seconds: two that did at once would each make a
  /// store. Whoever waited finds what the other one has made. Not all file systems lock folders.
  private static func waitForOthers(_ root: OpenFolder) {
    for _ in 0..<200 {
      if flock(root.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { return }
      usleep(10_000)
    }
  }

  /// Whole disks and home folders have much in them that is called as notes are, and is none.
  private static func check(_ path: String, data: String, homes: [String]) throws(FolderError) {
    func isIn(_ inner: String, _ outer: String) -> Bool {
      let inner = FilePath(inner)
      return inner == FilePath(outer) || inner.isBelow(FilePath(outer == "/" ? "" : outer))
    }
    if path == "/" || homes.contains(where: { isIn($0, path) }) {
      // Some systems name it as the home folder of users that are no people.
      let what =
        path == "/"
        ? "is the top of all file systems"
        : homes.contains(path) ? "is a home folder" : "has home folders in it"
      throw FolderError(
        "\(path) \(what), and programs keep texts of their own there, which would become memos; attach a folder that "
          + "has notes alone")
    }
    if isIn(data, path) || isIn(path, data) {
      throw FolderError("stores are kept in \(data), so notes must be elsewhere; attach another folder")
    }
  }

  /// No folder is attached that is in one that is, or has one in it. Looked for is below it as deep as notes are, but
  /// for what is left alone there.
  private static func checkOthers(_ path: String, _ root: OpenFolder) throws(FolderError) {
    if let outer = NotesFolder.found(from: FilePath(path).folder.description), outer != path {
      throw FolderError(
        "\(path) is in \(outer), which is attached already: its notes are memos of that; to have another store for "
          + "them, \(remedy(outer))")
    }
    var reader = TreeReader(root, rules: IgnoreTree())
    var inner: FilePath?
    _ = reader.read { if case .skipped(let path, .otherFolder) = $0, inner == nil { inner = path } }
    if let inner {
      throw FolderError(
        "\(path)/\(inner) is attached already, and no folder can be around another one; \(remedy("\(path)/\(inner)"))")
    }
  }

  /// The advice what to do about a folder that is attached.
  private static func remedy(_ path: String) -> String {
    if access("\(path)/\(NotesFolder.ownName)", R_OK | X_OK) != 0 {
      return "have the user whose folder that is detach it first: \(path)/\(NotesFolder.ownName) can't be looked into"
    }
    return "detach that first, with: memo-ls folder detach \(path.shellWord)"
  }

  /// A store remembers the files of one folder.
  private func checkStore() throws(FolderError) {
    guard let other = registry.owner(of: store, but: entry.id) else { return }
    throw FolderError(
      "\(store) is the store of \(other.path)\(other.isThere ? "" : ", which is not there now"); name another one, or "
        + "detach that folder first, with: memo-ls folder detach \(other.path.shellWord)")
  }
}
