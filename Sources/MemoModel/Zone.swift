import JSON
import Platform

/// A time zone: its offset from UTC at any moment.
public struct Zone: Sendable {
  /// The offset in milliseconds.
  private let offset: @Sendable (Timestamp) -> Int

  /// Coordinated Universal Time.
  public static let utc = Zone { _ in 0 }

  /// The zone of this process: that of `TZ`, else the system's.
  public static let local = Zone { moment in
    var seconds = time_t(moment.secondsSince1970)
    var parts = tm()
    // A moment whose year does not fit has no calendar date.
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff * 1000
  }

  private init(offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

  /// Creates a zone with a fixed offset from UTC in minutes.
  public init(minutes: Int) { self.init { _ in minutes * 60_000 } }

  /// Reads a zone: `local`, `Z` or an offset such as `+09:00`; nil for anything else.
  public init?(_ text: String) {
    if text.hasBytes(of: "local") {
      self = .local
    } else if let minutes = Self.minutes(text) {
      self.init(minutes: minutes)
    } else {
      return nil
    }
  }

  private static func minutes(_ text: String) -> Int? {
    if text.hasBytes(of: "Z") { return 0 }
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), text.first == "+" || text.first == "-" else { return nil }
    let digits = (bytes[1...2] + bytes[4...5]).map { Int($0) - 0x30 }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard digits.allSatisfy((0...9).contains), hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (text.first == "-" ? -1 : 1)
  }

  /// The largest distance from 1970: beyond, years would have nine digits.
  private static let reach = 1 << 54
  private static let day = 86_400_000

  /// The local time at a moment, in milliseconds since local 1970-01-01T00:00.
  func clock(at moment: Timestamp) -> Int {
    let milliseconds = min(max(moment.millisecondsSince1970, -Self.reach), Self.reach)
    return milliseconds + offset(Timestamp(millisecondsSince1970: milliseconds))
  }

  /// The moment of a local time: the first one if clocks are put back over it; if they skip it, one that is later by
  /// the skipped time.
  package func moment(clock: Int) -> Timestamp {
    let clock = min(max(clock, -Self.reach), Self.reach)
    // Clocks change at most once in two days.
    let offsets = [clock - Self.day, clock + Self.day].map { offset(Timestamp(millisecondsSince1970: $0)) }
    let moments = offsets.map { Timestamp(millisecondsSince1970: clock - $0) }
    let shown = zip(moments, offsets).first { moment, offset in self.offset(moment) == offset }
    return shown?.0 ?? moments[0]
  }

  /// The start of the day that a moment lies in, or of a day this many days before.
  func startOfDay(_ moment: Timestamp, daysBefore: Int = 0) -> Timestamp {
    let clock = clock(at: moment)
    let time = clock % Self.day
    return self.moment(clock: clock - (time < 0 ? time + Self.day : time) - daysBefore * Self.day)
  }

  /// The same local time, this many days before.
  func moment(_ moment: Timestamp, daysBefore: Int) -> Timestamp {
    self.moment(clock: clock(at: moment) - daysBefore * Self.day)
  }
}
