import MemoModel
import Synchronization

/// Runs searches one after the other on a thread of its own, and keeps what makes the next one fast.
final class Searcher: Sendable {
  private let queue = BlockingQueue(label: "memo-search")
  private let index: Mutex<SearchIndex>

  /// - Parameter budget: the most bytes of texts to keep in memory.
  init(budget: Int) { index = Mutex(SearchIndex(budget: budget)) }

  /// Runs a search; stops it if the task is cancelled.
  ///
  /// - Parameter filling: knows whether all memos were indexed.
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
    // It may have been cancelled while it waited for others.
    if isCancelled() { throw .cancelled }
    let page = try request.memos.shared.read { store throws(StoreError) in
      // Asked first, so that what is filled in meanwhile counts as missing.
      let asksForNone = request.query.references.isEmpty && request.memos.tag == nil
      let isIndexing = asksForNone ? false : try !filling.isComplete()
      var page = try store.withSnapshot { [self] snapshot throws(StoreError) in
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

/// Passes the cancellation of a task on to a thread that works for it.
private final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
