import JSON
import MemoModel
import TestDoubles

/// What a store should have, said as simply as can be: all that was ever stored, and a list of what happened.
struct StoreModel {
  struct State {
    let row: ListRow
    let text: [UInt8]
    let revision: Int
    let links: UndoLinks

    var metadata: MemoMetadata { row.summary.metadata }

    func saysTheSame(as other: State) -> Bool {
      text == other.text && metadata.properties.json == other.metadata.properties.json
    }
  }

  /// The memos' histories, what is stored last.
  private(set) var histories: [MemoID: [State]] = [:]
  /// All that was ever stored.
  private(set) var past: [MemoID: [State]] = [:]
  /// Who changed which memo, and how that was before and is now.
  private(set) var changes: [(writer: Int, id: MemoID, before: State?, after: State?)] = []
  private(set) var marks: [Int: [MemoID: JournalMark]] = [:]

  func state(_ id: MemoID) -> State? { histories[id]?.last }

  var rows: [MemoID: ListRow] { histories.compactMapValues { $0.last?.row } }

  /// Makes a change; false if it starts from something else than what is stored.
  mutating func apply(_ change: StoreChange, by writer: Int, journal: Int?) -> Bool {
    let old = state(change.id)
    guard old?.revision == change.base || old == nil && change.isRemoval else { return false }
    if let journal { marks[journal, default: [:]][change.id] = change.mark }
    if old == nil, change.isRemoval { return true }
    var history = change.step == .first ? [] : histories[change.id] ?? []
    switch change.kind {
    case .remove: history = []
    case .put(let row, let update, _):
      let state = State(
        row: row, text: update?.text ?? old?.text ?? [], revision: change.mark.revision, links: UndoLinks())
      let last = history.last
      let isSame = last.map { $0.saysTheSame(as: state) } ?? false
      if isSame { history.removeLast() }
      let links =
        switch change.step {
        case .first: UndoLinks(by: change.by)
        case .edit(let base):
          if let last {
            isSame ? last.links : UndoLinks(undoTo: base ?? last.revision, by: change.by)
          } else {
            UndoLinks(by: change.by)
          }
        case .move(_, let links): links
        }
      history.append(State(row: row, text: state.text, revision: state.revision, links: links))
    }
    histories[change.id] = history
    if let new = history.last { past[change.id, default: []].append(new) }
    changes.append((writer, change.id, old, history.last))
    return true
  }

  /// What undoing or redoing leads to, and whose the steps are that undoing takes back, nil for a person's.
  func target(
    _ id: MemoID, _ direction: HistoryDirection
  ) -> (state: State, links: UndoLinks, authors: Set<String?>)? {
    guard let history = histories[id], let now = history.last else { return nil }
    var state = now
    var authors: Set<String?> = []
    while let next = history.first(where: {
      $0.revision == (direction == .undo ? state.links.undoTo : state.links.redoTo)
    }) {
      authors.insert(state.links.by)
      state = next
      if state.saysTheSame(as: now) { continue }
      let links = state.links
      let isStepFromHere = history.contains { $0.revision == links.undoTo && $0.saysTheSame(as: now) }
      return (
        state,
        direction == .undo
          ? UndoLinks(undoTo: links.undoTo, redoTo: now.revision, by: links.by)
          : UndoLinks(undoTo: now.revision, redoTo: links.redoTo, by: isStepFromHere ? links.by : nil),
        direction == .undo ? authors : [nil]
      )
    }
    return nil
  }

  /// What others than a writer did since a change.
  func externalChanges(since sequence: Int, notBy writer: Int) -> [(id: MemoID, before: State?, after: State?)] {
    var found: [(id: MemoID, before: State?, after: State?)] = []
    for change in changes[sequence...] where change.writer != writer {
      let earlier = found.firstIndex { $0.id == change.id }.map { found.remove(at: $0) }
      found.append((change.id, earlier.map(\.before) ?? change.before, change.after))
    }
    return found
  }
}
