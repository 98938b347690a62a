import Dispatch
import JSON
import MemoEngine
import MemoModel
import MemoText
import MemoWeather
import Synchronization
import TestDoubles
import Testing

/// An engine on a virtual clock and a store in memory, and what it tells.
struct Fixture {
  let store: TestStore
  let journal: TestJournal
  let clock: VirtualClock
  let engine: MemoEngine
  let events = Events()
  private let observation: Observation
  private let weather: WeatherFiller?

  /// - Parameters:
  ///   - shelf: what is stored already, perhaps by others.
  ///   - changesKept: how many of the last changes the store still knows.
  ///   - journalForgets: whether the journal lets go of what is saved.
  ///   - date: what the calendar says at first; nil for the clock's own beginning.
  init(
    configuration: EngineConfiguration = EngineConfiguration(), weather source: (any WeatherSource)? = nil,
    on shelf: TestStore.Shelf = TestStore.Shelf(), changesKept: Int = .max, journalForgets: Bool = true,
    startingAt date: Timestamp? = nil
  ) async {
    store = TestStore(shelf, changesKept: changesKept)
    journal = TestJournal(forgets: journalForgets)
    clock = date.map { VirtualClock(epoch: $0) } ?? VirtualClock()
    let clock = clock
    let events = events
    engine = MemoEngine(
      store: store, journal: journal, clock: clock, date: { clock.date }, configuration: configuration
    )
    observation = await engine.observe { events.append($0) }
    weather = source.map { [engine] source in WeatherFiller(engine, asking: source) { events.note($0) } }
    await weather?.begin()
  }

  /// Makes a memo of this identifier.
  func create(_ id: String, _ text: String = "", properties: String = "{}") async throws {
    _ = try await engine.createMemo(
      id: memoID(id), text: text, properties: try JSONObject(json: Array(properties.utf8)))
  }

  /// Replaces a stretch of a memo's first line, in UTF-16 units.
  @discardableResult
  func type(
    _ text: String, into id: String, at range: Range<Int> = 0..<0, base: Int? = nil
  ) async throws -> MemoSnapshot {
    let range = TextRange(
      start: TextPosition(line: 0, character: range.lowerBound),
      end: TextPosition(line: 0, character: range.upperBound))
    return try await engine.updateMemo(
      memoID(id), baseVersion: base, changes: [TextChange(range: range, text: text)], properties: nil, encoding: .utf16)
  }

  /// Lets virtual time pass.
  func pass(_ milliseconds: Int) async { await engine.advance(clock, by: .milliseconds(milliseconds)) }

  /// How many transactions were committed.
  var saves: Int { store.transactions.count }
}

/// What an engine told, in order.
final class Events: Sendable {
  private let list = Mutex<[EngineEvent]>([])
  private let failures = Mutex(0)

  func append(_ event: EngineEvent) { list.withLock { $0.append(event) } }

  func note(_ failure: WeatherFailure) { failures.withLock { $0 += 1 } }

  /// The number of times it was told that some weather is not known.
  var weatherFailures: Int { failures.withLock(\.self) }

  var all: [EngineEvent] { list.withLock { $0 } }

  var saved: [String] {
    all.compactMap { if case .saved(let id, let version) = $0 { "\(id) \(version)" } else { nil } }
  }

  var retries: [Duration] {
    all.compactMap { if case .saveFailed(_, _, _, let delay) = $0 { delay } else { nil } }
  }
}

/// The identifier of a text that is one.
func memoID(_ text: String) -> MemoID {
  guard let id = MemoID(text) else { fatalError("\(text) is no identifier") }
  return id
}

extension ListQuery {
  /// A query for the newest fifty memos.
  static let newest = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: 50)
}

extension Events {
  /// What other engines did, in words.
  var others: [String] { all.compactMap(Self.words) }

  static func words(_ event: EngineEvent) -> String? {
    switch event {
    case .createdByOther(let id): "created \(id.description.count == 36 ? "copy" : id.description)"
    case .deletedByOther(let id, let permanent): "deleted \(id)\(permanent ? " for good" : "")"
    case .changedByOther(let edit):
      "changed \(edit.id) \(edit.baseVersion) \(edit.version)"
        + (edit.texts.map { ": \($0.before.string) > \($0.after.string)" } ?? "")
    default: nil
    }
  }
}
