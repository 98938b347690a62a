import JSON
import MemoEngine
import MemoModel
import MemoWeather
import Synchronization
import TestDoubles
import Testing

/// A source that answers what it is told, and can be made to wait.
private final class ScriptedWeather: WeatherSource {
  private struct State {
    var asked: [Place] = []
    var isFailing = false
    var isHolding = false
    var held: [CheckedContinuation<Void, Never>] = []
    var underWay = 0
    var mostUnderWay = 0
  }

  private let state = Mutex(State())

  var asked: [Place] { state.withLock { $0.asked } }
  var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

  func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

  func hold() { state.withLock { $0.isHolding = true } }

  func letGo() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHolding = false
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func weather(at place: Place) async throws(WeatherFailure) -> Weather {
    state.withLock { state in
      state.asked.append(place)
      state.underWay += 1
      state.mostUnderWay = max(state.mostUnderWay, state.underWay)
    }
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHolding { state.held.append(continuation) }
        return state.isHolding
      }
      if !isHeld { continuation.resume() }
    }
    let isFailing = state.withLock { state in
      state.underWay -= 1
      return state.isFailing
    }
    let answer = #"{"main":"Rain","description":"at \#(place.latitudeText)","icon":"10d","temperature":7.50}"#
    guard !isFailing, let weather = Weather(answer: Array(answer.utf8)) else { throw WeatherFailure("no weather") }
    return weather
  }
}

@Suite("Weather that is filled in")
struct WeatherTests {
  private let weather = ScriptedWeather()

  private func fixture() async -> Fixture { await Fixture(weather: weather) }

  private static func location(_ latitude: String, _ longitude: String = "127") -> String {
    #"{"location":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
  }

  private func update(_ fixture: Fixture, _ id: String, _ patch: String) async throws {
    _ = try await fixture.engine.updateMemo(
      memoID(id), baseVersion: nil, changes: [], properties: try JSONObject(json: Array(patch.utf8)), encoding: .utf8)
  }

  private func description(_ fixture: Fixture, _ id: String) async throws -> String? {
    guard case .object(let weather)? = try await fixture.engine.memo(memoID(id)).metadata.properties["weather"],
      case .string(let description)? = weather["description"]
    else { return nil }
    return description
  }

  @Test("a memo made with a place gets its weather with its first save, as a version of its own, and that is told")
  func created() async throws {
    let fixture = await fixture()
    try await fixture.create("a", "text", properties: Self.location("37.5665"))
    await fixture.pass(499)
    #expect(try await description(fixture, "a") == nil)
    await fixture.pass(1)
    let memo = try await fixture.engine.memo(memoID("a"))
    #expect(memo.metadata.version == 2 && memo.isSaved && fixture.saves == 1 && memo.text.string == "text")
    #expect(try await fixture.engine.statistics().counters.editsReceived == 0, "no client sent it")
    let json = String(decoding: memo.metadata.properties.json, as: UTF8.self)
    #expect(
      json == Self.location("37.5665").dropLast()
        + #","weather":{"main":"Rain","description":"at 37.57","icon":"10d","temperature":7.50}}"#)
    let told = fixture.events.all.compactMap { if case .changedByOther(let edit) = $0 { edit } else { nil } }
    #expect(told.map(\.baseVersion) == [1] && told.map(\.version) == [2])
    #expect(told.first?.properties?.json == memo.metadata.properties.json && told.first?.texts == nil)
  }

  @Test("whoever types is not disturbed: the weather waits until the memo is left alone")
  func typing() async throws {
    let fixture = await fixture()
    try await fixture.create("a", properties: Self.location("1"))
    for step in 1...30 {
      try await fixture.type("x", into: "a", base: step)
      await fixture.pass(200)
    }
    #expect(fixture.saves > 1, "it was saved meanwhile")
    #expect(try await fixture.engine.memo(memoID("a")).metadata.version == 31)
    await fixture.pass(300)
    #expect(try await fixture.engine.memo(memoID("a")).metadata.version == 32)
    #expect(try await description(fixture, "a") == "at 1")
  }

  @Test("edits that were on their way are refused, one after the other, and those made since are not")
  func onTheirWay() async throws {
    let fixture = await fixture()
    try await fixture.create("a", properties: Self.location("1"))
    await fixture.pass(500)
    for base in [1, 2] {
      await #expect {
        try await fixture.type("x", into: "a", base: base)
      } throws: {
        if case EngineError.versionConflict = $0 { true } else { false }
      }
    }
    #expect(try await fixture.engine.memo(memoID("a")).metadata.version == 2)
    #expect(try await fixture.type("x", into: "a", base: 2).metadata.version == 3)
  }

  @Test(
    "a place that comes later, or another one, is looked up, too; weather that is there stays, and can be taken out")
  func later() async throws {
    let fixture = await fixture()
    try await fixture.create("a")
    try await update(fixture, "a", Self.location("1"))
    await fixture.pass(500)
    #expect(try await description(fixture, "a") == "at 1")
    try await update(fixture, "a", Self.location("2"))
    await fixture.pass(500)
    #expect(try await description(fixture, "a") == "at 1")
    try await update(fixture, "a", #"{"weather":null}"#)
    try await update(fixture, "a", #"{"mine":1}"#)
    await fixture.pass(500)
    #expect(try await description(fixture, "a") == nil && weather.asked.count == 1)
    try await update(fixture, "a", #"{"location":{"latitude":3}}"#)
    await fixture.pass(500)
    #expect(try await description(fixture, "a") == "at 3")
  }

  @Test(
    "what changes while it is looked up counts",
    arguments: [
      Self.location("2"), #"{"location":null}"#,
      #"{"weather":{"main":"","description":"mine","icon":"","temperature":1}}"#,
    ])
  func meanwhile(patch: String) async throws {
    let fixture = await fixture()
    weather.hold()
    try await fixture.create("a", properties: Self.location("1"))
    try await update(fixture, "a", patch)
    weather.letGo()
    await fixture.pass(500)
    let expected = patch.contains("mine") ? "mine" : patch.contains("2") ? "at 2" : nil
    #expect(try await description(fixture, "a") == expected)
  }

  @Test("a memo that was deleted, or made anew without a place, meanwhile gets none", arguments: [0, 1, 2])
  func gone(kind: Int) async throws {
    let fixture = await fixture()
    weather.hold()
    try await fixture.create("a", properties: Self.location("1"))
    if kind == 0 { _ = try await fixture.engine.trashMemo(memoID("a"), baseVersion: nil) }
    if kind > 0 { _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil) }
    if kind == 2 { try await fixture.create("a") }
    weather.letGo()
    await fixture.pass(5000)
    if kind == 1 { await #expect(throws: EngineError.self) { try await fixture.engine.memo(memoID("a")) } }
    if kind != 1 { #expect(try await description(fixture, "a") == nil) }
  }

  @Test("a memo that is not in memory any more gets its weather, too")
  func forgotten() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: 1000), weather: weather)
    weather.hold()
    try await fixture.create("a", properties: Self.location("1"))
    try await fixture.create("b")
    _ = try await fixture.engine.flush(nil)
    _ = try await fixture.engine.memo(memoID("b"))
    let reads = fixture.store.reads
    weather.letGo()
    await fixture.pass(500)
    #expect(fixture.store.version(memoID("a")) == 2 && fixture.store.reads > reads)
    #expect(try await description(fixture, "a") == "at 1")
  }

  @Test("one place is asked about once an hour, to a hundredth of a degree")
  func cached() async throws {
    let fixture = await fixture()
    for (index, latitude) in ["10.004", "9.996", "10"].enumerated() {
      try await fixture.create("a\(index)", properties: Self.location(latitude))
      await fixture.pass(500)
    }
    #expect(weather.asked.count == 1)
    try await fixture.create("b", properties: Self.location("10.006"))
    await fixture.pass(3_590_000)
    try await fixture.create("c", properties: Self.location("10"))
    #expect(weather.asked.count == 2)
    await fixture.pass(10_000)
    try await fixture.create("d", properties: Self.location("10"))
    await fixture.pass(500)
    #expect(weather.asked.map(\.latitudeText) == ["10", "10.01", "10"])
    for id in ["a0", "a1", "a2", "c", "d"] { #expect(try await description(fixture, id) == "at 10") }
  }

  @Test("the hours before 1970 and after it are two")
  func hoursBefore1970() async throws {
    let fixture = await Fixture(weather: weather, startingAt: Timestamp(millisecondsSince1970: -1_800_000))
    try await fixture.create("a", properties: Self.location("1"))
    await fixture.pass(1_799_999)
    try await fixture.create("b", properties: Self.location("1"))
    #expect(weather.asked.count == 1, "within the hour")
    await fixture.pass(1)
    try await fixture.create("c", properties: Self.location("1"))
    await fixture.pass(500)
    #expect(weather.asked.count == 2, "in the next")
  }

  @Test("many memos of one place that is being looked up share the lookup; of many places few are looked up at once")
  func bounded() async throws {
    let fixture = await fixture()
    weather.hold()
    for index in 0..<50 { try await fixture.create("same\(index)", properties: Self.location("5")) }
    for index in 0..<130 { try await fixture.create("other\(index)", properties: Self.location("1", "\(index)")) }
    weather.letGo()
    await fixture.pass(500)
    // One was under way with the first of the others; a hundred waited.
    #expect(weather.mostUnderWay <= 2 && weather.asked.count == 102)
    for index in 0..<50 { #expect(try await description(fixture, "same\(index)") == "at 5") }
    #expect(try await description(fixture, "other100") == "at 1")
    #expect(try await description(fixture, "other101") == nil)
    #expect(failures(fixture) == 1, "one line tells of all that got none")
  }

  private func failures(_ fixture: Fixture) -> Int { fixture.events.weatherFailures }

  @Test("a failure is told, harms nothing, and is not repeated within a minute")
  func failing() async throws {
    let fixture = await fixture()
    weather.fail(true)
    for index in 0..<5 {
      try await fixture.create("a\(index)", properties: Self.location("1"))
      await fixture.pass(1000)
    }
    #expect(weather.asked.count == 1 && failures(fixture) == 1)
    #expect(try await fixture.engine.memo(memoID("a0")).metadata.version == 1)
    weather.fail(false)
    await fixture.pass(60_000)
    try await fixture.create("b", properties: Self.location("1"))
    await fixture.pass(500)
    #expect(try await description(fixture, "b") == "at 1")
  }

  @Test("while saves fail, weather that falls due does not make the store be tried more often")
  func whileSavesFail() async throws {
    let fixture = await fixture()
    fixture.store.failNext(Array(repeating: StoreError(.full, "full"), count: 4))
    try await fixture.create("a")
    await fixture.pass(500 + 500 + 1000)
    // The next attempt is in two seconds.
    let attempts = fixture.events.retries.count
    try await fixture.create("b", properties: Self.location("1"))
    await fixture.pass(1999)
    #expect(try await description(fixture, "b") == "at 1" && fixture.events.retries.count == attempts)
    await fixture.pass(1)
    #expect(fixture.events.retries.count > attempts)
  }

  @Test("at the end of a session what was found is filled in at once, and nothing more is looked up")
  func end() async throws {
    let fixture = await fixture()
    try await fixture.create("a", properties: Self.location("1"))
    await fixture.pass(0)
    await fixture.engine.prepareToEnd(patience: .zero)
    #expect(try await description(fixture, "a") == "at 1")
    try await fixture.create("b", properties: Self.location("2"))
    await fixture.pass(1000)
    #expect(weather.asked.count == 1)
  }
}
