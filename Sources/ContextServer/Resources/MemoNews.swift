import MemoEngine

/// A change of a memo.
struct MemoNews: Sendable {
  let id: MemoID
  /// Whether it entered or left lists of memos.
  var isListed: Bool
  /// Its version before; nil if the same agents could see it then as now.
  var since: Int?

  /// The change as seen by agents with limited access: a memo that gets their tag enters their lists, and one that
  /// loses it leaves them. Nil if they see it neither before nor after.
  func seen(by access: Access, in engine: MemoEngine) async -> MemoNews? {
    let now = try? await engine.snapshot(id)
    let isSeen = now.map { access.admits($0) } ?? false
    let wasSeen = await wasSeen(by: access, in: engine) ?? isSeen
    guard isSeen || wasSeen else { return nil }
    return MemoNews(id: id, isListed: isListed || isSeen != wasSeen)
  }

  /// Whether they saw it before; nil if unknown.
  private func wasSeen(by access: Access, in engine: MemoEngine) async -> Bool? {
    guard let since, let history = try? await engine.history(id),
      let entry = try? history.page(before: since + 1, limit: 1).entries.first
    else { return nil }
    return (try? history.memo(at: entry.revision)).map { access.admits($0) }
  }
}
