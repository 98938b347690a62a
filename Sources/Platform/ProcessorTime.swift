/// Processor time, which does not count the time that other programs take.
package enum ProcessorTime {
  /// The calling thread's processor time so far. Costs a system call.
  package static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
