/// A day of the Gregorian calendar, written `2026-11-22`.
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  /// Its first moment in UTC.
  let start: Timestamp

  /// The day of a moment in a time zone.
  public init(_ moment: Timestamp, in zone: Zone = .local) {
    let clock = Timestamp(millisecondsSince1970: zone.clock(at: moment))
    let shown = min(max(clock, Timestamp.writable.lowerBound), Timestamp.writable.upperBound)
    start = Zone.utc.startOfDay(shown)
  }

  /// Reads a day in this form; nil if the text has another form, or there is no such day.
  public init?(_ text: String) {
    guard text.utf8.count == 10, let start = Timestamp(reading: text) else { return nil }
    self.start = start
  }

  /// The days that a title without all of year, month and day of the month may stand for, too: those of a year before
  /// and after it, and those around its date in the 28 years after which weekdays are the same again.
  package var twins: [CalendarDay] {
    let anniversaries = (1...28).flatMap { years in (-1...1).map { years * 365 + years / 4 + $0 } }
    return ((1...400) + anniversaries).flatMap { [$0, -$0] }.map { days in
      CalendarDay(Timestamp(millisecondsSince1970: start.millisecondsSince1970 + days * 86_400_000), in: .utc)
    }
  }

  /// Year, month and day (ISO 8601).
  public var description: String { String(start.description.prefix(10)) }
}
