import MemoModel

/// A format of dates as Moment.js has it, which Obsidian names the notes of days by. Words are English, and weeks begin
/// as Moment's do without a locale: `w` on Sundays, `W` on Mondays (ISO 8601).
struct MomentFormat {
  let format: String

  /// The fields, of those that begin alike the longest first. A letter that is none stands for itself.
  private static let fields = [
    "YYYYYY", "YYYY", "YY", "Y", "GGGGG", "GGGG", "GG", "ggggg", "gggg", "gg", "MMMM", "MMM", "MM", "Mo", "M", "Qo",
    "Q", "DDDD", "DDDo", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd", "do", "d", "e", "E", "WW", "Wo", "W", "ww", "wo",
    "w", "HH", "H", "hh", "h", "kk", "k", "mm", "m", "ss", "s", "A", "a",
  ]

  /// What a day is called, at the time of day that a moment has.
  func text(of day: CalendarDay, now: Timestamp) -> String {
    let date = Date(day, now)
    var (text, rest) = ("", Substring(format))
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        text += rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
      } else if let field = Self.fields.first(where: { rest.hasPrefix($0) }) {
        text += date.text(field)
        rest = rest.dropFirst(field.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// A day and a time in numbers.
  private struct Date {
    private let time: CalendarTime
    private let year, month, day, dayOfYear, weekday, week, weekYear, hour, minute, second: Int
    /// The number of the week that begins on a Sunday, and its year.
    private let plainWeek, plainWeekYear: Int

    init(_ day: CalendarDay, _ now: Timestamp) {
      time = CalendarTime(now, on: day)
      let words = (time.text("%Y %m %d %j %w %V %G %H %M %S") ?? "").split(separator: " ").map { Int($0) ?? 0 }
      let numbers = words + Array(repeating: 0, count: max(0, 10 - words.count))
      (year, month, self.day, dayOfYear, weekday) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
      (week, weekYear, hour, minute, second) = (numbers[5], numbers[6], numbers[7], numbers[8], numbers[9])
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      // The week with the first of January is the first, also of days of the year before.
      let isNextYears = dayOfYear + 6 - weekday > (isLeap ? 366 : 365)
      let firstWeekday = ((weekday - dayOfYear + 1) % 7 + 7) % 7
      plainWeek = isNextYears ? 1 : (dayOfYear - 1 + firstWeekday) / 7 + 1
      plainWeekYear = isNextYears ? year + 1 : year
    }

    func text(_ field: String) -> String {
      switch field {
      case "MMMM": time.text("%B") ?? ""
      case "MMM": time.text("%b") ?? ""
      case "dddd": time.text("%A") ?? ""
      case "ddd": time.text("%a") ?? ""
      case "dd": String((time.text("%a") ?? "").prefix(2))
      case "A", "a": hour < 12 ? (field == "A" ? "AM" : "am") : field == "A" ? "PM" : "pm"
      case "YY", "GG", "gg": padded(number(field) % 100, 2)
      default: field.hasSuffix("o") ? ordinal(number(field)) : padded(number(field), width(field))
      }
    }

    private func width(_ field: String) -> Int { field == "DDDD" ? 3 : field == "DDD" ? 1 : field.count }

    private func number(_ field: String) -> Int {
      switch field.first {
      case "Y": year
      case "G": weekYear
      case "g": plainWeekYear
      case "M": month
      case "Q": (month + 2) / 3
      case "D": field.hasPrefix("DDD") ? dayOfYear : day
      case "d", "e": weekday
      case "E": weekday == 0 ? 7 : weekday
      case "W": week
      case "w": plainWeek
      case "H": hour
      case "h": (hour + 11) % 12 + 1
      case "k": hour == 0 ? 24 : hour
      case "m": minute
      default: second
      }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private func ordinal(_ number: Int) -> String {
      let isTeen = (11...13).contains(number % 100)
      return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
    }
  }
}
