package import Platform

extension NotesFolder {
  /// The reason why a file below the folder is no memo; nil if it may be one, or if no file is there.
  ///
  /// - Parameter limit: the most bytes that a memo may have.
  package func reason(against path: FilePath, limit: Int) -> SkipReason? {
    guard let kind = root.entry(path).flatMap({ FileStatus($0) })?.kind, kind != .folder else { return nil }
    if let reason = reason(for: path, kind) { return reason }
    if case .skipped(let reason) = FileText.read(path, in: root, limit: limit) { return reason }
    return nil
  }

  /// Whether a file of a folder, which need not exist yet, may become a memo, as far as its path tells.
  ///
  /// - Parameter root: the folder's absolute path.
  package static func mayTakeIn(_ path: FilePath, below root: String) -> Bool {
    guard let folder = try? NotesFolder(path: root) else { return false }
    return folder.reason(for: path, .file) == nil
  }

  /// The attached folder that would take in a Markdown file below another one, which need not exist yet; nil if none
  /// would.
  package static func takingIn(filesBelow path: String) -> String? {
    let whole = settledPath(path.hasPrefix("/") ? path : "\(realPath(".") ?? "")/\(path)")
    guard let root = found(from: whole) else { return nil }
    let below = whole.dropFirst(root.count).drop { $0 == "/" }
    return mayTakeIn(FilePath((below.isEmpty ? "" : "\(below)/") + "Memo.md"), below: root) ? root : nil
  }

  /// The reason why a file is no memo, as far as its path and the folders on the way tell; nil if it may be one.
  private func reason(for path: FilePath, _ kind: FileStatus.Kind) -> SkipReason? {
    var rules = IgnoreTree()
    rules.set(ownRules, in: IgnoreTree.own, former: rules)
    rules.set(OuterRules(above: self.path), former: rules)
    for place in [""] + path.folders {
      let folder = root.folder(place)
      if !place.isEmpty {
        if folder.map(Self.isOne) == true { return .otherFolder }
        if let reason = Skipping.reason(for: place, .folder, rules) { return reason }
      }
      guard let folder else { break }
      rules.set(IgnoreRules.read(".gitignore", in: folder), in: place, former: rules)
    }
    return Skipping.reason(for: path, kind, rules)
  }
}
