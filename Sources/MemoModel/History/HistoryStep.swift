/// Where undoing and redoing lead from a stored state: revisions of the same memo, 0 for none; and whose step undoing
/// takes back. Each state that they lead to is older than the state itself, so every way ends.
public struct UndoLinks: Sendable, Equatable {
  /// Whose contents undoing brings back.
  public let undoTo: Int
  /// Whose contents redoing brings back.
  public let redoTo: Int
  /// The agent that made the step which led to the state; nil if a person did, or several, or if that is not known.
  ///
  /// - A save is one step, and an agent's if all changes in it are its (``Authorship``). Making a memo is one, too, and
  ///   so is bringing back a revision, renaming and importing: each is of whoever asks for it.
  /// - What changes neither text nor properties, such as the trash, is no step: the state stays of whom it was.
  /// - A state that undoing or redoing has brought back is again of the step that made it the first time, whoever
  ///   brought it back.
  /// - What another process has saved and what was changed here become one text: that is a step behind the other's, of
  ///   whoever made the changes here. If it was undone or redone here just then, it is a person's. So is the memo that
  ///   keeps a text which could not be merged.
  /// - Steps become one when the states between them are thinned away: an agent's if all of them are
  ///   (``HistoryPruning``).
  /// - What a crash left in the journal is of those whom its records name, by the same rules.
  public let by: String?

  /// Creates links; without arguments, those of a memo's first state, which a person has made.
  public init(undoTo: Int = 0, redoTo: Int = 0, by agent: String? = nil) {
    self.undoTo = undoTo
    self.redoTo = redoTo
    self.by = agent
  }

  /// The links of a state that was brought back, where these are those that it had the first time.
  ///
  /// - Parameter base: the state from which it was brought back.
  public func moved(_ direction: HistoryDirection, from base: Int) -> UndoLinks {
    switch direction {
    case .undo: UndoLinks(undoTo: undoTo, redoTo: base, by: by)
    case .redo: UndoLinks(undoTo: base, redoTo: redoTo, by: by)
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
  ///   - agent: whose edits are in it; nil for a person's.
  public func links(
    over stored: (revision: Int, links: UndoLinks)?, isSame: Bool, by agent: String?
  ) -> UndoLinks {
    guard let stored else { return UndoLinks(by: agent) }
    switch self {
    case .first: return UndoLinks(by: agent)
    case .edit where isSame: return stored.links
    case .edit(let revision): return UndoLinks(undoTo: revision ?? stored.revision, by: agent)
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
  /// The agent that made what undoing takes back; nil if a person did, or several, or nothing is undone.
  public let undoneBy: String?

  /// Creates a move.
  public init(base: Int, target: StoredMemo?, links: UndoLinks, undoneBy: String? = nil) {
    self.base = base
    self.target = target
    self.links = links
    self.undoneBy = undoneBy
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
    var steps = Authorship.nobody.joined(by: links.by)
    // Damaged links must not lead round and round.
    var seen: Set<Int> = [now.revision]
    while case let revision = direction == .undo ? links.undoTo : links.redoTo, seen.insert(revision).inserted,
      let next = try state(revision)
    {
      links = next.links
      guard next.memo.saysTheSame(as: now) else {
        if direction == .redo, try state(links.undoTo)?.memo.saysTheSame(as: now) != true {
          // States between were thinned away: nobody knows any more whose all that is.
          links = UndoLinks(undoTo: links.undoTo, redoTo: links.redoTo)
        }
        self.init(
          base: now.revision, target: next.memo, links: links.moved(direction, from: now.revision),
          undoneBy: direction == .undo ? steps.agent : nil)
        return
      }
      steps = steps.joined(by: links.by)
    }
    self.init(base: now.revision, target: nil, links: UndoLinks())
  }
}
