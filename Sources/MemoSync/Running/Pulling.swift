import MemoModel

/// Taking in what is new on the hub.
struct Pulling {
  /// How far it is, and what tells whether that still holds, as in a ``HubCursor``.
  struct Place {
    var seq = 0
    var head = 0
    var mark: HubMark?
  }

  /// Where it begins.
  let start: Place
  /// All up to there is read; the page behind it is asked for.
  var place: Place
  /// Which hub it begins with; nil if none was asked before.
  var epoch: HubEpoch?
  /// How many memos were here.
  let count: Int
  /// Whether all is compared, because the hub has lost something.
  let isFull: Bool
  /// What the hub has, where all is compared.
  var seen: Set<MemoID> = []
  /// Whether what tombstones would take away is only counted first, because there are so many.
  var isCounting = false
  /// Whether that is done.
  var isCounted = false
  /// How many memos tombstones have taken away.
  var deletions = 0

  init(from start: Place, epoch: HubEpoch?, count: Int, isFull: Bool) {
    (self.start, place, self.epoch, self.count, self.isFull) = (start, start, epoch, count, isFull)
  }

  /// The same from the start on, now that all is counted.
  func again() -> Pulling {
    var again = Pulling(from: start, epoch: epoch, count: count, isFull: isFull)
    again.isCounted = true
    return again
  }

  /// Whether the hub still has all that it had at this place.
  func isContinued(by page: HubPage) -> Bool {
    (epoch == nil || epoch == page.epoch) && page.head >= place.head && page.mark == place.mark
  }
}
