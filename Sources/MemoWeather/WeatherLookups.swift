import MemoModel

/// Which places' weather is looked up, for which memos, and what was found. Few lookups run at once, few wait, and one
/// place is asked about once an hour.
struct WeatherLookups {
  /// How many run at once, and how many places may wait.
  static let mostAtOnce = 2, mostWaiting = 100
  /// How many answers are kept; with more, all are forgotten.
  static let mostKept = 1000
  /// How long a place is not asked about again after a failure, in milliseconds.
  static let pauseAfterFailure = 60_000

  /// What was found for a memo that does not have it yet.
  struct Finding {
    let place: Place
    let weather: Weather
  }

  /// What asking for a place's weather came to.
  enum Outcome { case found, waits, failedLately, tooMany }

  private enum Answer {
    case weather(Weather, hour: Int)
    case failed(at: Timestamp)
  }

  private var findings: [MemoID: Finding] = [:]
  private var answers: [Place: Answer] = [:]
  private var queue: [Place] = []
  private var underWay: [Place: Set<MemoID>] = [:]
  private var waiting: [Place: Set<MemoID>] = [:]

  /// Asks for a place's weather for a memo.
  mutating func want(_ place: Place, for id: MemoID, now: Timestamp) -> Outcome {
    // It has had another place until now, perhaps, and an answer about that must not come in between.
    findings[id] = nil
    for place in underWay.keys { underWay[place]?.remove(id) }
    for place in waiting.keys { waiting[place]?.remove(id) }
    switch answers[place] {
    case .weather(let weather, let hour)? where hour == now.hour:
      findings[id] = Finding(place: place, weather: weather)
      return .found
    case .failed(let then)? where now.isWithin(Self.pauseAfterFailure, after: then): return .failedLately
    default: break
    }
    if underWay[place]?.insert(id) != nil || waiting[place]?.insert(id) != nil { return .waits }
    guard queue.count < Self.mostWaiting else { return .tooMany }
    queue.append(place)
    waiting[place] = [id]
    return .waits
  }

  /// The next place to look up, if one may be now.
  mutating func next() -> Place? {
    guard underWay.count < Self.mostAtOnce, !queue.isEmpty else { return nil }
    let place = queue.removeFirst()
    underWay[place] = waiting.removeValue(forKey: place)
    return place
  }

  /// Notes what a lookup came to.
  ///
  /// - Returns: the memos that it was made for.
  mutating func finish(
    _ place: Place, _ result: Result<Weather, WeatherFailure>, now: Timestamp
  ) -> Set<MemoID> {
    let ids = underWay.removeValue(forKey: place) ?? []
    if answers.count >= Self.mostKept { answers = [:] }
    switch result {
    case .success(let weather):
      answers[place] = .weather(weather, hour: now.hour)
      for id in ids { findings[id] = Finding(place: place, weather: weather) }
    case .failure: answers[place] = .failed(at: now)
    }
    return ids
  }

  /// Takes out what was found for a memo.
  mutating func take(_ id: MemoID) -> Finding? { findings.removeValue(forKey: id) }
}

extension Timestamp {
  /// The hours since 1970.
  fileprivate var hour: Int { millisecondsSince1970.floored(by: 3_600_000).quotient }

  fileprivate func isWithin(_ milliseconds: Int, after earlier: Timestamp) -> Bool {
    // The calendar may be set back: then the pause is over.
    (0..<milliseconds).contains(millisecondsSince1970 - earlier.millisecondsSince1970)
  }
}
