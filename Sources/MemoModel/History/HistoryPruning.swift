/// The reason why a revision that was saved over is kept. The raw value is stored.
package enum RevisionUse: Int {
  /// Only for other processes, which may have edits that start from it.
  case base = 0
  /// It is a state in its memo's history.
  case history = 1
  /// The same as `base`, for a memo that was destroyed.
  case ended = 2
}

/// Decides which of a memo's revisions go at a save, without reading their texts.
package struct HistoryPruning {
  /// A revision without its text.
  package struct Row {
    /// The key by which a store finds it.
    package let key: Int
    /// The revision's number.
    package let revision: Int
    /// The revision to whose text its edits apply.
    package let next: Int
    /// The time when text or properties had last changed.
    package let modifiedAt: Timestamp
    /// The reason why it is kept.
    package let use: RevisionUse
    /// Where undo and redo lead from it.
    package let links: UndoLinks
    /// The room it takes, in bytes.
    package let size: Int
    /// Whether it must never go, because a merge may start from it at any time: a file was last equal to it, a hub has
    /// it, or changes in a journal start from it.
    package var isNeeded: Bool

    /// Creates a row from its parts.
    package init(
      key: Int, revision: Int, next: Int, modifiedAt: Timestamp, use: RevisionUse, links: UndoLinks, size: Int,
      isNeeded: Bool = false
    ) {
      self.key = key
      self.revision = revision
      self.next = next
      self.modifiedAt = modifiedAt
      self.use = use
      self.links = links
      self.size = size
      self.isNeeded = isNeeded
    }
  }

  /// Consecutive rows that go, newest first, and the next older row, whose edits then start where theirs did; nil if
  /// they are the oldest.
  package struct Run {
    /// The rows that go.
    package var rows: [Row]
    /// The next older row.
    package var older: Row?
  }

  /// The rows that are deleted.
  package private(set) var runs: [Run] = []
  /// The rows that are no longer shown, but may be needed by other processes.
  package private(set) var hidden: [Row] = []
  /// The rows that stay as they are.
  package private(set) var kept: [Row] = []
  /// When to prune again; nil for never.
  package private(set) var due: Timestamp?
  /// The links of the rows that go, by revision.
  private var removed: [Int: UndoLinks] = [:]

  /// The most rows that one save deletes: as many as fit into a few pages.
  package static let mostRows = 32

  /// The most bytes of revisions that are kept, besides four times the text's own length and the newest one that does
  /// not fit. A thousand texts that share nothing are not kept for ever, nor are the few versions of a very long memo.
  static let budget = 16 << 20

  /// Whether rows take more room than is allowed for a text of this length.
  package static func isOverBudget(_ rows: [Row], bytes: Int) -> Bool {
    rows.reduce(0) { $0 + $1.size } > budget + 4 * bytes
  }

  /// Decides what goes.
  ///
  /// - Parameters:
  ///   - rows: all rows of the memo, in any order.
  ///   - revision: the stored revision, and when it was made.
  ///   - now: the moment of the save.
  ///   - keepsBases: whether other processes may need rows that are not shown.
  ///   - bytes: the length of the saved text, which decides how much room the rows may take before the oldest go.
  package init(
    _ rows: [Row], before revision: Int, _ modifiedAt: Timestamp, now: Timestamp, keepsBases: Bool, bytes: Int
  ) {
    let budget = Self.budget + 4 * bytes
    var next: (revision: Int, shownAt: Timestamp) = (revision, modifiedAt)
    var gone: Set<Int> = []
    var newerBytes = 0
    let chain = Self.chain(rows, before: revision)
    for row in chain {
      // The one that exceeds the budget stays: deleting a text of any length at once can be undone.
      guard newerBytes <= budget || row.isNeeded else {
        gone.insert(row.revision)
        removed[row.revision] = row.links
        continue
      }
      newerBytes += row.size
      switch row.use {
      case .history:
        let end = RetentionPolicy.end(of: row.modifiedAt, followedBy: next.shownAt)
        if let end, end <= now, gone.count + hidden.count < Self.mostRows {
          removed[row.revision] = row.links
          if keepsBases || row.isNeeded { hidden.append(row) } else { gone.insert(row.revision) }
          continue
        }
        if let end { due = min(due ?? end, end) }
        next.shownAt = row.modifiedAt
      case .base, .ended:
        guard !keepsBases, !row.isNeeded else { continue }
        if gone.count < Self.mostRows { gone.insert(row.revision) } else { due = min(due ?? now, now) }
      }
    }
    divide(chain, gone)
  }

  /// The rows from the newest to the oldest, as far as one leads to the next. The others can't be read.
  private static func chain(_ rows: [Row], before revision: Int) -> [Row] {
    var byNext = Dictionary(rows.map { ($0.next, $0) }) { first, _ in first }
    var chain: [Row] = []
    var next = revision
    while let row = byNext.removeValue(forKey: next) {
      chain.append(row)
      next = row.revision
    }
    return chain
  }

  private mutating func divide(_ chain: [Row], _ gone: Set<Int>) {
    var run = Run(rows: [])
    for row in chain {
      if gone.contains(row.revision) {
        run.rows.append(row)
      } else {
        run.older = row
        if !run.rows.isEmpty { runs.append(run) }
        run = Run(rows: [])
        kept.append(row)
      }
    }
    if !run.rows.isEmpty { runs.append(run) }
  }

  /// Where links lead once those rows are gone. Steps that are merged are an agent's if it made all of them.
  package func following(_ links: UndoLinks) -> UndoLinks {
    var (undoTo, redoTo) = (links.undoTo, links.redoTo)
    var steps = Authorship.nobody.joined(by: links.by)
    // Each step leads to an older state; the bound keeps damaged rows from leading in circles.
    for _ in 0...removed.count {
      let (undo, redo) = (removed[undoTo], removed[redoTo])
      if undo == nil, redo == nil { break }
      if let undo { (undoTo, steps) = (undo.undoTo, steps.joined(by: undo.by)) }
      redoTo = redo?.redoTo ?? redoTo
    }
    return UndoLinks(undoTo: undoTo, redoTo: redoTo, by: steps.agent)
  }
}
