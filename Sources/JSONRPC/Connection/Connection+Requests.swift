/// Requests to the client.
extension Connection {
  /// Sends a request and waits for the answer. If the waiting task is cancelled the client is told so. A call that
  /// holds everything must not wait for an answer: nothing is read meanwhile.
  ///
  /// - Throws: the error that the client answers with; `requestCancelled`; `invalidRequest` if the conversation ends,
  ///   or asks no more, before there is an answer, or the answer is malformed.
  public func request<Type: ServerRequestType>(
    _ type: Type.Type, _ params: Type.Params
  ) async throws(ResponseError) -> Type.Result {
    guard face != nil, ending == nil, !asksNoMore else { throw Self.hasEnded }
    let id = clientRequests.takeID()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if Task.isCancelled { return waiter.resume(returning: ClientRequests.Outcome.failure(.requestCancelled)) }
        clientRequests.insert(waiter, as: id)
        send(OutgoingMessage.request(.integer(id), Type.method, params: params))
      }
    } onCancel: {
      Task { await self.giveUp(id) }
    }
    let answer = try outcome.get()
    do throws(JSONTypeError) {
      return try Type.Result(json: answer)
    } catch {
      let what = "result\(error.path) \(error.expectation)"
      throw ResponseError(.invalidRequest, "the client's answer to \(Type.method) can't be used: \(what)")
    }
  }

  /// Ends the wait for all of the client's answers, and asks for no more: a dialog may stay open for ever, and what
  /// waits for it is to be finished.
  public func askNoMore() {
    asksNoMore = true
    clientRequests.finishAll(Self.hasEnded)
  }

  private func giveUp(_ id: Int) {
    guard clientRequests.finish(id, .failure(.requestCancelled)) else { return }
    send(conventions.cancellation(.integer(id)))
  }

  /// The error of a request whose answer can no longer come.
  static var hasEnded: ResponseError { ResponseError(.invalidRequest, "the session has ended") }
}
