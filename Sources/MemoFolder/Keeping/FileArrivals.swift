import MemoModel

/// The files that arrived lately, by their memos. Files found by one look arrived at one instant.
struct FileArrivals {
  private struct Arrival {
    let since: ContinuousClock.Instant
    /// The revision of the memo that was made of the file; nil if it was there before.
    let revision: Int?
    /// Whether the memo had no file before.
    let isNew: Bool
  }

  /// The instant of the present look.
  private(set) var now = ContinuousClock.now
  private var arrivals: [MemoID: Arrival] = [:]
  /// Whether there were files before this look.
  private var hasOthers = false

  /// Begins a look.
  ///
  /// - Parameters:
  ///   - first: arrivals before this instant are forgotten.
  ///   - hasOthers: whether the folder had files; in a new folder none counts as an arrival.
  mutating func begin(
    _ instant: ContinuousClock.Instant, since first: ContinuousClock.Instant, beside hasOthers: Bool
  ) {
    (now, self.hasOthers) = (instant, hasOthers)
    if !arrivals.isEmpty { arrivals = arrivals.filter { $0.value.since >= first } }
  }

  /// Notes a memo's new file.
  ///
  /// - Parameters:
  ///   - revision: that of the memo that was made of it; nil if it was there before.
  ///   - isNew: whether the memo had no file before: else it is one that has come back.
  mutating func note(_ id: MemoID, revision: Int?, isNew: Bool) {
    if hasOthers { arrivals[id] = Arrival(since: now, revision: revision, isNew: isNew) }
  }

  mutating func forget(_ id: MemoID) { arrivals[id] = nil }

  /// The memos whose first files came at an instant or later.
  func new(since first: ContinuousClock.Instant) -> Set<MemoID> {
    Set(arrivals.lazy.filter { $0.value.isNew && $0.value.since >= first }.map(\.key))
  }

  /// The memos that were made of their files, with the revisions that they had then.
  var made: [(id: MemoID, revision: Int)] {
    arrivals.compactMap { id, arrival in arrival.revision.map { (id: id, revision: $0) } }
  }

  /// Whether a memo's file came after another one's, and at most a time before an instant.
  func came(_ id: MemoID, after other: MemoID, within time: Duration, before instant: ContinuousClock.Instant) -> Bool {
    guard let arrival = arrivals[id], instant - arrival.since <= time else { return false }
    return arrivals[other].map { $0.since < arrival.since } ?? true
  }
}
