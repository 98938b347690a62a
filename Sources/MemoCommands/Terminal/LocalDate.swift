import MemoModel
import Platform

/// Dates in the local style: the zone of `TZ`, the order and names of `LC_TIME`.
enum LocalDate {
  /// The precision of a date.
  enum Precision: String {
    case day = ""
    case minute = " %H:%M"
    case second = " %H:%M:%S"
  }

  /// Day and time. The year comes first where no language is set, or where the locale's own form is not UTF-8.
  static func text(_ moment: Timestamp, to precision: Precision = .minute) -> String {
    // A moment whose year does not fit has no calendar date.
    guard var parts = parts(of: moment) else { return moment.description }
    let time = precision.rawValue
    if !isPlain, let locale = newlocale(LC_TIME_MASK, "", nil) {
      defer { freelocale(locale) }
      if let text = format("%x\(time)", &parts, locale) { return text }
    }
    return format("%Y-%m-%d\(time)", &parts, nil) ?? moment.description
  }

  /// The same in every language, with the zone's offset from UTC (ISO 8601): `2026-11-22T09:00:00+09:00`.
  static func iso(_ moment: Timestamp) -> String {
    guard var parts = parts(of: moment), (0...9999).contains(Int(parts.tm_year) + 1900) else {
      return moment.description
    }
    let minutes = abs(parts.tm_gmtoff) / 60
    let offset = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    // Not the C library's year: some write years before 1000 with fewer digits.
    let year = String(String(10_000 + Int(parts.tm_year) + 1900).dropFirst())
    let rest = format("-%m-%dT%H:%M:%S", &parts, nil) ?? ""
    return year + rest + (parts.tm_gmtoff < 0 ? "-" : "+") + offset
  }

  private static func parts(of moment: Timestamp) -> tm? {
    var seconds = time_t(moment.secondsSince1970)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts
  }

  /// Whether the user has set no language: the plain locale's own form has two digits for the year.
  private static var isPlain: Bool {
    let names: [String] = ["LC_ALL", "LC_TIME", "LANG"]
    let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    let name = values.first { !$0.isEmpty } ?? "C"
    return name == "C" || name == "POSIX" || name.hasPrefix("C.")
  }

  private static func format(_ form: String, _ parts: inout tm, _ locale: locale_t?) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count =
      locale.map { strftime_l(&buffer, buffer.count, form, &parts, $0) }
      ?? strftime(&buffer, buffer.count, form, &parts)
    guard count > 0 else { return nil }
    return String(validating: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
