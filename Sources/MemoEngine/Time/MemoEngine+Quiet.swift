import MemoModel

/// For what works beside an engine and adds to memos what it has found, without coming between the edits of somebody
/// who types.
extension MemoEngine {
  /// The date that the engine goes by.
  package nonisolated var date: Timestamp { time.date() }

  /// Does something once nobody has changed a memo for as long as autosave waits, and the memo is in memory if there
  /// is one; what that changes goes into the save that falls due then. It takes the place of what was to be done
  /// before.
  package func whenQuiet(_ id: MemoID, _ work: @escaping @Sendable (isolated MemoEngine) -> Void) {
    quietWork[id] = work
    setAlarm()
  }

  /// When quiet work falls due next; nil if there is none.
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
        // Somebody may have begun to work on it.
        if engine.quietDeadline(of: id) <= engine.time.elapsed() {
          engine.perform(work)
        } else {
          engine.whenQuiet(id, work)
        }
      }
    }
  }

  private func perform(_ work: (isolated MemoEngine) -> Void) {
    // What is done here by itself is no edit that was received.
    let received = counters.editsReceived
    work(self)
    counters.editsReceived = received
  }

  /// Begins nothing new, because no more edits come: what waits for quiet is done now, and what ended processes left
  /// is given up soon if it can't be brought into the store.
  ///
  /// - Parameter patience: how long those who wait for that may still wait.
  public func prepareToEnd(patience: Duration) {
    tell(.ending)
    for id in quietWork.keys { doQuietWork(of: id) }
    recovery?.end(patience: patience)
  }

  /// Begins something that takes real time: a virtual clock stands still until it is done.
  package func takeRealTime(_ work: @escaping @Sendable () async -> Void) {
    realTimeWork.begin()
    Task {
      await work()
      realTimeWork.end()
    }
  }
}

/// How much is under way that takes real time.
struct RealTimeWork {
  private var underWay = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  var isUnderWay: Bool { underWay > 0 }

  mutating func begin() { underWay += 1 }

  mutating func end() {
    underWay -= 1
    guard underWay == 0 else { return }
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Resumes once nothing is under way.
  mutating func wait(_ waiter: CheckedContinuation<Void, Never>) {
    if !isUnderWay { waiter.resume() } else { waiters.append(waiter) }
  }
}
