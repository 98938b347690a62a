import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  func initialize(_ params: Initialize.Params) throws(ResponseError) -> Initialize.Result {
    positionEncoding = params.positionEncodings?.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    wantsNotifications = params.notifications
    if let autosave = params.autosave {
      try withEngine { engine throws(EngineError) in
        var delays = engine.autosave
        if let idle = autosave.delayMs { delays.idle = .milliseconds(idle) }
        if let maximum = autosave.maxDelayMs { delays.maximum = .milliseconds(maximum) }
        engine.setAutosave(delays)
      }
    }
    watchParent(params.processId)
    for item in news { notify(item) }
    news = []
    return Initialize.Result(positionEncoding: positionEncoding.rawValue, serverVersion: Server.version)
  }

  func shutdown() -> Answer<NoResult> {
    lifecycle.shutDown()
    return .later(expectedBytes: 0) { [self, engine] () throws(ResponseError) in
      await requestsFinished()
      do throws(EngineError) {
        _ = try await engine.flush(nil)
      } catch {
        throw WireError.response(error)
      }
      return NoResult()
    }
  }

  func exit() {
    end(Ending(status: lifecycle.isShutDown ? 0 : 1, finishesRequests: true, waitsForReader: true))
  }

  func cancel(_ params: CancelRequest.Params) {
    guard let id = RequestID(params.id), let (token, call) = pending.remove(id: id) else { return }
    // What does not look whether it was cancelled goes on to its end, such as a save.
    tasks[token]?.cancel()
    answer(OutgoingMessage.response(id, error: WireError.requestCancelled), to: call.destination)
  }

  static func advanceClock(_ session: Session, _ params: AdvanceClock.Params) async throws(ResponseError) -> NoResult {
    // A flush that came first has done its work first.
    await session.flushesEnded()
    if let clock = session.virtualClock { await session.engine.advance(clock, by: .milliseconds(params.ms)) }
    return NoResult()
  }
}
