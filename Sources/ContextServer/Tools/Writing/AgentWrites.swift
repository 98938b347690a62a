import MemoEngine

/// What agents have done here last: the steps of history that they may take back.
struct AgentWrites: Sendable {
  /// The most that are kept.
  private static let most = 256

  /// A change.
  private struct Write {
    /// The memo before it.
    let before: MemoSnapshot
    /// The version that it made, or that undoing what followed it made.
    var version: Int
    let agent: String
  }

  private var writes: [Write] = []

  /// Notes a change that an agent has made.
  mutating func add(_ before: MemoSnapshot, _ after: MemoSnapshot, by agent: String) {
    writes.append(Write(before: before, version: after.metadata.version, agent: agent))
    if writes.count > Self.most { writes.removeFirst(writes.count - Self.most) }
  }

  /// What a memo was before its newest step, if an agent made that here; nil if not.
  func last(of memo: MemoSnapshot) -> MemoSnapshot? {
    writes.last { $0.before.metadata.id == memo.metadata.id && $0.version == memo.metadata.version }?.before
  }

  /// Notes that the newest step of a memo was taken back.
  mutating func takeBack(_ memo: MemoSnapshot, to after: MemoSnapshot) {
    let id = memo.metadata.id
    guard let index = writes.lastIndex(where: { $0.before.metadata.id == id }) else { return }
    let before = writes.remove(at: index).before
    guard let last = writes.lastIndex(where: { $0.before.metadata.id == id }),
      writes[last].version == before.metadata.version
    else { return }
    writes[last].version = after.metadata.version
  }
}

/// Texts that agents were given, so that what they base on them can be merged though nobody has saved them.
struct ReadTexts: Sendable {
  /// The most texts, and about how many bytes they may have in all.
  private static let most = 256, mostBytes = 64 << 20

  private var texts: [(id: MemoID, version: Int, text: Rope)] = []
  private var bytes = 0

  /// Keeps a text.
  mutating func add(_ memo: MemoSnapshot) {
    let (id, version) = (memo.metadata.id, memo.metadata.version)
    if texts.contains(where: { $0.version == version && $0.id == id }) { return }
    texts.append((id, version, memo.text))
    bytes += memo.text.summary.utf8
    while texts.count > Self.most || bytes > Self.mostBytes && texts.count > 1 {
      bytes -= texts.removeFirst().text.summary.utf8
    }
  }

  /// The text of a memo at a version; nil if it is not kept.
  func text(of id: MemoID, at version: Int) -> Rope? { texts.last { $0.version == version && $0.id == id }?.text }
}
