/// Where undo and redo lead from a stored state: revisions of the same memo, 0 for none; and who made the step that
/// undo takes back. Each leads to a state older than the state itself, so every path ends.
public struct UndoLinks: Sendable, Equatable {
  /// The revision whose contents undo brings back.
  public let undoTo: Int
  /// The revision whose contents redo brings back.
  public let redoTo: Int
  /// The agent that made the step to this state; nil if a person did, or several authors, or if that is unknown.
  ///
  /// - A save is one step, and an agent's if it made all changes in it (``Authorship``). Creating a memo, restoring a
  ///   revision, renaming and importing are steps of whoever asks for them.
  /// - What changes neither text nor properties, such as the trash, is no step: the state keeps its author.
  /// - A state that undo or redo brought back keeps the author of the step that first made it.
  /// - When another process's save is merged with changes made here, that is a step after the other's, by whoever made
  ///   the changes here; if it was undone or redone here just then, it is a person's. So is the memo that keeps a text
  ///   which could not be merged.
  /// - When the states between steps are pruned, the steps become one: an agent's if it made all of them
  ///   (``HistoryPruning``).
  /// - Changes that a crash left in the journal have the authors that its records name, by the same rules.
  public let by: String?

  /// Creates links; without arguments, those of a memo's first state, made by a person.
  public init(undoTo: Int = 0, redoTo: Int = 0, by agent: String? = nil) {
    self.undoTo = undoTo
    self.redoTo = redoTo
    self.by = agent
  }

  /// The links of a state that undo or redo brought back, where these are the links that it had the first time.
  ///
  /// - Parameter base: the state from which it was brought back.
  public func moved(_ direction: HistoryDirection, from base: Int) -> UndoLinks {
    switch direction {
    case .undo: UndoLinks(undoTo: undoTo, redoTo: base, by: by)
    case .redo: UndoLinks(undoTo: base, redoTo: redoTo, by: by)
    }
  }
}

/// How a state to be stored came about.
public enum HistoryStep: Sendable, Equatable {
  /// A memo was created. If something was stored under its identifier, it was another memo.
  case first
  /// A revision's contents were changed; nil stands for the stored one.
  case edit(of: Int?)
  /// Undo or redo brought back a revision's contents.
  case move(to: Int, UndoLinks)

  /// This step combined with an edit that follows before either is stored.
  public var edited: HistoryStep {
    switch self {
    case .first, .edit: self
    case .move(let revision, _): .edit(of: revision)
    }
  }

  /// Where undo and redo lead from the state that this step makes.
  ///
  /// - Parameters:
  ///   - revision: the stored state that it replaces, and its links; nil if it replaces none.
  ///   - isSame: whether text and properties are the same as there: then it is no step of its own.
  ///   - agent: the author of its edits; nil for a person.
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

/// A direction in history.
public enum HistoryDirection: Sendable {
  /// Backwards.
  case undo
  /// Forwards again.
  case redo
}

/// The target of undoing or redoing a memo's stored state.
public struct StoredMove: Sendable {
  /// The revision that is stored now, which it starts from.
  public let base: Int
  /// The memo as it is brought back; nil if there is nothing to undo or redo.
  public let target: StoredMemo?
  /// Where undo and redo lead from there.
  public let links: UndoLinks
  /// The agent that made the step being undone; nil if a person did, or several authors, or nothing is undone.
  public let undoneBy: String?

  /// Creates a move.
  public init(base: Int, target: StoredMemo?, links: UndoLinks, undoneBy: String? = nil) {
    self.base = base
    self.target = target
    self.links = links
    self.undoneBy = undoneBy
  }

  /// Walks from the stored state to the first one that differs from it.
  ///
  /// - Parameters:
  ///   - links: where undo and redo lead from the stored state.
  ///   - state: returns a state in the memo's history with its links; nil if there is no such state.
  package init(
    from now: StoredMemo, _ links: UndoLinks, _ direction: HistoryDirection,
    state: (_ revision: Int) throws(StoreError) -> (memo: StoredMemo, links: UndoLinks)?
  ) throws(StoreError) {
    var links = links
    var steps = Authorship.nobody.joined(by: links.by)
    // Damaged links must not lead in circles.
    var seen: Set<Int> = [now.revision]
    while case let revision = direction == .undo ? links.undoTo : links.redoTo, seen.insert(revision).inserted,
      let next = try state(revision)
    {
      links = next.links
      guard next.memo.saysTheSame(as: now) else {
        if direction == .redo, try state(links.undoTo)?.memo.saysTheSame(as: now) != true {
          // States between were pruned, so the author is unknown.
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
