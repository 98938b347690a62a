import MemoModel

/// Taking in what is new on the hub.
struct Pulling {
  /// The number reached, and the mark that tells whether it still holds, as in a ``HubCursor``.
  struct Place {
    var seq = 0
    var head = 0
    var mark: HubMark?
  }

  /// The place where it begins.
  let start: Place
  /// The place up to which all is read; the page behind it is asked for.
  var place: Place
  /// The epoch of the hub that it begins with; nil if none was asked before.
  var epoch: HubEpoch?
  /// The number of memos that were here.
  let count: Int
  /// Whether all is compared, because the hub has lost something.
  let isFull: Bool
  /// The memos that the hub has, where all is compared.
  var seen: Set<MemoID> = []
  /// Whether what tombstones would take away is only counted first, because there are so many.
  var isCounting = false
  /// Whether that is done.
  var isCounted = false
  /// The number of memos that tombstones have taken away.
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

  /// Whether the hub still has all that it had at this place. Where no push ends there, by now or ever since, only a
  /// comparison of all tells.
  func isContinued(by page: HubPage) -> Bool {
    (epoch == nil || epoch == page.epoch) && page.head >= place.head && page.mark == place.mark
      && (isFull || place.head == 0 || page.mark != nil)
  }
}
