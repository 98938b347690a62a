import MemoModel
import Platform

/// The checks that a page must pass, whoever keeps the hub.
enum PageCheck {
  /// The items of a page.
  ///
  /// - Parameter start: the number that was asked for.
  /// - Throws: ``SyncError/badAnswer(_:)`` for what can't be.
  static func arrivals(_ page: HubPage, after start: Int) throws(SyncError) -> [Arrival] {
    guard page.items.count <= HubPull.mostItems else {
      throw SyncError.badAnswer("\(page.items.count) items in a page that may have \(HubPull.mostItems)")
    }
    guard page.end <= page.head, page.head == start ? page.end == start : page.end > start else {
      throw SyncError.badAnswer("a page from \(start) to \(page.end) of \(page.head)")
    }
    guard page.deadAhead >= 0 else { throw SyncError.badAnswer("\(page.deadAhead) tombstones behind \(start)") }
    var last = start
    var ids: Set<MemoID> = []
    for item in page.items {
      guard item.seq > last, item.seq <= page.end else {
        throw SyncError.badAnswer("item \(item.seq) behind \(last) in a page that ends at \(page.end)")
      }
      guard ids.insert(item.memo).inserted else { throw SyncError.badAnswer("memo \(item.memo) is there twice") }
      last = item.seq
    }
    return try page.items.concurrentMap { (item) throws(SyncError) in try Arrival(item) }
  }
}
