/// The processor's time, which other programs take none of.
package enum ProcessorTime {
  /// How much of it the calling thread has had. Asking is a call to the system.
  package static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
