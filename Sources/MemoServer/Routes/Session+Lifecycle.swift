import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol

extension Session {
  func initialize(_ params: Initialize.Params) -> Initialize.Result {
    positionEncoding = params.positionEncodings?.lazy.compactMap(PositionEncoding.init(named:)).first ?? .utf16
    wantsNotifications = params.notifications
    if let autosave = params.autosave {
      onEngine { engine in
        var delays = engine.autosave
        if let idle = autosave.delayMs { delays.idle = .milliseconds(idle) }
        if let maximum = autosave.maxDelayMs { delays.maximum = .milliseconds(maximum) }
        engine.setAutosave(delays)
      }
    }
    watchParent(params.processId)
    for item in news { notify(item) }
    news = []
    return Initialize.Result(positionEncoding: positionEncoding.rawValue, serverVersion: MemoHost.version)
  }

  func shutdown() -> Answer<NoResult> {
    lifecycle.shutDown()
    onEngine { $0.endRecovery(patience: Self.patienceAtEnd) }
    return .last { [engine] in
      _ = try await engine.flush(nil)
      return NoResult()
    }
  }

  func exit() {
    let status: Int32 = lifecycle.isShutDown ? 0 : 1
    connection.assumeIsolated { $0.end(.orderly(status: status)) }
  }

  static func advanceClock(_ session: Session, _ params: AdvanceClock.Params) async -> NoResult {
    // Flushes that came first are done first.
    await session.flushesEnded()
    if let clock = session.virtualClock { await session.engine.advance(clock, by: .milliseconds(params.ms)) }
    return NoResult()
  }
}
