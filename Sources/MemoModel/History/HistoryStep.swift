/// Where undoing and redoing lead from a stored state: revisions of the same memo, 0 for none. Each is older than the
/// state itself, so every way ends.
public struct UndoLinks: Sendable, Equatable {
  /// Whose contents undoing brings back.
  public let undoTo: Int
  /// Whose contents redoing brings back.
  public let redoTo: Int

  /// Creates links; without arguments, those of a memo's first state.
  public init(undoTo: Int = 0, redoTo: Int = 0) {
    self.undoTo = undoTo
    self.redoTo = redoTo
  }

  /// The links of a state that was brought back, where these are those that it had the first time.
  ///
  /// - Parameter base: the state from which it was brought back.
  public func moved(_ direction: HistoryDirection, from base: Int) -> UndoLinks {
    switch direction {
    case .undo: UndoLinks(undoTo: undoTo, redoTo: base)
    case .redo: UndoLinks(undoTo: base, redoTo: redoTo)
    }
  }
}

/// How a state that is to be stored came about.
public enum HistoryStep: Sendable, Equatable {
  /// A memo was made. What is stored under its identifier, if anything, was another one.
  case first
  /// A revision's contents were changed; nil stands for the one that is stored.
  case edit(of: Int?)
  /// Undoing or redoing has brought back a revision's contents.
  case move(to: Int, UndoLinks)

  /// The step that this one is together with an edit that follows before both are stored.
  public var edited: HistoryStep {
    switch self {
    case .first, .edit: self
    case .move(let revision, _): .edit(of: revision)
    }
  }

  /// Where undoing and redoing lead from the state that this step makes.
  ///
  /// - Parameters:
  ///   - revision: the stored state that it takes the place of, and the links of that; nil if it takes no place.
  ///   - isSame: whether text and properties are the same as there: that is no step of its own.
  public func links(over stored: (revision: Int, links: UndoLinks)?, isSame: Bool) -> UndoLinks {
    guard let stored else { return UndoLinks() }
    switch self {
    case .first: return UndoLinks()
    case .edit where isSame: return stored.links
    case .edit(let revision): return UndoLinks(undoTo: revision ?? stored.revision)
    case .move(_, let links): return links
    }
  }
}

/// Which way to go through what was done.
public enum HistoryDirection: Sendable {
  /// Back.
  case undo
  /// Forth again.
  case redo
}

/// What undoing or redoing the stored state of a memo leads to.
public struct StoredMove: Sendable {
  /// The revision that is stored now, which it starts from.
  public let base: Int
  /// The memo as it is brought back; nil if there is nothing to undo or redo.
  public let target: StoredMemo?
  /// Where undoing and redoing lead from there.
  public let links: UndoLinks

  /// Creates a move.
  public init(base: Int, target: StoredMemo?, links: UndoLinks) {
    self.base = base
    self.target = target
    self.links = links
  }

  /// Goes from what is stored from state to state, up to one that says something else.
  ///
  /// - Parameters:
  ///   - links: where undoing and redoing lead from what is stored.
  ///   - state: a state in the memo's history and where they lead from there; nil if that has no such state.
  package init(
    from now: StoredMemo, _ links: UndoLinks, _ direction: HistoryDirection,
    state: (_ revision: Int) throws(StoreError) -> (memo: StoredMemo, links: UndoLinks)?
  ) throws(StoreError) {
    var links = links
    // Damaged links must not lead round and round.
    var seen: Set<Int> = [now.revision]
    while case let revision = direction == .undo ? links.undoTo : links.redoTo, seen.insert(revision).inserted,
      let next = try state(revision)
    {
      links = next.links
      guard next.memo.saysTheSame(as: now) else {
        self.init(base: now.revision, target: next.memo, links: links.moved(direction, from: now.revision))
        return
      }
    }
    self.init(base: now.revision, target: nil, links: UndoLinks())
  }
}
