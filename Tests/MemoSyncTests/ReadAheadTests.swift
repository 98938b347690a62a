import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoSync

@Suite("A hub that is read ahead")
struct ReadAheadTests {
  private let hub = AskedHub()

  /// Fills the hub with three pages.
  private func fill() async throws -> Pair {
    let pair = Pair()
    for number in 0..<8 { try pair.save(0, "m\(number)", "\(number)") }
    try pair.exchange(0)
    await hub.become(pair.hub)
    return pair
  }

  @Test("is asked for the next page while nobody waits for it yet")
  func early() async throws {
    _ = try await fill()
    let ahead = ReadAhead(hub)
    _ = try await ahead.answer(.pull(HubPull(after: 0, head: 0)))
    #expect(await eventually { await hub.pulls.map(\.after) == [0, 3] })
    _ = try await ahead.answer(.pull(HubPull(after: 3, head: 8)))
    #expect(await eventually { await hub.pulls.map(\.after) == [0, 3, 6] })
  }

  @Test("gives a device all that it has, and is asked for no page twice, and for none behind the last")
  func all() async throws {
    let pair = try await fill()
    var run = SyncRun(pair.devices[1], chance: SystemRandomNumberGenerator(), now: pair.now())
    _ = try await run.exchange(with: ReadAhead(hub))
    #expect(pair.devices[1].memos.count == 8)
    #expect(await hub.pulls.map(\.after) == [0, 3, 6])
  }

  @Test("is asked anew where something else is wanted than what it was asked for")
  func other() async throws {
    _ = try await fill()
    let ahead = ReadAhead(hub)
    let start = HubPull(after: 0, head: 0)
    _ = try await ahead.answer(.pull(start))
    guard case .page(let again) = try await ahead.answer(.pull(start)) else { throw AskedHub.Failure() }
    #expect(again.items.map(\.seq) == [1, 2, 3])
    guard case .page(let next) = try await ahead.answer(.pull(HubPull(after: 3, head: 8))) else {
      throw AskedHub.Failure()
    }
    #expect(next.items.map(\.seq) == [4, 5, 6])
  }

  @Test("tells what went wrong on the way when the page is wanted, and works again behind that")
  func failure() async throws {
    _ = try await fill()
    let ahead = ReadAhead(hub)
    await hub.fail(at: 3)
    _ = try await ahead.answer(.pull(HubPull(after: 0, head: 0)))
    let second = HubPull(after: 3, head: 8)
    await #expect(throws: AskedHub.Failure.self) { try await ahead.answer(.pull(second)) }
    await hub.fail(at: nil)
    guard case .page(let page) = try await ahead.answer(.pull(second)) else { throw AskedHub.Failure() }
    #expect(page.items.map(\.seq) == [4, 5, 6])
  }
}

/// A hub that tells what it is asked.
private actor AskedHub: Hub {
  struct Failure: Error {}

  /// What it was asked.
  private(set) var pulls: [HubPull] = []
  private var hub = SimulatedHub(epoch: HubEpoch(7))
  private var failing: Int?

  func become(_ hub: SimulatedHub) { self.hub = hub }

  /// Fails wherever it is asked for what is behind a number.
  func fail(at after: Int?) { failing = after }

  func answer(_ request: HubRequest) async throws -> HubAnswer {
    if case .pull(let pull) = request {
      pulls.append(pull)
      if pull.after == failing { throw Failure() }
    }
    return try hub.answer(request)
  }
}
