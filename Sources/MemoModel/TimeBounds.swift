/// An interval of moments, possibly open-ended.
public struct TimeBounds: Sendable, Equatable {
  /// The first moment in it; nil if it has no start.
  public private(set) var earliest: Timestamp?
  /// The first moment after it; nil if it has no end.
  public private(set) var end: Timestamp?

  /// Creates bounds that contain every moment.
  public init() {}

  /// Whether every moment is in it.
  public var isEverything: Bool { earliest == nil && end == nil }

  /// Excludes everything before a moment.
  public mutating func start(at moment: Timestamp) { earliest = max(earliest ?? moment, moment) }

  /// Excludes a moment and everything after it.
  public mutating func end(before moment: Timestamp) { end = min(end ?? moment, moment) }

  /// Excludes what other bounds exclude, too.
  public mutating func narrow(to other: TimeBounds) {
    if let earliest = other.earliest { start(at: earliest) }
    if let end = other.end { self.end(before: end) }
  }

  /// Whether a moment is in it.
  public func contains(_ moment: Timestamp) -> Bool {
    if let earliest, moment < earliest { return false }
    if let end, moment >= end { return false }
    return true
  }
}
