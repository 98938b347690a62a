import MemoEngine

/// The newest revisions of a memo, with their changes.
struct MemoRevisions {
  /// The memo.
  let id: MemoID
  /// The revisions, and the next older one if there is one.
  let page: HistoryPage
  /// The revisions that are shown.
  let shown: [HistoryEntry]
  private let history: MemoHistory

  /// Reads the memo's history.
  ///
  /// - Throws: a failure if there is no such memo, or the store can't be read.
  init(_ id: MemoID, limit: Int, in store: OpenStore) async throws(CommandError) {
    self.id = id
    (history, page) = try await store.asking { engine throws(EngineError) in
      let history = try await engine.history(id)
      return (history, try history.page(before: nil, limit: limit + 1))
    }
    shown = Array(page.entries.prefix(limit))
  }

  /// Hands over the revisions, the newest first.
  ///
  /// - Parameter reading: whether to read the texts, which the changes are worked out from.
  func forEach(reading: Bool, _ body: (Revision) -> Void) {
    let names = Revisions.short(shown)
    // Each text is read once: it is one revision's result, and the next one's start.
    var memo = reading ? shown.first.flatMap(self.memo) : nil
    for (index, entry) in shown.enumerated() {
      let older = index + 1 < page.entries.count ? page.entries[index + 1] : nil
      let before = reading ? older.flatMap(self.memo) : nil
      body(Revision(id: id, name: names[index], entry: entry, memo: memo, older: older, before: before))
      memo = before
    }
  }

  /// Nil if it was pruned meanwhile, or is damaged: the others are shown all the same.
  private func memo(_ entry: HistoryEntry) -> MemoSnapshot? { try? history.memo(at: entry.revision) }

  /// A revision.
  struct Revision {
    let id: MemoID
    /// The end of its number, unique among those shown.
    let name: String
    let entry: HistoryEntry
    /// The memo at this revision; nil if unknown.
    let memo: MemoSnapshot?
    /// The next older revision, and the memo there.
    let older: HistoryEntry?
    let before: MemoSnapshot?

    /// Its changes, in a few words, and the agent that made them.
    var changes: String {
      let words = if let memo, let before { MemoChange(from: before, to: memo).words } else { isFirst ? "made" : "" }
      return ([words] + (entry.by.map { ["by \($0)"] } ?? [])).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether it created the memo.
    private var isFirst: Bool { older == nil && entry.version == 1 }

    /// The value of a field.
    func field(_ name: String) -> String {
      switch name {
      case "revision": "\(entry.revision)"
      case "modified": LocalDate.iso(entry.modifiedAt)
      case "bytes": "\(entry.bytes)"
      case "changes": changes
      case "title": entry.displayTitle
      case "version": "\(entry.version)"
      case "by": entry.by ?? ""
      default: id.description
      }
    }

    /// Its cells in a table for people.
    var cells: [String] {
      let title = entry.displayTitle
      return [
        name, LocalDate.text(entry.modifiedAt, to: .second), Sizes.bytes(entry.bytes), changes,
        title.isEmpty ? "(empty)" : title,
      ]
    }

    /// Its changes in full.
    func difference(for terminal: Terminal) -> String {
      let words = changes.isEmpty ? "" : "  \(changes)"
      let head = TerminalSanitizer.line(
        "revision \(entry.revision)  \(LocalDate.text(entry.modifiedAt, to: .second))\(words)")
      let lines: String
      if let memo, isFirst {
        lines = UnifiedDiff(from: Rope(), to: memo.text).lines(from: "/dev/null", to: caption(entry), for: terminal)
      } else if let memo, let before, let older {
        lines = UnifiedDiff(from: before.text, to: memo.text).lines(
          from: caption(older), to: caption(entry), for: terminal)
      } else {
        lines = "what was before it is not kept\n"
      }
      return "\(Paint.yellow.on(head, terminal))\n\(lines)\n"
    }

    private func caption(_ entry: HistoryEntry) -> String { "\(id) revision \(entry.revision)" }
  }
}
