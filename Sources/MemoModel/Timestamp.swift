import Platform

/// A moment of the calendar, to the millisecond. Only for dates: intervals are measured on a `Clock`.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let millisecondsSince1970: Int

  /// Creates a moment from milliseconds since 1970.
  public init(millisecondsSince1970: Int) { self.millisecondsSince1970 = millisecondsSince1970 }

  /// The whole seconds since 1970, rounded down.
  public var secondsSince1970: Int { millisecondsSince1970.floored(by: 1000).quotient }

  /// The moments whose year has four digits, as RFC 3339 requires: from the year 0 to 9999.
  public static let writable =
    Timestamp(millisecondsSince1970: -62_167_219_200_000)...Timestamp(millisecondsSince1970: 253_402_300_799_999)

  /// The present moment by the system's calendar clock.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(millisecondsSince1970: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
  }

  /// Earlier moments come first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }

  /// RFC 3339 in UTC with milliseconds: `2024-02-29T23:59:59.999Z`. A moment that can't be written so, from a damaged
  /// store, is written as the nearest that can.
  public var description: String {
    let moment = min(max(self, Self.writable.lowerBound), Self.writable.upperBound)
    let (seconds, millisecond) = moment.millisecondsSince1970.floored(by: 1000)
    let (days, second) = seconds.floored(by: 86_400)
    let (year, month, day) = Self.date(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 24) { text in
      var end = 0
      append(year, 4, "-", to: text, at: &end)
      append(month, 2, "-", to: text, at: &end)
      append(day, 2, "T", to: text, at: &end)
      append(second / 3600, 2, ":", to: text, at: &end)
      append(second / 60 % 60, 2, ":", to: text, at: &end)
      append(second % 60, 2, ".", to: text, at: &end)
      append(millisecond, 3, "Z", to: text, at: &end)
      return end
    }
  }

  /// A day of the Gregorian calendar, counted from 1 March of year 0, so that a leap day is its year's last: 400 years
  /// have 146,097 days, and five months from March on have 153 (Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms"). `gmtime_r` would take the lock of the time zones for every answer.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, day) = (days + 719_468).floored(by: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      era * 400 + year + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

extension Int {
  /// The quotient rounded down, and a remainder that is never negative.
  package func floored(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Appends a number's last digits, this many, and the separator after it.
private func append(
  _ number: Int, _ width: Int, _ separator: Unicode.Scalar, to text: UnsafeMutableBufferPointer<UInt8>,
  at end: inout Int
) {
  var rest = number.magnitude
  for place in stride(from: end + width - 1, through: end, by: -1) {
    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
  end += width
  append(separator, to: text, at: &end)
}

private func append(_ byte: Unicode.Scalar, to text: UnsafeMutableBufferPointer<UInt8>, at end: inout Int) {
  text[end] = UInt8(ascii: byte)
  end += 1
}
