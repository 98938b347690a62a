import MemoEngine

/// Finds the revision that a person means, and gives revisions short names.
enum Revisions {
  /// The least digits that are shown.
  private static let least = 6

  /// The ends of revisions' numbers that tell them apart.
  static func short(_ entries: [HistoryEntry]) -> [String] {
    let names = entries.map { String($0.revision) }
    let ends = ShortNames(names, least: least)
    return names.map(ends.short)
  }

  /// A page of a memo's history.
  static func page(_ id: MemoID, limit: Int, in store: OpenStore) async throws(CommandError) -> HistoryPage {
    try await store.asking { engine throws(EngineError) in
      try await engine.history(id).page(before: nil, limit: limit)
    }
  }

  /// The revision that a word means: the one with this number, or the only one whose number ends like this.
  ///
  /// - Throws: a failure if there is none, or several.
  static func find(_ word: String, of id: MemoID, in store: OpenStore) async throws(CommandError) -> Int {
    let revisions = try await page(id, limit: RowLimit.unlimited, in: store).entries.map(\.revision)
    let found = revisions.filter { String($0).hasSuffix(word) }
    if let exact = found.first(where: { String($0) == word }) ?? (found.count == 1 ? found[0] : nil) { return exact }
    let hint = "memo-ls history \(id) shows which there are"
    throw .failure(
      found.isEmpty
        ? "the memo \(id) has no revision \(word), or not any more; \(hint)"
        : "\(word) could mean several revisions; give more of the number: \(hint)")
  }

  /// The memo at a revision that a person names.
  static func memo(_ word: String, of id: MemoID, in store: OpenStore) async throws(CommandError) -> MemoSnapshot {
    let revision = try await find(word, of: id, in: store)
    return try await store.asking { engine throws(EngineError) in try await engine.history(id).memo(at: revision) }
  }
}
