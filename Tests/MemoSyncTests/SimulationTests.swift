import Foundation
import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoSync

@Suite("Devices and a hub, beside what is known of what people did")
struct SimulationTests {
  /// How many worlds there are, each of 500 steps; `make torture` sets more.
  private static let worlds = ProcessInfo.processInfo.environment["MEMO_TEST_SYNC"].flatMap(UInt64.init) ?? 24
  private static let steps = 500

  @Test("whatever happens, at rest all are equal, no line is missing or twice, nothing is back, and all is quiet")
  func trial() throws {
    var failures: [any Error] = []
    for world in 0..<Self.worlds {
      do { try Simulation(stream: 0x5000 + world).run(Self.steps) } catch { failures.append(error) }
    }
    try require(
      failures.isEmpty, "in \(failures.count) of \(Self.worlds) worlds, in one of them: \(failures.first as Any)")
  }

  @Test("an older copy of the hub or of a device brings nothing back that everybody took away, however old it is")
  func copies() throws {
    var failures: [any Error] = []
    for world in 0..<Self.worlds {
      do { try Simulation(stream: 0x9000 + world, isOfFewMemos: true).run(3 * Self.steps) } catch {
        failures.append(error)
      }
    }
    try require(
      failures.isEmpty, "in \(failures.count) of \(Self.worlds) worlds, in one of them: \(failures.first as Any)")
  }

  @Test("what is destroyed on one device goes nowhere else before people agree, where it is much")
  func mishaps() throws {
    for world in 0..<max(4, Self.worlds / 20) {
      try Simulation(stream: 0xA000 + world, hasMishaps: true).run(Self.steps / 4)
    }
  }

  @Test("the same holds where each device has a store", arguments: 0..<max(3, worlds / 20))
  func stores(world: UInt64) throws {
    try Simulation(stream: 0x8000 + world, hasStores: true).run(Self.steps)
  }

  @Test("the same seed gives the same course of events, and what clocks say changes no text")
  func clocks() throws {
    for world in 0..<max(4, Self.worlds / 20) {
      let runs = [0, 0, 1].map { Simulation(stream: 0x6000 + world, clocks: $0, hasRaces: false) }
      for run in runs { try run.run(Self.steps) }
      try require(runs[0].trace == runs[1].trace, "world \(world) takes another course")
      let texts = runs.map { $0.devices[0].replica.memos.mapValues(\.memo.lines) }
      try require(texts[0] == texts[2], "the clocks change texts in world \(world)")
    }
  }

  @Test(
    "each mistake that an author of a hub, a replica, a merge or a row may make is found",
    arguments: Simulation.Slip.allCases)
  func slips(slip: Simulation.Slip) throws {
    func run(_ world: UInt64, _ slip: Simulation.Slip?, like planted: Simulation.Slip) throws {
      let isOfRows = Self.slipsOfRows.contains(planted)
      let simulation = Simulation(
        stream: 0x7000 + world, slip: slip, isOfFewMemos: isOfRows, hasMishaps: planted == .device(.guardIgnored))
      try simulation.run(isOfRows ? 3 * Self.steps : Self.steps)
    }
    let found = (0..<400).first { (try? run($0, slip, like: slip)) == nil }
    // It is the mistake that is found: without it the same world has no fault.
    try run(try #require(found), nil, like: slip)
  }

  /// Those that do harm once older copies are put back.
  private static let slipsOfRows: [Simulation.Slip] = [.replica(.ancestorsForgotten), .replica(.trimmedTooFar)]
}
