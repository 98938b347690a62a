extension MemoEngine {
  /// Moves a virtual clock forward as if that time had passed: it stops at each save that falls due until that is done,
  /// and takes in other processes' changes at the end.
  ///
  /// The engine must have been created with this clock.
  public func advance(_ clock: VirtualClock, by duration: Duration) async {
    let target = clock.now.advanced(by: duration)
    while true {
      // Work in real time ends before virtual time goes on.
      await withCheckedContinuation { realTimeWork.wait($0) }
      // A running save sets the next alarm when it is done.
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
