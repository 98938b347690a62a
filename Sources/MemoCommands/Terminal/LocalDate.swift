import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Dates as people write them where they are: the zone of `TZ`, the order and names of `LC_TIME`.
enum LocalDate {
  /// Day and time to the minute, or the day alone. Where no language is set, year first; so where the locale's own form is no
  /// UTF-8.
  static func text(_ moment: Timestamp, withTime: Bool = true) -> String {
    var seconds = time_t(moment.millisecondsSince1970 / 1000)
    var parts = tm()
    let time = withTime ? " %H:%M" : ""
    // A year that does not fit has no calendar.
    guard localtime_r(&seconds, &parts) != nil else { return moment.description }
    if !isPlain, let locale = newlocale(LC_TIME_MASK, "", nil) {
      defer { freelocale(locale) }
      if let text = format("%x\(time)", &parts, locale) { return text }
    }
    return format("%Y-%m-%d\(time)", &parts, nil) ?? moment.description
  }

  /// Whether the user has named no language: the plain locale's own form has two digits for the year.
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
