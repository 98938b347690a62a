import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

/// A client sends edits without waiting for answers and counts for itself, while another process saves the same memo,
/// with as many versions as it likes: no edit is applied to a text that it was not made on.
@Suite("Clients that don't wait for answers")
struct OutrunModelTests {
  /// An edit on its way, and the text that it was made on.
  private struct Sent {
    /// Nil for one that does not say what it starts from, and changes no text.
    let base: Int?
    let line: Int
    let text: Rope
  }

  private struct World {
    var random: SeededGenerator
    let here: Fixture, there: Fixture
    let id = memoID("m")
    /// What the client over there believes.
    var version = 1
    var text = Rope("one\ntwo\nthree")
    var sent: [Sent] = []
    var mustRead = false
    /// How many events were told before the first edit was refused; nil if none was.
    var refusedBehind: Int?
    var heard = 0
    var taken = 0, refused = 0
    /// Whether both ends of an edit were seen often enough to judge by.
    var hasSeenBoth: Bool { taken > 20 && refused > 20 }

    mutating func step() async throws {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: type()
      case 5..<10: try await arrive()
      case 10..<12: try hear()
      case 12, 13: try await read()
      case 14: try await save()
      case 15, 16: await there.engine.pullExternalChanges()
      case 17: _ = try await there.engine.flush(nil)
      case 18: _ = try await there.engine.memo(memoID("n"))
      default: await here.engine.pullExternalChanges()
      }
    }

    /// The client types, unless it knows that it has the wrong text.
    private mutating func type() {
      if mustRead { return }
      let isUnbased = Int.random(in: 0..<6, using: &random) == 0
      let line = Int.random(in: 0..<3, using: &random)
      sent.append(Sent(base: isUnbased ? nil : version, line: line, text: text))
      version += 1
      if isUnbased { return }
      let start = text.offsetOfLine(line)
      text.replaceSubrange(start..<start, with: "t")
    }

    /// The first edit on its way arrives.
    mutating func arrive() async throws {
      guard !sent.isEmpty else { return }
      let edit = sent.removeFirst()
      let before = try await there.engine.text(of: id)
      let place = TextPosition(line: edit.line, character: 0)
      let change = TextChange(range: TextRange(start: place, end: place), text: "t")
      let memo = try? await there.engine.updateMemo(
        id, baseVersion: edit.base, changes: edit.base == nil ? [] : [change],
        properties: edit.base == nil ? JSONObject() : nil, encoding: .utf16)
      guard memo != nil else {
        refused += 1
        refusedBehind = refusedBehind ?? there.events.all.count
        return
      }
      taken += 1
      guard edit.base == nil || before.isIdentical(to: edit.text) else {
        throw Mismatch("an edit of \(edit.text.string) was applied to \(before.string)")
      }
    }

    /// The client hears what was told, and what was refused.
    mutating func hear() throws {
      let events = there.events.all
      let new = events[heard...]
      heard = events.count
      for (index, event) in zip(new.indices, new) {
        // That an edit was refused is told in its turn.
        if let refusedBehind, refusedBehind <= index { mustRead = true }
        guard !mustRead, case .changedByOther(let edit) = event else { continue }
        guard version == edit.baseVersion, let texts = edit.texts else {
          mustRead = true
          continue
        }
        guard text.isIdentical(to: texts.before) else {
          throw Mismatch("the client has \(text.string), not \(texts.before.string)")
        }
        version = edit.version
        text = texts.after
      }
      if refusedBehind != nil { mustRead = true }
      refusedBehind = nil
    }

    /// The client reads the memo if it must, behind all that is on its way.
    mutating func read() async throws {
      try hear()
      guard mustRead else { return }
      while !sent.isEmpty { try await arrive() }
      let memo = try await there.engine.memo(id)
      version = memo.metadata.version
      text = memo.text
      heard = there.events.all.count
      mustRead = false
      refusedBehind = nil
    }

    /// The other process edits, often as much as is on its way, and saves.
    private mutating func save() async throws {
      let count = Bool.random(using: &random) ? sent.count : Int.random(in: 1...4, using: &random)
      for _ in 0..<count { try await here.type("h", into: "m") }
      _ = try await here.engine.flush(nil)
    }
  }

  @Test("no edit is applied to another text than it was made on", arguments: 0..<20)
  func random(stream: Int) async throws {
    let here = await Fixture()
    let configuration = EngineConfiguration(cacheBytes: stream.isMultiple(of: 2) ? 1000 : 1 << 20)
    let there = await Fixture(configuration: configuration, on: here.store.shelf)
    try await here.create("m", "one\ntwo\nthree")
    try await here.create("n", "another")
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    var world = World(random: SeededGenerator(stream: UInt64(stream)), here: here, there: there)
    // How many edits are refused is chance: a stream with few of them goes on until it has seen enough.
    var steps = 0
    while steps < 500 || (steps < 10_000 && !world.hasSeenBoth) {
      try await world.step()
      steps += 1
    }
    while !world.sent.isEmpty { try await world.arrive() }
    await there.engine.pullExternalChanges()
    try await world.read()
    let memo = try await there.engine.text(of: memoID("m"))
    try require(memo.isIdentical(to: world.text), "the client has \(world.text.string), not \(memo.string)")
    #expect(world.hasSeenBoth)
  }
}
