/// A hub whose next page is on its way while the one before it is taken in.
///
/// One page at most waits here. It is what the hub had a little earlier, as one that was long on its way would be, and
/// it is dropped if something else is asked.
package final class ReadAhead: Hub {
  private let hub: any Hub & Sendable
  private var next: (pull: HubPull, answer: Task<HubAnswer, any Error>)?

  /// Creates one for a hub; nothing is asked yet.
  package init(_ hub: any Hub & Sendable) { self.hub = hub }

  deinit { next?.answer.cancel() }

  /// Answers as the port says. What the way to the hub throws is thrown to whoever asks for that page.
  package func answer(_ request: HubRequest) async throws -> HubAnswer {
    let answer = try await awaited(request)
    if case .page(let page) = answer, page.end < page.head {
      let pull = HubPull(after: page.end, head: page.head)
      next = (pull, Task { [hub] in try await hub.answer(.pull(pull)) })
    }
    return answer
  }

  private func awaited(_ request: HubRequest) async throws -> HubAnswer {
    let known = next
    next = nil
    guard let known else { return try await hub.answer(request) }
    guard case .pull(known.pull) = request else {
      known.answer.cancel()
      return try await hub.answer(request)
    }
    return try await withTaskCancellationHandler {
      try await known.answer.value
    } onCancel: {
      known.answer.cancel()
    }
  }
}
