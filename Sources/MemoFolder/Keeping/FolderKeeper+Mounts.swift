import Platform

/// File systems that are mounted below the folder. While one is not, its notes are not gone: people are asked before
/// their memos go, and nothing is written in their place.
extension FolderKeeper {
  /// The pause between looks at whether one is mounted again, which nobody tells.
  private static let lookingForMounts = Duration.seconds(5)

  /// Whether some of these files are missing since their folders are on another file system than they were.
  func areUnmounted(_ paths: [FilePath]) -> Bool {
    var seen: Set<FilePath> = []
    for path in paths {
      for folder in path.folders where seen.insert(folder).inserted && isChanged(folder) { awayMounts.insert(folder) }
    }
    if awayMounts.isEmpty { return false }
    report.due(by: time.instant() + Self.lookingForMounts)
    return true
  }

  /// Has those looked at as a whole that are mounted again, so that they are watched, too.
  func findReturned() { changes.formUnion(awayMounts.filter { !isChanged($0) }.map(TreeChange.folder)) }

  /// Notes where file systems are mounted, as far as nothing is missing there.
  func noteMounts() {
    guard let (looked, found) = mountsSeen else { return }
    mountsSeen = nil
    let isMissing = { [absent] (path: FilePath) in absent.keys.contains { $0.isBelow(path) } }
    let now = mounts.filter { path in
      guard looked.contains(where: { $0 == path || path.isBelow($0) }), !found.contains(path) else { return true }
      return isMissing(path) || folder.root.folder(path) == nil && errno != ENOENT
    }.union(found.filter { mounts.contains($0) || !isMissing($0) })
    if now == mounts { return }
    mounts = now
    // Else it is noted the next time.
    try? folder.noteMounts(now)
  }

  /// Whether a folder that was on another file system than the one above it is not any more, or the other way round.
  private func isChanged(_ path: FilePath) -> Bool {
    let (own, above) = (folder.root.folder(path)?.device, folder.root.folder(path.folder)?.device)
    return mounts.contains(path) != (own != nil && above != nil && own != above)
  }
}
