extension Timestamp {
  /// Reads a moment as people write it: `2024`, `2024-02` or `2024-02-29`, which mean their beginning,
  /// `2024-02-29T23:59`, with seconds and their fractions too, or all that and an offset as in RFC 3339
  /// (`2024-02-29T23:59:59.5+09:00`). Fractions are cut to milliseconds. Nil if it is none of these, or no such day or
  /// time exists.
  ///
  /// - Parameter zone: the time zone of a text without an offset.
  public init?(reading text: some StringProtocol, in zone: Zone = .utc) {
    var reader = DigitReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4) else { return nil }
    var (month, day) = (1, 1)
    var time = TimeOfDay()
    if !reader.rest.isEmpty {
      guard reader.take("-"), let given = reader.number(2), (1...12).contains(given) else { return nil }
      month = given
    }
    if !reader.rest.isEmpty {
      guard reader.take("-"), let given = reader.number(2), (1...Self.days(of: month, year)).contains(given) else {
        return nil
      }
      day = given
    }
    if !reader.rest.isEmpty {
      guard reader.take("T") || reader.take("t") || reader.take(" "), let given = reader.timeOfDay() else { return nil }
      time = given
    }
    guard reader.rest.isEmpty else { return nil }
    let zone = time.offset.map(Zone.init(minutes:)) ?? zone
    self = zone.moment(clock: Self.daysSince1970(year, month, day) * 86_400_000 + time.milliseconds)
  }

  /// Reads a moment in a filter: as above, or relative to now: `today` and `yesterday`, which mean their beginning,
  /// `7d` and `2w`, the same time of day that many days or weeks ago, and `3h`, that many hours ago. Nil if it is none
  /// of these.
  public init?(reading text: some StringProtocol, in zone: Zone, now: Timestamp) {
    // Six digits exceed the hours of anybody's life.
    if let unit = text.last?.lowercased(), (1...6).contains(text.utf8.count - 1),
      text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text.dropLast())
    {
      switch unit {
      case "h": self.init(millisecondsSince1970: max(now.millisecondsSince1970, .min / 2) - count * 3_600_000)
      case "d": self = zone.moment(now, daysBefore: count)
      case "w": self = zone.moment(now, daysBefore: count * 7)
      default: self.init(reading: text, in: zone)
      }
      return
    }
    switch text.lowercased() {
    case "today": self = zone.startOfDay(now)
    case "yesterday": self = zone.startOfDay(now, daysBefore: 1)
    default: self.init(reading: text, in: zone)
    }
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The inverse of the calculation in `description`, from the same source.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year + 399 : year + 400  // A leap day is its year's last; years from -400 on.
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return (era - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// A time of day as it was written.
private struct TimeOfDay {
  /// The time since the beginning of the day; a leap second counts as the one after it.
  var milliseconds = 0
  /// The minutes that it is ahead of UTC; nil if it has no offset.
  var offset: Int?
}

/// Takes digits from the start of a text.
private struct DigitReader {
  var rest: ArraySlice<UInt8>

  /// A number of exactly this many digits.
  mutating func number(_ digits: Int) -> Int? {
    guard rest.count >= digits, rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    defer { rest.removeFirst(digits) }
    return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// A time such as `23:59`, `23:59:59.5` or `23:59:59+09:00`.
  mutating func timeOfDay() -> TimeOfDay? {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
    var time = TimeOfDay(milliseconds: (hour * 60 + minute) * 60_000)
    if take(":") {
      guard let second = number(2), second <= 60, let fraction = fraction() else { return nil }
      time.milliseconds += second * 1000 + fraction
    }
    if take("Z") || take("z") {
      time.offset = 0
    } else if let sign = take("+") ? 1 : take("-") ? -1 : nil {
      guard let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60 else { return nil }
      time.offset = sign * (hours * 60 + minutes)
    }
    return time
  }

  /// The milliseconds after a decimal point; 0 if there is none.
  private mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    guard let first = number(1) else { return nil }
    var (milliseconds, scale) = (0, 100)
    var digit: Int? = first
    while let found = digit {
      milliseconds += found * scale
      scale /= 10
      digit = number(1)
    }
    return milliseconds
  }
}
