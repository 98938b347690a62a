extension MemoEngine {
  /// Moves a virtual clock forward, stopping wherever a save falls due until it is done, as if that time had passed.
  ///
  /// The engine must have been made with this clock.
  public func advance(_ clock: VirtualClock, by duration: Duration) async {
    let target = clock.now.advanced(by: duration)
    while let alarm = saving.alarm, alarm.deadline <= target.offset {
      clock.move(to: VirtualClock.Instant(offset: alarm.deadline))
      await alarm.task.value
    }
    clock.move(to: target)
  }
}
