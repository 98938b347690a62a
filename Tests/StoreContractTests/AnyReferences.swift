import JSON
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// Random memos that name, link and tag each other, saved and unsaved, beside a store that works everything out anew.
@Suite("Whatever texts say of each other")
struct AnyReferences {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "each store answers as one that looks through all memos for each question",
    arguments: Implementation.allCases.filter { $0 != .memory }, 1...4 as ClosedRange<UInt64>)
  func model(of implementation: Implementation, stream: UInt64) throws {
    var run = Run(random: SeededGenerator(stream: 200 + stream))
    let place = Place(implementation, in: folder)
    var store = place.store()
    for step in 0..<60 {
      do {
        try run.change(store)
        guard implementation == .readOnly else {
          try run.check(store)
          continue
        }
        if step % 10 == 9 {
          store.close()
          try run.check(place.reopened { _ in })
          store = place.store()
        }
      } catch { throw Mismatch("step \(step) of \(implementation.rawValue): \(error)") }
    }
  }
}

/// Calls of a store, and of the model beside it.
private struct Run {
  var random: SeededGenerator
  private let model = TestStore()
  private var time = 0
  private let ids = ["a", "A", "ab", "plan", "memo-1", "memo-2", "x.y"].compactMap(MemoID.init)
  private let names = [
    "Plan", "plan ", "Alpha", "Beta", "a", "AB", "Alpha Beta", "beta  alpha", "한글 메모", "메모", "Été", "e\u{301}te\u{301}",
    "alphabet", "x.y", "A-plan", "", "Plan 2",
  ]

  init(random: SeededGenerator) { self.random = random }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func some(_ elements: [String], _ percent: Int) -> [String] {
    var some: [String] = []
    for element in elements where random.chance(percent) { some.append(element) }
    return some
  }

  private mutating func target() -> LinkTarget {
    let name = random.chance(30) ? pick(ids).description : pick(names)
    let isIdentifier = random.chance(15)
    return LinkTarget(
      name: name.nameForm, identifier: MemoID(name), isIdentifier: isIdentifier,
      isFile: !isIdentifier && random.chance(20))
  }

  private mutating func references() -> MemoReferences {
    let title = pick(names)
    var links: [LinkReference] = []
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let text = pick(["One", "one", "two-words", "Two  words", "^b1", "^B2", ""])
      let fragment = LinkFragment(text: text, form: text.nameForm, slug: text.lowercased())
      links.append(
        LinkReference(
          target: target(), fragment: random.chance(30) ? fragment : nil, range: number * 10..<number * 10 + 5))
    }
    let headings = some(["One", "Two words"], 50).map {
      HeadingReference(level: 1, text: $0, form: $0.nameForm, slug: $0.lowercased().replacing(" ", with: "-"))
    }
    return MemoReferences(
      title: title, slug: random.chance(70) ? title.lowercased().replacing(" ", with: "-") : nil,
      aliases: some(names, 8), links: links, headings: headings, blocks: some(["b1", "b2"], 40),
      tags: some(["x", "X", "x/y", "X/Y/z", "#z", "été", "/", "q//r"], 20), hasTasks: random.chance(30))
  }

  private mutating func row(_ id: MemoID, _ title: String) throws -> ListRow {
    time += Int.random(in: 0...2, using: &random)
    let tags = some(["x", "X/y", "Z", "a/b/c"], 30).map { "\"\($0)\"" }.joined(separator: ",")
    let change = try TestDoubles.change(
      id.description, modified: time, trashed: random.chance(20) ? time : nil, title: title,
      properties: #"{"tags":[\#(tags)]}"#)
    guard case .put(let row, _, _) = change.kind else { throw Mismatch("no row") }
    return row
  }

  mutating func change(_ store: any MemoStore) throws {
    if random.chance(20) { return try fill(store) }
    let id = pick(ids)
    let old = try model.memo(id)
    let mark = JournalMark(sequence: 0, version: 1, base: 0)
    let kind: StoreChange.Kind
    if random.chance(12) {
      kind = .remove
    } else {
      let said = references()
      let oldTitle = try model.history(id, before: nil, limit: 1).entries.first?.displayTitle
      let staysSame = old != nil && random.chance(25)
      let row = try row(id, staysSame ? oldTitle ?? "" : said.title)
      let update = TextUpdate(Array("\(time) \(mark.revision)".utf8), replacing: old?.text.count ?? 0)
      kind = .put(row, text: staysSame ? nil : update, references: staysSame || random.chance(15) ? nil : said)
    }
    let step: HistoryStep = random.chance(5) ? .first : .edit(of: nil)
    let change = StoreChange(id, base: old?.revision, kind, step: step, mark: mark)
    for store in [model, store] { try require(store.write([change], journal: nil).isEmpty, "stale") }
  }

  /// Some are changed since they were looked at, or were looked at already.
  private mutating func fill(_ store: any MemoStore) throws {
    var found: [FoundReferences] = []
    for id in ids where random.chance(60) {
      guard let memo = try model.memo(id) else { continue }
      let said = references()
      let row = try row(id, said.title)
      found.append(
        FoundReferences(row: row, revision: random.chance(80) ? memo.revision : 5, references: said))
    }
    for store in [model, store] { try store.fill(found) }
  }

  private mutating func unsaved() throws -> UnsavedReferences {
    var memos: [UnsavedReferences.UnsavedMemo] = []
    let tag = random.chance(40) ? pick(["x", "x/y", "q", "none"]) : nil
    guard random.chance(60) else { return UnsavedReferences(within: tag) }
    for id in ids + [MemoID("new")].compactMap(\.self) where random.chance(20) {
      let said = references()
      let row = try row(id, said.title)
      let tags = (row.summary.metadata.properties.tags + said.tags).flatMap(\.tagAndAncestors).map(\.canonicalCaseless)
      memos.append(
        .init(row: ListRow(summary: row.summary, sortTitle: row.sortTitle, tags: Set(tags)), references: said))
    }
    return UnsavedReferences(hidden: Set(ids.filter { _ in random.chance(8) }), memos: memos, within: tag)
  }

  mutating func check(_ store: any MemoStore) throws {
    let unsaved = try unsaved()
    let targets = (names + ids.map(\.description)).flatMap { name in
      [false, true].map { LinkTarget(name: name.nameForm, identifier: MemoID(name), isIdentifier: $0) }
    }
    let (found, expected) = (
      try store.destinations(of: targets, over: unsaved), try model.destinations(of: targets, over: unsaved)
    )
    for (target, (found, expected)) in zip(targets, zip(found, expected)) {
      try require(found == expected, "\(target) leads to \(found), not \(expected)")
    }
    try require(
      try store.references(of: ids, over: unsaved) == model.references(of: ids, over: unsaved), "references")
    for id in ids + [MemoID("new")].compactMap(\.self) {
      try checkPages("backlinks of \(id)", store) { store, place, limit throws(StoreError) in
        try store.backlinks(of: id, after: place, limit: limit, over: unsaved)
      }
    }
    for kind in LinkedKind.allCases {
      try checkPages("\(kind)", store) { store, place, limit throws(StoreError) in
        try store.linked(kind, after: place, limit: limit, over: unsaved)
      }
    }
    if random.chance(50) { _ = try store.readNamesAhead() }
    for text in ["", "a", "alpha", "b", "bet", "메", "글", "하", "été", "pl", "plan", "2", "zz", "-p"] {
      let limit = Int.random(in: 1...6, using: &random)
      let (found, expected) = (
        try store.names(matching: text, limit: limit, over: unsaved),
        try model.names(matching: text, limit: limit, over: unsaved)
      )
      try require(found == expected, "“\(text)” is found in \(found), not \(expected)")
      let length = text.utf8.count
      let (fitting, all) = (
        try store.names(limit: limit, over: unsaved) { $0.utf8.count % 4 == length },
        try model.names(limit: limit, over: unsaved) { $0.utf8.count % 4 == length }
      )
      try require(fitting == all, "of length \(length) are \(fitting), not \(all)")
    }
    try checkTags(store, unsaved)
    let filters =
      [.withTasks, .orphans] + ["x", "x/y", "q", "none"].map { ReferenceFilter.tagged($0) }
      + targets.filter { _ in random.chance(20) }.map { .linking(to: $0) }
    for filter in filters {
      let (found, expected) = (try store.ids(filter, over: unsaved), try model.ids(filter, over: unsaved))
      try require(found == expected, "\(filter) lets \(found) through, not \(expected)")
    }
    let count = try store.countOfMemosWithoutReferences()
    try require(try store.memosWithoutReferences(limit: 3) == model.memosWithoutReferences(limit: 3), "unread")
    try require(try count == model.countOfMemosWithoutReferences(), "\(count) are unread")
  }

  private mutating func checkPages(
    _ what: String, _ store: any MemoStore,
    _ page: (any MemoStore, ListPlace?, Int) throws(StoreError) -> LinkedPage
  ) throws {
    let limit = Int.random(in: 1...4, using: &random)
    var place: ListPlace?
    repeat {
      let (found, expected) = (try page(store, place, limit), try page(model, place, limit))
      let said = found.memos.map { "\($0.row.summary.metadata.id) \($0.links)" }
      let others = expected.memos.map { "\($0.row.summary.metadata.id) \($0.links)" }
      try require(said == others && found.total == expected.total, "\(what): \(said), not \(others)")
      place = found.memos.count < limit ? nil : found.memos.last?.row.linkedPlace
    } while place != nil
  }

  private mutating func checkTags(_ store: any MemoStore, _ unsaved: UnsavedReferences) throws {
    let (prefix, limit) = (pick([nil, "X", "x/", "é"]), Int.random(in: 1...4, using: &random))
    var place: TagPlace?
    repeat {
      let (found, expected) = (
        try store.tags(beginningWith: prefix, after: place, limit: limit, over: unsaved),
        try model.tags(beginningWith: prefix, after: place, limit: limit, over: unsaved)
      )
      try require(found == expected, "tags: \(found), not \(expected)")
      place = found.tags.count < limit ? nil : found.tags.last?.place
    } while place != nil
  }
}
