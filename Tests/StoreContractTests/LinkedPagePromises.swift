import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// Lists of memos by their links, read page by page.
@Suite("What every store promises of pages of linked memos")
struct LinkedPagePromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page that was answered.
  private struct Answer {
    let place: ListPlace?
    let limit: Int
    let page: [String]
    let total: Int
  }

  private func ask(
    _ store: any MemoStore, _ number: Int, _ place: ListPlace?, _ limit: Int, over unsaved: UnsavedReferences
  ) throws -> LinkedPage {
    if number == 3 { return try store.backlinks(of: id("hub"), after: place, limit: limit, over: unsaved) }
    return try store.linked(LinkedKind.allCases[number], after: place, limit: limit, over: unsaved)
  }

  private func told(_ memo: LinkedMemo) -> String {
    "\(memo.row.summary.metadata.id) \(memo.links.map { "\($0.target.name)#\($0.fragment?.text ?? "")" })"
  }

  private func changes(
    _ count: Int, _ generator: inout SeededGenerator
  ) throws -> [(id: MemoID, kind: StoreChange.Kind)] {
    try (0..<count).map { _ in
      let links = (0..<Int.random(in: 0...3, using: &generator)).map { number in
        let name = ["Nowhere", "Twin", "Hub", "hub", ""].randomElement(using: &generator) ?? ""
        let fragment = name.isEmpty ? "none" : ["none", "steps", nil].randomElement(using: &generator) ?? nil
        return LinkReference(
          target: LinkTarget(name: name.nameForm, identifier: MemoID(name)),
          fragment: fragment.map { LinkFragment(text: $0, form: $0, slug: $0) }, range: number * 9..<number * 9 + 5)
      }
      let title = ["Twin", "a", "b"].randomElement(using: &generator) ?? ""
      let said = MemoReferences(title: title, links: links)
      return try change(
        "m\(Int.random(in: 0..<40, using: &generator))", text: "\(generator.next())",
        modified: Int.random(in: 0..<20, using: &generator),
        trashed: Int.random(in: 0..<6, using: &generator) == 0 ? 1 : nil, title: title, references: said)
    }
  }

  private func write(_ count: Int, to store: any MemoStore, _ generator: inout SeededGenerator) throws {
    for change in try changes(count, &generator) { try store.write([change]) }
  }

  /// Some memos that are not saved, and some that are destroyed.
  private func unsaved(_ generator: inout SeededGenerator) throws -> UnsavedReferences {
    var memos: [MemoID: UnsavedReferences.UnsavedMemo] = [:]
    for change in try changes(Int.random(in: 0...3, using: &generator), &generator) {
      guard case .put(let row, _, let references?) = change.kind else { continue }
      memos[change.id] = UnsavedReferences.UnsavedMemo(row: row, references: references)
    }
    let destroyed = try (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      try id("m\(Int.random(in: 0..<40, using: &generator))")
    }
    return UnsavedReferences(hidden: Set(destroyed), memos: Array(memos.values))
  }

  @Test(
    "those that follow each other make one list, whatever else is asked or done between them",
    arguments: Implementation.writable)
  func pages(of implementation: Implementation) throws {
    var generator = SeededGenerator(stream: 144)
    let store = Place(implementation, in: folder).store()
    let hub = MemoReferences(
      title: "Hub", headings: [HeadingReference(level: 1, text: "steps", form: "steps", slug: "steps")])
    try store.write([change("hub", text: "", title: "Hub", references: hub)])
    try write(60, to: store, &generator)
    var unsaved = UnsavedReferences()
    var answers: [[Answer]] = Array(repeating: [], count: 4)
    func check() throws {
      for number in answers.indices {
        let all = try ask(store, number, nil, 1000, over: unsaved).memos
        for answer in answers[number] {
          let left = all.filter { memo in
            answer.place.map { $0.precedes(memo.row.linkedPlace, order: .descending) } ?? true
          }
          let expected = left.prefix(answer.limit).map(told)
          try require(
            answer.page == expected && answer.total == all.count,
            "\(number) after \(String(describing: answer.place)): \(answer.page), not \(expected)")
        }
        answers[number] = []
      }
    }
    var places: [ListPlace?] = Array(repeating: nil, count: 4)
    var number = 0
    for _ in 0..<400 {
      if Int.random(in: 0..<5, using: &generator) == 0 { number = Int.random(in: 0..<4, using: &generator) }
      let limit = Int.random(in: 1...6, using: &generator)
      let place = places[number]
      let page = try ask(store, number, place, limit, over: unsaved)
      answers[number].append(Answer(place: place, limit: limit, page: page.memos.map(told), total: page.total))
      // Who asks for one more than is shown goes on behind the last that is.
      places[number] = page.memos.count < limit ? nil : page.memos.dropLast().last?.row.linkedPlace ?? place
      if Int.random(in: 0..<12, using: &generator) == 0 {
        try check()
        if Bool.random(using: &generator) {
          try write(2, to: store, &generator)
        } else {
          unsaved = try self.unsaved(&generator)
        }
      }
    }
    try check()
  }
}
