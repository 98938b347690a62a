extension Timestamp {
  /// Reads a moment as people write it: `2024`, `2024-02` or `2024-02-29`, which mean their beginning in UTC, or RFC 3339
  /// (`2024-02-29T23:59:59.5+09:00`); what is finer than a millisecond is cut off. Nil if it is none of these, or no such day or
  /// time exists.
  public init?(reading text: some StringProtocol) {
    var reader = DigitReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4) else { return nil }
    var (month, day, milliseconds) = (1, 1, 0)
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
      guard reader.take("T") || reader.take("t") || reader.take(" "), let time = reader.timeOfDay() else { return nil }
      milliseconds = time
    }
    guard reader.rest.isEmpty else { return nil }
    self.init(millisecondsSince1970: Self.daysSince1970(year, month, day) * 86_400_000 + milliseconds)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The reverse of what `description` reckons, from the same source.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year + 399 : year + 400  // A leap day is its year's last; years from -400 on.
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return (era - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Takes digits off a text.
private struct DigitReader {
  var rest: ArraySlice<UInt8>

  /// A number of exactly so many digits.
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

  /// Milliseconds from the beginning of the day in UTC: `23:59:59.5+09:00`. A leap second counts as the one after it.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60, take(":"),
      let second = number(2), second <= 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    if take(".") {
      var scale = 100
      guard let first = number(1) else { return nil }
      var digit: Int? = first
      while let found = digit {
        milliseconds += found * scale
        scale /= 10
        digit = number(1)
      }
    }
    if take("Z") || take("z") { return milliseconds }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60
    else {
      return nil
    }
    let offset = (hours * 60 + minutes) * 60_000
    return isEast ? milliseconds - offset : milliseconds + offset
  }
}
