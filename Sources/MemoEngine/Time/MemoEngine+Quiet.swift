import MemoModel

/// Support for observers that add what they find to memos, without getting between the edits of somebody who types.
extension MemoEngine {
  /// The date by the engine's calendar.
  package nonisolated var date: Timestamp { time.date() }

  /// Runs work once nobody has changed a memo for as long as autosave waits, with the memo in memory if it exists; its
  /// changes go into the save that falls due then. Replaces earlier work for the same memo.
  package func whenQuiet(_ id: MemoID, _ work: @escaping @Sendable (isolated MemoEngine) -> Void) {
    quietWork[id] = work
    setAlarm()
  }

  /// The time when quiet work next falls due; nil if there is none.
  var nextQuietDeadline: Duration? { quietWork.keys.lazy.map(quietDeadline).min() }

  private func quietDeadline(of id: MemoID) -> Duration {
    (openMemos[id]?.lastChange).map { $0 + configuration.autosave.idle } ?? time.elapsed()
  }

  func doQuietWork(now: Duration) {
    for id in quietWork.keys where quietDeadline(of: id) <= now { doQuietWork(of: id) }
  }

  private func doQuietWork(of id: MemoID) {
    guard let work = quietWork.removeValue(forKey: id) else { return }
    if openMemos[id] != nil { return perform(work) }
    takeRealTime {
      await self.fetch(id) { engine in
        // Somebody may have started to work on it.
        if engine.quietDeadline(of: id) <= engine.time.elapsed() {
          engine.perform(work)
        } else {
          engine.whenQuiet(id, work)
        }
      }
    }
  }

  private func perform(_ work: (isolated MemoEngine) -> Void) {
    // Its edits were not received from a client.
    let received = counters.editsReceived
    work(self)
    counters.editsReceived = received
  }

  /// Prepares for the end, because no more edits come: quiet work is done now, and recovery soon gives up if the store
  /// stays locked.
  ///
  /// - Parameter patience: how long the waiters of recovery may still wait.
  public func prepareToEnd(patience: Duration) {
    tell(.ending)
    for id in quietWork.keys { doQuietWork(of: id) }
    endRecovery(patience: patience)
  }

  /// Has recovery soon give up if the store stays locked, because no more calls come.
  ///
  /// - Parameter patience: how long its waiters may still wait.
  public func endRecovery(patience: Duration) { recovery?.end(patience: patience) }

  /// Starts work that takes real time: a virtual clock stands still until it is done.
  package func takeRealTime(_ work: @escaping @Sendable () async -> Void) {
    realTimeWork.begin()
    Task {
      await work()
      realTimeWork.end()
    }
  }
}
