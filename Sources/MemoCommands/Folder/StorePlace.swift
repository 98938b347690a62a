import MemoEngine
import MemoFolder

/// The store that a command line means, and its folder, if the store was found by that.
struct StorePlace: Sendable {
  /// The database file.
  let path: String
  /// The folder that is kept in sync with the store; nil for a store by itself.
  let folder: NotesFolder?
  /// Whether the folder had this store, and it is not there any more: then it is made anew.
  var isGone = false
}

extension CommandEnvironment {
  /// Finds the store: the one that `--store` names; that of the folder that `--folder` names, or else of the one around
  /// the current folder; the one that `MEMO_LS_STORE` names; or the user's.
  ///
  /// - Throws: a usage error if there is no place for a store, and a failure if a folder can't be used.
  func place(_ arguments: Arguments) throws(CommandError) -> StorePlace {
    let (store, named) = (arguments[.store], arguments[.folder])
    if store != nil, named != nil {
      throw .usage("--store and --folder exclude each other: a folder has a store of its own")
    }
    guard store == nil, let folder = try folder(named) else {
      return StorePlace(path: try storePath(store), folder: nil)
    }
    do throws(FolderError) {
      let hadStore = folder.hadStore
      let store = try folder.findStore()
      try folder.checkStore(store)
      return StorePlace(path: store, folder: folder, isGone: hadStore && !exists(store))
    } catch {
      throw CommandError(error)
    }
  }
}

extension CommandEnvironment {
  /// The user's folder that belongs to a store, or did before it was detached; nil if there is none.
  func folder(of place: StorePlace) -> FolderRegistry.Entry? { (try? FolderRegistry())?.folder(of: place.path) }
}

extension CommandError {
  /// The failure for a folder that can't be used.
  init(_ error: FolderError) { self = .failure(error.description) }
}
