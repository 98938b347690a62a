import CSystem

/// The signals that ask a process to end.
package enum EndingSignals {
  /// Runs a body, and lets such a signal take effect only afterwards. Not for two threads at once.
  package static func putOff<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    memo_ending_signals_put_off()
    defer { memo_ending_signals_let_through() }
    return try body()
  }
}
