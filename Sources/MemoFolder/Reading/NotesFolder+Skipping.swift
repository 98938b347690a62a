package import Platform

extension NotesFolder {
  /// Why a file below the folder is no memo; nil if it may be one, or if no file is there.
  ///
  /// - Parameter limit: the most bytes that a memo may have.
  package func reason(against path: FilePath, limit: Int) -> SkipReason? {
    guard let kind = root.entry(path).flatMap({ FileStatus($0) })?.kind, kind != .folder else { return nil }
    var rules = IgnoreTree()
    rules.set(ownRules, in: IgnoreTree.own, former: rules)
    for place in [""] + path.folders {
      guard let folder = root.folder(place) else { return nil }
      if !place.isEmpty {
        if Self.isOne(folder) { return .otherFolder }
        if let reason = Skipping.reason(for: place, .folder, rules) { return reason }
      }
      rules.set(IgnoreRules.read(".gitignore", in: folder), in: place, former: rules)
    }
    if let reason = Skipping.reason(for: path, kind, rules) { return reason }
    if case .skipped(let reason) = FileText.read(path, in: root, limit: limit) { return reason }
    return nil
  }
}
