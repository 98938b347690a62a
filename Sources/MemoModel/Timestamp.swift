#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A moment of the calendar, to the millisecond. For dates only: intervals are measured on a `Clock`.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let millisecondsSince1970: Int

  /// Creates a moment from milliseconds since 1970.
  public init(millisecondsSince1970: Int) { self.millisecondsSince1970 = millisecondsSince1970 }

  /// What the system's calendar clock says now.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(millisecondsSince1970: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
  }

  /// Earlier moments come first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }

  /// RFC 3339 in UTC with milliseconds: `2024-02-29T23:59:59.999Z`.
  public var description: String {
    var (seconds, milliseconds) = millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
    if milliseconds < 0 { (seconds, milliseconds) = (seconds - 1, milliseconds + 1000) }
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let date = [pad(Int(parts.tm_year) + 1900, 4), pad(Int(parts.tm_mon) + 1, 2), pad(Int(parts.tm_mday), 2)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { pad(Int($0), 2) }
    return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":")).\(pad(milliseconds, 3))Z"
  }
}

private func pad(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
