import Platform

extension FolderRegistry {
  /// The attached folder that is to be at a path and is not, as where its drive is not mounted; nil if there is none.
  package func away(at path: String) -> Entry? {
    let here = realPath(path) ?? (path.hasPrefix("/") ? path : "\(realPath(".") ?? "")/\(path)")
    let place = FilePath(here).trimmed
    return entries.first { FilePath($0.path) == place && !$0.isDetached && !$0.isThere }
  }

  /// The reason why a path leads to none of the attached folders, though one is, or was, there: a sentence about that
  /// and what to do; nil if there is no such folder.
  ///
  /// - Parameter isNamed: whether people have named the path: else one whose place another folder has is not meant. An
  ///   empty one is no other, but where a drive is not mounted.
  package func reasonForNone(at path: String, isNamed: Bool) -> FolderError? {
    if let place = realPath(path), let stripped = stripped(around: place) {
      return FolderError(
        "\(stripped.path) is attached, but its \(NotesFolder.ownName) is gone; attach it again, which loses nothing, "
          + "with: memo-ls folder attach \(stripped.path.shellWord); or detach it with: memo-ls folder detach "
          + "\(stripped.path.shellWord); or name another store with --store")
    }
    guard let away = away(at: path), isNamed || FolderReader(path: away.path)?.next() == nil else { return nil }
    return FolderError(
      "\(away.path) is attached, but it is not there now; mount its drive, or bring it back; or name its store with: "
        + "--store \(away.store.shellWord); or detach it with: memo-ls folder detach \(away.path.shellWord)")
  }
}

extension FilePath {
  /// The path without slashes at its end.
  fileprivate var trimmed: FilePath { FilePath(String(description.reversed().drop { $0 == "/" }.reversed())) }
}
