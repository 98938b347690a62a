import MemoModel

/// The lookups of places' weather: for which memos, and the results. Few run at once, few wait, and each place is
/// looked up once an hour.
struct WeatherLookups {
  /// The most lookups that run at once, and the most places that wait.
  static let mostAtOnce = 2, mostWaiting = 100
  /// The most answers that are kept; beyond that, all are dropped.
  static let mostKept = 1000
  /// The pause after a failure before the same place is looked up again, in milliseconds.
  static let pauseAfterFailure = 60_000

  /// The weather found for a memo that does not have it yet.
  struct Finding {
    let place: Place
    let weather: Weather
  }

  /// The outcome of a request for a place's weather.
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

  /// Requests a place's weather for a memo.
  mutating func want(_ place: Place, for id: MemoID, now: Timestamp) -> Outcome {
    // The memo may have had another place until now, whose weather must not be filled in.
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

  /// The next place to look up, if one may be looked up now.
  mutating func next() -> Place? {
    guard underWay.count < Self.mostAtOnce, !queue.isEmpty else { return nil }
    let place = queue.removeFirst()
    underWay[place] = waiting.removeValue(forKey: place)
    return place
  }

  /// Records the result of a lookup.
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

  /// Takes the weather found for a memo.
  mutating func take(_ id: MemoID) -> Finding? { findings.removeValue(forKey: id) }
}

extension Timestamp {
  /// The hours since 1970.
  fileprivate var hour: Int { millisecondsSince1970.floored(by: 3_600_000).quotient }

  fileprivate func isWithin(_ milliseconds: Int, after earlier: Timestamp) -> Bool {
    // If the calendar was set back the pause is over.
    (0..<milliseconds).contains(millisecondsSince1970 - earlier.millisecondsSince1970)
  }
}
