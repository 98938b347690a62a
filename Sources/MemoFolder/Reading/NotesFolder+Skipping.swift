package import Platform

extension NotesFolder {
  /// Why a file below the folder is no memo; nil if it may be one, or if no file is there.
  ///
  /// - Parameter limit: the most bytes that a memo may have.
  package func reason(against path: FilePath, limit: Int) -> SkipReason? {
    guard let kind = root.entry(path).flatMap({ FileStatus($0) })?.kind, kind != .folder else { return nil }
    var rules = IgnoreTree(own: ownRules)
    for place in [""] + path.folders {
      guard let folder = root.folder(place) else { return nil }
      if !place.isEmpty {
        if Self.isOne(folder) { return .otherFolder }
        if let reason = Skipping.reason(for: place, .folder, rules) { return reason }
      }
      if let bytes = FileText.bytes(of: ".gitignore", in: folder, atMost: IgnoreRules.mostBytes) {
        rules.set(IgnoreRules(bytes), in: place)
      }
    }
    if let reason = Skipping.reason(for: path, kind, rules) { return reason }
    if case .skipped(let reason) = FileText.read(path, in: root, limit: limit) { return reason }
    return nil
  }
}
