import MemoEngine

/// That a memo is another.
struct MemoNews: Sendable {
  let id: MemoID
  /// Whether it came into lists of memos, or left them.
  var isListed: Bool
  /// The version that it had before; nil if that could be seen by the same as it can be now.
  var since: Int?

  /// What those learn of it who see only some memos: one that gets their tag comes into their lists, and one that loses
  /// it leaves them. Nil if they see it neither before nor after.
  func seen(by access: Access, in engine: MemoEngine) async -> MemoNews? {
    let now = try? await engine.snapshot(id)
    let isSeen = now.map { access.admits($0) } ?? false
    let wasSeen = await wasSeen(by: access, in: engine) ?? isSeen
    guard isSeen || wasSeen else { return nil }
    return MemoNews(id: id, isListed: isListed || isSeen != wasSeen)
  }

  /// Whether they saw it before; nil if nothing tells.
  private func wasSeen(by access: Access, in engine: MemoEngine) async -> Bool? {
    guard let since, let history = try? await engine.history(id),
      let entry = try? history.page(before: since + 1, limit: 1).entries.first
    else { return nil }
    return (try? history.memo(at: entry.revision)).map { access.admits($0) }
  }
}
