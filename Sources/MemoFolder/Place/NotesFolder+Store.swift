import Platform

extension NotesFolder {
  /// The absolute path of the folder's store, which may be missing: then it is made anew from the files. Where the
  /// folder is now is noted.
  ///
  /// A folder that stayed in its place, or was renamed, keeps its store. A copy does not get it, even while the
  /// original is away: that one finds its store when it is back.
  ///
  /// - Throws: ``FolderError`` if the folder was detached while it was away; if it is, or may be, a copy of another
  ///   one, or if another one has its store by now, so that two folders would share a store; or if there is no place
  ///   for a store.
  package func findStore() throws(FolderError) -> String { try findStore(in: FolderRegistry()) }

  func findStore(in registry: FolderRegistry) throws(FolderError) -> String {
    var entry =
      registry.entry(id) ?? FolderRegistry.Entry(id: id, path: "", store: registry.defaultStore(of: id))
    if entry.isAt(path), !entry.isDetached {
      // One that was brought back from elsewhere has another number.
      if !entry.isMarked(as: root) {
        entry.place(at: path, root)
        try? registry.note(entry)
      }
      return entry.store
    }
    if original(in: registry) != nil { throw refusal(entry) }
    let wasDetached = entry.isDetached
    entry.place(at: path, root)
    if let owner = registry.owner(of: entry.store, but: id) {
      throw FolderError(
        "the store of \(path) is that of \(owner.path) by now; give it another one with: memo-ls folder "
          + "attach \(path.shellWord)")
    }
    if wasDetached {
      let (attach, detach) = ("memo-ls folder attach \(path.shellWord)", "memo-ls folder detach \(path.shellWord)")
      throw FolderError(
        "\(path) was detached while it was not there; attach it again with: \(attach); or make it a folder like any "
          + "other with: \(detach)")
    }
    try registry.note(entry)
    return entry.store
  }

  /// Whether it has, or had, a store among this user's data: false for one that comes from another machine.
  package var hadStore: Bool { (try? FolderRegistry())?.entry(id) != nil }

  /// Whether it was detached while it was away, and nobody has attached it again.
  package var isDetached: Bool { (try? FolderRegistry())?.entry(id)?.isDetached == true }

  private func refusal(_ entry: FolderRegistry.Entry) -> FolderError {
    let attach = "memo-ls folder attach \(path.shellWord)"
    if entry.isThere {
      return FolderError(
        "\(path) is a copy of \(entry.path), which has the same store; make it a folder of its own with: \(attach)")
    }
    return FolderError(
      "\(path) is \(entry.path), which is not there now, or a copy of it; if it was moved here, go on with: \(attach) "
        + "--store \(entry.store.shellWord); if it is a copy, make it a folder of its own with: \(attach)")
  }

  /// Checks that the folder's store is there, if it was named when the folder was attached. Only one among the user's
  /// data is made anew without a word: another may be on a drive that is away.
  ///
  /// - Throws: ``FolderError`` if it is not there.
  package func checkStore(_ store: String) throws(FolderError) { try checkStore(store, in: FolderRegistry()) }

  func checkStore(_ store: String, in registry: FolderRegistry) throws(FolderError) {
    guard registry.isNamed(store, for: id), access(store, F_OK) != 0 else { return }
    throw FolderError(
      "the store of \(path), \(store), is not there; bring it back, or have it made anew from the files with: memo-ls "
        + "folder attach \(path.shellWord)")
  }

  /// The path of the folder that this one is a copy of, or may be, if that one is away; nil if it is none.
  package var original: String? { (try? FolderRegistry()).flatMap(original) }

  func original(in registry: FolderRegistry) -> String? {
    guard let entry = registry.entry(id), !entry.isAt(path), !isSame(as: entry.path) else { return nil }
    return entry.isThere || !entry.isSurely(root) ? entry.path : nil
  }

  /// Whether two files can change places there in one step; nil if that can't be tried.
  package var exchangesNames: Bool? {
    // What has no name of ours is taken away by whoever keeps the folder next.
    let names = ["one", "other"].map { FolderEntry(folder: staging, name: "try.\($0).\(getpid())") }
    defer { for name in names { _ = name.remove() } }
    for name in names {
      guard let file = staging.open(FilePath(name.name), O_CREAT | O_WRONLY, permissions: 0o600) else { return nil }
      close(file)
    }
    return switch names[0].exchange(with: names[1]) {
    case .done: true
    case .refused: false
    case .failed: nil
    }
  }
}
