import Platform

/// The local date and time of a moment, or of the same time on another day.
public struct CalendarTime: Sendable {
  /// The day.
  public let day: CalendarDay
  private let moment: Timestamp

  /// Creates the time of a moment.
  ///
  /// - Parameter day: another day than the moment's own.
  public init(_ moment: Timestamp, on day: CalendarDay? = nil) {
    (self.day, self.moment) = (day ?? CalendarDay(moment), moment)
  }

  /// The most bytes of a format, and of its result.
  public static let longestFormat = 256, longestText = 1023

  /// Day and time as the C library's `strftime` writes them in the plain locale, for example `%A, %d %B %Y`. Nil for an
  /// empty format, one with a NUL, and one that is too long or whose result is too long or not UTF-8.
  public func text(_ format: String) -> String? {
    guard (1...Self.longestFormat).contains(format.utf8.count), !format.utf8.contains(0) else { return nil }
    var parts = parts
    // `strftime` returns 0 both for an empty result and for one that does not fit: the full stop makes none empty.
    var buffer = [CChar](repeating: 0, count: Self.longestText + 2)
    let count = strftime(&buffer, buffer.count, "\(inFull(format)).", &parts)
    guard count > 0 else { return nil }
    return String(validating: buffer.prefix(count - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A format with the year in place of `%Y`, and the day in place of `%F`: the C library writes early years with fewer
  /// than four digits.
  private func inFull(_ format: String) -> String {
    guard day.description.hasPrefix("0") else { return format }
    var result = ""
    var isField = false
    for scalar in format.unicodeScalars {
      switch scalar {
      case "Y" where isField: result = "\(result.dropLast())\(day.description.prefix(4))"
      case "F" where isField: result = "\(result.dropLast())\(day)"
      default: result.unicodeScalars.append(scalar)
      }
      isField = scalar == "%" && !isField
    }
    return result
  }

  private var parts: tm {
    // The day's own fields are the same in every zone, even where its clocks skip midnight.
    var days = time_t(day.start.secondsSince1970)
    var parts = tm()
    gmtime_r(&days, &parts)
    var seconds = time_t(moment.secondsSince1970)
    var now = tm()
    // A moment whose year does not fit has no calendar date.
    guard localtime_r(&seconds, &now) != nil else { return parts }
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (now.tm_hour, now.tm_min, now.tm_sec)
    (parts.tm_isdst, parts.tm_gmtoff, parts.tm_zone) = (now.tm_isdst, now.tm_gmtoff, now.tm_zone)
    return parts
  }
}
