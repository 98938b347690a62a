import MemoEngine

/// The newest revisions of a memo, with what each of them changed.
struct MemoRevisions {
  /// The memo.
  let id: MemoID
  /// The revisions, and one more behind them if there is one.
  let page: HistoryPage
  /// The revisions that are shown.
  let shown: [HistoryEntry]
  private let history: MemoHistory

  /// Reads what revisions there are.
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
  /// - Parameter reading: whether the texts are wanted, without which nobody knows what was changed.
  func forEach(reading: Bool, _ body: (Revision) -> Void) {
    let names = Revisions.short(shown)
    // Each is read once: it is what the one before it was made of, and then what the next one made.
    var memo = reading ? shown.first.flatMap(self.memo) : nil
    for (index, entry) in shown.enumerated() {
      let older = index + 1 < page.entries.count ? page.entries[index + 1] : nil
      let before = reading ? older.flatMap(self.memo) : nil
      body(Revision(id: id, name: names[index], entry: entry, memo: memo, older: older, before: before))
      memo = before
    }
  }

  /// Nil if it was thinned away meanwhile, or is damaged: the others are shown all the same.
  private func memo(_ entry: HistoryEntry) -> MemoSnapshot? { try? history.memo(at: entry.revision) }

  /// A revision.
  struct Revision {
    let id: MemoID
    /// The end of its number that tells it from the others that are shown.
    let name: String
    let entry: HistoryEntry
    /// What the memo was then; nil if that is not known.
    let memo: MemoSnapshot?
    /// The revision before it, and what the memo was then.
    let older: HistoryEntry?
    let before: MemoSnapshot?

    /// What it changed, in a few words, and which agent did.
    var changes: String {
      let words = if let memo, let before { MemoChange(from: before, to: memo).words } else { isFirst ? "made" : "" }
      return ([words] + (entry.by.map { ["by \($0)"] } ?? [])).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether there was no memo before it.
    private var isFirst: Bool { older == nil && entry.version == 1 }

    /// A field by its name.
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

    /// What it changed, all of it.
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
