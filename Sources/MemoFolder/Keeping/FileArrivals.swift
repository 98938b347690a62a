import MemoModel

/// The files that came a moment ago, by their memos. Those that came together came at one instant.
struct FileArrivals {
  /// The instant at which files come that come now.
  private(set) var now = ContinuousClock.now
  private var arrivals: [MemoID: ContinuousClock.Instant] = [:]
  /// Whether there were files before.
  private var hasOthers = false

  /// Begins with those that come at an instant.
  ///
  /// - Parameters:
  ///   - first: those that came before are forgotten.
  ///   - hasOthers: whether there are files. If not, no new one is told from any other.
  mutating func begin(
    _ instant: ContinuousClock.Instant, since first: ContinuousClock.Instant, beside hasOthers: Bool
  ) {
    (now, self.hasOthers) = (instant, hasOthers)
    if !arrivals.isEmpty { arrivals = arrivals.filter { $0.value >= first } }
  }

  /// Notes a memo's new file.
  mutating func note(_ id: MemoID) { if hasOthers { arrivals[id] = now } }

  mutating func forget(_ id: MemoID) { arrivals[id] = nil }

  /// The memos whose files came at an instant or later.
  func memos(since first: ContinuousClock.Instant) -> Set<MemoID> {
    Set(arrivals.lazy.filter { $0.value >= first }.map(\.key))
  }
}
