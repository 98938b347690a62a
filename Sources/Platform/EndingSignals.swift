import CSystem

/// The signals that ask a process to end.
package enum EndingSignals {
  /// Does something, and only then lets such a signal do what it would have done. Not for two threads at once.
  package static func putOff<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    memo_ending_signals_put_off()
    defer { memo_ending_signals_let_through() }
    return try body()
  }
}
