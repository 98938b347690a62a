extension MemoEngine {
  /// Moves a virtual clock forward, stopping wherever a save falls due until it is done, as if that
  /// time had passed; at its end, what other processes did is taken in.
  ///
  /// The engine must have been made with this clock.
  public func advance(_ clock: VirtualClock, by duration: Duration) async {
    let target = clock.now.advanced(by: duration)
    while true {
      // What takes real time is over before virtual time goes on.
      await withCheckedContinuation { realTimeWork.wait($0) }
      // A save under way sets the next alarm when it is done.
      await saveUnderWay()
      if realTimeWork.isUnderWay { continue }
      guard let alarm = saving.alarm, alarm.deadline <= target.offset else { break }
      clock.move(to: VirtualClock.Instant(offset: alarm.deadline))
      await alarm.task.value
    }
    clock.move(to: target)
    await pullExternalChanges()
    await finishFilling()
  }
}
