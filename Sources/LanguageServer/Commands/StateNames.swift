import MemoEngine

/// What states of a memo are called where a person chooses one: when each was made, by the clock on the wall, and its
/// title.
enum StateNames {
  /// The names of some states, each another one.
  static func all(of states: [(time: Timestamp, title: String)], now: Timestamp = .now) -> [String] {
    let minutes = states.map { name($0, to: "%H:%M", now) }
    if Set(minutes).count == minutes.count { return minutes }
    var given: [String: Int] = [:]
    return states.map { name($0, to: "%H:%M:%S", now) }.map { name in
      given[name, default: 0] += 1
      return given[name] == 1 ? name : "\(name) (\(given[name, default: 0]))"
    }
  }

  private static func name(_ state: (time: Timestamp, title: String), to precision: String, _ now: Timestamp) -> String
  {
    let yesterday = Timestamp(millisecondsSince1970: now.millisecondsSince1970 - 86_400_000)
    let day =
      switch CalendarDay(state.time) {
      case CalendarDay(now): "Today"
      case CalendarDay(yesterday): "Yesterday"
      default: "%A, %-d %B %Y"
      }
    let time = CalendarTime(state.time).text("\(day), \(precision)") ?? "\(state.time)"
    return state.title.isEmpty ? time : "\(time): \(state.title)"
  }
}
