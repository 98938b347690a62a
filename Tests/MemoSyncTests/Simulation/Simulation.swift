import MemoModel
import SyncDoubles
import TestSupport

@testable import MemoSync

/// A few devices, a hub and what is between them, on one thread: everything that happens, and in which order, comes
/// from one number.
final class Simulation {
  /// The mistake that is made on purpose.
  enum Slip: CustomStringConvertible, Hashable, Sendable {
    case hub(SimulatedHub.Slip)
    case replica(SimulatedReplica.Slip)
    case device(SimulatedDevice.Slip)

    /// All but one, which loses no words: its only harm is that removed lines are back (``ExchangeTests``).
    static let allCases =
      SimulatedHub.Slip.allCases.map(hub)
      + SimulatedReplica.Slip.allCases.filter { $0 != .statesThinned }.map(replica)
      + SimulatedDevice.Slip.allCases.map(device)

    var description: String {
      switch self {
      case .hub(let slip): "hub: \(slip)"
      case .replica(let slip): "replica: \(slip)"
      case .device(let slip): "device: \(slip)"
      }
    }
  }

  var chance: SeededGenerator
  /// Randomness of the clocks' own, so that the same things happen whatever the clocks say.
  private var clocks: SeededGenerator
  let slip: Slip?
  /// Whether there are few memos, so that each is written often, and older copies are put back at rest.
  let isOfFewMemos: Bool
  /// Whether all is destroyed on a device now and then.
  let hasMishaps: Bool
  /// Whether people edit between a device's decision and its commit, which then is made anew.
  let hasRaces: Bool
  var hub: SimulatedHub
  var devices: [SimulatedDevice]
  var people = People()
  /// What people wanted of the memo that a write was made from.
  var actsOfWrites: [OperationID: Set<Int>] = [:]
  private var messages: [SimulatedMessage] = []
  var backups: [SimulatedHub] = []
  /// How many times the hub has lost something.
  private var losses = 0
  private var ticks = 0
  private var requests = 0
  private(set) var steps = 0
  private(set) var log: [String] = []
  /// A number that differs between any two courses of events.
  private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The first thing that was wrong inside a commit.
  var mismatch: Mismatch?

  /// - Parameter hasStores: whether the devices keep their memos in stores.
  init(
    stream: UInt64, clocks: UInt64 = 0, slip: Slip? = nil, hasStores: Bool = false, isOfFewMemos: Bool = false,
    hasMishaps: Bool = false, hasRaces: Bool = true
  ) {
    (self.isOfFewMemos, self.hasMishaps, self.hasRaces) = (isOfFewMemos, hasMishaps, hasRaces)
    chance = SeededGenerator(stream: stream)
    self.clocks = SeededGenerator(stream: stream &* 1_000 &+ clocks)
    self.slip = slip
    hub = SimulatedHub(epoch: HubEpoch(1))
    if case .hub(let slip) = slip { hub.slip = slip }
    devices = []
    for number in 0..<Int.random(in: 3...5, using: &chance) {
      let device = SimulatedDevice(hasStores ? StoredDevice() : SimulatedReplica(), OperationNames(&chance))
      if case .replica(let slip) = slip { device.replica.slip = slip }
      devices.append(device)
      watch(number)
    }
  }

  func note(_ what: @autoclosure () -> String) {
    let what = what()
    for byte in what.utf8 { trace = (trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
    log.append(what)
    if log.count > 800 { log.removeFirst(400) }
  }

  func pick<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &chance) }

  func time(of device: Int) -> Timestamp {
    ticks += 1
    return Timestamp(millisecondsSince1970: 1_700_000_000_000 + ticks * 60_000 + devices[device].skew)
  }

  /// Does so many steps, and lets everything come to rest now and then, and at the end.
  func run(_ count: Int) throws {
    do {
      let end = steps + count
      while steps < end {
        for _ in 0..<Int.random(in: 20...160, using: &chance) where steps < end {
          steps += 1
          try step()
          if let mismatch { throw mismatch }
        }
        try rest()
        if isOfFewMemos { try goBack() }
        if hasMishaps { try mishap() }
      }
    } catch {
      throw Mismatch("\(error)\n\(log.joined(separator: "\n"))\nstep \(steps)")
    }
  }

  private func step() throws {
    let device = Int.random(in: 0..<devices.count, using: &chance)
    switch Int.random(in: 0..<1_000, using: &chance) {
    case 0..<300: act(on: device)
    case 300..<450: try start(device)
    case 450..<880: try deliver()
    case 880..<920: lose(device)
    case 920..<950: crash(device)
    case 950..<970: clock(device)
    case 970..<990: backups.append(hub)
    case 990..<999: restore()
    default: if chance.chance(20) { remake() }
    }
  }

  // MARK: Exchanges

  private func start(_ device: Int) throws {
    guard devices[device].run == nil else { return }
    note("\(device) begins")
    devices[device].losses = losses
    devices[device].run = SyncRun(
      devices[device].replica, chance: SeededGenerator(stream: chance.next()), names: devices[device].names,
      now: time(of: device), isConfirmed: true)
    try go(on: device, nil)
  }

  private func go(on device: Int, _ answer: HubAnswer?) throws {
    guard var run = devices[device].run else { return }
    do {
      let step = try run.next(answer)
      devices[device].run = run
      switch step {
      case .ask(let request):
        requests += 1
        devices[device].awaited = requests
        messages.append(SimulatedMessage(device: device, number: requests, kind: .request(request)))
        note("\(device) asks \(Self.describe(request))")
      case .done(let report):
        note("\(device) is done: \(report)")
        devices[device].run = nil
      case .confirm: throw Mismatch("asks though it is confirmed")
      }
    } catch SyncError.store {
      end(device)
    } catch SyncError.badAnswer where losses >= devices[device].losses + SyncRun.mostAttempts {
      // The hub has lost something again and again, and the run gives up, as it should.
      end(device)
    }
  }

  /// Ends the device's exchange: its process ends, or the run gives up.
  private func end(_ device: Int) {
    note("\(device) ends")
    devices[device].run = nil
    devices[device].awaited = 0
    devices[device].names = OperationNames(&chance)
  }

  private func deliver() throws {
    guard let index = messages.indices.randomElement(using: &chance) else { return }
    let message = messages[index]
    if !chance.chance(6) { messages.remove(at: index) }
    if chance.chance(6) { return note("lost \(message.number)") }
    switch message.kind {
    case .request(let request):
      let answer = try answer(request)
      note("\(message.device) is answered \(message.number): \(Self.describe(answer))")
      messages.append(SimulatedMessage(device: message.device, number: message.number, kind: .answer(answer)))
    case .answer(let answer):
      guard devices[message.device].awaited == message.number, devices[message.device].run != nil else { return }
      devices[message.device].awaited = 0
      note("\(message.device) hears \(message.number)")
      try go(on: message.device, answer)
    }
  }

  /// Checks that a request that comes twice does no more than once.
  func answer(_ request: HubRequest) throws -> HubAnswer {
    let answer = try hub.answer(request)
    var again = hub
    _ = try again.answer(request)
    try require(again.isIdentical(to: hub), "a request does something when it comes again")
    return answer
  }

  private func lose(_ device: Int) {
    if devices[device].run != nil { end(device) }
  }

  /// Ends the process now, or in the middle of the next commit.
  private func crash(_ device: Int) {
    if chance.chance(50) { return lose(device) }
    crashes[device] = chance.chance(50) ? .before : .after
  }

  enum Crash { case before, after }
  private var crashes: [Int: Crash] = [:]

  private func watch(_ device: Int) {
    let replica = devices[device].replica
    var noted: [MemoID: SyncRow] = [:]
    var decided: [MemoID: Set<Int>] = [:]
    replica.willCommit = { [unowned self] () throws(StoreError) in
      decided = devices[device].acts
      if hasRaces, chance.chance(6), !isResting { act(on: device) }
      noted = replica.rows
      guard crashes[device] == .before, !isResting else { return }
      crashes[device] = nil
      throw StoreError(.other, "the process ends")
    }
    replica.didCommit = { [unowned self] (changes, cursor) throws(StoreError) in
      committed(changes, cursor, on: device, knowing: decided)
      if slip == .replica(.pushesUnnoted), cursor == nil, chance.chance(30) { replica.restoreRows(noted) }
      guard crashes[device] == .after, !isResting else { return }
      crashes[device] = nil
      throw StoreError(.other, "the process ends")
    }
  }

  /// Whether nothing goes wrong for the time being.
  var isResting = false

  private func clock(_ device: Int) {
    devices[device].skew = Int.random(in: -40_000_000_000...40_000_000_000, using: &clocks)
  }

  /// Puts an older copy in the hub's place, or one that lacks the last commits.
  private func restore() {
    let last = chance.chance(50) ? backups.last : pick(backups)
    guard let last else { return }
    note("restored: \(last.head) of \(hub.head)")
    hub = last
    losses += 1
  }

  /// Replaces the hub by a new one.
  private func remake() {
    note("made anew")
    let slip = hub.slip
    hub = SimulatedHub(epoch: HubEpoch(UInt128(chance.next())))
    hub.slip = slip
    backups = []
    losses += 1
  }

  // MARK: Rest

  /// Lets what is on its way arrive, and all devices exchange until nothing is left to do; then everything must hold.
  func rest() throws {
    note("— rest")
    isResting = true
    defer { isResting = false }
    for message in messages {
      if case .request(let request) = message.kind { _ = try answer(request) }
    }
    messages = []
    for device in devices.indices { devices[device].run = nil }
    // One device may have to wait for another as many times as there are devices, and for what they merge.
    for _ in 0..<4 * devices.count {
      let head = hub.head
      for device in devices.indices { _ = try exchange(device) }
      if let mismatch { throw mismatch }
      if head == hub.head { break }
    }
    try check()
    people.rested()
  }

  /// A whole exchange without any trouble.
  ///
  /// - Returns: whether something was pushed.
  func exchange(_ device: Int) throws -> Bool {
    var run = SyncRun(
      devices[device].replica, chance: SeededGenerator(stream: chance.next()), names: devices[device].names,
      now: time(of: device), isConfirmed: true)
    var step = try run.next()
    var pushes = false
    for _ in 0..<1_000 {
      switch step {
      case .ask(let request):
        if case .push = request { pushes = true }
        note("\(device) asks \(Self.describe(request))")
        step = try run.next(try answer(request))
      case .done: return pushes
      case .confirm: throw Mismatch("asks though it is confirmed")
      }
    }
    throw Mismatch("an exchange has no end")
  }
}
