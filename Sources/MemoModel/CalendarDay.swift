/// A day of the Gregorian calendar, written `2026-11-22`.
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  /// Its beginning, were it one of UTC.
  let start: Timestamp

  /// The day that a calendar on the wall shows at a moment.
  public init(_ moment: Timestamp, in zone: Zone = .local) {
    let clock = Timestamp(millisecondsSince1970: zone.clock(at: moment))
    let shown = min(max(clock, Timestamp.writable.lowerBound), Timestamp.writable.upperBound)
    start = Zone.utc.startOfDay(shown)
  }

  /// Reads a day as it is written; nil if it is written otherwise, or there is no such day.
  public init?(_ text: String) {
    guard text.utf8.count == 10, let start = Timestamp(reading: text) else { return nil }
    self.start = start
  }

  /// Year, month and day (ISO 8601).
  public var description: String { String(start.description.prefix(10)) }
}
