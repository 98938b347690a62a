package import MemoModel
import Platform

/// The time, for whoever keeps a folder.
package struct FolderTime: Sendable {
  /// The calendar.
  package var date: @Sendable () -> Timestamp = { .now }
  /// A clock that only goes on.
  package var instant: @Sendable () -> ContinuousClock.Instant = { .now }

  /// The system's.
  package init() {}
}

extension Timestamp {
  /// Creates a time from nanoseconds since 1970, as file systems count.
  init(nanosecondsSince1970 nanoseconds: Int) {
    self.init(millisecondsSince1970: nanoseconds.floored(by: 1_000_000).quotient)
  }

  /// The time in nanoseconds since 1970; 0 if these are too many for a number.
  var nanosecondsSince1970: Int {
    let (nanoseconds, isTooLarge) = millisecondsSince1970.multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? 0 : nanoseconds
  }
}

extension FileMark {
  /// The time since a file was written, or a folder changed; below zero where another clock says so; nil if that is
  /// longer than the number goes, as some file systems have it.
  func age(at now: Timestamp) -> Duration? {
    let (age, isLong) = now.nanosecondsSince1970.subtractingReportingOverflow(modified)
    return isLong ? nil : .nanoseconds(age)
  }
}
