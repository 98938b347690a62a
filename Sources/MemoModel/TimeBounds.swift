/// Between which moments something was.
public struct TimeBounds: Sendable, Equatable {
  /// The first moment; nil if any is late enough.
  public private(set) var earliest: Timestamp?
  /// The first moment that is too late; nil if none is.
  public private(set) var end: Timestamp?

  /// Creates bounds that everything is in.
  public init() {}

  /// Whether everything is in.
  public var isEverything: Bool { earliest == nil && end == nil }

  /// Leaves out what was before a moment.
  public mutating func start(at moment: Timestamp) { earliest = max(earliest ?? moment, moment) }

  /// Leaves out what was at a moment or later.
  public mutating func end(before moment: Timestamp) { end = min(end ?? moment, moment) }

  /// Leaves out what others leave out, too.
  public mutating func narrow(to other: TimeBounds) {
    if let earliest = other.earliest { start(at: earliest) }
    if let end = other.end { self.end(before: end) }
  }

  /// Whether a moment is in.
  public func contains(_ moment: Timestamp) -> Bool {
    if let earliest, moment < earliest { return false }
    if let end, moment >= end { return false }
    return true
  }
}
