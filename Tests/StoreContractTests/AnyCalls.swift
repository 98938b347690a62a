import JSON
import MemoModel
import TestDoubles
import TestSupport
import Testing

/// Two processes' random calls, and what each sees after each of them, beside a model.
@Suite("Whatever is stored, by whomever")
struct AnyCalls {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("each store has what a model has", arguments: Implementation.writable, 1...3 as ClosedRange<UInt64>)
  func model(of implementation: Implementation, stream: UInt64) throws {
    var run = try Run(implementation, in: folder, stream: 100 + stream)
    for step in 0..<40 {
      do { try run.step() } catch { throw Mismatch("step \(step) of \(implementation.rawValue): \(error)") }
    }
  }

  private struct Run {
    private let ids: [MemoID]
    private let stores: [any MemoStore]
    private var model = StoreModel()
    private var random: SeededGenerator
    private var nextRevision = 10
    private var time = 0
    /// What each store was told last, by its own number and by the model's.
    private var told: [(sequence: Int, count: Int)]
    private var snapshot: (sequence: Int, count: Int)

    init(_ implementation: Implementation, in folder: TemporaryFolder, stream: UInt64) throws {
      let place = Place(implementation, in: folder)
      let stores = [place.store(), place.store()]
      self.stores = stores
      ids = try ["a", "ab", "b", "ba", "c", "memo"].map(id)
      random = SeededGenerator(stream: stream)
      told = try stores.map { (try $0.externalChanges(since: nil).changeSequence, 0) }
      let sequence = try stores[0].withSnapshot { snapshot throws(StoreError) in try snapshot.changeSequence() }
      snapshot = (sequence, 0)
    }

    mutating func step() throws {
      let writer = random.chance(50) ? 0 : 1
      let changes = try ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).map {
        try change($0)
      }
      let journal = [nil, 5, 6].randomElement(using: &random) ?? nil
      let expected = changes.filter { !model.apply($0, by: writer, journal: journal) }.map(\.id)
      let stale = try stores[writer].write(changes, journal: journal)
      try require(stale.map(\.id) == expected, "\(stale) is stale, not \(expected)")
      for memo in stale { try require(memo.stored.isSame(model.state(memo.id)), "\(memo)") }
      for store in stores { try check(store) }
      try checkSharing(random.chance(50) ? 0 : 1)
      for sort in ListSort.allCases {
        try ListPromises.check(stores[random.chance(50) ? 0 : 1], model.rows, sort, &random)
      }
    }

    /// A change that may start from what is no more.
    private mutating func change(_ id: MemoID) throws -> StoreChange {
      let old = model.state(id)
      nextRevision += 1
      time += Int.random(in: 0...3, using: &random)
      let base = random.chance(85) ? old?.revision : [nil, 1, nextRevision - 5].randomElement(using: &random) ?? nil
      let mark = JournalMark(
        sequence: nextRevision, version: (old?.metadata.version ?? 0) + 1, base: base ?? 0, revision: nextRevision)
      if random.chance(12) { return StoreChange(id, base: base, .remove, mark: mark) }
      var step = HistoryStep.edit(of: nil)
      var text = old.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
      var properties = old?.metadata.properties.json ?? Array("{}".utf8)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: step = .first
      case 1, 2, 3:
        guard let (target, links, _) = model.target(id, random.chance(60) ? .undo : .redo) else { break }
        (text, properties) = (String(decoding: target.text, as: UTF8.self), target.metadata.properties.json)
        step = .move(to: target.revision, links)
        guard random.chance(20) else { break }
        text += "!\(nextRevision)"
        step = step.edited
      case 4: break
      default:
        text = random.chance(20) ? String(repeating: "memo ", count: 5000) : "\(text.suffix(12)) \(nextRevision)"
        let tags = ["x", "y", "z"].filter { _ in random.chance(50) }.map { "\"\($0)\"" }.joined(separator: ",")
        properties = Array(#"{"tags":[\#(tags)],"pinned":\#(random.chance(40))}"#.utf8)
      }
      let new = try TestDoubles.change(
        id.description, text: text, version: mark.version, created: Int.random(in: 0..<3, using: &random),
        modified: time, trashed: random.chance(20) ? time : nil, title: String(text.suffix(3)),
        properties: String(decoding: properties, as: UTF8.self))
      let agent = [nil, "A", "B"].randomElement(using: &random) ?? nil
      return StoreChange(id, base: base, new.kind.replacing(old?.text ?? []), step: step, by: agent, mark: mark)
    }

    private mutating func check(_ store: any MemoStore) throws {
      for id in ids {
        let (state, history) = (model.state(id), model.histories[id] ?? [])
        try require(try store.memo(id).isSame(state), "memo \(id)")
        try require(try store.bytes(of: id) == state?.text.count && store.contains(id) == (state != nil), "memo \(id)")
        try checkHistory(id, history, store)
        for past in model.past[id] ?? [] {
          let isShown = history.contains { $0.revision == past.revision }
          let found = try store.memo(id, revision: past.revision)
          try require(found == nil && !isShown || found.isSame(past), "revision \(past.revision) of \(id)")
          let shown = try store.pastMemo(id, revision: past.revision)
          try require(shown.isSame(isShown ? past : nil), "shown revision \(past.revision) of \(id)")
        }
        for direction in [HistoryDirection.undo, .redo] {
          let (move, target) = (try store.move(id, direction), model.target(id, direction))
          try require(move?.base == state?.revision, "\(direction) of \(id)")
          try require((move?.target ?? nil).isSame(target?.state), "\(direction) of \(id)")
          try require(move == nil || move?.links == target?.links ?? UndoLinks(), "\(direction) of \(id)")
          let authors = target?.authors ?? [nil]
          try require(move?.undoneBy == (authors.count == 1 ? authors.first ?? nil : nil), "\(direction) of \(id)")
        }
      }
      let memos = try store.memos(ids)
      try require(
        memos.count == model.rows.count && memos.allSatisfy { Optional($0).isSame(model.state($0.metadata.id)) },
        "memos")
      try require(try store.statistics().memos == model.rows.count, "statistics")
      let part = ["a", "b", "mem", "ab", "z"].randomElement(using: &random) ?? ""
      let names = model.rows.keys.map(\.description).filter { $0.hasPrefix(part) || $0.hasSuffix(part) }
      let found = try store.ids(beginningOrEndingWith: part, limit: 3).map(\.description)
      try require(
        found == Array(names.sorted { ($0 == part ? "" : $0) < ($1 == part ? "" : $1) }.prefix(3)), "ids of \(part)")
      for journal in 5...6 {
        try require(try store.marks(ofJournal: journal) == model.marks[journal] ?? [:], "marks of \(journal)")
      }
    }

    private mutating func checkHistory(_ id: MemoID, _ history: [StoreModel.State], _ store: any MemoStore) throws {
      let version = random.chance(50) ? nil : Int.random(in: 1...10, using: &random)
      let limit = Int.random(in: 1...4, using: &random)
      let page = try store.history(id, before: version, limit: limit)
      let entries = history.reversed().map { state in
        HistoryEntry(
          revision: state.revision, version: state.metadata.version, modifiedAt: state.metadata.modifiedAt,
          bytes: state.row.summary.bytes, displayTitle: state.row.summary.displayTitle, by: state.links.by)
      }
      let expected = Array(entries.filter { $0.version < version ?? .max }.prefix(limit))
      try require(page.entries == expected && page.total == history.count, "\(page) of \(id), not \(entries)")
    }

    /// Checks what one store tells that it has not told yet, unless that is left for later.
    private mutating func checkSharing(_ index: Int) throws {
      if random.chance(50) {
        let found = try stores[index].externalChanges(since: told[index].sequence)
        let expected = model.externalChanges(since: told[index].count, notBy: index)
        try require(!found.hasGap && found.changes.map(\.id) == expected.map(\.id), "\(found), not \(expected)")
        for (change, (_, before, after)) in zip(found.changes, expected) {
          try require(change.before == before.presence && change.after == after.presence, "\(change)")
          try require(change.baseVersion == before?.metadata.version ?? 0, "\(change)")
          try require(
            change.version == after?.metadata.version ?? 0 && change.revision == after?.revision ?? 0, "\(change)")
        }
        told[index] = (found.changeSequence, model.changes.count)
      }
      guard random.chance(50) else { return }
      let (since, model) = (snapshot, model)
      let now = try stores[index].withSnapshot { snapshot throws(StoreError) in
        let changed = try snapshot.changedMemos(since: since.sequence)
        #expect(changed == Set(model.changes[since.count...].map(\.id)))
        var found: Set<MemoID> = []
        try snapshot.forEachMemo(after: 0, damaged: { _ in }) { _, memo in
          #expect(Optional(memo).isSame(model.state(memo.metadata.id)))
          return found.insert(memo.metadata.id).inserted
        }
        #expect(found == Set(model.rows.keys))
        return try snapshot.changeSequence()
      }
      snapshot = (now, model.changes.count)
    }
  }
}

extension StoredMemo? {
  /// Whether it is the same as a model's state, in every part.
  fileprivate func isSame(_ state: StoreModel.State?) -> Bool {
    guard let self, let state else { return self == nil && state == nil }
    let (mine, its) = (self.metadata, state.metadata)
    return self.text == state.text && self.revision == state.revision && mine.version == its.version
      && (mine.createdAt, mine.modifiedAt) == (its.createdAt, its.modifiedAt) && mine.trashedAt == its.trashedAt
      && mine.properties.json == its.properties.json
  }
}

extension StoreModel.State? {
  fileprivate var presence: MemoPresence { map { $0.metadata.isTrashed ? .trashed : .live } ?? .absent }
}
