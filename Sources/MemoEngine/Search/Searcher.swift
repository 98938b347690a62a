import MemoModel
import Synchronization

/// Carries out searches, one after the other, on a thread of its own, and keeps what makes the next one fast.
final class Searcher: Sendable {
  private let queue = BlockingQueue(label: "memo-search")
  private let index: Mutex<SearchIndex>

  /// - Parameter budget: how many bytes of texts may be kept in memory.
  init(budget: Int) { index = Mutex(SearchIndex(budget: budget)) }

  /// Carries out a search; gives it up if the task is cancelled.
  ///
  /// - Parameter filling: tells whether all memos were looked through.
  func page(_ request: SearchRequest, _ filling: ReferenceFilling) async -> Result<SearchPage, EngineError> {
    let flag = CancellationFlag()
    return await withTaskCancellationHandler {
      await queue.run { [self] in
        Result { () throws(EngineError) in try page(request, filling) { flag.isSet } }
      }
    } onCancel: {
      flag.set()
    }
  }

  private func page(
    _ request: SearchRequest, _ filling: ReferenceFilling, isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError) -> SearchPage {
    // It may have been given up while it waited for others.
    if isCancelled() { throw .cancelled }
    let page = try asking { () throws(StoreError) in
      // Asked first, so that what is filled in meanwhile counts as missing.
      let asksForNone = request.query.references.isEmpty && request.memos.tag == nil
      let isIndexing = asksForNone ? false : try !filling.isComplete()
      var page = try request.memos.store.withSnapshot { [self] snapshot throws(StoreError) in
        try index.withLock { index throws(StoreError) in
          try request.page(snapshot, &index, isCancelled: isCancelled)
        }
      }
      page?.isIndexing = isIndexing
      return page
    }
    guard let page else { throw .cancelled }
    return page
  }
}

/// Tells a thread that is no task's that the task waiting for it was cancelled.
private final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
