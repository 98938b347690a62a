import MemoModel
import SyncDoubles
import Testing

@testable import MemoSync

@Suite("A memo that one device destroys")
struct DeletingTests {
  /// Two devices that have a memo, in the trash or not.
  private func pair(trashed: Bool) throws -> Pair {
    let pair = Pair()
    try pair.save(0, "m", "one", trashed: trashed)
    try pair.settle()
    return pair
  }

  @Test(
    "and whose text is forgotten there does not come back though the hub has lost something, unless somebody edited it",
    arguments: [("one/two", "(one/two)"), ("one/two/three", "one/two/three")])
  func forgotten(saved: String, everywhere: String) throws {
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    let memo = try pair.save(0, "m", "one/two")
    try pair.settle()
    pair.devices[1].destroy(memo.id, forgets: true)
    pair.hub = backup
    // The other device knows only what this write goes on from.
    try pair.save(0, "m", saved)
    try pair.settle()
    #expect(try pair.texts("m") == [everywhere, everywhere])
  }

  @Test("is destroyed where it is in the trash, and never comes back")
  func destroyed() throws {
    let pair = try pair(trashed: true)
    try pair.destroy(0, "m")
    try pair.settle()
    #expect(try pair.texts("m") == [nil, nil])
    #expect(pair.hub.items.values.map(\.isDead) == [true])
    try pair.settle()
    #expect(pair.pushes.count == 2)
  }

  @Test("is destroyed where it went to the trash meanwhile")
  func trashedMeanwhile() throws {
    let pair = try pair(trashed: false)
    try pair.destroy(0, "m")
    try pair.save(1, "m", "one", trashed: true)
    try pair.exchange(0)
    try pair.settle()
    #expect(try pair.texts("m") == [nil, nil])
  }

  @Test("goes to the trash where it lives unchanged, everywhere")
  func living() throws {
    let pair = try pair(trashed: false)
    try pair.destroy(0, "m")
    try pair.settle()
    #expect(try pair.texts("m") == ["(one)", "(one)"])
  }

  @Test("lives where it was edited meanwhile, whoever is first", arguments: [0, 1], [false, true])
  func edited(first: Int, trashed: Bool) throws {
    let pair = try pair(trashed: trashed)
    try pair.destroy(0, "m")
    try pair.save(1, "m", "one/two")
    try pair.exchange(first)
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two", "one/two"])
  }

  @Test("lives where it was restored meanwhile, whoever is first", arguments: [0, 1])
  func restored(first: Int) throws {
    let pair = try pair(trashed: true)
    try pair.destroy(0, "m")
    try pair.save(1, "m", "one")
    try pair.exchange(first)
    try pair.settle()
    #expect(try pair.texts("m") == ["one", "one"])
  }

  @Test("stays in the trash where it was edited there")
  func editedInTrash() throws {
    let pair = try pair(trashed: true)
    try pair.destroy(0, "m")
    try pair.save(1, "m", "one/two", trashed: true)
    try pair.exchange(0)
    try pair.settle()
    #expect(try pair.texts("m") == ["(one/two)", "(one/two)"])
  }

  @Test("knowing an edit stays destroyed though another device, which did not know it, was faster to tell")
  func knowing() throws {
    let pair = Pair(3)
    try pair.save(0, "m", "one")
    try pair.settle()
    let backup = pair.hub
    try pair.save(2, "m", "one/two")
    try pair.exchange(2)
    try pair.exchange(0)
    try pair.save(0, "m", "one/two", trashed: true)
    try pair.destroy(0, "m")
    // The hub loses the edit, of which so the one who destroys it, too, never hears.
    pair.hub = backup
    try pair.save(1, "m", "one", trashed: true)
    try pair.destroy(1, "m")
    try pair.exchange(1)
    var pages = 0
    try pair.exchange(0) { answer in
      guard case .page = answer else { return }
      pages += 1
      // Its editor goes on from that tombstone before the first device tells of its own.
      if pages == 2 { #expect(throws: Never.self) { try pair.exchange(2) } }
    }
    try pair.settle()
    // What lived unchanged goes to the trash.
    #expect(try pair.texts("m") == ["(one/two)", "(one/two)", "(one/two)"])
  }

  @Test("can be made anew under its name")
  func madeAnew() throws {
    let pair = try pair(trashed: true)
    try pair.destroy(0, "m")
    try pair.settle()
    try pair.save(1, "m", "new")
    try pair.settle()
    #expect(try pair.texts("m") == ["new", "new"])
  }

  @Test("is destroyed on both at once")
  func both() throws {
    let pair = try pair(trashed: true)
    for device in 0...1 { try pair.destroy(device, "m") }
    try pair.settle()
    #expect(try pair.texts("m") == [nil, nil])
  }

  @Test("in the trash on one device and edited on the other lives")
  func trashAndEdit() throws {
    let pair = try pair(trashed: false)
    try pair.save(0, "m", "one", trashed: true)
    try pair.save(1, "m", "one/two")
    try pair.settle()
    #expect(try pair.texts("m") == ["one/two", "one/two"])
  }

  @Test("and that the hub does not have is nothing to destroy")
  func absent() throws {
    let pair = try pair(trashed: false)
    pair.hub = SimulatedHub(epoch: HubEpoch(8))
    try pair.settle()
    #expect(try pair.texts("m") == ["one", "one"])
    #expect(pair.hub.items.count == 1)
  }

  @Test("with so many others that it is more than 20 and half of them is asked about first", arguments: [20, 21])
  func guarded(count: Int) throws {
    let pair = Pair()
    for number in 0..<30 { try pair.save(0, "m\(number)", "one", trashed: true) }
    try pair.settle()
    for number in 0..<count { try pair.destroy(0, "m\(number)") }
    try pair.exchange(0)
    // The items that it is asked about come in several pages.
    for number in 0..<9 { try pair.save(0, "n\(number)", "new") }
    try pair.exchange(0)
    let step = try pair.exchange(1)
    guard count > 20 else {
      #expect(pair.devices[1].memos.count == 30 - count + 9)
      return
    }
    guard case .confirm(let deletions, let all) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(deletions == 21 && all == 30)
    #expect(pair.devices[1].memos.count == 30)
    try pair.exchange(1, isConfirmed: true)
    #expect(pair.devices[1].memos.count == 18)
  }

  @Test("is not asked about where more than 20 are destroyed that were less than half")
  func less() throws {
    let pair = Pair()
    for number in 0..<60 { try pair.save(0, "m\(number)", "one", trashed: true) }
    try pair.settle()
    for number in 0..<30 { try pair.destroy(0, "m\(number)") }
    try pair.settle()
    #expect(pair.devices[1].memos.count == 30)
  }

  @Test("is not asked about where the tombstones are of memos that are not here")
  func others() throws {
    let pair = Pair(3)
    for number in 0..<30 { try pair.save(0, "m\(number)", "one", trashed: true) }
    try pair.exchange(0)
    for number in 0..<30 { try pair.destroy(0, "m\(number)") }
    try pair.exchange(0)
    let asked = pair.requests.count
    try pair.exchange(2)
    let pulls = pair.requests[asked...].compactMap { if case .pull(let pull) = $0 { pull.after } else { nil } }
    // Nothing is read twice where nothing can go.
    #expect(pulls == Set(pulls).sorted() && pulls.count > 1)
    for number in 0..<25 { try pair.save(1, "n\(number)", "one") }
    try pair.exchange(1)
    #expect(pair.devices[1].memos.count == 25)
    #expect(pair.hub.items.count == 55)
  }
}
