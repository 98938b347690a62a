import JSONRPC
import MemoEngine

/// The progress of `list_links` through the links of a memo, and through those that lead to it.
struct LinkCursor: Sendable {
  /// The number of the memo's links that were reported.
  let passed: Int
  /// The place after which the next memo with a link to it comes; nil for the first.
  let backlinks: ListPlace?
  /// Whether all such memos were reported.
  let hasAllBacklinks: Bool

  /// The cursor after a page; nil if it was the last.
  init?(passed: Int, backlinks: ListPlace?, hasMore: Bool) {
    guard hasMore else { return nil }
    (self.passed, self.backlinks, hasAllBacklinks) = (passed, backlinks, backlinks == nil)
  }

  /// Reads a cursor; nil starts at the beginning.
  ///
  /// - Throws: ``ToolFailure`` for one that is not ours, or of another memo.
  init(_ cursor: String?, of memo: String) throws(ToolFailure) {
    guard let cursor else {
      (passed, backlinks, hasAllBacklinks) = (0, nil, false)
      return
    }
    guard let parts = OpaqueCursor.elements(cursor), parts.count == 4, parts[0].says("links \(memo)"),
      let passed = parts[1].integer, passed >= 0
    else { throw PageCursor.unusable }
    self.passed = passed
    backlinks = ListPlace(parts[2], id: parts[3]).flatMap { $0.isTitle ? nil : $0 }
    hasAllBacklinks = backlinks == nil
  }

  /// The cursor in the form for clients.
  func text(of memo: String) -> String {
    OpaqueCursor.text { writer in
      writer.value("links \(memo)")
      writer.value(passed)
      if let backlinks {
        backlinks.writeElements(to: &writer)
      } else {
        writer.null()
        writer.null()
      }
    }
  }
}
