import CSystem

/// The signals that ask a process to end.
package enum EndingSignals {
  /// Runs a body, and lets such a signal take effect only afterwards. Not for two threads at once.
  package static func putOff<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    memo_ending_signals_put_off()
    defer { memo_ending_signals_let_through() }
    return try body()
  }

  /// Records them from now on instead of ending the process. Those that were ignored when the process began still are,
  /// as under `nohup`; a handler that was there is called, too.
  package static func `catch`() { memo_ending_signals_catch() }

  /// The last one recorded; nil for none.
  package static var caught: Int32? {
    let number = memo_ending_signal_caught()
    return number == 0 ? nil : number
  }

  /// Has a byte written to a descriptor for each that is recorded.
  package static func ring(_ descriptor: Int32) { memo_ending_signals_ring(descriptor) }
}
