import JSONRPC
import MemoEngine

/// How far `list_links` has come with the links of a memo, and with those that lead to it.
struct LinkCursor: Sendable {
  /// How many links of the memo were told.
  let passed: Int
  /// The place behind which the next memo with a link to it stands; nil for the first.
  let backlinks: ListPlace?
  /// Whether all such memos were told.
  let hasAllBacklinks: Bool

  /// Where a page ended; nil if it was the last.
  init?(passed: Int, backlinks: ListPlace?, hasMore: Bool) {
    guard hasMore else { return nil }
    (self.passed, self.backlinks, hasAllBacklinks) = (passed, backlinks, backlinks == nil)
  }

  /// Reads a cursor; nil begins.
  ///
  /// - Throws: ``ToolFailure`` for one that is none of ours, or of another memo.
  init(_ cursor: String?, of memo: String) throws(ToolFailure) {
    guard let cursor else {
      (passed, backlinks, hasAllBacklinks) = (0, nil, false)
      return
    }
    guard let parts = PageCursor.parts(cursor), parts.count == 4, parts[0].string == "links \(memo)",
      let passed = parts[1].integer, passed >= 0
    else { throw PageCursor.unusable }
    self.passed = passed
    if let time = parts[2].integer, let id = parts[3].string.flatMap(MemoID.init) {
      (backlinks, hasAllBacklinks) = (ListPlace(value: .time(Timestamp(millisecondsSince1970: time)), id: id), false)
    } else {
      (backlinks, hasAllBacklinks) = (nil, true)
    }
  }

  /// It as a client is given it.
  func text(of memo: String) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value("links \(memo)")
    writer.value(passed)
    if let backlinks, case .time(let time) = backlinks.value {
      writer.value(time.millisecondsSince1970)
      writer.value(backlinks.id.description)
    } else {
      writer.null()
      writer.null()
    }
    writer.endArray()
    return PageCursor.text(of: writer.bytes)
  }
}
