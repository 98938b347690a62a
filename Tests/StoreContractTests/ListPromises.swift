import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("What every store promises of lists")
struct ListPromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "a page leaves out what it is told to, and still is full; the total counts it", arguments: Implementation.allCases)
  func leavingOut(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened {
      try $0.write((0..<9).map { try change("m\($0)", modified: $0) })
    }
    let query = ListQuery(sort: .modified, order: .ascending, trashed: false, after: nil, limit: 3)
    let hidden = Set(["m0", "m2", "nobody"].compactMap(MemoID.init))
    let page = try store.list(query, leavingOut: hidden)
    #expect(page.rows.map(\.summary.metadata.id.description) == ["m1", "m3", "m4"] && page.total == 9)
    #expect(try store.list(query, leavingOut: hidden, uncounted: hidden).total == 7)
  }

  @Test(
    "a row tells the tags that the text has beside the memo's own, none that another tag is in",
    arguments: Implementation.allCases)
  func textTags(of implementation: Implementation) throws {
    func change(
      _ id: String, _ own: String, _ text: [String]?, isSame: Bool = false
    ) throws -> (id: MemoID, kind: StoreChange.Kind) {
      try TestDoubles.change(
        id, text: isSame ? nil : "", properties: #"{"tags":[\#(own)]}"#,
        references: text.map { MemoReferences(title: "", tags: $0) })
    }
    let store = try Place(implementation, in: folder).reopened {
      try $0.write([
        change("a", #""Own","x/y""#, ["z", "own", "x", "B/c", "b", "é", "E\u{301}", "#q"]), change("b", "", []),
        change("c", #""own""#, nil), change("d", "", ["one"]), change("e", "", ["\"two\" words,", "a/"]),
      ])
      try $0.write([change("d", #""one""#, nil, isSame: true), change("b", "", ["late"])])
    }
    let query = ListQuery(sort: .modified, order: .ascending, trashed: false, after: nil, limit: 9)
    for query in [query, ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)] {
      let tags = try store.list(query, leavingOut: []).rows.map(\.summary.textTags)
      #expect(tags == [["B/c", "q", "z", "é"], ["late"], [], [], ["\"two\" words,", "a"]])
    }
    let some = try store.list(query, leavingOut: Set(["a", "e"].compactMap(MemoID.init)))
    #expect(some.rows.map(\.summary.textTags) == [["late"], [], []])
  }

  @Test("pages and totals are those of a plain sort, whatever is stored", arguments: Implementation.allCases)
  func model(of implementation: Implementation) throws {
    var random = SeededGenerator(stream: 3)
    for _ in 0..<6 {
      var memos: [MemoID: ListRow] = [:]
      let store = try Place(implementation, in: folder).reopened { store in
        for _ in 0..<10 { try store.write(Self.changes(&memos, &random)) }
      }
      for sort in ListSort.allCases {
        for _ in 0..<10 { try Self.check(store, memos, sort, &random) }
      }
    }
  }

  /// Random changes that store, tag, pin, trash and remove memos.
  static func changes(
    _ memos: inout [MemoID: ListRow], _ random: inout SeededGenerator
  ) throws -> [(id: MemoID, kind: StoreChange.Kind)] {
    var changes: [(id: MemoID, kind: StoreChange.Kind)] = []
    for number in (0..<12).shuffled(using: &random).prefix(4) {
      let tags = ["x", "y", "z"].filter { _ in random.chance(50) }.map { "\"\($0)\"" }.joined(separator: ",")
      let change = try change(
        "m\(number)", created: number % 5, modified: Int.random(in: 0..<6, using: &random),
        trashed: random.chance(30) ? 1 : nil, title: ["a", "B", "b"].randomElement(using: &random) ?? "",
        properties: #"{"tags":[\#(tags)],"pinned":\#(random.chance(40))}"#)
      if random.chance(20) {
        changes.append((change.id, .remove))
        memos[change.id] = nil
      } else if case .put(let row, _, _) = change.kind {
        changes.append(change)
        memos[change.id] = row
      }
    }
    return changes
  }

  /// Bounds within the times that the memos have; most of the time none.
  private static func bounds(_ random: inout SeededGenerator) -> TimeBounds {
    var bounds = TimeBounds()
    if random.chance(20) { bounds.start(at: Timestamp(millisecondsSince1970: Int.random(in: 0..<6, using: &random))) }
    if random.chance(20) { bounds.end(before: Timestamp(millisecondsSince1970: Int.random(in: 0..<6, using: &random))) }
    return bounds
  }

  /// Reads a list from its first page to its last.
  static func check(
    _ store: any MemoStore, _ memos: [MemoID: ListRow], _ sort: ListSort, _ random: inout SeededGenerator
  ) throws {
    let hidden = Set(memos.keys.filter { _ in random.chance(20) })
    let uncounted = hidden.filter { _ in random.chance(50) }
    var query = ListQuery(
      sort: sort, order: random.chance(50) ? .ascending : .descending, trashed: random.chance(30),
      pinnedFirst: random.chance(50), tags: [[], ["x"], ["x", "z"]].randomElement(using: &random) ?? [],
      modified: bounds(&random), created: bounds(&random), after: nil,
      limit: Int.random(in: 1...5, using: &random))
    let expected = memos.values.filter { row in
      let metadata = row.summary.metadata
      return metadata.isTrashed == query.trashed
        && query.tags.allSatisfy(row.tags.contains)
        && [(metadata.modifiedAt, query.modified), (metadata.createdAt, query.created)].allSatisfy { time, bounds in
          time >= bounds.earliest ?? time && (bounds.end.map { time < $0 } ?? true)
        }
    }.sorted { $0.place(in: query).precedes($1.place(in: query), order: query.order) }
    let ids = expected.map(\.summary.metadata.id)
    var found: [MemoID] = []
    while true {
      let page = try store.list(query, leavingOut: hidden, uncounted: uncounted)
      let total = ids.count { !uncounted.contains($0) }
      guard page.total == total else { throw Mismatch("\(query): \(page.total), not \(total)") }
      found += page.rows.map(\.summary.metadata.id)
      guard page.rows.count == query.limit, let last = page.rows.last else { break }
      query.after = last.place(in: query)
    }
    guard found == ids.filter({ !hidden.contains($0) }) else { throw Mismatch("\(query): \(found)") }
  }
}
