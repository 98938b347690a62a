/// What a revision that was saved over is kept for. The raw value is stored.
package enum RevisionUse: Int {
  /// Only for other processes, which may have edits that start from it.
  case base = 0
  /// It is a state in its memo's history.
  case history = 1
  /// As `base`, of a memo that was destroyed.
  case ended = 2
}

/// What becomes of a memo's revisions at a save, worked out from all but their texts.
package struct HistoryPruning {
  /// A revision without its text.
  package struct Row {
    /// What a store finds it by.
    package let key: Int
    /// The state that it is.
    package let revision: Int
    /// The revision whose text its edits start from.
    package let next: Int
    /// When text or properties had last changed.
    package let modifiedAt: Timestamp
    /// What it is kept for.
    package let use: RevisionUse
    /// Where undoing and redoing lead from it.
    package let links: UndoLinks
    /// The room it takes, in bytes.
    package let size: Int
    /// Whether somebody may merge with it at any time, so that it never goes: a file was last equal to it, or changes
    /// that stand in a journal start from it.
    package var isNeeded: Bool

    /// Creates a row from all its parts.
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

  /// Rows that lie behind each other and go, newest first, and the one whose edits then start where theirs did; nil if
  /// they are the oldest.
  package struct Run {
    /// Those that go.
    package var rows: [Row]
    /// The one behind them.
    package var older: Row?
  }

  /// What goes from the database.
  package private(set) var runs: [Run] = []
  /// What is no longer shown, but may be needed by other processes.
  package private(set) var hidden: [Row] = []
  /// What stays as it is.
  package private(set) var kept: [Row] = []
  /// When there is something to do again; nil for never.
  package private(set) var due: Timestamp?
  /// Where the links of what goes lead.
  private var removed: [Int: UndoLinks] = [:]

  /// How many rows one save takes away: as many as fit into some pages.
  package static let mostRows = 32

  /// How many bytes of revisions are kept beside four times the text's own length; and the newest that does not fit. A
  /// thousand texts that share nothing are not kept for ever, nor are the few that a very long memo was.
  static let budget = 16 << 20

  /// Whether rows take more room than those of a text of this length have.
  package static func isOverBudget(_ rows: [Row], bytes: Int) -> Bool {
    rows.reduce(0) { $0 + $1.size } > budget + 4 * bytes
  }

  /// Works it out.
  ///
  /// - Parameters:
  ///   - rows: all rows of the memo, in any order.
  ///   - revision: what is stored now, and when that was made.
  ///   - now: the moment of the save.
  ///   - keepsBases: whether other processes may need what is not shown.
  ///   - bytes: the length of the text that is saved. If the rows take more room than one of such a length has, the
  ///     oldest go.
  package init(
    _ rows: [Row], before revision: Int, _ modifiedAt: Timestamp, now: Timestamp, keepsBases: Bool, bytes: Int
  ) {
    let budget = Self.budget + 4 * bytes
    var next: (revision: Int, shownAt: Timestamp) = (revision, modifiedAt)
    var gone: Set<Int> = []
    var newerBytes = 0
    let chain = Self.chain(rows, before: revision)
    for row in chain {
      // The one that goes over stays: however long a text was that is gone at once, that can be undone.
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

  /// The rows from the newest to the oldest, as far as one leads to the next. What none leads to can't be read.
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

  /// Where links lead once what goes is gone. The steps that become one by that are an agent's if all of them are.
  package func following(_ links: UndoLinks) -> UndoLinks {
    var (undoTo, redoTo) = (links.undoTo, links.redoTo)
    var steps = Authorship.nobody.joined(by: links.by)
    // Each step leads to an older state; damaged rows must not lead round and round.
    for _ in 0...removed.count {
      let (undo, redo) = (removed[undoTo], removed[redoTo])
      if undo == nil, redo == nil { break }
      if let undo { (undoTo, steps) = (undo.undoTo, steps.joined(by: undo.by)) }
      redoTo = redo?.redoTo ?? redoTo
    }
    return UndoLinks(undoTo: undoTo, redoTo: redoTo, by: steps.agent)
  }
}
