import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoSync

@Suite("A hub that has lost something")
struct ReconciliationTests {
  @Test("gets it back from those who have it")
  func restored() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.save(1, "n", "new")
    try pair.settle()
    pair.hub = backup
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two", "one/two"])
    #expect(try pair.texts("n") == ["new", "new"])
    #expect(pair.hub.items.count == 2)
  }

  @Test("is found out though it has given out the same numbers again")
  func sameNumbers() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.exchange(0)
    pair.hub = backup
    try pair.save(1, "m", "zero/one")
    try pair.exchange(1)
    #expect(pair.hub.head == 2)
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/two", "zero/one/two"])
  }

  @Test("is found out though a push that it had lost came once more, after another device's")
  func sameMark() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.save(0, "n", "new")
    try pair.exchange(0)
    let push = try #require(pair.pushes.last)
    pair.hub = backup
    try pair.save(1, "m", "zero/one")
    try pair.exchange(1)
    _ = try pair.hub.answer(.push(push))
    // There are as many as the device has taken in, but they are others.
    #expect(pair.hub.head == 3)
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/two", "zero/one/two"])
    #expect(try pair.texts("n") == ["new", "new"])
  }

  @Test("between a pull and the push after it takes in nothing that starts from what it lost")
  func betweenPullAndPush() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.settle()
    try pair.save(0, "m", "one/two/three")
    // The page is right; then the hub is another one, in which the other device was faster.
    var isLost = false
    try pair.exchange(0) { answer in
      guard case .page = answer, !isLost else { return }
      isLost = true
      pair.hub = backup
      _ = try? pair.exchange(1)
    }
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two/three", "one/two/three"])
  }

  @Test("gets tombstones back, too")
  func tombstones() throws {
    let pair = Pair(3)
    try pair.save(0, "m", "one", trashed: true)
    try pair.settle()
    let backup = pair.hub
    try pair.destroy(0, "m")
    try pair.exchange(0)
    try pair.exchange(1)
    pair.hub = backup
    try pair.settle()
    #expect(try pair.texts("m") == [nil, nil, nil])
  }

  @Test("and is made anew gets all, and nothing is deleted or doubled")
  func anew() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.save(0, "n", "one", trashed: true)
    try pair.settle()
    try pair.destroy(1, "n")
    try pair.settle()
    pair.hub = SimulatedHub(epoch: HubEpoch(8))
    try pair.save(1, "m", "one/two")
    try pair.save(0, "m", "zero/one")
    try pair.settle()
    #expect(try pair.texts("m") == ["zero/one/two", "zero/one/two"])
    #expect(try pair.texts("n") == [nil, nil])
    #expect(pair.hub.items.count == 2)
  }

  @Test("and is older than all that is remembered gets what is here: nothing that was taken away comes back")
  func muchOlder() throws {
    let pair = Pair()
    for id in ["m", "n"] { try pair.save(0, id, "title/old") }
    try pair.save(0, "trashed", "old")
    try pair.save(0, "destroyed", "old", trashed: true)
    try pair.settle()
    let backup = pair.hub
    for number in 0..<40 {
      for id in ["m", "trashed"] { try pair.save(number % 2, id, "title \(number)") }
      try pair.save(0, "destroyed", "title \(number)", trashed: true)
      try pair.settle()
    }
    try pair.save(0, "n", "title/old/new")
    try pair.save(1, "trashed", "title 39", trashed: true)
    try pair.destroy(1, "destroyed")
    try pair.settle()
    pair.hub = backup
    try pair.settle()
    #expect(try pair.texts("m") == ["title 39", "title 39"])
    #expect(try pair.texts("n") == ["title/old/new", "title/old/new"])
    #expect(try pair.texts("trashed") == ["(title 39)", "(title 39)"])
    #expect(try pair.texts("destroyed") == [nil, nil])
  }

  @Test("of which one device never saw most writes is told from what is newer on that, too")
  func unseen() throws {
    let pair = Pair()
    try pair.save(0, "m", "title/old")
    try pair.settle()
    var backup = pair.hub
    for number in 0..<60 {
      try pair.save(0, "m", "title \(number)")
      try pair.exchange(0)
      if number == 30 { backup = pair.hub }
    }
    try pair.exchange(1)
    pair.hub = backup
    try pair.exchange(1)
    try pair.settle()
    #expect(try pair.texts("m") == ["title 59", "title 59"])
  }

  @Test("and a device's older copy takes in what is newer: nothing that was taken away comes back")
  func olderStore() throws {
    let pair = Pair()
    try pair.save(0, "m", "title/old 1/old 2")
    try pair.save(0, "n", "old")
    try pair.settle()
    let copy = pair.devices[1].copy
    for number in 0..<40 {
      try pair.save(number % 2, "m", "title/new \(number)")
      try pair.save(number % 2, "n", "new \(number)", trashed: number == 39)
      try pair.settle()
    }
    pair.devices[1].restore(copy)
    try pair.settle()
    #expect(try pair.texts("m") == ["title/new 39", "title/new 39"])
    #expect(try pair.texts("n") == ["(new 39)", "(new 39)"])
    // What is written there from now on is no ancestor of what others have.
    try pair.save(1, "m", "title/new 39/mine")
    try pair.settle()
    #expect(try pair.texts("m") == ["title/new 39/mine", "title/new 39/mine"])
  }

  @Test("and says what is here again learns what came between: no older copy of a device brings that back")
  func sameWords() throws {
    let pair = Pair()
    let one = try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.settle()
    let copy = pair.devices[1].copy
    pair.devices[0].save(one)
    try pair.settle()
    pair.hub = backup
    try pair.settle()
    pair.devices[1].restore(copy)
    try pair.settle()
    #expect(try pair.texts("m") == ["one", "one"])
  }

  @Test("and shows what another device wrote in the same words learns what this one had written before")
  func sameWordsOfAnother() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(1, "m", "one/two")
    try pair.exchange(1)
    let copy = pair.devices[1].copy
    pair.hub = backup
    try pair.save(0, "m", "one/three")
    try pair.exchange(0)
    try pair.save(1, "m", "one/three")
    try pair.settle()
    pair.devices[1].restore(copy)
    try pair.settle()
    #expect(try pair.texts("m") == ["one/three", "one/three"])
  }

  @Test("of one memo gets it from any device, and the others go on")
  func oneRow() throws {
    let pair = Pair(3)
    for id in ["m", "n"] { try pair.save(0, id, "one") }
    try pair.settle()
    let whole = pair.hub
    pair.hub.lose(try #require(MemoID("m")))
    try pair.save(0, "m", "one/two")
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two", "one/two", "one/two"])
    // So does one that was behind; what it did not know is merged.
    pair.hub = whole
    try pair.settle()
    try pair.save(1, "m", "zero/one/two")
    try pair.exchange(1)
    pair.hub.lose(try #require(MemoID("m")))
    try pair.save(2, "m", "one/two/three")
    try pair.exchange(2)
    try pair.settle()
    #expect(try pair.texts("m").allSatisfy { $0 == "zero/one/two/three" })
  }

  @Test("of which an old version is put back behind the new ones is found out, however old that is")
  func putBack() throws {
    for count in [20, 60] {
      let pair = Pair()
      try pair.save(0, "m", "old")
      try pair.settle()
      let old = try #require(pair.hub.items.values.first)
      for number in 0..<count {
        try pair.save(0, "m", "new \(number)")
        try pair.settle()
      }
      let error = #expect(throws: SyncError.self) {
        try pair.exchange(1) { answer in
          guard case .page(var page) = answer else { return }
          var item = old
          (item.seq, page.head, page.end, page.headMark) = (page.head + 1, page.head + 1, page.head + 1, HubMark(1))
          page.items = [item]
          answer = .page(page)
        }
      }
      #expect(error?.description.contains("was put back") == true)
      #expect(try pair.texts("m") == ["new \(count - 1)", "new \(count - 1)"])
    }
  }

  @Test("may be the marks of its pushes alone: all is compared until there is another, and nothing is pushed again")
  func marks() throws {
    let pair = Pair()
    for number in 0..<5 { try pair.save(0, "m\(number)", "one") }
    try pair.settle()
    let pushes = pair.pushes.count
    pair.hub.loseMarks()
    for _ in 0..<2 {
      for device in 0..<2 {
        guard case .done(let report) = try pair.exchange(device) else { throw Mismatch("device \(device)") }
        #expect(report.isFull)
      }
    }
    #expect(pair.pushes.count == pushes)
    try pair.save(0, "n", "new")
    try pair.settle()
    guard case .done(let report) = try pair.exchange(1) else { throw Mismatch("no end") }
    #expect(!report.isFull)
    #expect(try pair.texts("n") == ["new", "new"])
  }

  @Test("is found out though the marks of its pushes are lost, too, and it has given out the same numbers again")
  func marksAndMore() throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    pair.hub.loseMarks()
    let backup = pair.hub
    try pair.save(0, "m", "one/two")
    try pair.exchange(0)
    pair.hub.loseMarks()
    try pair.exchange(0)
    pair.hub = backup
    for id in ["n", "o"] { try pair.save(1, id, "new") }
    try pair.exchange(1)
    #expect(pair.hub.head == 3)
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two", "one/two"])
    for id in ["n", "o"] { #expect(try pair.texts(id) == ["new", "new"]) }
  }

  @Test("gets only what it lost")
  func onlyLost() throws {
    let pair = Pair(1)
    for number in 0..<10 { try pair.save(0, "m\(number)", "one") }
    try pair.exchange(0)
    let backup = pair.hub
    try pair.save(0, "m3", "one/two")
    try pair.save(0, "n", "new")
    try pair.exchange(0)
    pair.hub = backup
    try pair.exchange(0)
    #expect(pair.pushes.last?.writes.map(\.memo.description) == ["m3", "n"])
  }
}
