/// Which states of a memo are kept as they age: all of the last hour, then the last one of each hour for a day, then
/// the last one of each day for 30 days, and the last one of each 30 days for ever. The states of a period are pruned
/// together, once its end is one period's length ago.
package enum RetentionPolicy {
  /// The lengths of hours, days and months, in milliseconds. Each is a multiple of the one before it: the last state of
  /// a month is the last one of its day, too.
  private static let periods = [3_600_000, 86_400_000, 30 * 86_400_000]

  /// The range that memos' times are clamped to, so that damaged rows can be calculated with: about 30,000 years.
  private static let times = -1_000_000_000_000_000...1_000_000_000_000_000

  /// The time when a state goes because another followed it soon after; nil if never.
  package static func end(of time: Timestamp, followedBy next: Timestamp) -> Timestamp? {
    for period in periods {
      let (start, nextStart) = (start(of: period, time), start(of: period, next))
      if start == nextStart { return Timestamp(millisecondsSince1970: start + 2 * period) }
    }
    return nil
  }

  /// The start of the period that a time lies in.
  private static func start(of period: Int, _ time: Timestamp) -> Int {
    let time = min(max(time.millisecondsSince1970, times.lowerBound), times.upperBound)
    let remainder = time % period
    return time - (remainder < 0 ? remainder + period : remainder)
  }
}
