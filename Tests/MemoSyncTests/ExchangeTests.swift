import JSON
import MemoModel
import SyncDoubles
import Testing

@testable import MemoSync

@Suite("An exchange")
struct ExchangeTests {
  @Test("sends no memo that no device could read or may keep, says so, and sends all others", arguments: [101, 127])
  func unsendable(levels: Int) throws {
    let pair = Pair()
    let deep = Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    for number in 0..<600 {
      var memo = try pair.save(0, "m\(number)", "one")
      guard number < 550 else { continue }
      memo.properties["deep"] = JSONValue(try JSONDocument(deep).root)
      pair.devices[0].save(memo)
    }
    guard case .done(let report) = try pair.exchange(0) else { throw Pair.Lost() }
    #expect(report.unsent.count == 550 && report.pushed == 50)
    try pair.exchange(1)
    #expect(pair.devices[1].memos.count == 50)
    for number in 0..<550 { try pair.destroy(0, "m\(number)") }
    try pair.settle()
  }

  @Test("sends no memo that is longer than what a device takes in, says so, and sends it once it is shorter")
  func overlong() throws {
    let pair = Pair()
    for id in ["m", "n"] { try pair.save(0, id, String(repeating: "word/", count: 1_000)) }
    try pair.save(0, "o", "one")
    func exchanged() throws -> SyncReport {
      var run = SyncRun(
        pair.devices[0], chance: SystemRandomNumberGenerator(), now: pair.now(), longestBody: 4_096)
      var step = try run.next()
      while case .ask(let request) = step { step = try run.next(try pair.hub.answer(request)) }
      guard case .done(let report) = step else { throw Pair.Lost() }
      return report
    }
    let first = try exchanged()
    #expect(first.overlong == Set(["m", "n"].compactMap(MemoID.init)) && first.pushed == 1 && first.didSomething)
    let again = try exchanged()
    #expect(again.overlong == first.overlong && !again.didSomething)
    try pair.save(0, "n", "word")
    #expect(try exchanged().pushed == 1)
    try pair.exchange(1)
    #expect(try pair.texts("n") == ["word", "word"] && pair.text(1, "m") == nil)
    try pair.settle()
    #expect(pair.devices[1].memos.count == 3)
  }

  @Test(
    "leaves aside what nests too deep to be read here, tells it each time, and takes in what comes behind it",
    arguments: [(#""properties":{}"#, #""properties":{"x":%}"#, 128), (#""text":"#, #""later":%,"text":"#, 101)])
  func aside(member: String, deeper: String, levels: Int) throws {
    let pair = Pair()
    for id in ["m", "n"] { try pair.save(0, id, "one") }
    try pair.settle()
    for id in ["m", "n", "o"] { try pair.save(0, id, "one/more") }
    try pair.save(1, "m", "zero/one")
    try pair.exchange(0)
    let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let left = Set(["m", "o"].compactMap(MemoID.init))
    func exchanged() throws -> SyncReport {
      let step = try pair.exchange(1) { answer in
        guard case .page(var page) = answer else { return }
        for index in page.items.indices where left.contains(page.items[index].memo) {
          page.items[index].replace(member, deeper.replacing("%", with: deep))
        }
        answer = .page(page)
      }
      guard case .done(let report) = step else { throw Pair.Lost() }
      return report
    }
    let pushes = pair.pushes.count
    for _ in 0..<2 { #expect(try exchanged().aside == left) }
    #expect(pair.pushes.count == pushes)
    #expect(try pair.texts("m") == ["one/more", "zero/one"] && pair.texts("o") == ["one/more", nil])
    #expect(try pair.texts("n") == ["one/more", "one/more"])
    for id in ["m", "o"] { try pair.save(0, id, "one/more/!") }
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/more/!", "zero/one/more/!"])
    #expect(try pair.texts("o") == ["one/more/!", "one/more/!"])
  }

  @Test("brings a memo to the other device with all that it has")
  func travels() throws {
    let pair = Pair()
    var memo = try pair.save(0, "m", "one/two", trashed: true)
    memo.properties["tags"] = .array([.string("a")])
    pair.devices[0].save(memo)
    try pair.exchange(0)
    try pair.exchange(1)
    let other = try #require(pair.devices[1].memos[memo.id]?.memo)
    #expect(other.isIdentical(to: memo))
    #expect(other.createdAt == memo.createdAt && other.modifiedAt == memo.modifiedAt)
  }

  @Test("merges what both changed, line by line and property by property")
  func merges() throws {
    let pair = Pair()
    try pair.save(0, "m", "one/two/three")
    try pair.settle()
    try pair.save(0, "m", "zero/one/two/three")
    try pair.save(1, "m", "one/two/three/four")
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/two/three/four", "zero/one/two/three/four"])
    #expect(pair.devices[0].memos.count == 1)
  }

  @Test("leaves out what one device took away, for which what both come from must be kept", arguments: [false, true])
  func takenAway(isThinned: Bool) throws {
    let pair = Pair()
    for device in pair.devices where isThinned { device.slip = .statesThinned }
    try pair.save(0, "m", "one/two/three")
    try pair.settle()
    try pair.save(0, "m", "one/three")
    try pair.save(1, "m", "one/two/three/four")
    try pair.settle()
    let merged = isThinned ? "one/two/three/four" : "one/three/four"
    #expect(try pair.texts("m") == [merged, merged])
  }

  @Test("keeps a text that cannot be merged as one memo, whoever merges it, and makes it once")
  func conflicts() throws {
    let pair = Pair(3)
    try pair.save(0, "m", "one")
    try pair.settle()
    for device in 0..<3 { try pair.save(device, "m", "one by \(device)") }
    try pair.exchange(0)
    let operation = try #require(pair.hub.items.values.first?.operation)
    let copy = try #require(MemoID("m")).copy(of: operation).id.description
    // Both meet the same text, and neither knows of the other.
    #expect(throws: Pair.Lost.self) { try pair.exchange(1, isLost: \.isPush) }
    try pair.settle()
    #expect(try pair.texts(copy) == ["one by 0", "one by 0", "one by 0"])
    #expect(pair.devices.map(\.memos.count) == [3, 3, 3])
    #expect(pair.devices[0].memos.values.count { $0.memo.properties["conflictOf"] != nil } == 2)
  }

  @Test("names the write of a copy as it is told")
  func naming() throws {
    let pair = Pair()
    pair.naming = { _, _ in OperationID(-7) }
    try pair.save(0, "m", "one")
    try pair.settle()
    for device in 0...1 { try pair.save(device, "m", "one by \(device)") }
    try pair.settle()
    #expect(pair.hub.items.values.count { $0.operation == OperationID(-7) } == 1)
  }

  @Test("names its writes as it is told, but sends one again under the name that was noted for it")
  func noted() throws {
    let (pair, empty) = (Pair(), Pair().hub)
    try pair.save(0, "m", "one")
    #expect(throws: Pair.Lost.self) { try pair.exchange(0, isLost: \.isPush) }
    (pair.hub, pair.naming) = (empty, { _, _ in OperationID(-7 << 32) })
    try pair.save(0, "n", "two")
    try pair.settle()
    let writes = pair.pushes.flatMap(\.writes)
    #expect(writes.map(\.memo.description) == ["m", "m", "n"])
    #expect(writes[0].operation == writes[1].operation)
    #expect(writes.map { $0.operation.value >> 32 == -7 } == [false, false, true])
  }

  @Test("knows its own push though its answer was lost")
  func lostAnswer() throws {
    let pair = Pair()
    try pair.save(0, "m", "one two three")
    try pair.settle()
    try pair.save(0, "m", "one two three/four")
    #expect(throws: Pair.Lost.self) { try pair.exchange(0, isLost: \.isPush) }
    try pair.save(0, "m", "one two three/four!")
    try pair.settle()
    #expect(try pair.texts("m") == ["one two three/four!", "one two three/four!"])
  }

  @Test("knows its own push though its answer was lost and the other device wrote over it", arguments: 1...7)
  func overwrittenPush(times: Int) throws {
    let pair = Pair()
    try pair.save(0, "m", "a/b")
    try pair.settle()
    try pair.save(0, "m", "a/b/four")
    #expect(throws: Pair.Lost.self) { try pair.exchange(0, isLost: \.isPush) }
    for number in 0..<times {
      try pair.exchange(1)
      try pair.save(1, "m", "head \(number)/b/four")
      try pair.exchange(1)
    }
    try pair.save(0, "m", "a/b/four!")
    try pair.settle()
    #expect(try pair.texts("m") == ["head \(times - 1)/b/four!", "head \(times - 1)/b/four!"])
  }

  @Test("pushes under the same name what it had noted before it ended")
  func samePush() throws {
    let pair = Pair(1)
    try pair.save(0, "m", "one")
    pair.devices[0].didCommit = { (_, cursor) throws(StoreError) in
      if cursor == nil { throw StoreError(.other, "the process ends") }
    }
    #expect(throws: SyncError.self) { try pair.exchange(0) }
    #expect(pair.pushes.isEmpty)
    let noted = try #require(pair.devices[0].rows.values.first?.operations.last?.operation)
    pair.devices[0].didCommit = nil
    try pair.exchange(0)
    #expect(pair.pushes.map { $0.writes.map(\.operation) } == [[noted]])
  }

  @Test("counts a memo once that had to be sent again, since another device was faster")
  func counts() throws {
    let pair = Pair()
    try pair.save(0, "m", "one/two/three")
    try pair.settle()
    try pair.save(0, "m", "zero/one/two/three")
    try pair.save(1, "m", "one/two/three/four")
    var isFirst = true
    let step = try pair.exchange(
      0,
      change: { _ in
        if isFirst { _ = try? pair.exchange(1) }
        isFirst = false
      })
    guard case .done(let report) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(pair.pushes.count == 4 && report.pushed == 1)
  }

  @Test("does not pull what it has pushed itself, and asks once where nothing is new")
  func echo() throws {
    let pair = Pair(1)
    try pair.save(0, "m", "one")
    try pair.exchange(0)
    let count = pair.requests.count
    #expect(count == 2)
    let commits = pair.devices[0].commits
    try pair.exchange(0)
    #expect(pair.requests.count == count + 1)
    #expect(pair.devices[0].commits == commits)
  }

  @Test("decides anew where somebody edits meanwhile")
  func edited() throws {
    let pair = Pair()
    try pair.save(0, "m", "one/two/three")
    try pair.settle()
    try pair.save(0, "m", "zero/one/two/three")
    try pair.exchange(0)
    var isEdited = false
    pair.devices[1].willCommit = { () throws(StoreError) in
      if !isEdited { _ = try? pair.save(1, "m", "one/two/three/four") }
      isEdited = true
    }
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/two/three/four", "zero/one/two/three/four"])
  }

  @Test("sends 1,200 memos in three pushes, and gets them in pages")
  func many() throws {
    let pair = Pair()
    pair.hub.pageItems = HubPull.mostItems
    for number in 0..<1_200 { try pair.save(0, "m\(number)", "line \(number)") }
    try pair.exchange(0)
    #expect(pair.pushes.map(\.writes.count) == [500, 500, 200])
    try pair.exchange(1)
    #expect(pair.devices[1].memos.count == 1_200)
    #expect(pair.requests.count == 1 + 3 + 3)
  }

  @Test("sends no more than 4 MiB at once, but a longer memo by itself")
  func long() throws {
    let pair = Pair(1)
    let mebibyte = String(repeating: "x", count: 1 << 20)
    for number in 0..<5 { try pair.save(0, "a\(number)", mebibyte) }
    try pair.save(0, "b", String(repeating: mebibyte, count: 5))
    try pair.save(0, "c", "short")
    try pair.exchange(0)
    #expect(
      pair.pushes.map { $0.writes.map(\.memo.description) } == [["a0", "a1", "a2"], ["a3", "a4"], ["b"], ["c"]])
  }

  @Test("counts what sealing adds to what it sends at once")
  func sealed() throws {
    let pair = Pair(1)
    for number in 0..<15 { try pair.save(0, "m\(number)", String(repeating: "x", count: 1 << 18)) }
    try pair.exchange(0)
    #expect(pair.pushes.map(\.writes.count) == [12, 3])
  }

  @Test("merges memos of one name that each device made by itself, and lines of both are there once")
  func sameName() throws {
    let pair = Pair()
    try pair.save(0, "daily", "# Today/milk")
    try pair.save(1, "daily", "# Today/bread")
    try pair.settle()
    #expect(try pair.texts("daily") == ["# Today/milk/bread", "# Today/milk/bread"])
    #expect(pair.devices[0].memos.count == 1)
  }

  @Test("keeps members that a later version of the program wrote")
  func unknownMembers() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.exchange(0)
    try pair.exchange(1) { answer in
      guard case .page(var page) = answer, !page.items.isEmpty else { return }
      page.items[0].body =
        Array(String(decoding: page.items[0].body.dropLast(), as: UTF8.self).utf8) + Array(#","ink":{"a":1}}"#.utf8)
      answer = .page(page)
    }
    try pair.save(1, "m", "one/two")
    try pair.exchange(1)
    let body = try #require(pair.hub.items.values.first?.body)
    #expect(String(decoding: body, as: UTF8.self).hasSuffix(#","ink":{"a":1}}"#))
    try pair.exchange(0)
    try pair.save(0, "m", "zero/one/two")
    try pair.exchange(0)
    let next = try #require(pair.hub.items.values.first?.body)
    #expect(String(decoding: next, as: UTF8.self).hasSuffix(#","ink":{"a":1}}"#))
  }

  @Test("that is saved without being changed pushes nothing")
  func unchanged() throws {
    let pair = Pair(1)
    let memo = try pair.save(0, "m", "one")
    try pair.exchange(0)
    pair.devices[0].save(memo)
    try pair.exchange(0)
    #expect(pair.pushes.count == 1)
    #expect(try pair.devices[0].unsettled(upTo: 9).isEmpty)
  }
}
